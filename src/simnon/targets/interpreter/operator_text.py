"""Operation -> Python text: infix if Python means the same, else a call of `arithmetic`."""

import math
from collections.abc import Callable

from simnon.program import Operation, Type, type_of

from . import arithmetic

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")

FUNCTION_OF_OPERATOR: dict[str, Callable[..., float]] = {
    "/": arithmetic.divide,
    "//": arithmetic.floor_divide,
    "%": arithmetic.remainder,
    "pow": arithmetic.power,
    "atan2": math.atan2,
    "fma": arithmetic.fused_multiply_add,
    "min": arithmetic.minimum,
    "max": arithmetic.maximum,
    "sqrt": arithmetic.square_root,
    "exp": arithmetic.exponential,
    "log": arithmetic.natural_logarithm,
    "log10": arithmetic.decimal_logarithm,
    "sin": arithmetic.sine,
    "cos": arithmetic.cosine,
    "tan": arithmetic.tangent,
    "asin": arithmetic.arc_sine,
    "acos": arithmetic.arc_cosine,
    "atan": math.atan,
    "sinh": arithmetic.hyperbolic_sine,
    "cosh": arithmetic.hyperbolic_cosine,
    "tanh": math.tanh,
    "floor": arithmetic.floor,
    "bits": arithmetic.bits,
    "frombits": arithmetic.from_bits,
    "float": float,
}
"""The operators that mean the same for all their types."""

NAMESPACE: dict[str, object] = {
    **{function.__name__: function for function in FUNCTION_OF_OPERATOR.values()},
    "abs": abs,
    "wrap": arithmetic.wrap,
    "index": arithmetic.index,
    "int": int,
    "to_integer": arithmetic.to_integer,
    "range": range,
    "zeros": arithmetic.zeros,
    "inf": math.inf,
    "nan": math.nan,
    "__builtins__": {},
}
"""Names that the text can use besides its own functions and arrays."""


def operation_text(operation: Operation, arguments: list[str]) -> str:
    operator = operation.operator
    is_int = operation.type is Type.INT
    match operator, arguments:
        case (("+" | "-" | "*"), [a, b]):
            return f"wrap({a} {operator} {b})" if is_int else f"({a} {operator} {b})"
        case (("&" | "|" | "^"), [a, b]):
            return f"({a} {operator} {b})"
        case "<<", [a, b]:
            return f"wrap({a} << ({b} & 63))"
        case ">>", [a, b]:
            return f"wrap(({a} & 0xFFFFFFFFFFFFFFFF) >> ({b} & 63))"
        case (("and" | "or"), [a, b]):
            return f"({a} {operator} {b})"
        case "not", [a]:
            return f"(not {a})"
        case "likely", [a]:
            return a
        case "neg", [a]:
            return f"wrap(-{a})" if is_int else f"(-{a})"
        case "abs", [a]:
            return f"wrap(abs({a}))" if is_int else f"abs({a})"
        case "select", [condition, a, b]:
            return f"({a} if {condition} else {b})"
        case "int", [a]:
            is_truth = type_of(operation.arguments[0]) is Type.BOOL
            return f"int({a})" if is_truth else f"to_integer({a})"
        case "whole", [a]:
            return f"int({a})"
        case _ if operator in COMPARISONS:
            return f"({arguments[0]} {operator} {arguments[1]})"
        case _:
            return f"{FUNCTION_OF_OPERATOR[operator].__name__}({', '.join(arguments)})"
