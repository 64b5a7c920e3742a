"""Systems -> Model: one flat set of variables with unique names; connections become equations.

A single system keeps its names; several are told apart as name[SYSTEM]. Every local name of
time becomes the one time of the model.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from simnon.model import (
    Apply,
    Assignment,
    Declared,
    Equation,
    Event,
    Expression,
    FunctionDefinition,
    Model,
    Name,
    Number,
    Role,
    Sampler,
    Section,
    StopCondition,
    System,
    SystemKind,
    Variable,
    names_in,
    rewrite,
)
from simnon.source import Related, Report, Span

from .connections import Connections
from .given_units import convert_values, unit_of_time
from .names import check_names
from .roles import find_roles, state_pairs
from .whens import check_when


def assemble(systems: tuple[System, ...], report: Report) -> Model | None:
    """The flat model, or None where errors (all reported) leave none."""
    systems = tuple(convert_values(system, report) for system in _check_set(systems, report))
    locals_of = {system.name: find_roles(system, report) for system in systems}
    for system in systems:
        check_names(system, locals_of[system.name], report)
        for when in system.whens:
            check_when(when, report)
    assembly = _Assembly(systems, locals_of, report)
    for system in systems:
        assembly.add(system)
    model = assembly.finished()
    if report.has_errors:
        return None
    _warn_about_unused(model, report)
    experiment = next((system.experiment for system in systems if system.experiment is not None), None)
    return model if experiment is None else replace(model, experiment=experiment)


def _check_set(systems: tuple[System, ...], report: Report) -> tuple[System, ...]:
    """The systems whose name no system before them has."""
    if not systems and not report.has_errors:
        report.error("no-system", "there is no system in the text", None, "begin with CONTINUOUS SYSTEM name")
    by_name: dict[str, System] = {}
    for system in systems:
        known = by_name.setdefault(system.name.casefold(), system)
        if known is not system:
            report.error(
                "duplicate-system",
                f"there are two systems '{system.name}'",
                system.span,
                "give one of them another name",
                (Related("the first is here", known.span),),
            )
    connecting = [system for system in systems if system.kind is SystemKind.CONNECTING]
    for system in connecting[1:]:
        report.error(
            "several-connecting-systems",
            f"'{system.name}' is a second connecting system",
            system.span,
            "put all connections into one",
            (Related("the first is here", connecting[0].span),),
        )
    return tuple(by_name.values())


@dataclass(slots=True)
class _Parts:
    """What has been gathered for the model so far."""

    variables: list[Variable] = field(default_factory=list)
    equations: list[Equation] = field(default_factory=list)
    initial: list[Equation] = field(default_factory=list)
    states: list[tuple[str, str]] = field(default_factory=list)
    samplers: list[Sampler] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    stops: list[StopCondition] = field(default_factory=list)
    functions: list[FunctionDefinition] = field(default_factory=list)


class _Assembly:
    def __init__(self, systems: tuple[System, ...], locals_of: dict[str, dict[str, Variable]], report: Report) -> None:
        self.systems = systems
        self.locals_of = locals_of
        self.report = report
        self.is_single = len(systems) == 1
        self.time = self._name_of_time()
        self.connections = Connections(systems, locals_of, report)
        self.connected: dict[str, Assignment] = {}
        self.conditions = 0
        self.parts = _Parts()

    def _name_of_time(self) -> str:
        if not self.is_single:
            return "t"
        variables = next(iter(self.locals_of.values()))
        declared = [name for name, variable in variables.items() if variable.role is Role.TIME]
        return declared[0] if declared else "t" if "t" not in variables else "time of the run"

    def flat(self, variable: Variable) -> str:
        if variable.role is Role.TIME:
            return self.time
        return variable.local if self.is_single else f"{variable.local}[{variable.owner}]"

    def add(self, system: System) -> None:
        """Take over one system under its flat names."""
        variables = self.locals_of[system.name]
        rename = self._renamer(system)
        self.parts.variables += [
            replace(variable, name=self.flat(variable))
            for variable in variables.values()
            if variable.role is not Role.TIME
        ]
        for assignment in system.assignments:
            self._add_assignment(system, assignment, rename)
        self._add_states(system)
        self._add_events(system, rename)
        self.parts.functions += [
            replace(
                function,
                name=self._function(system, function.name),
                body=self._renamer(system, function.parameters)(function.body),
            )
            for function in system.functions
        ]

    def finished(self) -> Model:
        connecting = [system for system in self.systems if system.kind is SystemKind.CONNECTING]
        name = (connecting or self.systems or (None,))[0]
        self._default_inputs()
        parts = self.parts
        time = Variable(self.time, Role.TIME, local=self.time, unit=unit_of_time(self.systems, self.report))
        return Model(
            name=name.name if name is not None else "",
            variables=(*parts.variables, time),
            equations=tuple(parts.equations),
            initial_equations=tuple(parts.initial),
            time=self.time,
            states=tuple(parts.states),
            samplers=tuple(parts.samplers),
            events=tuple(parts.events),
            stops=tuple(parts.stops),
            functions=tuple(parts.functions),
            tables=tuple(
                replace(table, name=self._function(system, table.name))
                for system in self.systems
                for table in system.tables
            ),
            foreign=tuple(
                replace(foreign, name=self._function(system, foreign.name))
                for system in self.systems
                for foreign in system.foreign
            ),
        )

    def _function(self, system: System, name: str) -> str:
        return name if self.is_single else f"{name}[{system.name}]"

    def _renamer(self, system: System, hidden: tuple[str, ...] = ()) -> Callable[[Expression], Expression]:
        """From local to flat names; those in `hidden` are parameters of a function and stay."""
        flat_of_local = {name: self.flat(variable) for name, variable in self.locals_of[system.name].items()}
        flat_of_local.update(zip(hidden, hidden, strict=True))
        functions = {
            definition.name: self._function(system, definition.name) for definition in system.function_definitions
        }
        is_connecting = system.kind is SystemKind.CONNECTING
        if self.is_single and not is_connecting and all(local == flat for local, flat in flat_of_local.items()):
            return lambda expression: expression

        def change(node: Expression) -> Expression | None:
            match node:
                case Name(name, span, ""):
                    return Name(flat_of_local.get(name, name), span)
                case Name(_, span, _):
                    variable = self.connections.resolve(node)
                    return Name(self.flat(variable), span) if variable is not None else Number(0.0, span)
                case Apply(function, arguments, span) if function in functions:
                    return Apply(functions[function], tuple(rewrite(a, change) for a in arguments), span)
                case _:
                    return None

        return lambda expression: rewrite(expression, change)

    def _add_assignment(
        self, system: System, assignment: Assignment, rename: Callable[[Expression], Expression]
    ) -> None:
        value = rename(assignment.value)
        if assignment.target.owner:
            target = self._connect(system, assignment)
        else:
            target = self.flat(self.locals_of[system.name][assignment.target.name])
        if target is None:
            return
        place = self.parts.initial if assignment.section is Section.INITIAL else self.parts.equations
        place.append(Equation(target, value, assignment.span, assignment.section))

    def _connect(self, system: System, assignment: Assignment) -> str | None:
        """The flat name of the input that is assigned; reports what cannot be."""
        if system.kind is not SystemKind.CONNECTING:
            self.report.error(
                "misplaced-reference",
                f"only a connecting system can assign '{assignment.target.name}[{assignment.target.owner}]'",
                assignment.span,
                "move the equation to the connecting system",
            )
            return None
        variable = self.connections.resolve_target(assignment)
        if variable is None:
            return None
        name = self.flat(variable)
        if name in self.connected:
            self.report.error(
                "duplicate-definition",
                f"'{name}' is connected twice",
                assignment.span,
                "keep one of them",
                (Related("first connected here", self.connected[name].span),),
            )
            return None
        self.connected[name] = assignment
        return name

    def _add_states(self, system: System) -> None:
        variables = self.locals_of[system.name]
        pairs = tuple(
            (self.flat(variables[state]), self.flat(variables[target]))
            for state, target in state_pairs(system)
            if state in variables and target in variables
        )
        if system.kind is SystemKind.DISCRETE:
            next_sample = [self.flat(variables[d.name]) for d in system.declared(Declared.TSAMP)]
            trigger = self._trigger(system)
            self.parts.samplers.append(
                Sampler(system.name, pairs, next_sample[0] if next_sample else None, trigger, system.span)
            )
        else:
            self.parts.states += pairs

    def _trigger(self, system: System) -> str | None:
        for declaration in system.declared(Declared.EVENT):
            event = Name(self.flat(self.locals_of[system.name][declaration.name]), declaration.span)
            above_zero = Apply(">", (event, Number(0.0, declaration.span)), declaration.span)
            return self._condition(system, above_zero, declaration.span)
        return None

    def _condition(self, system: System, condition: Expression, span: Span) -> str:
        self.conditions += 1
        name = f"condition.{self.conditions}"
        self.parts.variables.append(Variable(name, Role.CONDITION, system.name, name, span=span, is_condition=True))
        self.parts.equations.append(Equation(name, condition, span))
        return name

    def _add_events(self, system: System, rename: Callable[[Expression], Expression]) -> None:
        variables = self.locals_of[system.name]
        for when in system.whens:
            condition = self._condition(system, rename(when.condition), when.span)
            equations = tuple(
                Equation(self.flat(variables[a.target.name]), rename(a.value), a.span)
                for a in when.assignments
                if a.target.name in variables and not a.target.owner
            )
            name = f"WHEN.{len(self.parts.events) + 1}"
            self.parts.events.append(Event(name, condition, equations, when.span))
        for stop in system.stops:
            condition = self._condition(system, rename(stop.condition), stop.span)
            self.parts.stops.append(StopCondition(condition, stop.message, stop.span))

    def _default_inputs(self) -> None:
        """An input without a connection keeps the value it was given; without one, it is an error."""
        for i, variable in enumerate(self.parts.variables):
            if variable.role is not Role.INPUT or variable.name in self.connected:
                continue
            if variable.start is not None:
                self.parts.variables[i] = replace(variable, role=Role.PARAMETER)
            else:
                self.report.error(
                    "input-not-connected",
                    f"the input '{variable.local}' of '{variable.owner}' is never connected",
                    variable.span,
                    f"write {variable.local}[{variable.owner}] = expression in the connecting system, "
                    f"or give it a value: {variable.local}: number",
                )


def _warn_about_unused(model: Model, report: Report) -> None:
    read: set[str] = set()
    for equation in (*model.equations, *model.initial_equations):
        read.update(equation.reads)
    for event in model.events:
        for equation in event.equations:
            read.update(equation.reads)
    for function in model.functions:
        read.update(names_in(function.body))
    for variable in model.variables:
        if variable.name in read:
            continue
        if variable.role is Role.INPUT:
            report.warn(
                "unused-input", f"nothing reads the input '{variable.local}'", variable.span, "remove it, or use it"
            )
        elif variable.role is Role.PARAMETER:
            report.warn(
                "unused-value",
                f"nothing reads '{variable.local}'",
                variable.span,
                "remove it, or check its spelling",
            )
