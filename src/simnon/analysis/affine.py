"""Expressions that are affine in some names: whether they are, and what is left where the names are zero."""

from collections.abc import Mapping, Set

from simnon.model import Apply, Expression, Name, Number, names_in

ZERO = Number(0.0)


def is_affine(expression: Expression, names: Set[str]) -> bool:
    """Whether it can be seen from the form that the expression is affine in `names`."""
    if names.isdisjoint(names_in(expression)):
        return True
    match expression:
        case Apply("+" | "neg", arguments):
            return all(is_affine(argument, names) for argument in arguments)
        case Apply("*", arguments):
            dependent = [argument for argument in arguments if not names.isdisjoint(names_in(argument))]
            return len(dependent) == 1 and is_affine(dependent[0], names)
        case Apply("/", (dividend, divisor)):
            return names.isdisjoint(names_in(divisor)) and is_affine(dividend, names)
        case Apply("if", arguments):
            conditions, values = arguments[0:-1:2], (*arguments[1:-1:2], arguments[-1])
            are_free = all(names.isdisjoint(names_in(condition)) for condition in conditions)
            return are_free and all(is_affine(value, names) for value in values)
        case _:
            return isinstance(expression, Name)


def constant_part(expression: Expression, constant_of_name: Mapping[str, Expression]) -> Expression:
    """An affine expression where each name has only its constant part; zero terms are left out."""
    if constant_of_name.keys().isdisjoint(names_in(expression)):
        return expression
    if isinstance(expression, Name):
        return constant_of_name[expression.name]
    assert isinstance(expression, Apply), "affine: only names and functions have names in them"
    arguments = tuple(constant_part(argument, constant_of_name) for argument in expression.arguments)
    is_changed = [new is not old for new, old in zip(arguments, expression.arguments, strict=True)]
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
