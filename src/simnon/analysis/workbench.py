"""A model being rewritten: equations that a pass adds are next to the equation that needed them.

Every pass uses the same interface: `Workbench.rewrite` calls it with each expression and its
setting, and `hoist` gives a subexpression its own name, computed at the same moments.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import Generic, TypeVar

from simnon.model import Equation, Event, Expression, FlatModel, HybridModel, Name, Role, Variable
from simnon.source import frozen

StagedModel = TypeVar("StagedModel", FlatModel, HybridModel)


class Moment(Enum):
    INITIAL = "initial"
    CONTINUOUS = "continuous"
    SAMPLED = "sampled"
    EVENT = "event"


@frozen
class Setting:
    """When an expression is computed, and whose it is."""

    moment: Moment
    owner: str = ""
    sampler: str = ""


Change = Callable[[Equation, Setting], Expression]


class Workbench(Generic[StagedModel]):
    def __init__(self, model: StagedModel) -> None:
        self.model: StagedModel = model
        self.variables = list(model.variables)
        self._counts: dict[str, int] = {}
        self._waiting: dict[Moment, list[Equation]] = {moment: [] for moment in Moment}
        self._equations: list[Equation] = list(model.equations)
        self._initial: list[Equation] = list(model.initial_equations)
        self._events: list[Event] = list(model.events)

    def rewrite(self, change: Change, is_concerned: Callable[[Equation], bool]) -> None:
        """Replace the value of every equation concerned by the result of `change`."""
        variable_of_name = self.model.by_name()

        def changed(equations: list[Equation], setting_of: Callable[[Variable], Setting]) -> list[Equation]:
            result: list[Equation] = []
            for equation in equations:
                if not is_concerned(equation):
                    result.append(equation)
                    continue
                setting = setting_of(variable_of_name[equation.target])
                value = change(equation, setting)
                result += self._take_waiting(setting.moment)
                result.append(equation if value is equation.value else replace(equation, value=value))
            return result

        self._initial = changed(self._initial, lambda v: Setting(Moment.INITIAL, v.owner))
        self._equations = changed(self._equations, _setting_of_equation)
        self._events = [
            replace(
                event,
                equations=tuple(changed(list(event.equations), lambda v: Setting(Moment.EVENT, v.owner))),
            )
            for event in self._events
        ]
        self._equations = self._take_waiting(Moment.SAMPLED) + self._take_waiting(Moment.CONTINUOUS) + self._equations

    def fresh(self, stem: str) -> str:
        """A name that no user can have written."""
        self._counts[stem] = self._counts.get(stem, 0) + 1
        return f"{stem}.{self._counts[stem]}"

    def add(self, variable: Variable, value: Expression, moment: Moment) -> Name:
        """A new variable with its equation, computed at `moment`."""
        self.variables.append(variable)
        self._waiting[moment].append(Equation(variable.name, value, value.span))
        return Name(variable.name, value.span)

    def hoist(
        self, value: Expression, setting: Setting, stem: str, role: Role = Role.INTERMEDIATE, is_condition: bool = False
    ) -> Name:
        """Give `value` its own name, computed at the same moments."""
        name = self.fresh(stem)
        variable = Variable(
            name,
            role,
            setting.owner,
            name,
            span=value.span,
            sampler=setting.sampler,
            is_condition=is_condition,
        )
        return self.add(variable, value, setting.moment)

    def finished(self) -> StagedModel:
        """The model with everything rewritten and added."""
        return replace(
            self.model,
            variables=tuple(self.variables),
            equations=tuple(self._equations),
            initial_equations=tuple(self._initial),
            events=tuple(self._events),
        )

    def _take_waiting(self, moment: Moment) -> list[Equation]:
        waiting, self._waiting[moment] = self._waiting[moment], []
        return waiting


def _setting_of_equation(variable: Variable) -> Setting:
    if variable.sampler:
        return Setting(Moment.SAMPLED, variable.owner, variable.sampler)
    return Setting(Moment.CONTINUOUS, variable.owner)
