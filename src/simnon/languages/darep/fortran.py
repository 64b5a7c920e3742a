"""Expressions as FORTRAN writes them -> expressions in our functions, integers computed as such.

A constant without point and exponent is an integer, and so is a name in capitals that begins with I to N.
Names with small letters, which DARE-P did not have, are real: the course texts that use them mean them so.
"""

from simnon.model import Apply, Expression, Name, Number


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
            return function.startswith("integer.")


def in_our_functions(expression: Expression) -> Expression:
    """The same expression without what only FORTRAN has."""
    if not isinstance(expression, Apply):
        return expression
    span = expression.span
    arguments = tuple(in_our_functions(argument) for argument in expression.arguments)
    match expression.function, arguments:
        case "/", _ if is_integer(expression):
            return Apply("int", (Apply("/", arguments, span),), span)
        case "integer.int", (x,):
            return Apply("int", (x,), span)
        case "real.of", (x,):
            return x
        case "integer.abs", (x,):
            return Apply("abs", (x,), span)
        case (("real.sign" | "integer.sign"), (x, y)):
            size = Apply("abs", (x,), span)
            return Apply("if", (Apply(">=", (y, Number(0.0)), span), size, Apply("neg", (size,), span)), span)
        case (("real.mod" | "integer.mod"), (x, y)):
            whole = Apply("int", (Apply("/", (x, y), span),), span)
            return Apply("+", (x, Apply("neg", (Apply("*", (whole, y), span),), span)), span)
        case "integer.max", _:
            return Apply("max", arguments, span)
        case "integer.min", _:
            return Apply("min", arguments, span)
        case _:
            return Apply(expression.function.rpartition(".")[2], arguments, span)


def as_assigned_to(name: str, expression: Expression) -> Expression:
    """What a variable of this name becomes: whole ones lose the fraction."""
    value = in_our_functions(expression)
    if is_integer_name(name) and not is_integer(expression):
        return Apply("int", (value,), value.span)
    return value
