"""Python's binary operators on two translated values -> operations, promoted as Python does.

`x ** n` with a literal n is expanded into multiplications up to n = 4: x*x, (x*x)*x, (x*x)*(x*x); for negative n 1
divided by that. Every other power is the C library's. `>>` of a program shifts in zeros, so Python's meaning for
negative ints needs their sign restored; `(i >> n) & mask` does not, if the mask keeps none of the bits shifted in.
"""

import ast

from simnon.program import Constant, Expression

from .scope import BOOL, FLOAT, INT, Scope, convert, exactly, on_floats, operate, type_of

ARITHMETIC: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
INTEGER: dict[type[ast.operator], str] = {
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
ON_TRUTHS: dict[type[ast.operator], str] = {ast.BitAnd: "and", ast.BitOr: "or"}
LARGEST_PRODUCT = 4


def binary(scope: Scope, node: ast.BinOp | ast.AugAssign, left: Expression, right: Expression) -> Expression:
    """`left op right`."""
    kind = type(node.op)
    if kind in ARITHMETIC:
        return operate(ARITHMETIC[kind], left, right)
    if kind is ast.Div:
        return on_floats("/", left, right)
    if kind is ast.Pow:
        return _power(scope, node, left, right)
    if kind not in INTEGER:
        raise scope.refuse(node, "'@' is not in the subset")
    if type_of(left) is BOOL and type_of(right) is BOOL:
        if kind in ON_TRUTHS:
            # Python computes both sides: held in a local, the right one is never skipped.
            return exactly(ON_TRUTHS[kind], left, scope.hold(right))
        if kind is ast.BitXor:
            return operate("!=", left, right)
    if type_of(left) is FLOAT or type_of(right) is FLOAT:
        raise scope.refuse(node, f"'{INTEGER[kind]}' takes ints")
    left, right = convert(left, INT), convert(right, INT)
    if kind is ast.RShift:
        return _shift_right(scope, left, right)
    return exactly(INTEGER[kind], left, right)


def _power(scope: Scope, node: ast.BinOp | ast.AugAssign, base: Expression, exponent: Expression) -> Expression:
    if isinstance(exponent, Constant) and exponent.type is INT and abs(exponent.value) <= LARGEST_PRODUCT:
        return _product(scope, base, int(exponent.value))
    if type_of(base) is not FLOAT and type_of(exponent) is not FLOAT:
        raise scope.refuse(
            node, f"an int can only be raised to a literal power from 0 to {LARGEST_PRODUCT}: use a float"
        )
    return on_floats("pow", base, exponent)


def _product(scope: Scope, base: Expression, exponent: int) -> Expression:
    if type_of(base) is BOOL:
        base = convert(base, INT)
    if exponent < 0:
        one = Constant(1.0, FLOAT)
        return exactly("/", one, convert(_product(scope, convert(base, FLOAT), -exponent), FLOAT))
    if exponent == 0:
        return Constant(1.0, FLOAT) if type_of(base) is FLOAT else Constant(1, INT)
    if exponent == 1:
        return base
    factor = scope.hold(base)
    square = exactly("*", factor, factor)
    if exponent == 2:
        return square
    if exponent == 3:
        return exactly("*", square, factor)
    twice = scope.hold(square)
    return exactly("*", twice, twice)


def _shift_right(scope: Scope, value: Expression, count: Expression) -> Expression:
    shifted = scope.hold(value)
    is_negative = exactly("<", shifted, Constant(0, INT))
    sign = scope.hold(exactly("select", is_negative, Constant(-1, INT), Constant(0, INT)))
    return exactly("^", exactly(">>", exactly("^", shifted, sign), count), sign)


def is_plain_shift(scope: Scope, shift: ast.BinOp, mask: ast.expr) -> bool:
    """True if `shift & mask` keeps only bits that existed before the shift."""
    count, kept = scope.constant(shift.right), scope.constant(mask)
    if not isinstance(count, int) or not isinstance(kept, int):
        return False
    return 0 <= count < 64 and 0 <= kept < 2 ** (64 - count) and kept < 2**63
