"""DATA: the built-in functions on numbers, exactly as they are in a compiled model, to the last bit.

Every function returns, as in IEEE arithmetic: a quotient by zero is infinite, a root of a negative number is nan.
Comparisons with nan are false, so that MIN and MAX keep what they have and SIGN(nan) is 0.
"""

import math
from functools import reduce
from operator import add, mul


def total(*terms: float) -> float:
    """From the left; Python's own `sum` compensates for rounding."""
    return reduce(add, terms)


def product(*factors: float) -> float:
    return reduce(mul, factors)


def quotient(x: float, y: float) -> float:
    if y != 0.0:
        return x / y
    if x == 0.0 or math.isnan(x):
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


def small_power(x: float, y: float) -> float:
    """For an integer y from -4 to 4, products: x^3 is (x*x)*x, x^4 is (x*x)*(x*x), x^-n is 1/x^n."""
    if y < 0.0:
        return quotient(1.0, small_power(x, -y))
    square = x * x
    return (1.0, x, square, square * x, square * square)[int(y)]


def square_root(x: float) -> float:
    return math.sqrt(x) if x >= 0.0 else math.nan


def sign(x: float) -> float:
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0


def minimum(first: float, *others: float) -> float:
    for other in others:
        first = other if other < first else first
    return first


def maximum(first: float, *others: float) -> float:
    for other in others:
        first = other if other > first else first
    return first


def integer_part(x: float) -> float:
    """Truncated towards zero."""
    return math.copysign(float(math.trunc(x)), x) if math.isfinite(x) else x


def remainder(x: float, y: float) -> float:
    """x - y*INT(x/y): the sign of x, as in Fortran."""
    return x - y * integer_part(quotient(x, y))


def choice(*parts: float) -> float:
    """IF: alternating conditions and values, then the value if no condition holds."""
    for condition, value in zip(parts[:-1:2], parts[1:-1:2], strict=True):
        if condition:
            return value
    return parts[-1]
