"""The variables of a model, with those added to solve its loops, and the values that discrete systems hold."""

from collections.abc import Iterable
from dataclasses import replace

from simnon.model import Apply, Before, Equation, Expression, HybridModel, Name, Role, Stage, Variable

from .find_stages import find_stages, stage_of
from .torn_loop import Member, TornLoop


class LoopVariables:
    def __init__(self, model: HybridModel) -> None:
        self.variables = list(model.variables)
        self.variable_of_name = model.by_name()
        self.stage_of_name = find_stages(model)
        self.flat = {variable.name for variable in model.variables if variable.is_condition}
        self.flat |= {mode.name for mode in model.modes}
        """Piecewise constant variables: they can neither be torn nor differentiated."""
        self.befores = list(model.befores)
        self.due_of_sampler: dict[str, str] = {}
        """For each discrete system in a loop with others, the variable that is true when it is being sampled."""
        self._counts: dict[str, int] = {}

    def is_continuous(self, part: Member) -> bool:
        return not self.variable_of_name[part.targets[0]].sampler

    def written(self, parts: Iterable[Member]) -> list[str]:
        """The user's names of the variables of the parts, or the text that they stand for."""
        written = (self.variable_of_name[target].written for part in parts for target in part.targets)
        return list(filter(None, written))

    def added(self, stem: str, value: Expression, loop: TornLoop, added: list[Member]) -> Name:
        """A new variable with its equation, computed with the loop or at the start of a run."""
        stage = Stage.INITIAL if loop.is_initial else stage_of(value, self.stage_of_name)
        sampler = "" if stage <= Stage.INITIAL else loop.sampler
        variable = self.variable(stem, loop, sampler, Stage.HELD if sampler else stage)
        added.append(Equation(variable.name, value, value.span))
        return Name(variable.name, value.span)

    def variable(self, stem: str, loop: TornLoop, sampler: str, stage: Stage) -> Variable:
        name = self.fresh(stem)
        span = loop.members[0].span
        variable = Variable(name, Role.INTERMEDIATE, loop.owner, name, span=span, sampler=sampler)
        self.variables.append(variable)
        self.variable_of_name[name] = variable
        self.stage_of_name[name] = stage
        return variable

    def fresh(self, stem: str) -> str:
        self._counts[stem] = self._counts.get(stem, 0) + 1
        return f"{stem}.{self._counts[stem]}"

    def held_unless_due(self, equation: Equation, sampler: str) -> Equation:
        """An equation of a different discrete system: the held value while that system is not sampled."""
        own = self.variable_of_name[equation.target].sampler
        if own in ("", sampler):
            return equation
        due, held = Name(self._due(own)), Name(self._before(equation.target))
        return replace(equation, value=Apply("if", (due, equation.value, held), equation.span))

    def _due(self, sampler: str) -> str:
        name = self.due_of_sampler.get(sampler)
        if name is None:
            name = self.due_of_sampler[sampler] = f"{sampler} is sampled"
            self._add_held(Variable(name, Role.BEFORE, sampler, name, is_condition=True))
        return name

    def _before(self, name: str) -> str:
        known = next((before.name for before in self.befores if before.of == name), None)
        if known is None:
            variable = self.variable_of_name[name]
            known = f"PRE({name})"
            self.befores.append(Before(known, name))
            self._add_held(replace(variable, name=known, local=known, role=Role.BEFORE, sampler="", start=None))
        return known

    def _add_held(self, variable: Variable) -> None:
        self.variables.append(variable)
        self.variable_of_name[variable.name] = variable
        self.stage_of_name[variable.name] = Stage.HELD
