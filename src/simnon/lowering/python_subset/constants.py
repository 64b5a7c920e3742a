"""Constant expressions -> numbers, with Python's own unbounded integers."""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import TypeAlias

Number: TypeAlias = float | int | bool

MATH_CONSTANTS: Mapping[str, float] = {
    "pi": math.pi,
    "e": math.e,
    "tau": math.tau,
    "inf": math.inf,
    "nan": math.nan,
}

_BINARY: Mapping[type[ast.operator], Callable[[Number, Number], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_LARGEST_SHIFT_OR_POWER = 1100
"""Beyond this no result is a 64-bit number, and computing it could take for ever."""


def evaluate(node: ast.expr, find: Callable[[str], Number | None]) -> Number | None:
    """The value of `node`, or None if it is not a constant; `find` looks up names."""
    match node:
        case ast.Constant(value=bool() | int() | float() as value):
            return value
        case ast.Name(id=name):
            return find(name)
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            return find(f"{owner}.{name}")
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            number = evaluate(operand, find)
            return None if number is None else -number
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            number = evaluate(operand, find)
            return None if number is None else +number
        case ast.BinOp(left=left, op=op, right=right):
            return _evaluate_binary(op, evaluate(left, find), evaluate(right, find))
        case _:
            return None


def _evaluate_binary(op: ast.operator, left: Number | None, right: Number | None) -> Number | None:
    compute = _BINARY.get(type(op))
    if compute is None or left is None or right is None:
        return None
    if isinstance(op, ast.LShift | ast.Pow) and abs(right) > _LARGEST_SHIFT_OR_POWER:
        return None
    if isinstance(op, ast.Pow) and abs(left) > 2.0**64:
        return None
    try:
        value = compute(left, right)
    except (ZeroDivisionError, OverflowError, TypeError, ValueError):
        return None
    return value if isinstance(value, int | float) else None
