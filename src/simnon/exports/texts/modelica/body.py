"""A group of variables and equations -> the declarations and equations of a Modelica class."""

from collections.abc import Callable, Iterator, Sequence

from simnon.model import Equation, Event, Role, Variable
from simnon.source import UserError, frozen

from ..equations import Equations
from .groups import Group, is_residual
from .words import notation, number_text, place_of, unit_text

INPUT, OUTPUT = "RealInput", "RealOutput"


@frozen
class Declared:
    """`shape` is the declaration without its number, `modifiers` all but the start value among those in parentheses."""

    name: str
    shape: str
    modifiers: tuple[str, ...] = ()
    start: str = ""
    value: str = ""

    @property
    def text(self) -> str:
        inside = ", ".join([*self.modifiers, *([f"start={self.start}"] if self.start else [])])
        return f"  {self.shape} {self.name}{f'({inside})' if inside else ''}{f' = {self.value}' if self.value else ''};"

    @property
    def without_numbers(self) -> tuple[str, ...]:
        return self.shape, self.name, *self.modifiers, str(bool(self.start)), str(bool(self.value))

    def difference(self, other: "Declared") -> str:
        """What an instance of the class with the other declaration must change; empty if nothing."""
        if self.value != other.value:
            return f"{self.name}={self.value}"
        return f"{self.name}(start={self.start})" if self.start != other.start else ""


class Body:
    """`name` spells the variables of the model as the class sees them; `has_signals` is true for a component, whose
    inputs and outputs are connectors. With `keeps`, what Modelica cannot express becomes a comment."""

    def __init__(
        self, found: Equations, group: Group, name: Callable[[str], str], *, has_signals: bool, keeps: bool
    ) -> None:
        self.found, self.group, self.name = found, group, name
        self.has_signals, self.keeps = has_signals, keeps
        self.notation = notation(name)
        self.variables = found.model.by_name()

    def declarations(self) -> Iterator[Declared]:
        for variable in self.group.variables:
            if variable.role not in (Role.TIME, Role.RESIDUAL):
                yield self.declared(variable)

    def declared(self, variable: Variable) -> Declared:
        name = self.name(variable.name)
        if variable.name in self.found.conditions:
            return Declared(name, "Boolean")
        unit = unit_text(variable.unit) if variable.unit is not None else ""
        modifiers: tuple[str, ...] = (f'unit="{unit}"',) if unit else ()
        number = number_text(variable.start or 0.0)
        if variable.is_free_input and not self.has_signals:
            return Declared(name, "input Real", modifiers, "", number)
        if variable.role is Role.PARAMETER and not variable.is_free_input:
            return Declared(name, "parameter Real", modifiers, "", number)
        has_start = variable.role in (Role.STATE, Role.HELD) or variable.sampler
        modifiers += ("fixed=true",) if variable.name in self.found.free_states else ()
        return Declared(name, self._shape(variable), modifiers, number if has_start else "")

    def _shape(self, variable: Variable) -> str:
        if self.has_signals and (variable.is_free_input or variable.role is Role.INPUT):
            return INPUT
        is_discrete = variable.sampler or variable.role in (Role.HELD, Role.CONSTANT)
        if variable.role is Role.OUTPUT and self.has_signals:
            return OUTPUT
        if variable.role is Role.OUTPUT and not is_discrete:
            return "output Real"
        return "discrete Real" if is_discrete else "Real"

    def initial(self) -> Iterator[str]:
        if self.group.initial:
            yield "initial equation"
            yield from map(self.equation, self.group.initial)

    def equations(self) -> Iterator[str]:
        for state, derivative in self.group.states:
            yield f"  der({self.name(state)}) = {self.name(derivative)};"
        yield from map(self.equation, self.group.continuous)
        yield from self._samples()
        yield from self._events()

    def equation(self, equation: Equation) -> str:
        left = "0" if is_residual(equation, self.variables) else self.name(equation.target)
        return f"  {self._written(equation, lambda text: f'{left} = {text};')}"

    def _written(self, equation: Equation, statement: Callable[[str], str]) -> str:
        try:
            return f"{statement(self.notation.text(equation.value))}{place_of(equation)}"
        except UserError as error:
            if not self.keeps:
                raise
            shown = " ".join(equation.span.text.split()) if equation.span is not None else equation.target
            return f"// {shown}: {error}"

    def _samples(self) -> Iterator[str]:
        """At a sample the states take their new values first, then everything is computed in the order of the text."""
        for sampler in self.group.samplers:
            conditions = ["initial()"]
            # Not `sample(0, period)`: the period can change, and TSAMP is what the text computes.
            if sampler.next_sample is not None:
                conditions.append(f"time >= pre({self.name(sampler.next_sample)})")
            conditions += [self.name(trigger) for trigger in sampler.triggers]
            yield f"  when {{{', '.join(conditions)}}} then"
            for state, new in sampler.states:
                yield f"    {self.name(state)} = pre({self.name(new)});"
            for equation in self.group.sampled[sampler.name]:
                yield f"  {self.equation(equation)}"
            yield "  end when;"

    def _events(self) -> Iterator[str]:
        for events in self._sharing(self.group.events):
            conditions = [self.name(event.condition) for event in events]
            together = ", ".join(conditions)
            yield f"  when {together if len(conditions) == 1 else f'{{{together}}}'} then"
            for target in dict.fromkeys(equation.target for event in events for equation in event.equations):
                yield f"    {self._change(target, events)}"
            yield "  end when;"
        for stop in self.group.stops:
            message = stop.message.replace("\\", "\\\\").replace('"', "'")
            yield f"  when {self.name(stop.condition)} then"
            yield f'    terminate("{message}");'
            yield "  end when;"

    @staticmethod
    def _sharing(events: Sequence[Event]) -> list[list[Event]]:
        """Together if they change the same variable: a variable of Modelica is changed in one `when` only."""
        groups: list[list[Event]] = []
        for event in events:
            targets = {equation.target for equation in event.equations}
            shared = [g for g in groups if targets & {e.target for each in g for e in each.equations}]
            groups = [g for g in groups if g not in shared]
            groups.append([each for g in shared for each in g] + [event])
        return groups

    def _change(self, target: str, events: Sequence[Event]) -> str:
        """The new value; of several events at one instant, the last in the text decides, as in Simnon."""
        variable, name = self.variables.get(target), self.name(target)
        is_state = variable is not None and variable.role is Role.STATE
        found = [(event, e) for event in events for e in event.equations if e.target == target]

        def statement(text: str) -> str:
            rest = f"pre({name})"
            for event, equation in found if len(events) > 1 else ():
                rest = f"if edge({self.name(event.condition)}) then {self.notation.text(equation.value)} else {rest}"
            value = text if len(events) == 1 else rest
            return f"reinit({name}, {value});" if is_state else f"{name} = {value};"

        return self._written(found[0][1], statement)
