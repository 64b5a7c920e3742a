"""System -> System: what only the names of a whole system decide: `x[k]` is an element if `k` is an index or a number
of this system and `x` an array; `pi`, `SUM` and the other soft words are built in unless the system defines them.

The index of a FOR within a function gets a name that no user can write, so that it hides nothing.
"""

import math
from collections.abc import Callable
from dataclasses import replace

from simnon.model import (
    ARRAY_FUNCTIONS,
    ARRAY_PREFIX,
    EACH,
    ELEMENT,
    Apply,
    Assignment,
    Expression,
    GivenArray,
    IndexRange,
    Name,
    Number,
    Redefinition,
    System,
    When,
    rewrite,
)

Indices = frozenset[str]
"""The casefolded indices of the FOR around an expression."""
Change = Callable[[Expression, Indices], Expression]
NONE: Indices = frozenset()


def with_settled_words(system: System) -> System:
    """The system with its brackets and soft words decided."""
    return settled_within(system, system)


def settled_within(system: System, whole: System) -> System:
    """The same for a system that is one of the versions of the whole, whose names decide."""
    if not whole.has_brackets and not whole.soft_words:
        return system
    return with_expressions(system, _Settling(whole).settled)


def index_name(index: str) -> str:
    return f"FOR {index.casefold()}"


def indices_of(loop: IndexRange | None) -> Indices:
    return frozenset(each.index.casefold() for each in loop.ranges()) if loop is not None else NONE


def with_expressions(system: System, change: Change) -> System:
    """The system with `change` applied to each expression that is computed, and to each index of an array."""

    def loop(each: IndexRange | None) -> IndexRange | None:
        if each is None:
            return None
        first, last = change(each.first, NONE), change(each.last, NONE)
        return replace(each, first=first, last=last, inner=loop(each.inner))

    def assignment(each: Assignment, around: Indices = NONE) -> Assignment:
        inside = around | indices_of(each.loop)
        target, places = _target(each.target, each.places, inside, change)
        return replace(each, target=target, places=places, value=change(each.value, inside), loop=loop(each.loop))

    def when(each: When) -> When:
        inside = indices_of(each.loop)
        return replace(
            each,
            condition=change(each.condition, inside),
            assignments=tuple(assignment(a, inside) for a in each.assignments),
            during=None if each.during is None else change(each.during, NONE),
            loop=loop(each.loop),
        )

    return replace(
        system,
        declarations=tuple(
            replace(d, shape=tuple((change(first, NONE), change(last, NONE)) for first, last in d.shape))
            if d.shape
            else d
            for d in system.declarations
        ),
        values=tuple(replace(v, given=_given(v.given, change)) if v.given is not None else v for v in system.values),
        redefinitions=tuple(_redefinition(each, change) for each in system.redefinitions),
        assignments=tuple(map(assignment, system.assignments)),
        relations=tuple(
            replace(
                r,
                left=change(r.left, indices_of(r.loop)),
                right=change(r.right, indices_of(r.loop)),
                loop=loop(r.loop),
            )
            for r in system.relations
        ),
        whens=tuple(map(when, system.whens)),
        stops=tuple(replace(stop, condition=change(stop.condition, NONE)) for stop in system.stops),
        requires=tuple(
            replace(each, condition=change(each.condition, indices_of(each.loop)), loop=loop(each.loop))
            for each in system.requires
        ),
        functions=tuple(
            replace(f, body=change(f.body, frozenset(f"({name.casefold()})" for name in f.parameters)))
            for f in system.functions
        ),
        connects=tuple(replace(each, loop=loop(each.loop)) for each in system.connects),
    )


def _target(
    target: Name, places: tuple[Expression, ...], indices: Indices, change: Change
) -> tuple[Name, tuple[Expression, ...]]:
    """`x[k]` on the left is an element by the same rule as on the right."""
    settled = change(target, indices)
    if isinstance(settled, Apply):
        base, *first = settled.arguments
        assert isinstance(base, Name)
        return replace(base, span=target.span), tuple(first)
    return target, tuple(change(place, indices) for place in places)


def _given(given: GivenArray, change: Change) -> GivenArray:
    indices = indices_of(given.loop)
    return replace(
        given,
        places=tuple(change(place, indices) for place in given.places),
        value=None if given.value is None else change(given.value, indices),
    )


def _redefinition(each: Redefinition, change: Change) -> Redefinition:
    return each if each.given is None else replace(each, given=_given(each.given, change))


class _Settling:
    def __init__(self, system: System) -> None:
        self.functions = {definition.name.casefold() for definition in system.function_definitions}
        self.arrays = {d.name.casefold() for d in system.declarations if d.shape}
        self.arrays |= {value.name.casefold() for value in system.values if value.given is not None}
        self.arrays |= {a.target.name.casefold() for a in system.assignments if a.places and not a.target.path}
        self.parts = {part.name.casefold() for part in system.parts} | {t.name.casefold() for t in system.terminals}
        self.numbers = {value.name.casefold() for value in system.values}
        self.defined = self.numbers | {d.name.casefold() for d in system.declarations}
        self.defined |= {a.target.name.casefold() for a in system.assignments}
        self.defined |= {a.target.name.casefold() for when in system.whens for a in when.assignments}
        self.defined |= {name.casefold() for name in system.unreadable} | self.parts

    def settled(self, expression: Expression, indices: Indices) -> Expression:
        return rewrite(expression, lambda node: self._change(node, indices))

    def _change(self, node: Expression, indices: Indices) -> Expression | None:
        match node:
            case Name(name, span, ()):
                word = name.casefold()
                if word == "pi" and not ({word, f"({word})"} & indices or word in self.defined):
                    return Number(math.pi, span)
                return Name(index_name(name), span) if f"FOR {word}" in indices else None
            case Name(name, span, (step,)) if step.number is None and self._is_index(name, step.name, indices):
                place = self.settled(Name(step.name, span), indices)
                return Apply(ELEMENT, (Name(name, span), place), span)
            case Apply(function, (Name(index, index_span), first, last, body), span) if function == EACH:
                limits = [self.settled(limit, indices) for limit in (first, last)]
                word = index.casefold()
                inside = self.settled(body, (indices - {word, f"({word})"}) | {f"FOR {word}"})
                return Apply(EACH, (Name(index_name(index), index_span), *limits, inside), span)
            case Apply(function, arguments, span) if self._is_soft(function):
                return _built_in(function.casefold(), tuple(self.settled(a, indices) for a in arguments), node)
            case _:
                return None

    def _is_index(self, name: str, index: str, indices: Indices) -> bool:
        word = index.casefold()
        if {word, f"FOR {word}"} & indices:
            return True
        return word not in self.parts and word in self.numbers and name.casefold() in self.arrays

    def _is_soft(self, function: str) -> bool:
        word = function.casefold()
        return (word in ARRAY_FUNCTIONS or word in _RULES) and word not in self.functions


def _built_in(word: str, arguments: tuple[Expression, ...], node: Apply) -> Expression:
    if word in ARRAY_FUNCTIONS:
        return Apply(f"{ARRAY_PREFIX}{word}", arguments, node.span)
    count, rule = _RULES[word]
    return rule(arguments, node) if len(arguments) == count else Apply(f"{ARRAY_PREFIX}{word}", arguments, node.span)


def _saturated(arguments: tuple[Expression, ...], node: Apply) -> Expression:
    value, low, high = arguments
    return Apply("max", (low, Apply("min", (high, value), node.span)), node.span)


def _rounded(arguments: tuple[Expression, ...], node: Apply) -> Expression:
    """INT(x) + INT(2*(x - INT(x))): exact, and halves go away from zero."""
    whole = Apply("int", arguments, node.span)
    rest = Apply("+", (*arguments, Apply("neg", (whole,), node.span)), node.span)
    half = Apply("int", (Apply("*", (Number(2.0, node.span), rest), node.span),), node.span)
    return Apply("+", (whole, half), node.span)


_RULES: dict[str, tuple[int, Callable[[tuple[Expression, ...], Apply], Expression]]] = {
    "sat": (3, _saturated),
    "round": (1, _rounded),
}
"""Soft functions that are written with others: how many arguments they take, and what they are."""
