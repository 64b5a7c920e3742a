"""FORTRAN expressions -> expressions in Simnon functions, with integer arithmetic where FORTRAN has it.

A constant without point and exponent is an integer, and so is a name in capitals that begins with I to N.
Names with lower-case letters, which DARE-P did not have, are real: the course texts use them that way.
"""

from simnon.model import Apply, Expression, Name, Number

GIVING_WHOLE = {
    "IABS": "abs",
    "INT": "int",
    "IFIX": "int",
    "MAX0": "max",
    "MIN0": "min",
    "MOD": "mod",
    "ISIGN": "sign",
}
"""The functions with integer values, and their Simnon equivalents."""
_OURS = {**GIVING_WHOLE, "AMOD": "mod", "SIGN": "sign"}


def is_integer_name(name: str) -> bool:
    return name[:1] in "IJKLMN" and name.isupper()


def is_integer(expression: Expression) -> bool:
    match expression:
        case Number(value, span):
            return value == int(value) and span is not None and span.text.lstrip("+-").strip().isdigit()
        case Name(name):
            return is_integer_name(name)
        case Apply(function, arguments):
            if function in ("+", "*", "neg", "/", "^"):
                return all(is_integer(argument) for argument in arguments)
            return function in GIVING_WHOLE


def in_our_functions(expression: Expression) -> Expression:
    """The same expression without anything specific to FORTRAN."""
    if not isinstance(expression, Apply):
        return expression
    span = expression.span
    arguments = tuple(in_our_functions(argument) for argument in expression.arguments)
    match expression.function, arguments:
        case "/", _ if is_integer(expression):
            return Apply("int", (Apply("/", arguments, span),), span)
        case "FLOAT", (x,):
            return x
        case (("SIGN" | "ISIGN"), (x, y)):
            size = Apply("abs", (x,), span)
            return Apply("if", (Apply(">=", (y, Number(0.0)), span), size, Apply("neg", (size,), span)), span)
        case function, _:
            return Apply(_OURS.get(function, function), arguments, span)


def as_assigned_to(name: str, expression: Expression) -> Expression:
    """The value assigned to a variable of this name: an integer variable drops the fraction."""
    value = in_our_functions(expression)
    if is_integer_name(name) and not is_integer(expression):
        return Apply("int", (value,), value.span)
    return value
