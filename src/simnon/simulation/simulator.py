"""A compiled model -> runs of it: their options, start values, machine code, and results."""

import hashlib
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import fields, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Self, Unpack

import numpy as np
from numpy.typing import NDArray

from simnon.compiler import (
    KERNEL,
    CompiledModel,
    MethodCode,
    compile_for,
    compile_formulas,
    compile_run,
    compile_to_slide,
    gather_systems,
)
from simnon.doors import loaded_on_use
from simnon.kernels import METHODS
from simnon.model import (
    Arrays,
    ElementVariables,
    NotWhole,
    Role,
    SingleVariable,
    Unit,
    UnitsByName,
    Variable,
    VariablesByName,
    VariableTable,
    large_families,
    scalars_of,
    shown_variables,
)
from simnon.program import (
    Array,
    EnsembleCode,
    EnsembleProgram,
    Executable,
    Layout,
    Program,
    StateTable,
    values_at_start,
)
from simnon.source import LazySequence, Report, UserError, arguments, is_installed
from simnon.targets import TARGETS

from .ending import trajectory_at
from .first_method import KRYLOV_CHOICE, STIFF_CHOICE, CodeOfMethod, first_method, uses_jacobian
from .names import NameTable, names_in_part
from .options import KnownOptions, RunKeywords, RunOptions, check_options, read_values
from .outcome import StopReason
from .prepared_run import IfStiff, PreparedRun, PreparedRuns, RecordedNames
from .quantities import Quantity
from .run import MAX_STATES_OF_FULL, Progress, Run
from .run_buffers import SAME, RunBuffers, fixed_numbers
from .selections import LARGEST_STORED
from .trajectory import Trajectory

with loaded_on_use(__name__):
    from simnon.compiler import (
        Information,
        Watch,
        compile_exposed,
        compile_jacobian,
        compile_sensitivities,
        compile_tangents,
        compile_watched,
        descriptions,
        information,
        information_on_part,
        is_matrix_too_large,
        program_of_ensemble,
    )

    from .accuracy import compare, disagreements, grid_options, reference_options
    from .initial_names import names_of_samplers, names_with_initial_value, no_initial_value
    from .limits import check_fixed, check_parameters, check_versions
    from .member_code import MemberCode
    from .partials import Partials
    from .requirements import check_requirements, check_requirements_of_members
    from .right_side import RightSide, read_states

MAX_WATCHED = 8
"""The number of models with additions of studies that are kept."""


class Simulator(CompiledModel):
    """A compiled model with everything its runs share; they do not change it."""

    @classmethod
    def of(cls, compiled: CompiledModel) -> Self:
        return cls(*(getattr(compiled, part.name) for part in fields(compiled)))

    # A model that is compiled again is a different one, even if it is equal: its runs are its own.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def options(self, start: float, stop: float, **given: Unpack[RunKeywords]) -> RunOptions:
        """The options of a run, checked and with full names."""
        return self._known_options.read(start, stop, given)

    @cached_property
    def _known_options(self) -> KnownOptions:
        return KnownOptions(self)

    def begin(self, options: RunOptions) -> Run:
        """A run at its start; `advance` moves it, `trajectory` returns its results so far."""
        if self._must_expand(options.method):
            return self.expanded.begin(options)
        model = self.on(options.target)
        if model is not self:
            return model.begin(options)
        prepared, buffers = self._prepared_here(options)
        return Run(prepared, options, buffers)

    def _prepare(self, options: RunOptions) -> PreparedRun:
        stored = self._stored(options.store)
        if_stiff = IfStiff(self.stiff_method, self._needs_elements_if_stiff, lambda: self.expanded.prepared(options))
        return PreparedRun(self, self._code, options, self._values_of_text, stored, self.sliding, if_stiff)

    def prepared(self, options: RunOptions) -> tuple[PreparedRun, RunBuffers]:
        """A run about to begin, and its arrays."""
        model = self.on(options.target)
        if model is not self:
            return model.prepared(options)
        return self._prepared_here(options)

    def _prepared_here(self, options: RunOptions) -> tuple[PreparedRun, RunBuffers]:
        prepared = self._prepared.find(options, lambda: self._prepare(options))
        buffers = prepared.buffers(options)
        if options.parameters or options.initial or self.analysed.declared.fixed_sets:
            self._give(buffers.values, options)
        return prepared, buffers

    @cached_property
    def expanded(self) -> "Simulator":
        """The same model with a scalar for each element of an array; its runs are the same, bit for bit."""
        if not self.is_whole:
            return self
        found = Simulator.of(replace(self.recipe, arrays=Arrays.EXPANDED.value).compiled())
        # Users see one model: what a run of either recorded has the same names.
        found.__dict__["names"] = self.names
        return found

    def of_elements(self, trajectory: Trajectory) -> Trajectory:
        """A run with whole arrays as the same one of this model, which has equations for each element."""
        if trajectory.run is None or not trajectory.run.model.is_whole:
            return trajectory
        return self.run(replace(trajectory.provenance.options, stop=trajectory.stop.time, times=()))

    @cached_property
    def needs_elements(self) -> bool:
        """Whether the Jacobian cannot be computed by loops over whole arrays."""
        if not self.is_whole:
            return False
        try:
            _ = self._jacobian
        except NotWhole:
            return True
        return False

    def _must_expand(self, method: str) -> bool:
        return uses_jacobian(method) and not self.needs_tangents(method) and self.needs_elements

    def needs_tangents(self, method: str) -> bool:
        """Whether the method solves its equations by iterations that need no matrix."""
        return method == KRYLOV_CHOICE and self._is_matrix_too_large

    @cached_property
    def _is_matrix_too_large(self) -> bool:
        try:
            return is_matrix_too_large(self.analysed)
        except NotWhole:
            return False

    def _needs_elements_if_stiff(self) -> bool:
        return self.stiff_method() == STIFF_CHOICE and self.needs_elements

    def stiff_method(self) -> str:
        """The method to which `auto` switches."""
        return KRYLOV_CHOICE if self._is_matrix_too_large and is_installed("sksundae") else STIFF_CHOICE

    def on(self, target: str) -> "Simulator":
        """The same model with the code of a target, which is compiled on first use."""
        if TARGETS[target] is self.target:
            return self
        model = self._simulator_of_target.get(target)
        if model is None:
            model = self._simulator_of_target[target] = Simulator.of(compile_for(TARGETS[target], self))
        return model

    @cached_property
    def _simulator_of_target(self) -> dict[str, "Simulator"]:
        return {}

    def verified(self, trajectory: Trajectory) -> Trajectory:
        """The trajectory with its accuracy, from a run with a tighter tolerance, a different method and more steps."""
        owner = self.owner_of(self.check_own(trajectory, "verified"))
        if owner is not self:
            return owner.verified(trajectory)
        options, statistics = trajectory.provenance.options, trajectory.statistics
        own = self.run(grid_options(options))
        reference = self.run(reference_options(options, statistics.method, statistics.steps, self.states))
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

    def run(self, options: RunOptions, progress: Progress | None = None) -> Trajectory:
        """Run from the start until something ends it."""
        run = self.begin(options)
        return self.trajectory(run, run.resume(progress))

    def whole_run(self, options: RunOptions) -> Trajectory:
        """The same for a study that can do nothing with a part of a run: Ctrl-C is a KeyboardInterrupt."""
        run = self.begin(options)
        return self.trajectory(run, run.finish())

    def finish_compiling(self) -> None:
        """Compile, or wait for, the run loops of the methods used so far: later runs are timed without compilation."""
        for code in self._code_of_method.values():
            code.run.finish()
        for members in self._member_codes.values():
            members.finish()
        others = [*self._differentiated_by_names.values(), *([self.expanded] if self._has_expanded else [])]
        for extended in others:
            extended.finish_compiling()

    def prepare_to_resume(
        self, trajectory: Trajectory, stop: float | None = None, parameters: Mapping[str, Quantity] | None = None
    ) -> Run:
        """The run of the trajectory, ready to continue to `stop`."""
        run = self.check_own(trajectory, "continued")
        if run.time != trajectory.stop.time:
            raise UserError("cannot-continue", f"this run has already continued to t = {run.time:g}", "run it again")
        if stop is not None:
            stop = arguments.number(stop, "stop", "a number or None")
            check_options(replace(run.options, start=trajectory.stop.time, stop=stop, times=()))
            run.extend(stop)
        if parameters is not None:
            self.owner_of(run).change_parameters(run, read_values(self, parameters, "parameters"))
        return run

    def change_parameters(self, run: Run, parameters: Mapping[str, float]) -> None:
        """Continue the run with these values instead of those of the text."""
        changed = replace(run.options, parameters=parameters)
        if changed.parameters != run.options.parameters:
            run.change_parameters(self.start_values(run.options), self.start_values(changed))
            run.options = changed

    def owner_of(self, run: Run) -> "Simulator":
        """This model, itself with the sensitivities that the run has, or with expanded arrays."""
        extended = [*self._differentiated_by_names.values(), *([self.expanded] if self._has_expanded else [])]
        return next((each for each in extended if each.analysed is run.model.analysed), self)

    @property
    def _has_expanded(self) -> bool:
        return self.is_whole and "expanded" in self.__dict__

    def check_own(self, trajectory: Trajectory, done: str) -> Run:
        """The run of the trajectory, if it belongs to this model; `done` is what the caller wants to do with it."""
        if not isinstance(trajectory, Trajectory):
            raise arguments.refusal("trajectory", "what simulate returned", trajectory)
        code = "cannot-continue" if done == "continued" else "cannot-verify"
        if trajectory.run is None:
            raise UserError(
                code, f"a trajectory that was read or copied from elsewhere cannot be {done}", "run the model again"
            )
        if trajectory.run.model.analysed is not self.owner_of(trajectory.run).analysed:
            raise UserError(code, "this run belongs to a different model", "run this one from the start")
        return trajectory.run

    def derivatives(self, time: float, states: object, parameters: Mapping[str, Quantity] | None) -> Array:
        """Derivatives of the continuous states at one point, in the order of the layout."""
        at, given = arguments.number(time, "t"), read_states(states, self.integrated)
        return self._right_side(parameters).derivatives(at, given)

    def derivatives_at_points(self, time: float, points: Array, parameters: Mapping[str, float]) -> Array:
        """The derivatives at many points, a row for each; nan where they cannot be computed."""
        right_side = self._right_side(parameters)
        found = np.full((len(points), len(self.integrated)), np.nan)
        for row, states in zip(found, points, strict=True):
            with suppress(UserError):
                row[:] = right_side.derivatives(time, states)
        return found

    def jacobian(self, time: float, states: object, parameters: Mapping[str, Quantity] | None) -> Array:
        """The matrix of the derivatives with respect to the continuous states."""
        if self.needs_elements:
            return self.expanded.jacobian(time, states, parameters)
        at, given = arguments.number(time, "t"), read_states(states, self.integrated)
        return self._right_side(parameters, self._formulas).jacobian(at, given)

    def partials(self, inputs: Sequence[str], outputs: Sequence[str]) -> Partials:
        """The derivatives by states and inputs of all that moves and of the outputs, compiled on first use."""
        key = (tuple(inputs), tuple(outputs))
        found = self._partials_of_names.get(key)
        if found is None:
            found = self._partials_of_names[key] = Partials(self, *key)
        return found

    @cached_property
    def _partials_of_names(self) -> dict[tuple[tuple[str, ...], tuple[str, ...]], Partials]:
        return {}

    def with_sensitivities(self, by: Sequence[str], of: Sequence[str]) -> "Simulator":
        """The same model with the derivatives of its states, and of `of`, by parameters and initial values of states.

        Its variables `d(x)/d(p)` and `d(x)/d(INIT(y))` are recorded as any others.
        """
        key = (tuple(by), tuple(of))
        found = self._differentiated_by_names.get(key)
        if found is None:
            parameters = [name for name in by if self._declared_of_name[name].role is Role.PARAMETER]
            initial = [name for name in by if self._declared_of_name[name].role is Role.STATE]
            for name in by:
                if name not in parameters and name not in initial:
                    raise UserError(
                        "not-a-parameter",
                        f"'{name}' is neither a parameter nor a state",
                        "derivatives are by parameters and by initial values of states",
                    )
            found = Simulator.of(compile_sensitivities(self, parameters, initial, of))
            self._differentiated_by_names[key] = found
        return found

    @cached_property
    def _differentiated_by_names(self) -> dict[tuple[tuple[str, ...], tuple[str, ...]], "Simulator"]:
        return {}

    def watched(self, watch: Watch) -> "Simulator":
        """The same model with the variables, counters and stop conditions that a study adds; compiled on first use."""
        found = self._watched_by_watch.get(watch)
        if found is None:
            if len(self._watched_by_watch) == MAX_WATCHED:
                self._watched_by_watch.pop(next(iter(self._watched_by_watch)))
            found = self._watched_by_watch[watch] = Simulator.of(compile_watched(self, watch))
        return found

    @cached_property
    def _watched_by_watch(self) -> dict[Watch, "Simulator"]:
        return {}

    def _right_side(self, parameters: Mapping[str, Quantity] | None, formulas: Executable | None = None) -> RightSide:
        options = RunOptions(0.0, 0.0, {} if parameters is None else read_values(self, parameters, "parameters"))
        return RightSide(self.executable, self.start_values(options), formulas)

    @cached_property
    def _formulas(self) -> Executable | None:
        """The Jacobian in machine code."""
        return None if self._jacobian is None else compile_formulas(self, self._jacobian)

    @cached_property
    def integrated(self) -> Sequence[str]:
        """The continuous states, in the order of the layout."""
        states = self.layout.states
        if isinstance(states, StateTable):
            return LazySequence(len(states), lambda: (state.name for state in states))
        return tuple(state.name for state in self.layout.states)

    @cached_property
    def _code_of_method(self) -> dict[str, MethodCode]:
        return {}

    @cached_property
    def _member_codes(self) -> dict[tuple[object, ...], MemberCode]:
        return {}

    @cached_property
    def unit_of_name(self) -> Mapping[str, Unit]:
        if isinstance(self.variables, VariableTable):
            return UnitsByName(self.variable_of_name)
        return {variable.name: variable.unit for variable in self.variables if variable.unit is not None}

    @cached_property
    def variable_of_name(self) -> Mapping[str, Variable]:
        return VariablesByName(self.variables)

    @cached_property
    def names(self) -> NameTable:
        return NameTable(self.variables)

    @property
    def layout(self) -> Layout:
        return self.program.layout

    @property
    def jacobian_layout(self) -> Layout | None:
        """The layout of the Jacobian, if it has formulas."""
        return None if self._jacobian is None else self._jacobian.layout

    def info(self, name: str = "") -> Information:
        """The description of a type, a part of the model or a library, with its terminals, parameters and variables."""
        arguments.text(name, "name", "the name of a type, a part or a library")
        systems, _ = gather_systems(self.sources, Report())
        part = information_on_part(name, self.analysed.declared, systems) if name else None
        folders = [Path(source.folder) for source in self.sources if source.folder and not source.category]
        return part or information(name, folders, systems)

    @cached_property
    def descriptions(self) -> Mapping[str, str]:
        """The comments beside the declarations, by full name."""
        systems, _ = gather_systems(self.sources, Report())
        return descriptions(self.analysed.declared, systems)

    def is_parameter(self, name: str) -> bool:
        return self.role_of(name) is Role.PARAMETER

    def role_of(self, name: str) -> Role:
        return self._declared_of_name[self.names.find(name)].role

    def check_parameters(self, parameters: Mapping[str, float]) -> None:
        """Raise if a value is outside its range, or belongs to a structural parameter."""
        declared = self.analysed.declared
        check_parameters(declared.limits, declared.structural, parameters)

    def check_initial(self, initial: Mapping[str, float]) -> None:
        """Raise if a value is not the number of a version."""
        check_versions(self.analysed.declared.versions, initial)

    def check_together(self, parameters: Mapping[str, float]) -> None:
        """Raise if the parameters do not meet a REQUIRE, or give connected terminals different FIXED values."""
        if not self._required.isdisjoint(parameters):
            check_requirements(self.analysed.declared.requirements, {**self.parameters, **parameters})
        self._check_fixed(parameters)

    @cached_property
    def _required(self) -> frozenset[str]:
        """The parameters that a REQUIRE reads, directly or through equations."""
        return self.analysed.declared.requirements.parameters

    def _check_fixed(self, parameters: Mapping[str, float]) -> None:
        fixed = self.analysed.declared.fixed_sets
        if not fixed:
            return
        values = self._values_of_text.copy()
        for name, value in parameters.items():
            values[self.slot_of_name[name]] = value
        executable = self.executable
        if "initial" in executable.entries:
            executable.call("initial", 0.0, np.zeros(max(1, len(self.states))), values, np.zeros(1))
        check_fixed(fixed, lambda names: self.numbers_in(values, names))

    def check_members(self, names: Sequence[str], numbers: Array, parameters: Mapping[str, float]) -> None:
        """Raise if a member could not run: a row for each member, a column for each name; `parameters` apply to all."""
        versions = {choice.name for choice in self.analysed.declared.versions}
        for name, column in zip(names, numbers.T, strict=True):
            if name in versions:
                for value in np.unique(column).tolist():
                    self.check_initial({name: value})
            elif len(column):
                self.check_parameters({name: float(column.min())})
                self.check_parameters({name: float(column.max())})
        if not self._required.isdisjoint(names):
            every = {**self.parameters, **parameters}
            check_requirements_of_members(self.analysed.declared.requirements, every, names, numbers)
        needed = frozenset[str]().union(*(each.parameters for each in self.analysed.declared.fixed_sets))
        columns = [i for i, name in enumerate(names) if name in needed]
        for row in np.unique(numbers[:, columns], axis=0).tolist() if columns else ():
            self._check_fixed({**parameters, **{names[i]: value for i, value in zip(columns, row, strict=True)}})

    def can_run_in_lanes(self, method: str) -> bool:
        """Not with functions of the C library or other libraries, large loops, library steps, or banded or sparse
        matrices."""
        has_large_loops = any(loop.workspace for loop in self.program.layout.loops)
        is_own = self.analysed.mathematics.value == "own"
        if not is_own or self.program.foreign or has_large_loops or METHODS[method].has_library_steps:
            return False
        return not METHODS[method].has_jacobian or self._jacobian is None or self._jacobian.layout.matrix is None

    def first_method(self, name: str) -> str:
        """The method with which a run begins if this one is requested."""
        return first_method(name, self, self.layout, self._code).method.name

    def ensemble_code(self, method: str, width: int, known: Mapping[str, float]) -> EnsembleCode:
        """Code for many members at once, `width` of them side by side.

        `known` are fields of `control` that are equal in all of them, always.
        """
        key = (method, width, tuple(known.items()))
        code = self._member_codes.get(key)
        if code is None:
            lanes = self.target.build_ensemble(self._ensemble_program(method, known), width)
            code = self._member_codes[key] = MemberCode(lanes, None)
        return code.finish()

    def member_code(self, method: str, known: Mapping[str, float]) -> MemberCode:
        """Code for many members that is ready at once, and changes to lanes when members have run for long."""
        width = self.target.width(len(self.layout.states))
        key = (method, width, tuple(known.items()))
        code = self._member_codes.get(key)
        if code is None:
            program = self._ensemble_program(method, known)
            lanes = self.target.cached_ensemble(program, width)
            if lanes is not None:
                code = MemberCode(lanes, None)
            else:
                make = partial(self._lanes_in_background, program, width) if width > 1 else None
                code = MemberCode(self.target.link_members(self._code(method).run, KERNEL), make)
            self._member_codes[key] = code
        return code

    def _ensemble_program(self, method: str, known: Mapping[str, float]) -> EnsembleProgram:
        fixed = fixed_numbers(self.layout, METHODS[method], known)
        jacobian = self._jacobian if METHODS[method].has_jacobian else None
        return program_of_ensemble(self, method, fixed, SAME, jacobian)

    def _lanes_in_background(self, program: EnsembleProgram, width: int) -> EnsembleCode | None:
        """None if the process is about to end."""
        whole = program.make()
        if not threading.main_thread().is_alive():
            return None
        return self.target.build_ensemble(replace(program, make=lambda: whole), width)

    @cached_property
    def held(self) -> frozenset[str]:
        """The variables that change at events and samples only, or never."""
        steady = (Role.PARAMETER, Role.CONSTANT, Role.HELD)
        return frozenset(
            variable.name
            for variable in self.variables
            if variable.role in steady or (variable.role is Role.STATE and variable.sampler)
        )

    @cached_property
    def slot_of_name(self) -> Mapping[str, int]:
        return self.program.layout.slot_of_name()

    @cached_property
    def initial_slot_of_name(self) -> Mapping[str, int]:
        """The slot that receives the initial value of a variable."""
        return self.program.layout.initial_slot_of_name()

    @cached_property
    def negated(self) -> frozenset[str]:
        """The names whose slots hold the negated value."""
        return self.program.layout.negated()

    def numbers_in(self, values: Array, names: Sequence[str]) -> list[float]:
        """The values of the names, from the values of all slots."""
        slot_of_name, negated = self.slot_of_name, self.negated
        return [float(-values[slot_of_name[n]] if n in negated else values[slot_of_name[n]]) for n in names]

    def values_by_name(self, values: Array) -> Mapping[str, float]:
        """The values of everything that can be recorded, from the values of all slots."""
        if isinstance(self.variables, VariableTable):
            return ValuesByRange(self, values)
        return dict(zip(self.recordable, self.numbers_in(values, self.recordable), strict=True))

    def is_recordable(self, name: str) -> bool:
        """Whether it is a variable of the text that equations compute or a run changes."""
        variable = self.variable_of_name.get(name)
        return variable is not None and variable.role not in (Role.PARAMETER, Role.TIME) and name in self.slot_of_name

    @cached_property
    def recordable(self) -> Sequence[str]:
        """Every variable of the text that equations compute or a run changes, including variables of INITIAL."""
        fixed = (Role.PARAMETER, Role.TIME)
        variables = shown_variables(self.analysed.declared)
        if isinstance(variables, VariableTable):
            parts = [p for p in variables.parts if p.variable.role not in fixed and p.at(0).name in self.slot_of_name]
            return LazySequence(sum(part.count for part in parts), lambda: (v for p in parts for v in names_in_part(p)))
        return tuple(v.name for v in variables if v.role not in fixed and v.name in self.slot_of_name)

    @cached_property
    def hashes(self) -> dict[str, str]:
        """The SHA-256 of each source, by name, and of each signal that drives the model."""
        sources = self.sources
        texts = {source.name: source.text for source in sources}
        texts |= {f"input {name}": repr(signal) for name, signal in self.analysed.inputs.items()}
        return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()}

    @property
    def jacobian_program(self) -> Program | None:
        """The formulas of the Jacobian; None if differences do better."""
        return self._jacobian

    @cached_property
    def _jacobian(self) -> Program | None:
        return compile_jacobian(self.analysed)

    def sliding(self) -> tuple[CompiledModel, CodeOfMethod]:
        """The same with code that can slide along a switch; it is larger, so only runs that need it compile it."""
        return self._compiled_to_slide, lambda method: self._code(method, slides=True)

    @cached_property
    def _compiled_to_slide(self) -> CompiledModel:
        return compile_to_slide(self)

    def _code(self, method: str, *, slides: bool = False) -> MethodCode:
        key = f"{method} sliding" if slides else method
        code = self._code_of_method.get(key)
        if code is None:
            compiled = self._compiled_to_slide if slides else self
            layout = compiled.program.layout
            exposed = compile_exposed(self.analysed) if METHODS[method].exposes_loops else None
            is_differentiated = METHODS[method].has_jacobian or METHODS[method].has_library_steps
            # The mean of branches has no formulas; with too many states the formulas of one branch serve anyway.
            has_formulas = not slides or len(layout.states) > MAX_STATES_OF_FULL
            has_matrix = is_differentiated and exposed is None and not self.needs_tangents(method)
            jacobian = self._jacobian if has_matrix and has_formulas else None
            tangents = compile_tangents(self.analysed) if self.needs_tangents(method) else None
            fixed = None if slides or self.is_whole else fixed_numbers(layout, METHODS[method])
            code = self._code_of_method[key] = compile_run(compiled, method, jacobian, fixed, exposed, tangents)
        return code

    def _stored(self, store: Sequence[str] | None) -> RecordedNames:
        names = self.usually_stored if store is None else tuple(store)
        for name in names:
            if name not in self.slot_of_name:
                raise UserError("not-recordable", f"'{name}' cannot be stored", "the time is always stored")
        negated = tuple(i + 1 for i, name in enumerate(names) if name in self.negated)
        return RecordedNames(names, tuple(self.slot_of_name[name] for name in names), negated, self._recordable_slots)

    @cached_property
    def usually_stored(self) -> Sequence[str]:
        """Everything that can be recorded, except arrays with more than a thousand elements, or parts."""
        variables = self.variables
        if isinstance(variables, VariableTable):
            fixed = (Role.PARAMETER, Role.TIME)
            size_of_array = Counter[str]()
            for part in variables.parts:
                size_of_array[part.variable.name] += part.count
            kept = [
                part
                for part in variables.parts
                if size_of_array[part.variable.name] <= LARGEST_STORED and part.variable.role not in fixed
            ]
            return tuple(name for part in kept for name in names_in_part(part) if name in self.slot_of_name)
        arrays = self.names.arrays
        large = {array for array in arrays if arrays.size(array) > LARGEST_STORED}
        families = large_families(variables)
        sizes = Counter(families.values())
        if not large and not any(size > LARGEST_STORED for size in sizes.values()):
            return self.recordable
        return tuple(
            name
            for name in self.recordable
            if arrays.array_of_name.get(name, "") not in large and sizes[families.get(name, "")] <= LARGEST_STORED
        )

    @cached_property
    def _prepared(self) -> PreparedRuns:
        return PreparedRuns()

    @cached_property
    def _recordable_slots(self) -> Sequence[int] | NDArray[np.int64]:
        variables = shown_variables(self.analysed.declared)
        if isinstance(variables, VariableTable):
            ranges = [self._slots_in_part(part) for part in variables.parts]
            return np.concatenate([np.arange(each.start, each.stop, dtype=np.int64) for each in ranges])
        return tuple(self.slot_of_name[name] for name in self.recordable)

    def _slots_in_part(self, part: SingleVariable | ElementVariables) -> range:
        if part.variable.role in (Role.PARAMETER, Role.TIME) or not part.count:
            return range(0)
        first = self.slot_of_name.get(part.at(0).name)
        return range(0) if first is None else range(first, first + part.count)

    @cached_property
    def _values_of_text(self) -> Array:
        return values_at_start(self.program.layout)

    @cached_property
    def _declared_of_name(self) -> Mapping[str, Variable]:
        return VariablesByName(scalars_of(self.analysed.declared))

    def start_values(self, options: RunOptions) -> Array:
        """The values of all slots before a run begins."""
        values = self._values_of_text.copy()
        self._give(values, options)
        return values

    def _give(self, values: Array, options: RunOptions) -> None:
        """Write the parameters and initial values of a run into the values of the text."""
        self.check_parameters(options.parameters)
        self.check_initial(options.initial)
        for name, value in options.parameters.items():
            if self._declared_of_name[name].role is not Role.PARAMETER:
                raise UserError("not-a-parameter", f"'{name}' is not a parameter", "set a state with initial=")
            values[self.slot_of_name[name]] = value
        self.check_together(options.parameters)
        for name, value in options.initial.items():
            if name not in self.initial_names:
                raise no_initial_value(name, self.analysed.declared)
            for slot in self.initial_slots_of(name):
                values[slot] = value
            if name in self._flag_of_name:
                values[self._flag_of_name[name]] = 1.0

    @cached_property
    def has_checks(self) -> bool:
        """Whether some values of parameters are refused: ranges, REQUIRE, versions, FIXED terminals."""
        declared = self.analysed.declared
        return bool(
            declared.limits or declared.structural or declared.versions or declared.fixed_sets or self._required
        )

    def initial_slots_of(self, name: str) -> list[int]:
        """The slots that receive the initial value of a variable: its own, and those of guesses of it."""
        return [self.initial_slot_of_name[name], *self._guesses_of_name.get(name, ())]

    @cached_property
    def initial_names(self) -> Set[str]:
        """The variables whose initial values a run can be given."""
        return names_with_initial_value(self.analysed.declared, self.layout)

    @cached_property
    def _flag_of_name(self) -> dict[str, int]:
        """The slots of the flags that the initial value of a constrained state is given."""
        return {
            constraint.name: constraint.flag
            for constraint in self.layout.constraints_of_scalars()
            if constraint.flag is not None
        }

    @cached_property
    def _guesses_of_name(self) -> dict[str, list[int]]:
        """The slots from which the search for a variable starts."""
        guesses: dict[str, list[int]] = {}
        for loop in self.layout.loops:
            for name, guess in zip(loop.unknowns, loop.guesses, strict=True):
                guesses.setdefault(name, []).append(guess)
        return guesses

    @cached_property
    def sampled(self) -> Set[str]:
        """The variables of discrete systems."""
        return names_of_samplers(self.analysed.declared)

    def trajectory(self, run: Run, stop: StopReason) -> Trajectory:
        """What the run has recorded until `stop` ended it."""
        return trajectory_at(self.owner_of(run) if self.is_whole else self, run, stop)


class ValuesByRange(Mapping[str, float]):
    """The values of everything that can be recorded, found when they are read."""

    def __init__(self, model: Simulator, values: Array) -> None:
        self._model, self._values = model, values

    def __getitem__(self, name: str) -> float:
        if not self._model.is_recordable(name):
            raise KeyError(name)
        return self._model.numbers_in(self._values, (name,))[0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._model.recordable)

    def __len__(self) -> int:
        return len(self._model.recordable)

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self),)
