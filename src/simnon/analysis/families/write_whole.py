"""Pieces -> equations of whole arrays, for parts with any last number."""

from collections.abc import Callable, Iterable, Sequence

from simnon.model import (
    ARRAY_PREFIX,
    EACH,
    ELEMENT,
    Apply,
    Axis,
    Equation,
    Expression,
    Extent,
    Name,
    NotWhole,
    Number,
    Role,
    Variable,
    parts_of,
)

from .patterns import LAST, MEMBER, NUMBER, PART, TERM, TERMS, value_of
from .pieces import Piece

INDEX = {PART: "FOR k", TERM: "FOR j"}


class Writer:
    """`added` are arrays of partial sums, in which terms are added to others in the order of the parts."""

    def __init__(self, last: int, fresh_name: Callable[[str], str]) -> None:
        self.last = last
        self.fresh_name = fresh_name
        self.added: list[Variable] = []

    def equations(self, pieces: Iterable[Piece]) -> list[Equation]:
        found: list[Equation] = []
        for piece in pieces:
            self.sums: list[Equation] = []
            value = self._expression(piece.pattern, piece)
            found += [*self.sums, self._equation(piece, value)]
        return found

    def _equation(self, piece: Piece, value: Expression) -> Equation:
        old = piece.equation
        if piece.first is None or piece.last is None:
            return Equation(piece.target, value, old.span, old.section)
        first, last = self._number(piece.first), self._number(piece.last)
        if first == last:
            return Equation(piece.target, value, old.span, old.section, (Number(float(first)),))
        index = INDEX[PART]
        return Equation(piece.target, value, old.span, old.section, (Name(index),), (Axis(index, first, last),))

    def _number(self, place: Expression) -> int:
        if any(node == Name(PART) for node in parts_of(place)):
            raise NotWhole("a sum has other terms in each part")
        return value_of(place, {LAST: self.last})

    def _place(self, place: Expression) -> Expression:
        match place:
            case Name(name) if name == LAST:
                return Number(float(self.last))
            case Name(name):
                return Name(INDEX[name])
            case Apply(function, (Name(name), Number(offset))) if name == LAST:
                return Number(self.last + offset)
            case Apply(function, arguments):
                return Apply(function, tuple(map(self._place, arguments)))
            case _:
                return place

    def _expression(self, pattern: Expression, piece: Piece) -> Expression:
        match pattern:
            case Apply(function, (array, place)) if function == MEMBER:
                return Apply(ELEMENT, (array, self._place(place)), pattern.span)
            case Apply(function, (place,)) if function == NUMBER:
                return self._place(place)
            case Apply("+", arguments) if any(isinstance(a, Apply) and a.function == TERMS for a in arguments):
                return self._sum(arguments, piece)
            case Apply(function, arguments):
                return Apply(function, tuple([self._expression(a, piece) for a in arguments]), pattern.span)
            case _:
                return pattern

    def _sum(self, arguments: Sequence[Expression], piece: Piece) -> Expression:
        """From the left, as a sum of all terms would be added."""
        before: list[Expression] = []
        for argument in arguments:
            if not isinstance(argument, Apply) or argument.function != TERMS:
                before.append(self._expression(argument, piece))
                continue
            pattern, first, last = argument.arguments
            body = self._expression(pattern, piece)
            ends = self._number(first), self._number(last)
            before = [self._added(before, body, ends, piece) if before else _total(body, ends)]
        return before[0] if len(before) == 1 else Apply("+", tuple(before), piece.pattern.span)

    def _added(self, before: Sequence[Expression], body: Expression, ends: tuple[int, int], piece: Piece) -> Expression:
        """The terms added to those before, one by one: each partial sum is an element of an array."""
        if piece.first != piece.last:
            raise NotWhole(f"'{piece.target}' is a sum over all parts that begins with other terms")
        first, last = ends
        name = self.fresh_name(piece.target)
        span = piece.equation.span
        shape = (Extent(first, last - first + 1),)
        self.added.append(Variable(name, Role.INTERMEDIATE, local=name, span=span, shape=shape))
        index = Name(INDEX[TERM])

        def element(place: Expression) -> Expression:
            return Apply(ELEMENT, (Name(name), place), span)

        start = Apply("+", (*before, _at(body, first)), span)
        step = Apply("+", (element(Apply("+", (index, Number(-1.0)))), body), span)
        section = piece.equation.section
        self.sums.append(Equation(name, start, span, section, (Number(float(first)),)))
        self.sums.append(Equation(name, step, span, section, (index,), (Axis(index.name, first + 1, last),)))
        return element(Number(float(last)))


def _total(body: Expression, ends: tuple[int, int]) -> Expression:
    first, last = (Number(float(end)) for end in ends)
    return Apply(f"{ARRAY_PREFIX}sum", (Apply(EACH, (Name(INDEX[TERM]), first, last, body)),))


def _at(body: Expression, number: int) -> Expression:
    if isinstance(body, Name):
        return Number(float(number)) if body.name == INDEX[TERM] else body
    if isinstance(body, Apply):
        return Apply(body.function, tuple([_at(argument, number) for argument in body.arguments]), body.span)
    return body
