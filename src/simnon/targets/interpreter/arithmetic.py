"""DATA: the operators of a program as Python functions, with the exact meaning of `operators.py`.

Python raises where IEEE arithmetic has a result; here every operation returns one, as the machine
would. Elementary functions are those of `math`, which are the C library's, as in compiled code.
"""

import math
import struct
from collections.abc import Callable
from fractions import Fraction

SMALLEST, LARGEST = -(2**63), 2**63 - 1
QUIET_NAN = 0x7FF8_0000_0000_0000


def zeros(size: int) -> "memoryview[float]":
    """A local array; its slices, given to a call, are not copies."""
    return memoryview(bytearray(8 * size)).cast("d")


def wrap(value: int) -> int:
    """The 64 low bits of `value`, as a signed number."""
    if SMALLEST <= value <= LARGEST:
        return value
    return ((value - SMALLEST) & 0xFFFF_FFFF_FFFF_FFFF) + SMALLEST


def divide(a: float, b: float) -> float:
    try:
        return a / b
    except ZeroDivisionError:
        if a == 0.0 or math.isnan(a):
            return math.nan
        return math.copysign(math.inf, a) * math.copysign(1.0, b)


def floor_divide(a: int, b: int) -> int:
    return wrap(a // b) if b else 0


def remainder(a: int, b: int) -> int:
    return a % b if b else 0


def power(a: float, b: float) -> float:
    """C's `pow`: if `math.pow` raises, the result is nan or an infinity with the sign of an odd power."""
    try:
        return math.pow(a, b)
    except OverflowError:
        return math.copysign(math.inf, a) if _is_odd(b) else math.inf
    except ValueError:
        if a != 0.0:
            return math.nan
        return math.copysign(math.inf, a) if _is_odd(b) else math.inf


def _is_odd(value: float) -> bool:
    return math.fmod(value, 2.0) in (1.0, -1.0)


def fused_multiply_add(a: float, b: float, c: float) -> float:
    """`a*b + c`, rounded once: exact in rational numbers, whose quotient Python rounds correctly."""
    if not (math.isfinite(a) and math.isfinite(b)) or a == 0.0 or b == 0.0:
        return a * b + c
    if not math.isfinite(c):
        return c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


def minimum(a: float, b: float) -> float:
    return b if b < a else a


def maximum(a: float, b: float) -> float:
    return b if b > a else a


def floor(value: float) -> float:
    if not math.isfinite(value):
        return value
    return math.copysign(float(math.floor(value)), value)


def exponential(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf


def natural_logarithm(value: float) -> float:
    return -math.inf if value == 0.0 else _nan_outside(math.log, value)


def decimal_logarithm(value: float) -> float:
    return -math.inf if value == 0.0 else _nan_outside(math.log10, value)


def hyperbolic_sine(value: float) -> float:
    try:
        return math.sinh(value)
    except OverflowError:
        return math.copysign(math.inf, value)


def hyperbolic_cosine(value: float) -> float:
    try:
        return math.cosh(value)
    except OverflowError:
        return math.inf


def square_root(value: float) -> float:
    return _nan_outside(math.sqrt, value)


def sine(value: float) -> float:
    return _nan_outside(math.sin, value)


def cosine(value: float) -> float:
    return _nan_outside(math.cos, value)


def tangent(value: float) -> float:
    return _nan_outside(math.tan, value)


def arc_sine(value: float) -> float:
    return _nan_outside(math.asin, value)


def arc_cosine(value: float) -> float:
    return _nan_outside(math.acos, value)


def _nan_outside(function: Callable[[float], float], value: float) -> float:
    try:
        return function(value)
    except ValueError:
        return math.nan


def to_integer(value: float) -> int:
    if math.isnan(value):
        return 0
    if math.isinf(value):
        return LARGEST if value > 0.0 else SMALLEST
    return max(SMALLEST, min(LARGEST, int(value)))


def bits(value: float) -> int:
    """The bit pattern; one pattern for every nan, because machines produce different ones."""
    if math.isnan(value):
        return QUIET_NAN
    return int.from_bytes(struct.pack("<d", value), "little", signed=True)


def from_bits(value: int) -> float:
    number = float(struct.unpack("<d", struct.pack("<q", value))[0])
    return math.nan if math.isnan(number) else number


def index(value: int) -> int:
    """A negative index would count from the end: in a program it is an error."""
    if value < 0:
        raise IndexError(f"index {value} is before the start of the array")
    return value
