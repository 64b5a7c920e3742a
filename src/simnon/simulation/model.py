"""A model that can be run: what `simnon.load` returns."""

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from simnon.compiler import (
    Analysed,
    Choices,
    CompiledModel,
    Information,
    MethodCode,
    Trust,
    compile_ensemble,
    compile_for,
    compile_jacobian,
    compile_opened,
    compile_run,
    compile_to_slide,
    gather_systems,
    information,
    information_on_part,
)
from simnon.compiler import load as load_compiled
from simnon.kernels import METHODS
from simnon.model import Role, Unit, Variable, shown_variables
from simnon.program import Array, EnsembleCode, Executable, Layout, Program, values_at_start
from simnon.source import Diagnostic, Report, Source, UserError, arguments
from simnon.targets import TARGETS, USUAL_TARGET
from simnon.version import __version__

from .accuracy import compare, disagreements, grid_options, reference_options
from .first_method import CodeOfMethod, first_method
from .initial_names import names_with_initial_value, no_initial_value
from .limits import check_fixed, check_parameters, check_versions, notes_on_limits
from .memory import SAME, Templates, fixed_numbers
from .names import NamedValues, Names
from .options import RunOptions, check_options, read_step, read_tolerances
from .outcome import StopReason
from .quantities import Quantity, resolved_quantities
from .run import MOST_STATES_OF_FULL, Progress, Run, Stored
from .slides import notes_on_accumulations, notes_on_slides
from .trajectory import Provenance, Trajectory


def load(
    *paths_or_text: str | Path | Source,
    math: str = "own",
    choices: Choices | None = None,
    units: str = "notes",
    earlier: Choices | None = None,
    trust: Trust = False,
    open_folders: Iterable[str | Path] = (),
) -> "Model":
    """Compile systems from files, from text (a string with a line break) or sources, in any order.

    `choices` are versions (`"valve.version": "linear"`), and values of parameters that decide of what the model
    consists (`"n": 20`), by path; `earlier` ones count where they still have a place, and are dropped elsewhere.
    `math` says whose elementary functions are called: our "own", which give the same bits on every
    machine, or those of the machine's C library, "libm".
    `units` that disagree are "notes" among the diagnostics, or "strict": errors.
    With `trust` the code that texts name may run, all of it or that of some folders; `open_folders` are those whose
    files the texts may name besides the ones beside them.
    Raises `SimnonError`, which prints all errors as the terminal would show them.
    """
    return Model(
        load_compiled(
            *paths_or_text,
            math=math,
            choices=choices,
            units=units,
            earlier=earlier,
            trust=trust,
            open_folders=open_folders,
        )
    )


@dataclass(frozen=True)
class Model:
    """A compiled model; its runs do not change it."""

    compiled: CompiledModel = field(repr=False)
    _code_of_method: dict[str, MethodCode] = field(default_factory=dict, repr=False)
    _code_of_lanes: dict[tuple[object, ...], EnsembleCode] = field(default_factory=dict, repr=False)
    _model_of_target: dict[str, "Model"] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        return self.compiled.name

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Every variable the text has, in source order, with role, owner, start value and unit."""
        return self.compiled.variables

    @property
    def parameters(self) -> Mapping[str, float]:
        """The values given in the text, by name."""
        return self.compiled.parameters

    @property
    def states(self) -> tuple[str, ...]:
        return self.compiled.states

    @property
    def units(self) -> Mapping[str, str]:
        return self.compiled.units

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Warnings and notes; errors raise."""
        return self.compiled.diagnostics

    @property
    def analysed(self) -> Analysed:
        return self.compiled.analysed

    @property
    def program(self) -> Program:
        """The lowered model."""
        return self.compiled.program

    @property
    def executable(self) -> Executable:
        return self.compiled.executable

    def simulate(
        self,
        start: float,
        stop: float,
        *,
        parameters: Mapping[str, Quantity] | None = None,
        initial: Mapping[str, Quantity] | None = None,
        store: Sequence[str] | None = None,
        method: str = "auto",
        rtol: float = 1e-6,
        atol: float | Mapping[str, float] = 1e-9,
        spacing: float | None = None,
        seed: int = 0,
        step: float | None = None,
        points: int = 0,
        largest_step: float = math.inf,
        target: str = USUAL_TARGET,
        verify: bool = False,
        progress: Progress | None = None,
    ) -> Trajectory:
        """Run from `start` to `stop` and return what was recorded: every step, and both sides of events.

        A value may have a unit, `"120 km/h"` or a quantity of pint, and becomes a number in that of the variable.
        With a `spacing` the record has its multiples instead; `points` are so many records besides.
        With `verify` the run is repeated at a tighter tolerance, with another method and shorter steps: the
        trajectory's `accuracy` says how far each stored variable is from that, and its `disagreements` which
        events only one of the two has.
        The `target` is what the model runs as: machine code ("llvm"), or plain Python ("interpreter"), which gives the
        same numbers a thousand times more slowly.
        """
        options = self.options(
            start,
            stop,
            parameters=parameters,
            initial=initial,
            store=store,
            method=method,
            rtol=rtol,
            atol=atol,
            spacing=spacing,
            seed=seed,
            step=step,
            points=points,
            largest_step=largest_step,
            target=target,
        )
        verify = arguments.truth(verify, "verify")
        trajectory = self._run(options, arguments.function(progress, "progress"))
        return self.verified(trajectory) if verify else trajectory

    def options(
        self,
        start: float,
        stop: float,
        *,
        parameters: Mapping[str, Quantity] | None = None,
        initial: Mapping[str, Quantity] | None = None,
        store: Sequence[str] | None = None,
        method: str = "auto",
        rtol: float = 1e-6,
        atol: float | Mapping[str, float] = 1e-9,
        spacing: float | None = None,
        seed: int = 0,
        step: float | None = None,
        points: int = 0,
        largest_step: float = math.inf,
        target: str = USUAL_TARGET,
    ) -> RunOptions:
        """What `simulate` is asked to do, checked, with every name made the full one."""
        options = RunOptions(
            arguments.number(start, "start"),
            arguments.number(stop, "stop"),
            self._numbers(parameters, "parameters") if parameters is not None else {},
            self._numbers(initial, "initial") if initial is not None else {},
            None if store is None else self._full_names(store),
            arguments.text(method, "method", "the name of a method"),
            arguments.number(rtol, "rtol"),
            read_tolerances(atol, self.names, self.layout, method),
            read_step(spacing, "spacing"),
            arguments.whole_number(seed, "seed"),
            step=read_step(step, "step"),
            points=arguments.whole_number(points, "points"),
            largest_step=arguments.number(largest_step, "largest_step"),
            target=arguments.text(target, "target", "the name of a target"),
        )
        check_options(options)
        return options

    def initial_account(self, start: float = 0.0, **options: Any) -> str:
        """What a run would start from where relations bind the states: given and kept, given but computed, chosen."""
        return self.begin(self.options(start, start, **options)).initial.text()

    def begin(self, options: RunOptions) -> Run:
        """A run that has not moved yet; `advance` moves it, `trajectory` says what it gave so far."""
        if not isinstance(options, RunOptions):
            raise arguments.refusal("options", "what Model.options returned", options)
        model = self.on(options.target)
        if model is not self:
            return model.begin(options)
        stored = self._stored(options.store)
        values = self._start_values(options)
        return Run(self.compiled, self._code, options, values, stored, self.sliding, self._templates)

    def on(self, target: str) -> "Model":
        """The same model with the code of a target, which is made when it is first asked for."""
        if TARGETS[target] is self.compiled.target:
            return self
        model = self._model_of_target.get(target)
        if model is None:
            model = self._model_of_target[target] = type(self)(compile_for(TARGETS[target], self.compiled))
        return model

    def verified(self, trajectory: Trajectory) -> Trajectory:
        """The trajectory with its accuracy, from a run at a tighter tolerance, with another method and more steps."""
        self._check_own(trajectory, "verified")
        options, statistics = trajectory.provenance.options, trajectory.statistics
        own = self._run(grid_options(options))
        reference = self._run(reference_options(options, statistics.method, statistics.steps, self.states))
        count = min(len(own), len(reference))
        accuracy = compare(
            own.t[:count],
            {name: column[:count] for name, column in own.columns.items()},
            {name: column[:count] for name, column in reference.columns.items()},
            own.events,
            reference.events,
        )
        found = disagreements(options, own.events, reference.events, own.stop, reference.stop)
        return replace(trajectory, accuracy=accuracy, disagreements=found)

    def _run(self, options: RunOptions, progress: Progress | None = None) -> Trajectory:
        run = self.begin(options)
        return self.trajectory(run, run.go_on(progress))

    def finish_compiling(self) -> None:
        """Make, or wait for, the run loops for the methods the model was run with: what is timed is then final."""
        for code in self._code_of_method.values():
            code.run.finish()

    def go_on(
        self,
        trajectory: Trajectory,
        stop: float | None = None,
        progress: Progress | None = None,
        parameters: Mapping[str, Quantity] | None = None,
    ) -> Trajectory:
        """Continue an interrupted run, or a finished one to a later `stop`; the record goes on too.

        `parameters`, where they are given, hold from now on.
        """
        run = self.prepare_to_go_on(trajectory, stop, parameters)
        return self.trajectory(run, run.go_on(arguments.function(progress, "progress")))

    def prepare_to_go_on(
        self, trajectory: Trajectory, stop: float | None = None, parameters: Mapping[str, Quantity] | None = None
    ) -> Run:
        """The run of the trajectory, ready to go on to `stop`."""
        run = self._check_own(trajectory, "continued")
        if run.time != trajectory.stop.time:
            raise UserError("cannot-continue", f"this run has gone on to t = {run.time:g} already", "run it again")
        if stop is not None:
            stop = arguments.number(stop, "stop", "a number or None")
            check_options(replace(run.options, start=trajectory.stop.time, stop=stop))
            run.extend(stop)
        if parameters is not None:
            changed = replace(run.options, parameters=self._numbers(parameters, "parameters"))
            if changed.parameters != run.options.parameters:
                run.change_parameters(self._start_values(run.options), self._start_values(changed))
                run.options = changed
        return run

    def _check_own(self, trajectory: Trajectory, done: str) -> Run:
        """The run of the trajectory, where it was made with this model; it is to be `done`."""
        if not isinstance(trajectory, Trajectory):
            raise arguments.refusal("trajectory", "what simulate returned", trajectory)
        code = "cannot-continue" if done == "continued" else "cannot-verify"
        if trajectory.run is None:
            raise UserError(code, f"a trajectory that was read from a file cannot be {done}", "run the model again")
        if trajectory.run.model.analysed is not self.analysed:
            raise UserError(code, "this run was made with another model", "run this one from the start")
        return trajectory.run

    @cached_property
    def unit_of_name(self) -> Mapping[str, Unit]:
        return {variable.name: variable.unit for variable in self.variables if variable.unit is not None}

    def _numbers(self, values: Mapping[str, Quantity], argument: str) -> dict[str, float]:
        given = arguments.by_name(values, argument, "of names and values")
        return resolved_quantities(self.names, self.unit_of_name, given, argument) if given else {}

    def _full_names(self, store: Sequence[str]) -> tuple[str, ...]:
        """Each once, in the order given."""
        return tuple(dict.fromkeys(self.names.find(name) for name in arguments.names(store, "store")))

    @cached_property
    def names(self) -> Names:
        return Names(self.compiled.variables)

    @property
    def layout(self) -> Layout:
        return self._program.layout

    @property
    def slot_of_name(self) -> Mapping[str, int]:
        return self._slot_of_name

    @property
    def jacobian_layout(self) -> Layout | None:
        """How the Jacobian is laid out, where there are formulas for it."""
        return None if self._jacobian is None else self._jacobian.layout

    def info(self, name: str = "") -> Information:
        """What a type, a part of the model or a library is for, with its terminals, parameters and variables."""
        arguments.text(name, "name", "the name of a type, a part or a library")
        systems, _ = gather_systems(self.compiled.sources, Report())
        part = information_on_part(name, self.analysed.declared, systems) if name else None
        folders = [Path(source.folder) for source in self.compiled.sources if source.folder and not source.category]
        return part or information(name, folders, systems)

    def is_parameter(self, name: str) -> bool:
        return self._role_of_name[self.names.find(name)] is Role.PARAMETER

    def check_parameters(self, parameters: Mapping[str, float]) -> None:
        """Raise where a value is outside its range, or would change of what the model consists."""
        declared = self.analysed.declared
        check_parameters(declared.limits, declared.structural, parameters)

    def check_initial(self, initial: Mapping[str, float]) -> None:
        """Raise where a value is the number of a version that there is not."""
        check_versions(self.analysed.declared.versions, initial)

    def check_fixed(self, parameters: Mapping[str, float]) -> None:
        """Raise where connected terminals would have FIXED values that differ."""
        fixed = self.analysed.declared.fixed_sets
        if not fixed:
            return
        values = self._values_of_text.copy()
        for name, value in parameters.items():
            values[self._slot_of_name[name]] = value
        executable = self.compiled.executable
        if "initial" in executable.entries:
            executable.call("initial", 0.0, np.zeros(max(1, len(self.states))), values, np.zeros(1))
        check_fixed(fixed, lambda names: self.numbers_in(values, names))

    def check_members(self, names: Sequence[str], numbers: Array, parameters: Mapping[str, float]) -> None:
        """Raise where a member could not be run: a row of numbers each, a column a name; `parameters` hold for all."""
        versions = {choice.name for choice in self.analysed.declared.versions}
        for name, column in zip(names, numbers.T, strict=True):
            if name in versions:
                for value in np.unique(column).tolist():
                    self.check_initial({name: value})
            elif len(column):
                self.check_parameters({name: float(column.min())})
                self.check_parameters({name: float(column.max())})
        needed = frozenset[str]().union(*(each.parameters for each in self.analysed.declared.fixed_sets))
        columns = [i for i, name in enumerate(names) if name in needed]
        for row in np.unique(numbers[:, columns], axis=0).tolist() if columns else ():
            self.check_fixed({**parameters, **{names[i]: value for i, value in zip(columns, row, strict=True)}})

    def start_values(self, options: RunOptions) -> Array:
        """The values of all slots before a run begins."""
        return self._start_values(options)

    def can_run_in_lanes(self, method: str) -> bool:
        """Not with functions from outside, large loops, steps made outside, or matrices that are banded or sparse."""
        has_large_loops = any(loop.room for loop in self._program.layout.loops)
        if self._program.foreign or has_large_loops or METHODS[method].is_outside:
            return False
        return not METHODS[method].has_jacobian or self._jacobian is None or self._jacobian.layout.matrix is None

    def first_method(self, name: str) -> str:
        """The method with which a run begins that is asked for this one."""
        return first_method(name, self.compiled, self.layout, self._code).method.name

    def ensemble_code(self, method: str, width: int, known: Mapping[str, float]) -> EnsembleCode:
        """Code for many members at once, `width` of them side by side.

        `known` are fields of `control` that have the same number in all of them, always.
        """
        key = (method, width, tuple(known.items()))
        code = self._code_of_lanes.get(key)
        if code is None:
            fixed = fixed_numbers(self.layout, METHODS[method], known)
            jacobian = self._jacobian if METHODS[method].has_jacobian else None
            code = compile_ensemble(self.compiled, method, fixed, SAME, width, jacobian)
            self._code_of_lanes[key] = code
        return code

    @cached_property
    def _program(self) -> Program:
        return self.compiled.program

    @cached_property
    def _slot_of_name(self) -> dict[str, int]:
        return self._program.layout.slot_of_name()

    @cached_property
    def initial_slot_of_name(self) -> Mapping[str, int]:
        """Where the initial value of a variable is given."""
        return self._program.layout.initial_slot_of_name()

    @cached_property
    def negated(self) -> frozenset[str]:
        """The names whose slots have their values with the opposite sign."""
        return self._program.layout.negated()

    def numbers_in(self, values: Array, names: Sequence[str]) -> list[float]:
        """The numbers that the names have in the values of all slots."""
        slot_of_name, negated = self._slot_of_name, self.negated
        return [float(-values[slot_of_name[n]] if n in negated else values[slot_of_name[n]]) for n in names]

    @cached_property
    def recordable(self) -> tuple[str, ...]:
        """Everything the user wrote that equations compute or a run changes, variables of INITIAL included."""
        fixed = (Role.PARAMETER, Role.TIME)
        variables = shown_variables(self.compiled.analysed.declared)
        return tuple(v.name for v in variables if v.role not in fixed and v.name in self._slot_of_name)

    @cached_property
    def hashes(self) -> dict[str, str]:
        """The SHA-256 of each source, by name."""
        sources = self.compiled.sources
        return {source.name: hashlib.sha256(source.text.encode()).hexdigest() for source in sources}

    @cached_property
    def _jacobian(self) -> Program | None:
        return compile_jacobian(self.compiled.analysed)

    def sliding(self) -> tuple[CompiledModel, CodeOfMethod]:
        """The same with code that can slide along a switch; it is larger, so only a run that wants it has it made."""
        return self._compiled_to_slide, lambda method: self._code(method, slides=True)

    @cached_property
    def _compiled_to_slide(self) -> CompiledModel:
        return compile_to_slide(self.compiled)

    def _code(self, method: str, *, slides: bool = False) -> MethodCode:
        key = f"{method} sliding" if slides else method
        code = self._code_of_method.get(key)
        if code is None:
            compiled = self._compiled_to_slide if slides else self.compiled
            layout = compiled.program.layout
            opened = compile_opened(self.analysed) if METHODS[method].opens_loops else None
            is_differentiated = METHODS[method].has_jacobian or METHODS[method].is_outside
            # There are no formulas for the mean of branches; too many states have those of one branch all the same.
            has_formulas = not slides or len(layout.states) > MOST_STATES_OF_FULL
            jacobian = self._jacobian if is_differentiated and opened is None and has_formulas else None
            fixed = None if slides else fixed_numbers(layout, METHODS[method])
            code = self._code_of_method[key] = compile_run(compiled, method, jacobian, fixed, opened)
        return code

    def _stored(self, store: Sequence[str] | None) -> Stored:
        names = self.recordable if store is None else tuple(self.names.find(name) for name in store)
        for name in names:
            if name not in self._slot_of_name:
                raise UserError("not-recordable", f"'{name}' cannot be stored", "the time is always stored")
        negated = tuple(i + 1 for i, name in enumerate(names) if name in self.negated)
        return Stored(names, tuple(self._slot_of_name[name] for name in names), negated, self._recordable_slots)

    @cached_property
    def _templates(self) -> Templates:
        return Templates(self.layout)

    @cached_property
    def _recordable_slots(self) -> tuple[int, ...]:
        return tuple(self._slot_of_name[name] for name in self.recordable)

    @cached_property
    def _values_of_text(self) -> Array:
        return values_at_start(self._program.layout)

    @cached_property
    def _role_of_name(self) -> dict[str, Role]:
        return {variable.name: variable.role for variable in self.compiled.analysed.declared.variables}

    def _start_values(self, options: RunOptions) -> Array:
        self.check_parameters(options.parameters)
        self.check_initial(options.initial)
        values = self._values_of_text.copy()
        for name, value in options.parameters.items():
            if self._role_of_name[name] is not Role.PARAMETER:
                raise UserError("not-a-parameter", f"'{name}' is not a parameter", "set a state with initial=")
            values[self._slot_of_name[name]] = value
        self.check_fixed(options.parameters)
        for name, value in options.initial.items():
            if name not in self.initial_names:
                raise no_initial_value(name, self.analysed.declared)
            values[self.initial_slot_of_name[name]] = value
            for guess in self._guesses_of_name.get(name, ()):
                values[guess] = value
            if name in self._flag_of_name:
                values[self._flag_of_name[name]] = 1.0
        return values

    @cached_property
    def initial_names(self) -> frozenset[str]:
        """The variables whose initial values a run may be given."""
        return names_with_initial_value(self.analysed.declared, self.layout)

    @cached_property
    def _flag_of_name(self) -> dict[str, int]:
        """Where it is said that a run is given the initial value of a state that relations bind."""
        return {wish.name: wish.flag for wish in self.layout.wishes if wish.flag is not None}

    @cached_property
    def _guesses_of_name(self) -> dict[str, list[int]]:
        """Where a search for the value of a variable begins."""
        guesses: dict[str, list[int]] = {}
        for loop in self.layout.loops:
            for name, guess in zip(loop.unknowns, loop.guesses, strict=True):
                guesses.setdefault(name, []).append(guess)
        return guesses

    def trajectory(self, run: Run, stop: StopReason) -> Trajectory:
        """What the run has recorded up to now, which `stop` ended."""
        rows = run.record.rows()
        columns = {name: rows[:, i + 1] for i, name in enumerate(run.stored.names)}
        final = run.final_values()
        limits = self.analysed.declared.limits
        notes = notes_on_limits(limits, columns, run.options.start, run.events) if limits else []
        notes += notes_on_slides(run.events, stop.time) if run.layout.sliding else []
        notes += notes_on_accumulations(run.events, stop.time) if run.has_accumulated else []
        return Trajectory(
            rows[:, 0],
            columns,
            NamedValues(dict(zip(self.recordable, self.numbers_in(final, self.recordable), strict=True)), self.names),
            run.events,
            stop,
            run.statistics(),
            Provenance(
                self.name,
                self.hashes,
                run.options,
                __version__,
                run.model.target.description,
                self.analysed.mathematics.value,
            ),
            self.units,
            self.names,
            run,
            (*run.notes, *notes),
            initial=run.initial,
        )
