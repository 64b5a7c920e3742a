"""REQUIRE -> Requirements: each condition under unique names, and how what it reads follows from parameters.

Equations are followed back to parameters, which a run can change; anything else that a condition reads is an error, and
so is a condition that the values of the text do not meet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from simnon.model import (
    BUILTINS,
    Apply,
    Equation,
    Expression,
    FunctionDefinition,
    Name,
    Number,
    Requirement,
    Requirements,
    Role,
    Variable,
    names_in,
    rewrite,
    substitute,
)
from simnon.source import Related, Report, Span, frozen

_FOLLOWED = (Role.AUXILIARY, Role.OUTPUT, Role.INPUT, Role.CONSTANT, Role.DERIVATIVE)
_MAX_CALLS = 30
"""How deep functions can call each other."""
_MAX_RELATED = 3
_OBSTACLES = {
    Role.TIME: "the time",
    Role.STATE: "a state",
    Role.NEW: "the new value of a state",
    Role.HELD: "changed by a WHEN",
    Role.NEXT_SAMPLE: "the time of the next sample",
    Role.INPUT: "an input without a value",
}


@frozen
class _Obstacle:
    """Why something does not follow from parameters: `name` is `what`."""

    name: str
    what: str


@frozen
class Computed:
    """What the model computes: variables, equations, and the functions they apply."""

    variables: Sequence[Variable]
    equations: Sequence[Equation]
    initial: Sequence[Equation]
    functions: Sequence[FunctionDefinition]


def find_requirements(
    found: Sequence[Requirement], computed: Computed, given: Mapping[str, Span], report: Report
) -> Requirements:
    """`given` are the places at which parts are given values."""
    if not found:
        return Requirements()
    origins = _Origins(computed)
    followed = [each for each in (_followed(each, origins, report) for each in found) if each is not None]
    requirements = Requirements(tuple(followed), tuple(origins.steps))
    starts = {v.name: v.start for v in computed.variables if v.role is Role.PARAMETER and v.start is not None}
    for each, message in requirements.failures(starts):
        places = [(name, span) for name, span in given.items() if name in each.parameters]
        related = tuple(Related(f"'{name}' is given here", span) for name, span in places[:_MAX_RELATED])
        report.error("requirement-not-met", message, each.span, "give the parameters values that meet it", related)
    return requirements


def _followed(requirement: Requirement, origins: "_Origins", report: Report) -> Requirement | None:
    """The requirement with the parameters it depends on; None (reported) if it depends on something else."""
    condition = origins.expanded(requirement.condition)
    parameters: set[str] = set()
    for name in names_in(condition):
        obstacle = origins.follow(name)
        if obstacle is not None and obstacle.name in BUILTINS:
            return None  # RECT, DELAY and the like, which are reported as misplaced
        if obstacle is not None:
            through = "" if obstacle.name == name or name not in origins.variables else f"'{name}' depends on "
            report.error(
                "improper-requirement",
                "REQUIRE reads only parameters and what follows from them, but "
                f"{through}'{obstacle.name}'{', which' if through else ''} is {obstacle.what}",
                requirement.span,
                "STOP WHEN ends a run when a condition holds, and RANGE notes when a variable leaves its range",
            )
            return None
        parameters |= origins.parameters[name]
    return replace(requirement, condition=condition, parameters=frozenset(parameters))


class _Origins:
    """Follows names back to parameters; `steps` compute the names that are none, each after what it reads."""

    def __init__(self, computed: Computed) -> None:
        self.variables = {variable.name: variable for variable in computed.variables}
        self.steps: list[Equation] = []
        self.parameters: dict[str, frozenset[str]] = {}
        self._obstacles: dict[str, _Obstacle] = {}
        self._equations = {equation.target: equation for equation in (*computed.initial, *computed.equations)}
        self._functions = {function.name: function for function in computed.functions}
        self._name_of_call: dict[tuple[str, tuple[Expression, ...]], Expression] = {}
        self._values: dict[str, Equation] = {}
        """Of the calls and their arguments."""

    def follow(self, name: str) -> _Obstacle | None:
        """Find the steps that compute it, and the parameters it depends on; or what prevents that."""
        stack, entered = [(name, False)], set[str]()
        while stack:
            name_now, is_ready = stack.pop()
            if name_now in self.parameters or name_now in self._obstacles:
                continue
            if is_ready:
                self._complete(name_now)
            elif name_now in entered:
                self._obstacles[name_now] = _Obstacle(name_now, "part of an algebraic loop")
            elif self._is_computed(name_now):
                entered.add(name_now)
                stack.append((name_now, True))
                stack += [(read, False) for read in self._step(name_now).reads[::-1]]
            else:
                self._begin(name_now)
        return self._obstacles.get(name)

    def _is_computed(self, name: str) -> bool:
        variable = self.variables.get(name)
        if variable is None:
            return name in self._values
        return variable.role in _FOLLOWED and not variable.sampler and name in self._equations

    def _step(self, name: str) -> Equation:
        if name not in self._values:
            equation = self._equations[name]
            self._values[name] = replace(equation, value=self.expanded(equation.value))
        return self._values[name]

    def _complete(self, name: str) -> None:
        step = self._step(name)
        obstacle = next((self._obstacles[read] for read in step.reads if read in self._obstacles), None)
        if obstacle is not None:
            self._obstacles[name] = obstacle
            return
        self.parameters[name] = frozenset[str]().union(*(self.parameters[read] for read in step.reads))
        self.steps.append(step)

    def _begin(self, name: str) -> None:
        """A parameter, or something that is neither one nor computed from others."""
        variable = self.variables.get(name)
        if variable is None:
            self._obstacles[name] = _Obstacle(name, "a function that is not a formula")
        elif variable.role is Role.PARAMETER and variable.start is not None:
            self.parameters[name] = frozenset({name})
        elif variable.sampler:
            self._obstacles[name] = _Obstacle(name, "computed at samples")
        else:
            self._obstacles[name] = _Obstacle(name, _OBSTACLES.get(variable.role, "determined by relations"))

    def expanded(self, expression: Expression, inside: tuple[str, ...] = ()) -> Expression:
        """With each call of a FUNCTION replaced by a name for its value, so that nothing is computed twice."""

        def change(node: Expression) -> Expression | None:
            if not isinstance(node, Apply):
                return None
            builtin, function = BUILTINS.get(node.function), self._functions.get(node.function)
            if builtin is not None and builtin.evaluate is not None:
                return None
            if function is None or node.function in inside or len(inside) > _MAX_CALLS:
                return Name(node.function, node.span)
            arguments = tuple(self._named(self.expanded(argument, inside)) for argument in node.arguments)
            call = (node.function, arguments)
            if call not in self._name_of_call and len(arguments) == len(function.parameters):
                body = substitute(function.body, dict(zip(function.parameters, arguments, strict=True)))
                self._name_of_call[call] = self._named(self.expanded(body, (*inside, node.function)))
            return self._name_of_call.get(call, Name(node.function, node.span))

        return rewrite(expression, change)

    def _named(self, expression: Expression) -> Expression:
        if isinstance(expression, Name | Number):
            return expression
        name = f"call.{len(self._values)}"
        self._values[name] = Equation(name, expression, expression.span)
        return Name(name, expression.span)
