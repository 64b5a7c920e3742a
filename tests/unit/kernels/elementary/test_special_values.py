"""Zeros, infinities and nan: C's rules, and the sign of every zero."""

import itertools
import math
from collections.abc import Callable

import pytest

from simnon.kernels import ELEMENTARY, subset

from .true_values import FUNCTIONS

SPECIAL = (
    0.0, 5e-324, 2.225073858507201e-308, 2.2250738585072014e-308, 1e-300, 1e-20, 0.25, 0.5, 1.0 - 2.0**-53, 1.0,
    1.0 + 2.0**-52, 1.5, 2.0, 3.0, 4.0, 10.0, 1e3, 2.0**53 - 1.0, 2.0**53, 2.0**53 + 2.0, 1e22, 1e300,
    1.7976931348623157e308, math.inf,
)  # fmt: skip
NUMBERS = (*SPECIAL, *(-x for x in SPECIAL), math.nan)
CLOSE = 3
"""Ulps: `test_accuracy` is stricter for ordinary numbers."""


def of_c(name: str) -> Callable[..., float]:
    (operator,) = (operator for operator, (kernel, _) in ELEMENTARY.items() if kernel == name)
    function: Callable[..., float] = getattr(subset, operator)
    return function


def agrees(ours: float, other: float) -> bool:
    if math.isnan(other) or math.isinf(other) or other == 0.0:
        return str(ours) == str(other)
    return abs(ours - other) <= CLOSE * math.ulp(other)


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - {"power", "angle"}))
def test_functions_of_one_number_follow_c(name: str) -> None:
    for x in NUMBERS:
        assert agrees(FUNCTIONS[name].plain(x), of_c(name)(x)), x


@pytest.mark.parametrize("name", ["power", "angle"])
def test_functions_of_two_numbers_follow_c(name: str) -> None:
    for x, y in itertools.product(NUMBERS, NUMBERS):
        assert agrees(FUNCTIONS[name].plain(x, y), of_c(name)(x, y)), (x, y)


def test_a_wrong_sign_of_zero_is_found() -> None:
    assert not agrees(0.0, -0.0)
    assert not agrees(math.nan, math.inf)
