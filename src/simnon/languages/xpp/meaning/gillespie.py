"""`special z=gill(0,r1,r2)` -> equations of one step of Gillespie's algorithm (1977).

z(0) is the time to the next reaction, and z(k) is 1 if it is the reaction whose rate is the kth one, otherwise 0.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from simnon.model import Apply, Expression, Name, Number
from simnon.source import Span, frozen, whole_number

from ...tokens import Unreadable
from ..program import Network

_RANGE = re.compile(r"(\w+)\{(\d+)-(\d+)\}")
_MAX_REACTIONS = 1000


@frozen
class GillespieStep:
    """The names of z(0), z(1), ..., and the equations that define them, in order."""

    names: tuple[str, ...]
    equations: tuple[tuple[str, Expression], ...]


def reaction_names(network: Network) -> Iterator[str]:
    """The variables with the rates; `r{1-3}` is r1, r2 and r3."""
    for word in network.arguments[1:]:
        found = _RANGE.fullmatch(word)
        if found is None:
            yield word
            continue
        first, last = whole_number(found[2]), whole_number(found[3])
        if not first <= last < first + _MAX_REACTIONS:
            raise Unreadable("wrong-arguments", f"{word} is not a range of names", network.span, "write r{1-4}")
        yield from (f"{found[1]}{i}" for i in range(first, last + 1))


def gillespie_step(rates: Sequence[Name], name: str, free: Callable[[str], str], span: Span) -> GillespieStep:
    total, first, second = (Name(free(f"{name}_{word}"), span) for word in ("rate", "wait", "choice"))
    names = [free(f"{name}_{i}") for i in range(len(rates) + 1)]
    one, zero = Number(1.0, span), Number(0.0, span)
    equations: list[tuple[str, Expression]] = [
        (total.name, _sum(rates, span)),
        (first.name, Apply("rect", (), span)),
        (second.name, Apply("*", (total, Apply("rect", (), span)), span)),
    ]
    is_active = Apply(">", (total, zero), span)
    wait = Apply("/", (Apply("neg", (Apply("ln", (_one_minus(first),), span),), span), total), span)
    equations.append((names[0], Apply("if", (is_active, wait, zero), span)))
    for i in range(len(rates)):
        is_below = Apply("<", (second, _sum(rates[: i + 1], span)), span)
        conditions = [is_active, is_below]
        if i > 0:
            conditions.append(Apply(">=", (second, _sum(rates[:i], span)), span))
        equations.append((names[i + 1], Apply("if", (Apply("and", tuple(conditions), span), one, zero), span)))
    return GillespieStep(tuple(names), tuple(equations))


def _one_minus(drawn: Name) -> Expression:
    """Also between 0 and 1, but never 0."""
    return Apply("+", (Number(1.0, drawn.span), Apply("neg", (drawn,), drawn.span)), drawn.span)


def _sum(terms: Sequence[Expression], span: Span) -> Expression:
    return terms[0] if len(terms) == 1 else Apply("+", tuple(terms), span)
