"""Built-in functions of the subset -> operations.

A kernel's `floor` returns a float; that of Python's `math` returns an int, here too.
"""

import math
from collections.abc import Callable, Mapping

from simnon.program import Constant, Expression
from simnon.source import frozen

from .scope import BOOL, FLOAT, INT, convert, exactly, on_floats, operate, type_of

MANY = 1000
FLOAT_FUNCTIONS = (
    "sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
)  # fmt: skip


@frozen
class Intrinsic:
    """`build` returns None if it does not accept arguments of these types."""

    fewest: int
    most: int
    build: Callable[..., Expression | None]
    is_used_twice: bool = False
    """True if the result of `build` contains an argument more than once."""


def _float_function(operator: str, arity: int) -> Intrinsic:
    return Intrinsic(arity, arity, lambda *arguments: on_floats(operator, *arguments))


def _extreme(operator: str) -> Intrinsic:
    def build(value: Expression, *rest: Expression) -> Expression:
        for other in rest:
            value = operate(operator, value, other)
        return value

    return Intrinsic(2, MANY, build)


def _absolute(value: Expression) -> Expression:
    return operate("abs", value)


def _int(value: Expression) -> Expression:
    return value if type_of(value) is INT else exactly("int", value)


def _float(value: Expression) -> Expression:
    return convert(value, FLOAT)


def _bool(value: Expression) -> Expression:
    return value if type_of(value) is BOOL else operate("!=", value, Constant(0, INT))


def _is_nan(value: Expression) -> Expression:
    return operate("!=", value, value)


def _from_bits(value: Expression) -> Expression | None:
    return exactly("frombits", value) if type_of(value) is INT else None


def _likely(value: Expression) -> Expression | None:
    return exactly("likely", value) if type_of(value) is BOOL else None


def _wrap(value: Expression) -> Expression | None:
    return value if type_of(value) is INT else None


def _floor_int(value: Expression) -> Expression:
    return _int(exactly("floor", value)) if type_of(value) is FLOAT else convert(value, INT)


def _ceiling_int(value: Expression) -> Expression:
    if type_of(value) is not FLOAT:
        return convert(value, INT)
    return _int(exactly("neg", exactly("floor", exactly("neg", value))))


def _logarithm(value: Expression, base: Expression | None = None) -> Expression:
    logarithm = on_floats("log", value)
    return logarithm if base is None else exactly("/", logarithm, on_floats("log", base))


def _scaled(factor: float) -> Intrinsic:
    return Intrinsic(1, 1, lambda value: on_floats("*", value, Constant(factor, FLOAT)))


BUILTINS: Mapping[str, Intrinsic] = {
    "abs": Intrinsic(1, 1, _absolute),
    "min": _extreme("min"),
    "max": _extreme("max"),
    "int": Intrinsic(1, 1, _int),
    "float": Intrinsic(1, 1, _float),
    "bool": Intrinsic(1, 1, _bool),
    "pow": _float_function("pow", 2),
}
"""Functions of Python itself; `pow` and `**` mean C's `pow`."""

KERNEL_INTRINSICS: Mapping[str, Intrinsic] = {
    **BUILTINS,
    **{name: _float_function(name, 1) for name in (*FLOAT_FUNCTIONS, "floor", "bits")},
    "atan2": _float_function("atan2", 2),
    "divide": _float_function("/", 2),
    "truncate": Intrinsic(1, 1, _int),
    "frombits": Intrinsic(1, 1, _from_bits),
    "is_nan": Intrinsic(1, 1, _is_nan, is_used_twice=True),
    "wrap": Intrinsic(1, 1, _wrap),
    "likely": Intrinsic(1, 1, _likely),
    "whole": Intrinsic(1, 1, lambda value: exactly("whole", value) if type_of(value) is FLOAT else None),
}
"""What `simnon.kernels.subset` offers, besides `zeros`."""

MATH_INTRINSICS: Mapping[str, Intrinsic] = {
    **{f"math.{name}": _float_function(name, 1) for name in FLOAT_FUNCTIONS},
    "math.atan2": _float_function("atan2", 2),
    "math.pow": _float_function("pow", 2),
    "math.fabs": _float_function("abs", 1),
    "math.floor": Intrinsic(1, 1, _floor_int),
    "math.ceil": Intrinsic(1, 1, _ceiling_int),
    "math.trunc": Intrinsic(1, 1, _int),
    "math.isnan": Intrinsic(1, 1, _is_nan, is_used_twice=True),
    "math.log": Intrinsic(1, 2, _logarithm),
    "math.radians": _scaled(math.pi / 180.0),
    "math.degrees": _scaled(180.0 / math.pi),
}
"""Functions of Python's `math`."""

INTRINSICS: Mapping[str, Intrinsic] = {**KERNEL_INTRINSICS, **MATH_INTRINSICS}
