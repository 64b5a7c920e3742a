"""Equations of all parts -> pieces: one equation for the parts in the middle, and few for those at both ends."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from simnon.model import Equation, Expression, NotWhole
from simnon.source import frozen

from .members import Members
from .patterns import (
    LAST,
    PART,
    Different,
    common_pattern,
    fixed_place,
    instance,
    value_of,
    with_fixed_members,
    with_sizes,
    with_terms,
)

WIDEST_RIM = 5
"""The most parts at an end whose equations differ from those in the middle."""


@frozen
class Piece:
    """The equation of a scalar, or of the members of a family from `first` to `last`."""

    target: str
    pattern: Expression
    equation: Equation
    """The one it was found in."""
    first: Expression | None = None
    last: Expression | None = None


def find_pieces(equations: Iterable[Equation], members: Members, fit: Callable[[Sequence[Piece]], bool]) -> list[Piece]:
    """In the order of the equations, those of a family together; of several ways, the first one that fits."""
    groups: dict[str, dict[int, Equation]] = {}
    for equation in equations:
        family, number = members.member_of_name.get(equation.target, (equation.target, 0))
        groups.setdefault(family, {})[number] = equation
    found: list[Piece] = []
    for target, of_number in groups.items():
        fitting = next((pieces for pieces in _ways(target, of_number, members) if fit(pieces)), None)
        if fitting is None:
            raise NotWhole(f"the equations of '{target}' differ from part to part, or depend on their number")
        found += fitting
    return found


def _ways(target: str, equations: Mapping[int, Equation], members: Members) -> Iterator[list[Piece]]:
    """Sums are taken as they are, then as sums over all parts; numbers as they are, then as those of parts."""
    for prepared in (_as_it_is, with_terms):
        try:
            pieces = _pieces(target, equations, members, prepared)
        except Different:
            continue
        yield pieces
        yield [replace(piece, pattern=with_sizes(piece.pattern, members)) for piece in pieces]


def _as_it_is(value: Expression, _: Members) -> Expression:
    return value


Prepared = Callable[[Expression, Members], Expression]


def _pieces(target: str, equations: Mapping[int, Equation], members: Members, prepared: Prepared) -> list[Piece]:
    def fixed(equation: Equation) -> Expression:
        return with_fixed_members(prepared(equation.value, members), members)

    def single(number: int) -> Piece:
        place = fixed_place(number, members)
        return Piece(target, fixed(equations[number]), equations[number], place, place)

    if target not in members.numbers_of_family:
        (equation,) = equations.values()
        return [Piece(target, fixed(equation), equation)]
    if len(equations) <= WIDEST_RIM and max(equations) <= members.middle:
        return [*map(single, sorted(equations))]
    pattern, low, high = _middle(equations, members, prepared)
    below = sorted(number for number in equations if number < low)
    above = sorted(number for number in equations if number > high)
    if max(len(below), len(above)) > WIDEST_RIM:
        raise Different
    ends = fixed_place(low, members), fixed_place(high, members)
    inner = Piece(target, pattern, equations[members.middle], *ends)
    return [*map(single, below), inner, *map(single, above)]


def _middle(equations: Mapping[int, Equation], members: Members, prepared: Prepared) -> tuple[Expression, int, int]:
    """The pattern of the parts in the middle, and the first and the last one that has it."""
    middle = members.middle
    if middle not in equations or middle + 1 not in equations:
        raise Different
    one, other = (prepared(equations[number].value, members) for number in (middle, middle + 1))
    pattern = with_fixed_members(common_pattern(one, other, middle, PART, members), members)

    def fits(number: int) -> bool:
        return number in equations and instance(pattern, {PART: number}, members) == equations[number].value

    low = high = middle
    while fits(low - 1):
        low -= 1
    while fits(high + 1):
        high += 1
    if high == middle:
        raise Different
    return pattern, low, high


def instances(pieces: Iterable[Piece], members: Members) -> dict[str, Expression]:
    """The value of every variable that the pieces give in a model with these members."""
    found: dict[str, Expression] = {}
    at = {LAST: members.last}
    for piece in pieces:
        if piece.first is None or piece.last is None:
            found[piece.target] = instance(piece.pattern, {}, members)
            continue
        for number in range(value_of(piece.first, at), value_of(piece.last, at) + 1):
            name = members.name_of_member[piece.target, number]
            found[name] = instance(piece.pattern, {PART: number}, members)
    return found
