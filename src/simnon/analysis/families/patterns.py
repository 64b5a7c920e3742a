"""Expressions of two neighbouring parts -> a pattern, which gives that of any part.

In a pattern, MEMBER(family, place) is the member of a family at a place: a number near the first part, LAST minus a
number near the last one, or PART plus a number. NUMBER(place) is the place as a number. A sum over all parts has
TERMS(pattern, first, last) among its arguments, in which TERM counts from first to last.
"""

from collections.abc import Mapping

from simnon.model import Apply, Expression, Name, Number, rewrite

from .members import Members

MEMBER, NUMBER, TERMS = "[member]", "[number]", "[terms]"
PART, TERM, LAST = "[part number]", "[term number]", "[last number]"
LEAST_TERMS = 6
"""A sum of fewer members is not one over all parts."""


class Different(Exception):
    """The expressions have no common pattern."""


def place_at(index: str, offset: int) -> Expression:
    return Name(index) if not offset else Apply("+", (Name(index), Number(float(offset))))


def value_of(place: Expression, at: Mapping[str, int]) -> int:
    match place:
        case Number(value):
            return int(value)
        case Name(name):
            return at[name]
        case Apply(_, arguments):
            return sum(value_of(argument, at) for argument in arguments)


def common_pattern(first: Expression, second: Expression, number: int, index: str, members: Members) -> Expression:
    """The pattern of which `first` is the instance at `number`, and `second` at the next one."""
    match first, second:
        case Number(one), Number(other):
            if one == other:
                return first
            if other - one == 1.0 and one == int(one):
                return Apply(NUMBER, (place_at(index, int(one) - number),), first.span)
        case Name(one_name), Name(other_name):
            if one_name == other_name:
                return first
            mine, theirs = members.member_of_name.get(one_name), members.member_of_name.get(other_name)
            if mine is not None and theirs is not None and mine[0] == theirs[0] and theirs[1] == mine[1] + 1:
                return Apply(MEMBER, (Name(mine[0]), place_at(index, mine[1] - number)), first.span)
        case Apply(function, ones), Apply(other_function, others):
            if function == other_function and len(ones) == len(others):
                pairs = zip(ones, others, strict=True)
                found = tuple([common_pattern(one, other, number, index, members) for one, other in pairs])
                return Apply(function, found, first.span)
        case _:
            pass
    raise Different


def fixed_place(number: int, members: Members) -> Expression:
    if number <= members.middle:
        return Number(float(number))
    return place_at(LAST, number - members.last)


def with_fixed_members(expression: Expression, members: Members) -> Expression:
    """With a place near the first part, or near the last one, for every member that does not depend on an index."""
    match expression:
        case Name(name) if name in members.member_of_name:
            family, number = members.member_of_name[name]
            return Apply(MEMBER, (Name(family), fixed_place(number, members)), expression.span)
        case Apply(function, arguments) if function not in (MEMBER, NUMBER):
            return Apply(function, tuple([with_fixed_members(a, members) for a in arguments]), expression.span)
    return expression


def with_sizes(pattern: Expression, members: Members) -> Expression:
    """With numbers near the last one as sizes."""

    def change(node: Expression) -> Expression | None:
        match node:
            case Number(value) if value == int(value) and abs(value - members.last) <= 1:
                return Apply(NUMBER, (place_at(LAST, int(value) - members.last),), node.span)
            case Apply(function) if function in (MEMBER, NUMBER, TERMS):
                return node
        return None

    return rewrite(pattern, change)


def with_terms(expression: Expression, members: Members) -> Expression:
    """With sums over all parts in one term."""
    if not isinstance(expression, Apply):
        return expression
    arguments = tuple([with_terms(argument, members) for argument in expression.arguments])
    if expression.function == "+" and len(arguments) >= LEAST_TERMS:
        arguments = _joined(arguments, members)
    return Apply(expression.function, arguments, expression.span)


def _joined(arguments: tuple[Expression, ...], members: Members) -> tuple[Expression, ...]:
    found: list[Expression] = []
    i = 0
    while i < len(arguments):
        count, term = _terms_from(arguments, i, members)
        found.append(term)
        i += count
    return tuple(found)


def _terms_from(arguments: tuple[Expression, ...], start: int, members: Members) -> tuple[int, Expression]:
    """How many arguments are terms of one pattern, and what stands for them."""
    single = 1, arguments[start]
    if start + LEAST_TERMS > len(arguments):
        return single
    first, second = arguments[start : start + 2]
    number = _moving(first, second, members)
    if number is None:
        return single
    try:
        pattern = common_pattern(first, second, number, TERM, members)
    except Different:
        return single
    count = 2
    while start + count < len(arguments):
        if instance(pattern, {TERM: number + count}, members) != arguments[start + count]:
            break
        count += 1
    if count < LEAST_TERMS:
        return single
    ends = fixed_place(number, members), fixed_place(number + count - 1, members)
    return count, Apply(TERMS, (pattern, *ends), first.span)


def _moving(first: Expression, second: Expression, members: Members) -> int | None:
    """The number of the first member that differs."""
    if isinstance(first, Name) and isinstance(second, Name) and first != second:
        return members.member_of_name.get(first.name, ("", None))[1]
    if isinstance(first, Apply) and isinstance(second, Apply):
        for one, other in zip(first.arguments, second.arguments, strict=False):
            found = _moving(one, other, members)
            if found is not None:
                return found
    return None


def instance(pattern: Expression, at: Mapping[str, int], members: Members) -> Expression:
    """The pattern with these numbers for its indices."""
    at = {LAST: members.last, **at}
    match pattern:
        case Apply(function, (Name(family), place)) if function == MEMBER:
            return Name(members.name_of_member.get((family, value_of(place, at)), "no member"), pattern.span)
        case Apply(function, (place,)) if function == NUMBER:
            return Number(float(value_of(place, at)), pattern.span)
        case Apply(function, arguments):
            found: list[Expression] = []
            for argument in arguments:
                if isinstance(argument, Apply) and argument.function == TERMS:
                    body, first, last = argument.arguments
                    numbers = range(value_of(first, at), value_of(last, at) + 1)
                    found += [instance(body, {**at, TERM: number}, members) for number in numbers]
                else:
                    found.append(instance(argument, at, members))
            return Apply(function, tuple(found), pattern.span)
        case _:
            return pattern
