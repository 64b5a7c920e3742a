"""Compiled model -> the same model with what a study watches: more variables, counters of events, stop conditions."""

from dataclasses import replace

from simnon.analysis import make_hybrid, order_equations
from simnon.lowering import ELEMENTARY_LIBRARY
from simnon.model import Apply, Equation, Event, Expression, FlatModel, Name, Number, Role, StopCondition, Variable
from simnon.source import Report, UserError, frozen

from .compile import lower
from .compile_model import CompiledModel
from .garbage import paused_collection
from .opened import closed_name, not_assigned


@frozen
class Counter:
    """A held variable, zero at first, that grows by `increment` whenever one of the conditions becomes true."""

    name: str
    conditions: tuple[Expression, ...]
    increment: Expression = Number(1.0)


@frozen
class Watch:
    """What a study adds to a model. Expressions read variables, also the added ones, by their full names."""

    parameters: tuple[tuple[str, float], ...] = ()
    driven: tuple[tuple[str, Expression], ...] = ()
    """Parameters and assigned variables that have these values instead of their own."""
    variables: tuple[tuple[str, Expression], ...] = ()
    states: tuple[tuple[str, Expression], ...] = ()
    """Each begins at zero, with this derivative."""
    counters: tuple[Counter, ...] = ()
    stops: tuple[Expression, ...] = ()


def compile_watched(model: CompiledModel, watch: Watch) -> CompiledModel:
    """The states, parameters and results of the text stay as they are."""
    analysed, report = model.analysed, Report()
    with paused_collection():
        declared = _Watched(analysed.declared, watch).model()
        hybrid = make_hybrid(declared, report)
        if hybrid is None:
            diagnostic = report.diagnostics[0]
            raise UserError(diagnostic.code, diagnostic.message, diagnostic.hint)
        extended = replace(analysed, declared=declared, model=hybrid, schedule=order_equations(hybrid))
        program = lower(extended)
        executable = model.target.build(program, ELEMENTARY_LIBRARY)
    known = {variable.name for variable in analysed.declared.variables}
    driven = {name for name, _ in watch.driven}
    added = tuple(v for v in declared.variables if v.name not in known and v.role is not Role.CONDITION)
    return replace(
        model,
        variables=(*model.variables, *added),
        parameters={
            **{name: value for name, value in model.parameters.items() if name not in driven},
            **dict(watch.parameters),
        },
        analysed=extended,
        program=program,
        executable=executable,
    )


class _Watched:
    """The flat model while things are added to it."""

    def __init__(self, declared: FlatModel, watch: Watch) -> None:
        self.declared, self.watch = declared, watch
        self.variables = [
            *(Variable(name, Role.PARAMETER, local=name, start=value) for name, value in watch.parameters),
            *(Variable(name, Role.AUXILIARY, local=name) for name, _ in watch.variables),
            *(Variable(counter.name, Role.HELD, local=counter.name, start=0.0) for counter in watch.counters),
        ]
        self.equations = [Equation(name, value) for name, value in watch.variables]
        for name, derivative in watch.states:
            slope = f"derivative of {name}"
            self.variables += [
                Variable(name, Role.STATE, local=name, start=0.0),
                Variable(slope, Role.DERIVATIVE, local=slope),
            ]
            self.equations.append(Equation(slope, derivative))

    def model(self) -> FlatModel:
        declared = self._driven()
        states = tuple((name, f"derivative of {name}") for name, _ in self.watch.states)
        events = tuple(event for counter in self.watch.counters for event in self._events(counter))
        stops = tuple(StopCondition(self._condition(stop), "") for stop in self.watch.stops)
        return replace(
            declared,
            variables=(*declared.variables, *self.variables),
            equations=(*declared.equations, *self.equations),
            events=(*declared.events, *events),
            stops=(*declared.stops, *stops),
            states=(*declared.states, *states),
        )

    def _driven(self) -> FlatModel:
        """What is driven is computed from its signal; the equation it had computes a variable that nothing reads."""
        value_of_name, declared = dict(self.watch.driven), self.declared
        assigned = {equation.target for equation in declared.equations} & value_of_name.keys()
        variables, equations = [], [Equation(name, value) for name, value in value_of_name.items()]
        for variable in declared.variables:
            is_parameter = variable.name in value_of_name and variable.role is Role.PARAMETER
            variables.append(replace(variable, role=Role.INPUT, start=None) if is_parameter else variable)
            if variable.name in assigned:
                role = variable.role if variable.role is Role.OUTPUT else Role.AUXILIARY
                variables.append(replace(variable, name=closed_name(variable.name), role=role))
            elif variable.name in value_of_name and not is_parameter:
                raise not_assigned(variable.name, declared)
        for equation in declared.equations:
            is_driven = equation.target in assigned
            equations.append(replace(equation, target=closed_name(equation.target)) if is_driven else equation)
        return replace(
            declared,
            variables=tuple(variables),
            equations=tuple(equations),
            limits=tuple(limit for limit in declared.limits if limit.name not in value_of_name),
        )

    def _events(self, counter: Counter) -> list[Event]:
        before = Apply("pre", (Name(counter.name),))
        grown = Equation(counter.name, Apply("+", (before, counter.increment)))
        return [
            Event(f"{counter.name} {number}", self._condition(condition), (grown,))
            for number, condition in enumerate(counter.conditions, 1)
        ]

    def _condition(self, value: Expression) -> str:
        name = f"watched condition {len(self.equations)}"
        self.variables.append(Variable(name, Role.CONDITION, local=name, is_condition=True))
        self.equations.append(Equation(name, value))
        return name
