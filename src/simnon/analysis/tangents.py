"""HybridModel+Schedule -> equations for the Jacobian times a direction: how the derivatives change as the states do.

Each equation of the states gets one for its tangent, of about its own length, whatever the number of states: no matrix
is needed. The rules apply to each place at which a name is read, so whole arrays and their elements have the same bits.
"""

from collections.abc import Iterable

from simnon.model import (
    PART,
    TOTAL,
    WHOLE,
    Apply,
    Equation,
    Expression,
    HybridModel,
    Name,
    NotWhole,
    Number,
    Schedule,
    Stage,
    names_in,
)
from simnon.source import frozen

from .derivative import partial_of, partials_of_files, product_of

ZERO, ONE = Number(0.0), Number(1.0)


@frozen
class Tangents:
    """`equations` in order, for `tangent_name` of what they are the tangents of; all others are zero."""

    equations: tuple[Equation, ...]
    moving: frozenset[str]
    """The names that have tangents: states, views, pieces and other variables."""


def tangent_name(name: str) -> str:
    return f"d({name})"


def find_tangents(model: HybridModel, schedule: Schedule) -> Tangents:
    """Raise `NotWhole` if the derivatives depend on an algebraic loop: differences serve as well."""
    walk = _Walk(model)
    for block in schedule.blocks:
        if block.stage is Stage.STATE:
            if not isinstance(block.part, Equation):
                raise NotWhole("its derivatives depend on an algebraic loop")
            walk.equation(block.part)
    return Tangents(tuple(_needed(walk.equations, model)), frozenset(walk.moving))


class _Walk:
    def __init__(self, model: HybridModel) -> None:
        self.moving = {state for state, _ in model.states}
        self.equations: list[Equation] = []
        self.given = partials_of_files(model.foreign)

    def equation(self, equation: Equation) -> None:
        if self.moving.isdisjoint(equation.reads):
            return
        value = equation.value
        if isinstance(value, Apply) and value.function in (PART, WHOLE):
            self.moving.add(equation.target)
            self.equations.append(Equation(tangent_name(equation.target), self._renamed(value)))
            return
        tangent = self._of(value)
        if tangent is not None:
            self.moving.add(equation.target)
            self.equations.append(Equation(tangent_name(equation.target), tangent, equation.span))

    def _renamed(self, value: Apply) -> Apply:
        read = [each.name for each in value.arguments if isinstance(each, Name) and each.name in self.moving]
        return Apply(value.function, tuple(Name(tangent_name(name)) for name in read), value.span)

    def _of(self, node: Expression) -> Expression | None:
        """Its tangent; None if it is zero."""
        match node:
            case Name(name):
                return Name(tangent_name(name), node.span) if name in self.moving else None
            case Number():
                return None
            case Apply("+", arguments):
                return _sum([self._of(argument) for argument in arguments])
            case Apply("if", arguments):
                return self._of_choice(node)
            case Apply(function, (*bound, body)) if function == TOTAL:
                tangent = self._of(body)
                return None if tangent is None else Apply(TOTAL, (*bound, tangent), node.span)
            case Apply(function, arguments):
                return _sum([self._of_argument(function, arguments, i) for i in range(len(arguments))])

    def _of_choice(self, node: Apply) -> Expression | None:
        arguments = list(node.arguments)
        branches = [*range(1, len(arguments) - 1, 2), len(arguments) - 1]
        tangents = {i: self._of(arguments[i]) for i in branches}
        if all(tangent is None for tangent in tangents.values()):
            return None
        chosen = [tangents[i] or ZERO if i in tangents else argument for i, argument in enumerate(arguments)]
        return Apply("if", tuple(chosen), node.span)

    def _of_argument(self, function: str, arguments: tuple[Expression, ...], i: int) -> Expression | None:
        tangent = self._of(arguments[i])
        partial = None if tangent is None else partial_of(function, arguments, i, self.given)
        if tangent is None or partial is None or partial == ZERO:
            return None
        return product_of(partial, tangent)


def _sum(terms: Iterable[Expression | None]) -> Expression | None:
    found = [term for term in terms if term is not None]
    if not found:
        return None
    return found[0] if len(found) == 1 else Apply("+", tuple(found))


def _needed(equations: list[Equation], model: HybridModel) -> list[Equation]:
    """Those that the tangents of the derivatives depend on."""
    read = {tangent_name(derivative) for _, derivative in model.states}
    needed = []
    for equation in reversed(equations):
        if equation.target in read:
            read.update(names_in(equation.value))
            needed.append(equation)
    return needed[::-1]
