"""Which expressions are conditions, once the kinds of all variables are known."""

from collections.abc import Set

from simnon.model import CONDITIONS, Apply, Expression, Name


def is_condition(expression: Expression, conditions: Set[str]) -> bool:
    """Whether `expression` is true or false, if the variables `conditions` are; an IF is what its first value is."""
    match expression:
        case Name(name):
            return name in conditions
        case Apply("if", arguments):
            return is_condition(arguments[1], conditions)
        case Apply(function):
            return function in CONDITIONS
        case _:
            return False
