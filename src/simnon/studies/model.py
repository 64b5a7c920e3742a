"""The model as users see it: `simnon.load`, one run, a stepped run, many runs, the equations themselves."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, Unpack

import numpy as np

from simnon.compiler import Choices, CompiledModel, Recipe, Signal, Trust, compile_model
from simnon.doors import loaded_on_use
from simnon.model import Variable
from simnon.program import Array
from simnon.simulation import (
    Input,
    MemberKeywords,
    Progress,
    Quantity,
    RunKeywords,
    Simulator,
    Trajectory,
    read_values,
    shows_options,
    with_data_systems,
)
from simnon.source import Diagnostic, Source, UserError, arguments, checks_keywords, methods_check_keywords

from .exporting import ExportMethods
from .indices import IndexMethods
from .orbits import OrbitMethods
from .response import ResponseMethods

with loaded_on_use(__name__):
    from simnon import linear
    from simnon.compiler import Information
    from simnon.simulation import SteppedRun, read_inputs
    from simnon.source import table_html

    from .. import studies
    from . import continuation as branching
    from . import control, fitting
    from . import points as resting
    from .requested import read_bounds, read_names

_MAX_DRIVEN = 8
"""The number of sets of signals whose compiled models are kept."""


@checks_keywords
def load(
    *paths_or_text: str | Path | Source,
    math: str = "own",
    choices: Choices | None = None,
    units: str = "notes",
    trust: Trust = False,
    open_inputs: bool = False,
    isolate: bool | float = False,
    fma: bool = False,
    arrays: str = "auto",
) -> "Model":
    """Compile systems from files, from text (a string with a line break) or sources, in any order.

    A data file (.csv, .dat, .parquet, .nc) is a system whose outputs are its columns; an FMU is a system too.
    `choices` are versions (`"valve.version": "linear"`), and values of structural parameters (`"n": 20`), by path.
    `math` selects the elementary functions: Simnon's "own", which give the same bits on every machine, or those of the
    machine's C library, "libm".
    With `fma`, a product and the sum that follows it are rounded once, in the derivatives and the steps of methods:
    faster if the machine has an instruction for it. The last digits differ from those without `fma`, but are the same
    on every machine.
    `units` that disagree are "notes" among the diagnostics, or "strict": errors.
    Python files and libraries that a text names (`FUNCTION f(x) FROM 'file.py'`) run only if they are trusted:
    `trust=True`, or a list of folders, in addition to those that TRUST has put on the user's list.
    With `open_inputs`, an input that nothing connects and that has no value is 0: a part of a model, to be exported.
    With `isolate`, FMUs, libraries and Python files run in a process of their own: if one crashes, or takes more than
    60 seconds for a call (`isolate=5`: five), the run ends and says so.
    `arrays` are "expanded" into a scalar for each element, or stay "whole" as far as possible; "auto" expands small
    ones. Runs are the same, bit for bit.
    Raises `SimnonError`, which prints all errors as the terminal would show them.
    """
    texts = with_data_systems(paths_or_text)
    are_open = arguments.truth(open_inputs, "open_inputs")
    return Model(
        compile_model(
            *texts,
            math=math,
            choices=choices,
            units=units,
            trust=trust,
            open_inputs=are_open,
            isolate=isolate,
            fma=fma,
            arrays=arrays,
        )
    )


At = TypeVar("At")


@methods_check_keywords
class Model(OrbitMethods, IndexMethods, ResponseMethods, ExportMethods):
    """A compiled model; its runs do not change it. Models of the same texts and choices are equal."""

    __slots__ = ("_driven", "_runner", "diagnostics", "name", "parameters", "states", "units", "variables")

    name: str
    variables: Sequence[Variable]
    """Every variable of the text, in source order, with role, owner, start value and unit."""
    parameters: Mapping[str, float]
    """The values given in the text, by name, including unconnected inputs."""
    states: Sequence[str]
    """All states, including those of discrete systems, in source order."""
    units: Mapping[str, str]
    """As written, for the names that have one."""
    diagnostics: tuple[Diagnostic, ...]
    """Warnings and notes; errors raise."""

    def __init__(self, compiled: CompiledModel) -> None:
        self._runner = compiled if isinstance(compiled, Simulator) else Simulator.of(compiled)
        self._driven: dict[tuple[tuple[str, Signal], ...], Simulator] = {}
        self.name, self.variables, self.states = compiled.name, compiled.variables, compiled.states
        self.parameters, self.units = MappingProxyType(compiled.parameters), MappingProxyType(compiled.units)
        self.diagnostics = compiled.diagnostics

    @property
    def _simulator(self) -> Simulator:
        """For studies, which need the equations of each element; runs keep arrays whole."""
        return self._runner.expanded

    def array(self, name: str) -> Array:
        """The numbers that the text gives an array, or a part of it; nan where it gives none."""
        selection = self._runner.names.select(name)
        start = {variable.name: variable.start for variable in self.variables}
        numbers = [start.get(each) for each in selection.names]
        found: Array = np.array([np.nan if number is None else number for number in numbers])
        return found.reshape(selection.counts, order="F")

    @property
    def integrated(self) -> Sequence[str]:
        """The continuous states in the order of `rhs` and `jacobian`."""
        return self._runner.integrated

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
        signals = () if inputs is None else tuple(read_inputs(self._runner, inputs).items())
        if not signals:
            return self._runner
        driven = self._driven.get(signals)
        if driven is None:
            if len(self._driven) == _MAX_DRIVEN:
                self._driven.pop(next(iter(self._driven)))
            recipe = self._runner.recipe
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
        run = self._runner.prepare_to_resume(trajectory, stop, parameters)
        return self._runner.owner_of(run).trajectory(run, run.resume(progress))

    def rhs(self, t: float, x: Sequence[float] | Array, parameters: Mapping[str, Quantity] | None = None) -> Array:
        """The derivatives of the `integrated` states at one point, from the compiled equations.

        Comparisons have their results at the point. Discrete systems hold the values from before their first sample,
        and no event happens.
        """
        return self._runner.derivatives(t, x, parameters)

    def jacobian(self, t: float, x: Sequence[float] | Array, parameters: Mapping[str, Quantity] | None = None) -> Array:
        """The derivatives of `rhs` with respect to the states, a row for each derivative.

        By formulas, or by central differences if the compiler has none.
        """
        return self._simulator.jacobian(t, x, parameters)

    @shows_options
    def sweep(
        self,
        values: "Mapping[str, studies.Values]",
        start: float,
        stop: float,
        *,
        zipped: bool = False,
        keep: Sequence[str] | str | None = None,
        engine: Any = None,
        to: str | Path | None = None,
        force: bool = False,
        progress: "studies.Done | None" = None,
        **options: Unpack[MemberKeywords],
    ) -> "studies.Ensemble":
        """Run every combination of the values of parameters and initial values.

        With `zipped` the first values are used together, then the second ones. `keep` selects what is kept of each
        member: numbers such as "max(H)" and "at(H, 5)", curves by their name, or "all"; by default the final values of
        all states. `to` is a file (.zarr, .nc) into which everything streams; an existing one is replaced only with
        `force`. `engine` is where it runs: the local threads, "dask" or the client of a Dask cluster, or an executor
        of `concurrent.futures`. The options are those of `simulate`.
        """
        study = studies.sweep(
            self._simulator, values, start, stop, zipped=zipped, keep=keep, to=to, force=force, **options
        )
        return study.finish(engine, progress)

    @shows_options
    def sensitivities(
        self,
        start: float,
        stop: float,
        *,
        by: Sequence[str] | None = None,
        of: Sequence[str] = (),
        progress: Progress | None = None,
        **options: Unpack[RunKeywords],
    ) -> Trajectory:
        """Run with the derivatives of all states, and of the variables `of`, by parameters and initial values.

        `by` names parameters, and states for their initial values; `parameters=["a", "b"]` names them too. The
        trajectory has the derivatives beside the variables: `run["d(h)/d(a)"]`, `run["d(h)/d(INIT(h))"]`. They are
        exact up to the tolerance of the run, through samples, events whose instants move, algebraic loops and
        relations. Everything else is as for `simulate`.
        """
        if by is None:
            named: Any = options.pop("parameters", None)
            if named is None or isinstance(named, Mapping):
                raise arguments.refusal("by", "a list of parameters and states", named)
            by = named
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
        given: "fitting.Given | None" = None,
        local: Sequence[str] | Mapping[str, float] = (),
        starts: int = 1,
        **options: "Unpack[fitting.FitKeywords]",
    ) -> "fitting.Fit":
        """The parameters with which runs come closest to measurements.

        `data` is a file (.csv, .parquet, .nc), a DataFrame or a dictionary of columns over the times `t`; columns are
        variables, and gaps are nan. Several experiments are a list of these, or a dictionary by name. `parameters` are
        named, with a dictionary also their first guesses; a state stands for its initial value. `local` ones have a
        value in each experiment, such as `found["u/1"]`. `bounds` are pairs by name. With several `starts` the search
        also begins at points spread over the bounds, and the best minimum is kept. `sigma` are the standard deviations
        of the measurements, by variable, or columns `sigma(x)` have one for each value; without them the errors of the
        parameters follow from the scatter. `loss` is
        "linear" (squares), "huber", "soft" or "cauchy", which count outliers less. Runs begin at `start` with the
        values `given` of parameters and initial values: for all experiments, or a list or dictionary with those of
        each. The other options are those of `simulate`.
        """
        return fitting.fit(
            self._simulator,
            data,
            parameters,
            fitting.FitSettings(bounds, sigma, loss, start, given, local, starts),
            options,
        )

    def optimal_control(
        self,
        start: float,
        stop: float | tuple[float, float],
        *,
        controls: "Sequence[str] | Mapping[str, control.Limits]",
        minimise: str = "",
        maximise: str = "",
        intervals: int = 20,
        shape: str = "hold",
        path: "Mapping[str, control.Limits] | None" = None,
        end: "Mapping[str, control.Limits] | None" = None,
        free: "Mapping[str, control.Limits] | None" = None,
        guess: Mapping[str, Any] | None = None,
        tolerance: float = 1e-8,
        iterations: int = 200,
        progress: Callable[[int, float, float], None] | None = None,
        **options: "Unpack[control.ControlKeywords]",
    ) -> "control.OptimalControl":
        """The controls over time that minimise or maximise a variable at the end of the run, or "time".

        An integral is a state of the model. `controls` are unconnected inputs or parameters, with bounds by name; they
        are constant over each of the `intervals`, or "linear" in `shape`. `path` bounds variables where intervals
        begin and end, `end` gives them values or bounds at the end. `free` parameters, and initial values of states,
        are chosen too. With `stop=(earliest, latest)` the end is free. The search starts from the values that the
        model has, or a `guess` by name: a number, or one for each node; that of the end is "stop". `progress` is
        called with the iteration, the criterion and the violation. The other options are those of `simulate`.
        """
        settings = control.ControlSettings(
            minimise, maximise, intervals, shape, path, end, free, guess, tolerance, iterations
        )
        return control.optimal_control(self._simulator, start, stop, controls, settings, options, progress)

    def equilibrium(
        self,
        *,
        free: Sequence[str] = (),
        given: Mapping[str, Quantity] | None = None,
        bounds: Mapping[str, tuple[float, float]] | None = None,
        at: "Trajectory | resting.Equilibrium | None" = None,
        time: float | None = None,
        parameters: Mapping[str, Quantity] | None = None,
        initial: Mapping[str, Quantity] | None = None,
    ) -> "resting.Equilibrium":
        """Where the model rests: all derivatives are zero, and all samples repeat themselves.

        The search starts from the initial values, or from the end of a run (or its instant `time`) or another
        equilibrium `at`. To trim the
        model, name parameters or variables that are `free`, and variables with `given` values: as many. A free
        variable is opened: its own equation does not count. `bounds` are pairs by name. Raises `UserError` with the
        equations that cannot be met.
        """
        simulator = self._simulator
        point = self._point(at, time, parameters, initial)
        wanted = {} if given is None else read_values(simulator, given, "given")
        return resting.find_equilibrium(simulator, point, resting.read_request(simulator, free, wanted, bounds))

    def equilibria(
        self,
        ranges: Mapping[str, tuple[float, float]],
        *,
        free: Sequence[str] = (),
        given: Mapping[str, Quantity] | None = None,
        bounds: Mapping[str, tuple[float, float]] | None = None,
        count: int = 64,
        settle: float = 0.0,
        time: float = 0.0,
        parameters: Mapping[str, Quantity] | None = None,
        initial: Mapping[str, Quantity] | None = None,
    ) -> "tuple[resting.Equilibrium, ...]":
        """All distinct equilibria that searches from many starts find, each with its stability.

        `ranges` are pairs by state or free name: `count` starts are spread over them. With `settle`, runs of that
        length lead from the starts, side by side, to further ones, near which the stable points are. There may be
        others. `free`, `given` and `bounds` trim the model as in `equilibrium`.
        """
        simulator = self._simulator
        wanted = {} if given is None else read_values(simulator, given, "given")
        request = resting.read_request(simulator, free, wanted, bounds)
        varied = [*(name for name in simulator.states if name in simulator.initial_names), *request.free]
        found = read_bounds(simulator, ranges, varied, "ranges")
        if not found:
            raise UserError("bad-option", "ranges: no state is given", 'give one with its ends: {"x": (-1, 1)}')
        after = arguments.number(settle, "settle", "a time, or 0")
        if not 0.0 <= after < float("inf"):
            raise arguments.refusal("settle", "a time, or 0", settle)
        options = simulator.options(time, time, parameters=parameters, initial=initial)
        search = resting.ManySearches(request, arguments.integer(count, "count", least=1), after)
        return resting.find_equilibria(simulator, options, found, search)

    def linearize(
        self,
        inputs: Sequence[str],
        outputs: Sequence[str],
        *,
        at: "Trajectory | resting.Equilibrium | None" = None,
        time: float | None = None,
        parameters: Mapping[str, Quantity] | None = None,
        initial: Mapping[str, Quantity] | None = None,
    ) -> "linear.LinearModel":
        """The linear model around the initial values, or around the end of a run or an equilibrium `at`.

        With a run, `time` is an instant of it; otherwise it is that of the initial values, 0 if it is left out.
        Inputs are parameters, or variables that an equation assigns: the model is opened there. A model with discrete
        systems is seen at its sampling instants, with its inputs held in between. Delays stay delays.
        """
        simulator = self._simulator
        found = read_names(simulator, inputs, "inputs"), read_names(simulator, outputs, "outputs")
        return resting.linearize(simulator.partials(*found), self._point(at, time, parameters, initial))

    def cycle(self, at: Trajectory, *, period: float | None = None) -> "branching.Cycle":
        """The periodic orbit on which a run has settled, with its period and its Floquet multipliers.

        The period is found where the end of the run returns to; `period` is a first guess instead, and must be given
        if the model depends on time: then it is that of the orbit. Orbits are computed by collocation with exact
        derivatives; those that pass events, or depend on time, by runs over a period with their sensitivities. A
        multiplier above one in size makes the orbit unstable. Models with DELAY or discrete systems are refused.
        """
        given = None if period is None else arguments.number(period, "period", "a number or None")
        if given is not None and not 0.0 < given < math.inf:
            raise UserError("bad-option", f"the period is {given:g}", "give a positive number")
        return branching.find_cycle(self._simulator, self._at(at), given)

    def continuation(
        self,
        parameters: str | Sequence[str],
        lower: float | Sequence[float],
        upper: float | Sequence[float],
        *,
        start: "Trajectory | resting.Equilibrium | branching.SpecialPoint | branching.Cycle | None" = None,
        kind: str = "",
        bounds: Mapping[str, tuple[float, float]] | None = None,
        switch: bool = True,
        points: int = 1000,
        step: float = 0.01,
        largest_step: float = 0.05,
        time: float = 0.0,
        given: Mapping[str, Quantity] | None = None,
        initial: Mapping[str, Quantity] | None = None,
    ) -> "branching.Branches":
        """The equilibria of the model as a parameter goes from `lower` to `upper`, with folds, Hopf and branch points.

        The branch starts from the equilibrium found from the initial values and the parameters `given`, from the end
        of a run, or from an equilibrium or a labelled point of an earlier result: `start=diagram.at("BP1")`. From a
        Hopf point, a labelled point of cycles, or what `cycle` returned, it consists of periodic orbits. With two
        parameters, and their lower and upper ends, it is the curve of the fold or the Hopf point `start`. `kind`
        selects other solutions that begin there. Branches that cross at branch points are followed too, unless
        `switch` is False. A branch also ends where a variable leaves its `bounds`, and after `points` points. Steps
        are fractions of the range of the parameter and of the sizes of the states.
        """
        settings = branching.BranchSettings(bounds, switch, points, step, largest_step, kind)
        start = branching.cycle_point(start) if isinstance(start, branching.Cycle) else start
        if isinstance(start, branching.SpecialPoint):
            if time != 0.0 or given is not None or initial is not None:
                raise UserError(
                    "bad-option",
                    "time, given and initial have no effect beside a labelled point or a cycle",
                    "leave them out",
                )
            return branching.continue_branches(self._simulator, parameters, (lower, upper), start, settings)
        at = start if isinstance(start, resting.Equilibrium) else self._point(start, time, given, initial)
        return branching.continue_branches(self._simulator, parameters, (lower, upper), at, settings)

    def linearize_orbit(
        self,
        inputs: Sequence[str],
        outputs: Sequence[str],
        period: float,
        *,
        count: int = 100,
        at: "Trajectory | resting.Equilibrium | None" = None,
        parameters: Mapping[str, Quantity] | None = None,
        initial: Mapping[str, Quantity] | None = None,
    ) -> "resting.PeriodicLinearModel":
        """The periodic linear model around the orbit through the initial values, or through the end of a run `at`.

        It has the linear model at `count` instants of the period, and the monodromy matrix, whose eigenvalues are the
        Floquet multipliers: exact up to tolerance, through events too.
        """
        simulator = self._simulator
        signals = read_names(simulator, inputs, "inputs"), read_names(simulator, outputs, "outputs")
        length, instants = arguments.number(period, "period"), arguments.integer(count, "count", least=1)
        if not 0.0 < length < math.inf:
            raise arguments.refusal("period", "a positive time", period)
        return resting.linearize_orbit(simulator, self._point(at, None, parameters, initial), signals, length, instants)

    def root_locus(
        self,
        parameter: str,
        low: float,
        high: float,
        *,
        count: int = 200,
        at: "Trajectory | resting.Equilibrium | None" = None,
        parameters: Mapping[str, Quantity] | None = None,
        initial: Mapping[str, Quantity] | None = None,
    ) -> "resting.EigenvalueLocus":
        """The eigenvalues at the equilibrium as a parameter moves from `low` to `high`, and where stability changes.

        The equilibrium is the one to which the search from the initial values, or from `at`, leads.
        """
        simulator = self._simulator
        (name,) = read_names(simulator, arguments.text(parameter, "parameter", "the name of a parameter"), "parameter")
        ends = arguments.number(low, "low"), arguments.number(high, "high")
        values = arguments.integer(count, "count", least=2)
        return resting.eigenvalue_locus(simulator, self._point(at, None, parameters, initial), name, *ends, values)

    def _at(self, at: At) -> At:
        return self._simulator.of_elements(at) if isinstance(at, Trajectory) else at  # type: ignore[return-value]

    def _point(
        self,
        at: "Trajectory | resting.Equilibrium | None",
        time: float | None,
        parameters: Mapping[str, Quantity] | None,
        initial: Mapping[str, Quantity] | None,
    ) -> "resting.Point":
        """The values of a point are its own: other values are given to a start, not to it."""
        simulator, at = self._simulator, self._at(at)
        if at is not None and (parameters is not None or initial is not None):
            raise UserError(
                "bad-option",
                "parameters and initial have no effect together with at",
                "give them to the equilibrium or run that at takes",
            )
        if isinstance(at, resting.Equilibrium):
            if time is not None:
                raise UserError("bad-option", "an equilibrium has no instants", "leave out time")
            return at.point_of(simulator)
        if at is not None and time is not None:
            return resting.point_at(simulator, at, arguments.number(time, "time"))
        if at is not None:
            return resting.end_point(simulator, at)
        time = 0.0 if time is None else time
        return resting.start_point(simulator, simulator.options(time, time, parameters=parameters, initial=initial))

    @shows_options
    def sample(
        self,
        distributions: "Mapping[str, studies.HasQuantiles]",
        start: float,
        stop: float,
        *,
        count: int,
        design: str = "random",
        keep: Sequence[str] | str | None = None,
        engine: Any = None,
        to: str | Path | None = None,
        force: bool = False,
        progress: "studies.Done | None" = None,
        **options: Unpack[MemberKeywords],
    ) -> "studies.Ensemble":
        """Run `count` members with values drawn from distributions of `simnon.studies` or scipy.

        `design` is "random", "latin" for a Latin hypercube, or "sobol". `seed` determines the draw and, plus the number
        of a member (from 0), the noise of that member. Everything else is as for `sweep`.
        """
        study = studies.sample(
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
        design: "studies.Design",
        start: float,
        stop: float,
        *,
        keep: Sequence[str] | str | None = None,
        to: str | Path | None = None,
        force: bool = False,
        **options: Unpack[MemberKeywords],
    ) -> "studies.Study":
        """Many runs that have not begun, to be run and interrupted at will; `simnon.studies` has the designs."""
        return studies.make_study(self._simulator, design, start, stop, keep=keep, to=to, force=force, **options)

    @shows_options
    def start_report(self, start: float = 0.0, **options: Unpack[RunKeywords]) -> str:
        """The initial values of a run whose states relations constrain: given and kept, given but computed, chosen."""
        simulator = self._runner
        return simulator.begin(simulator.options(start, start, **options)).initial.text()

    def info(self, name: str = "") -> Information:
        """The description of a type, a part of the model or a library, with its terminals, parameters and variables."""
        return self._runner.info(name)

    def finish_compiling(self) -> None:
        """Compile, or wait for, the run loops of the methods used so far: later runs are timed without compilation."""
        self._runner.finish_compiling()

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
        return isinstance(other, Model) and self._runner.recipe == other._runner.recipe

    def __hash__(self) -> int:
        return hash(self._runner.recipe)

    def __copy__(self) -> "Model":
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> "Model":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as source text, and compiled again when loaded."""
        return _compiled_again, (self._runner.recipe,)


def _compiled_again(recipe: Recipe) -> Model:
    return Model(recipe.compiled())


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
