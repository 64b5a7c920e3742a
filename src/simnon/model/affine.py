"""Expressions that are affine in some names: the test for it, and the constant part."""

from collections.abc import Mapping, Set

from .expression import Apply, Expression, Name, Number

ZERO = Number(0.0)


_FREE, _AFFINE, _OTHER = range(3)


def is_affine(expression: Expression, names: Set[str]) -> bool:
    """Whether the form of the expression shows that it is affine in `names`."""
    return _degree(expression, names) <= _AFFINE


def _degree(expression: Expression, names: Set[str]) -> int:
    if isinstance(expression, Name):
        return _AFFINE if expression.name in names else _FREE
    if not isinstance(expression, Apply):
        return _FREE
    degrees = [_degree(argument, names) for argument in expression.arguments]
    highest = max(degrees, default=_FREE)
    if highest == _FREE:
        return _FREE
    match expression.function:
        case "+" | "neg" | "[part]" | "[whole]" | "[sum]":
            return highest
        case "*":
            return min(sum(degrees), _OTHER)
        case "/":
            return degrees[0] if degrees[1] == _FREE else _OTHER
        case "if":
            return highest if not any(degrees[0:-1:2]) else _OTHER
        case _:
            return _OTHER


def constant_part(expression: Expression, constant_of_name: Mapping[str, Expression]) -> Expression:
    """An affine expression with each name replaced by its constant part; zero terms are dropped."""
    if isinstance(expression, Name):
        return constant_of_name.get(expression.name, expression)
    if not isinstance(expression, Apply):
        return expression
    arguments = tuple(constant_part(argument, constant_of_name) for argument in expression.arguments)
    is_changed = [new is not old for new, old in zip(arguments, expression.arguments, strict=True)]
    if not any(is_changed):
        return expression
    vanished = [new == ZERO and changed for new, changed in zip(arguments, is_changed, strict=True)]
    match expression.function:
        case "+":
            terms = tuple(a for a, is_zero in zip(arguments, vanished, strict=True) if not is_zero)
            if len(terms) > 1:
                return Apply("+", terms, expression.span)
            return terms[0] if terms else ZERO
        case "neg" | "*" | "/" if any(vanished):
            return ZERO
        case "if" if all(value == ZERO for value in (*arguments[1:-1:2], arguments[-1])):
            return ZERO
        case _:
            return Apply(expression.function, arguments, expression.span)
