"""The model as users see it: `simnon.load`, one run, a stepped run, many runs, the equations themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Unpack

from simnon.compiler import Choices, CompiledModel, Information, Recipe, Signal, Trust, compile_model
from simnon.linear import LinearModel
from simnon.model import Variable
from simnon.program import Array
from simnon.simulation import (
    Input,
    MemberKeywords,
    Progress,
    Quantity,
    RunKeywords,
    Simulator,
    SteppedRun,
    Trajectory,
    read_inputs,
    read_values,
    shows_options,
    with_data_systems,
)
from simnon.source import Diagnostic, Source, UserError, arguments, table_html

from .designs import Design
from .distributions import HasQuantiles
from .ensemble import Ensemble
from .fitting import Fit, FitKeywords, FitSettings, fit
from .points import (
    Equilibrium,
    Point,
    end_point,
    find_equilibrium,
    linearize,
    read_request,
    start_point,
)
from .requested import read_names
from .study import Done, Study
from .sweep import Values, make_study, sample, sweep

_MAX_DRIVEN = 8
"""The number of sets of signals whose compiled models are kept."""


def load(
    *paths_or_text: str | Path | Source,
    math: str = "own",
    choices: Choices | None = None,
    units: str = "notes",
    trust: Trust = False,
) -> "Model":
    """Compile systems from files, from text (a string with a line break) or sources, in any order.

    A data file (.csv, .dat, .parquet, .nc) is a system whose outputs are its columns.
    `choices` are versions (`"valve.version": "linear"`), and values of structural parameters (`"n": 20`), by path.
    `math` selects the elementary functions: Simnon's "own", which give the same bits on every machine, or those of the
    machine's C library, "libm".
    `units` that disagree are "notes" among the diagnostics, or "strict": errors.
    Python files and libraries that a text names (`FUNCTION f(x) FROM 'file.py'`) run only if they are trusted:
    `trust=True`, or a list of folders, in addition to those that TRUST has put on the user's list.
    Raises `SimnonError`, which prints all errors as the terminal would show them.
    """
    return Model(compile_model(*with_data_systems(paths_or_text), math=math, choices=choices, units=units, trust=trust))


class Model:
    """A compiled model; its runs do not change it. Models of the same texts and choices are equal."""

    __slots__ = ("_driven", "_simulator", "diagnostics", "name", "parameters", "states", "units", "variables")

    name: str
    variables: tuple[Variable, ...]
    """Every variable of the text, in source order, with role, owner, start value and unit."""
    parameters: Mapping[str, float]
    """The values given in the text, by name, including unconnected inputs."""
    states: tuple[str, ...]
    """All states, including those of discrete systems, in source order."""
    units: Mapping[str, str]
    """As written, for the names that have one."""
    diagnostics: tuple[Diagnostic, ...]
    """Warnings and notes; errors raise."""

    def __init__(self, compiled: CompiledModel) -> None:
        self._simulator = compiled if isinstance(compiled, Simulator) else Simulator.of(compiled)
        self._driven: dict[tuple[tuple[str, Signal], ...], Simulator] = {}
        self.name, self.variables, self.states = compiled.name, compiled.variables, compiled.states
        self.parameters, self.units = MappingProxyType(compiled.parameters), MappingProxyType(compiled.units)
        self.diagnostics = compiled.diagnostics

    @property
    def integrated(self) -> tuple[str, ...]:
        """The continuous states in the order of `rhs` and `jacobian`."""
        return self._simulator.integrated

    def with_inputs(self, inputs: Mapping[str, Input]) -> "Model":
        """The model driven by signals: unconnected inputs, or parameters, follow them over time.

        A signal is `(times, values)` or `(times, values, "hold")`, with "linear" interpolation unless "hold" or
        "spline" is chosen: two values at one time are a jump, and beyond the ends the end values hold. Or it is a
        formula of the language in the time, `"IF t > 1 THEN SIN(t) ELSE 0"`, compiled with the model, or a Python
        function of the time, called at every evaluation. Corners and jumps of samples and formulas are events; those
        within a Python function are not detected.
        """
        return Model(self._driven_by(inputs))

    def _driven_by(self, inputs: Mapping[str, Input] | None) -> Simulator:
        """Models are cached by their signals."""
        signals = () if inputs is None else tuple(read_inputs(self._simulator, inputs).items())
        if not signals:
            return self._simulator
        driven = self._driven.get(signals)
        if driven is None:
            if len(self._driven) == _MAX_DRIVEN:
                self._driven.pop(next(iter(self._driven)))
            recipe = self._simulator.recipe
            driven = Simulator.of(replace(recipe, inputs=(*recipe.inputs, *signals)).compiled())
            self._driven[signals] = driven
        return driven

    @shows_options
    def simulate(
        self,
        start: float,
        stop: float,
        *,
        inputs: Mapping[str, Input] | None = None,
        verify: bool = False,
        progress: Progress | None = None,
        **options: Unpack[RunKeywords],
    ) -> Trajectory:
        """Run from `start` to `stop` and return the record: every step, and both sides of events.

        The options are those of `simnon.RunOptions`; with `inputs` the model `with_inputs` runs.
        With `verify` the run is repeated at a tighter tolerance, with a different method and shorter steps: the
        trajectory's `accuracy` has the deviation of each stored variable, and its `disagreements` the events that only
        one of the two has. `progress` is called about twenty times a second with the time reached.
        """
        simulator = self._driven_by(inputs)
        asked = simulator.options(start, stop, **options)
        verify = arguments.truth(verify, "verify")
        trajectory = simulator.run(asked, arguments.function(progress, "progress"))
        return simulator.verified(trajectory) if verify else trajectory

    @shows_options
    def begin(
        self,
        start: float,
        stop: float,
        *,
        inputs: Mapping[str, Input] | None = None,
        **options: Unpack[RunKeywords],
    ) -> SteppedRun:
        """A run at its start, to be advanced step by step; the options are those of `simulate`."""
        simulator = self._driven_by(inputs)
        return SteppedRun(simulator, simulator.begin(simulator.options(start, stop, **options)))

    def resume(
        self,
        trajectory: Trajectory,
        stop: float | None = None,
        progress: Progress | None = None,
        parameters: Mapping[str, Quantity] | None = None,
    ) -> Trajectory:
        """Continue an interrupted run, or a finished one to a later `stop`; the record continues too.

        `parameters`, if given, apply from now on.
        """
        progress = arguments.function(progress, "progress")
        run = self._simulator.prepare_to_resume(trajectory, stop, parameters)
        return self._simulator.trajectory(run, run.resume(progress))

    def rhs(self, t: float, x: Sequence[float] | Array, parameters: Mapping[str, Quantity] | None = None) -> Array:
        """The derivatives of the `integrated` states at one point, from the compiled equations.

        Comparisons have their results at the point. Discrete systems hold the values from before their first sample,
        and no event happens.
        """
        return self._simulator.derivatives(t, x, parameters)

    def jacobian(self, t: float, x: Sequence[float] | Array, parameters: Mapping[str, Quantity] | None = None) -> Array:
        """The derivatives of `rhs` with respect to the states, a row for each derivative.

        By formulas, or by central differences if the compiler has none.
        """
        return self._simulator.jacobian(t, x, parameters)

    @shows_options
    def sweep(
        self,
        values: Mapping[str, Values],
        start: float,
        stop: float,
        *,
        zipped: bool = False,
        keep: Sequence[str] | str | None = None,
        engine: Any = None,
        to: str | Path | None = None,
        force: bool = False,
        progress: Done | None = None,
        **options: Unpack[MemberKeywords],
    ) -> Ensemble:
        """Run every combination of the values of parameters and initial values.

        With `zipped` the first values are used together, then the second ones. `keep` selects what is kept of each
        member: numbers such as "max(H)" and "at(H, 5)", curves by their name, or "all"; by default the final values of
        all states. `to` is a file (.zarr, .nc) into which everything streams; an existing one is replaced only with
        `force`. `engine` is where it runs: the local threads, "dask" or the client of a Dask cluster, or an executor
        of `concurrent.futures`. The options are those of `simulate`.
        """
        study = sweep(self._simulator, values, start, stop, zipped=zipped, keep=keep, to=to, force=force, **options)
        return study.finish(engine, progress)

    @shows_options
    def sensitivities(
        self,
        start: float,
        stop: float,
        *,
        by: Sequence[str],
        of: Sequence[str] = (),
        progress: Progress | None = None,
        **options: Unpack[RunKeywords],
    ) -> Trajectory:
        """Run with the derivatives of all states, and of the variables `of`, by parameters and initial values.

        `by` names parameters, and states for their initial values. The trajectory has them beside the variables:
        `run["d(h)/d(a)"]`, `run["d(h)/d(INIT(h))"]`. They are exact up to the tolerance of the run, through samples,
        events whose instants move, algebraic loops and relations. Everything else is as for `simulate`.
        """
        found = read_names(self._simulator, by, "by"), read_names(self._simulator, of, "of")
        simulator = self._simulator.with_sensitivities(*found)
        return simulator.run(simulator.options(start, stop, **options), arguments.function(progress, "progress"))

    def fit(
        self,
        data: Any,
        parameters: Sequence[str] | Mapping[str, float],
        *,
        bounds: Mapping[str, tuple[float, float]] | None = None,
        sigma: Mapping[str, float] | None = None,
        loss: str = "linear",
        start: float = 0.0,
        given: Mapping[str, Quantity] | None = None,
        **options: Unpack[FitKeywords],
    ) -> Fit:
        """The parameters with which runs come closest to measurements.

        `data` is a file (.csv, .parquet, .nc), a DataFrame or a dictionary of columns over the times `t`; columns are
        variables, and gaps are nan. Several experiments are a list of these. `parameters` are named, with a dictionary
        also their first guesses; a state stands for its initial value. `bounds` are pairs by name. `sigma` are the
        standard deviations of the measurements, by variable; without them the errors of the parameters follow from the
        scatter. `loss` is "linear" (squares), "huber", "soft" or "cauchy", which count outliers less. Runs begin at
        `start` with the parameters `given`. The other options are those of `simulate`.
        """
        return fit(
            self._simulator,
            data,
            parameters,
            FitSettings(bounds, sigma, loss, start, given),
            options,
        )

    def equilibrium(
        self,
        *,
        free: Sequence[str] = (),
        given: Mapping[str, Quantity] | None = None,
        bounds: Mapping[str, tuple[float, float]] | None = None,
        at: Trajectory | Equilibrium | None = None,
        time: float = 0.0,
        parameters: Mapping[str, Quantity] | None = None,
        initial: Mapping[str, Quantity] | None = None,
    ) -> Equilibrium:
        """Where the model rests: all derivatives are zero, and all samples repeat themselves.

        The search starts from the initial values, or from the end of a run or another equilibrium `at`. To trim the
        model, name parameters or variables that are `free`, and variables with `given` values: as many. A free
        variable is opened: its own equation does not count. `bounds` are pairs by name. Raises `UserError` with the
        equations that cannot be met.
        """
        simulator = self._simulator
        point = self._point(at, time, parameters, initial)
        wanted = {} if given is None else read_values(simulator, given, "given")
        return find_equilibrium(simulator, point, read_request(simulator, free, wanted, bounds))

    def linearize(
        self,
        inputs: Sequence[str],
        outputs: Sequence[str],
        *,
        at: Trajectory | Equilibrium | None = None,
        time: float = 0.0,
        parameters: Mapping[str, Quantity] | None = None,
        initial: Mapping[str, Quantity] | None = None,
    ) -> LinearModel:
        """The linear model around the initial values, or around the end of a run or an equilibrium `at`.

        Inputs are parameters, or variables that an equation assigns: the model is opened there. A model with discrete
        systems is seen at its sampling instants, with its inputs held in between. Delays stay delays.
        """
        simulator = self._simulator
        found = read_names(simulator, inputs, "inputs"), read_names(simulator, outputs, "outputs")
        return linearize(simulator.partials(*found), self._point(at, time, parameters, initial))

    def _point(
        self,
        at: Trajectory | Equilibrium | None,
        time: float,
        parameters: Mapping[str, Quantity] | None,
        initial: Mapping[str, Quantity] | None,
    ) -> Point:
        """The values of a point are its own: other values are given to a start, not to it."""
        simulator = self._simulator
        if at is not None and (time != 0.0 or parameters is not None or initial is not None):
            raise UserError(
                "bad-option", "time, parameters and initial have no effect beside at", "give them to what at comes from"
            )
        if isinstance(at, Equilibrium):
            return at.point_of(simulator)
        if at is not None:
            return end_point(simulator, at)
        return start_point(simulator, simulator.options(time, time, parameters=parameters, initial=initial))

    @shows_options
    def sample(
        self,
        distributions: Mapping[str, HasQuantiles],
        start: float,
        stop: float,
        *,
        count: int,
        design: str = "random",
        keep: Sequence[str] | str | None = None,
        engine: Any = None,
        to: str | Path | None = None,
        force: bool = False,
        progress: Done | None = None,
        **options: Unpack[MemberKeywords],
    ) -> Ensemble:
        """Run `count` members with values drawn from distributions of `simnon.studies` or scipy.

        `design` is "random", "latin" for a Latin hypercube, or "sobol". `seed` determines the draw and, plus the number
        of a member (from 0), the noise of that member. Everything else is as for `sweep`.
        """
        study = sample(
            self._simulator,
            distributions,
            start,
            stop,
            count=count,
            design=design,
            keep=keep,
            to=to,
            force=force,
            **options,
        )
        return study.finish(engine, progress)

    @shows_options
    def study(
        self,
        design: Design,
        start: float,
        stop: float,
        *,
        keep: Sequence[str] | str | None = None,
        to: str | Path | None = None,
        force: bool = False,
        **options: Unpack[MemberKeywords],
    ) -> Study:
        """Many runs that have not begun, to be run and interrupted at will; `simnon.studies` has the designs."""
        return make_study(self._simulator, design, start, stop, keep=keep, to=to, force=force, **options)

    @shows_options
    def start_report(self, start: float = 0.0, **options: Unpack[RunKeywords]) -> str:
        """The initial values of a run whose states relations constrain: given and kept, given but computed, chosen."""
        simulator = self._simulator
        return simulator.begin(simulator.options(start, start, **options)).initial.text()

    def info(self, name: str = "") -> Information:
        """The description of a type, a part of the model or a library, with its terminals, parameters and variables."""
        return self._simulator.info(name)

    def finish_compiling(self) -> None:
        """Compile, or wait for, the run loops of the methods used so far: later runs are timed without compilation."""
        self._simulator.finish_compiling()

    def __repr__(self) -> str:
        counts = _count(len(self.states), "state"), _count(len(self.parameters), "parameter")
        return f"Model({self.name}: {', '.join(counts)})"

    def _repr_html_(self) -> str:
        shown = {*self.states, *self.parameters}
        rows = [
            (each.name, each.role.value, "" if each.start is None else f"{each.start:g}", self.units.get(each.name, ""))
            for each in self.variables
            if each.name in shown
        ]
        return table_html(repr(self), ("name", "role", "value", "unit"), rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self._simulator.recipe == other._simulator.recipe

    def __hash__(self) -> int:
        return hash(self._simulator.recipe)

    def __copy__(self) -> "Model":
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> "Model":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as source text, and compiled again when loaded."""
        return _compiled_again, (self._simulator.recipe,)


def _compiled_again(recipe: Recipe) -> Model:
    return Model(recipe.compiled())


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
