"""Our elementary functions are at most 1 ulp from the true value, everywhere, and exact where expected.

The bounds are what the slow tests found, rounded up; `docs/language/functions.md` lists them too.
"""

import hashlib
import math
from random import Random

import mpmath
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simnon.kernels.elementary.angle_reduction import TWO_OVER_PI
from simnon.kernels.elementary.circular import cosine, sine, tangent
from simnon.kernels.elementary.exponential import exponential
from simnon.kernels.elementary.logarithms import decimal_logarithm, natural_logarithm
from simnon.kernels.elementary.power import power
from tests.examples import examples

from .true_values import FUNCTIONS, error_in_ulps, on_target

BOUNDS = {
    "exponential": 0.80,
    "natural_logarithm": 0.75,
    "decimal_logarithm": 0.75,
    "sine": 0.90,
    "cosine": 0.90,
    "tangent": 0.90,
    "arc_sine": 0.75,
    "arc_cosine": 0.75,
    "arc_tangent": 0.80,
    "angle": 0.80,
    "hyperbolic_sine": 0.80,
    "hyperbolic_cosine": 0.75,
    "hyperbolic_tangent": 0.90,
    "power": 0.80,
}
DIGESTS = {
    "exponential": "8b49c76e4ae970f7",
    "natural_logarithm": "44bc8a08d80cdaea",
    "decimal_logarithm": "e402f081f7bb8465",
    "sine": "a6a4e4f4da7bbcae",
    "cosine": "ce451cf5210e0452",
    "tangent": "cea01cf328c88d10",
    "arc_sine": "ce6e829a83128119",
    "arc_cosine": "89cb55ac716a6d67",
    "arc_tangent": "9776ed7c68d12e13",
    "angle": "619bfce1ae3a45d7",
    "hyperbolic_sine": "b8fb9986f0db0c67",
    "hyperbolic_cosine": "9bac30819379b087",
    "hyperbolic_tangent": "cd0dde3d9d8825b7",
    "power": "84d163b882c7bf3a",
}
"""Of the values at random points, which the tests of accuracy have checked."""
FINITE = st.floats(allow_nan=False, allow_infinity=False)
NEAREST_TO_MULTIPLE = math.ldexp(6381956970095103.0, 797)
"""Of all floats the closest to a multiple of pi/2 (Muller et al., Handbook of Floating-Point Arithmetic)."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_error_is_small_at_random_points(name: str) -> None:
    function, random = FUNCTIONS[name], Random(1977)  # noqa: S311  nothing here is secret
    for draw in function.draws:
        for _ in range(150):
            arguments = draw(random)
            assert error_in_ulps(function, arguments, function.plain(*arguments)) <= BOUNDS[name], arguments


def digest_at_random_points(name: str) -> str:
    function, random = FUNCTIONS[name], Random(1977)  # noqa: S311
    values = [function.plain(*draw(random)) for draw in function.draws for _ in range(300)]
    return hashlib.sha256(np.array(values).tobytes()).hexdigest()[:16]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_last_bits_stay_as_they_are(name: str) -> None:
    """Trajectories depend on them: a change within the bound changes every recorded run."""
    assert digest_at_random_points(name) == DIGESTS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_error_is_small_at_many_random_points(name: str) -> None:
    function, random = FUNCTIONS[name], Random(1986)  # noqa: S311
    run = on_target(name, "llvm", is_shared=True)
    for draw in function.draws:
        points = [draw(random) for _ in range(20_000)]
        columns = np.array(points).T.copy()
        for arguments, value in zip(points, run(columns[0], columns[-1]), strict=True):
            assert error_in_ulps(function, arguments, float(value)) <= BOUNDS[name], arguments


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - {"power", "angle"}))
@examples(200)
@given(x=FINITE)
def test_the_error_is_below_one_ulp_for_any_argument(name: str, x: float) -> None:
    function = FUNCTIONS[name]
    is_inside = {"natural_logarithm": x > 0.0, "decimal_logarithm": x > 0.0}
    is_inside |= dict.fromkeys(("arc_sine", "arc_cosine"), abs(x) <= 1.0)
    is_inside |= dict.fromkeys(("exponential", "hyperbolic_sine", "hyperbolic_cosine"), abs(x) < 1e4)
    if is_inside.get(name, True):
        assert error_in_ulps(function, (x,), function.plain(x)) <= BOUNDS[name]


@examples(400)
@given(y=FINITE, x=FINITE)
@example(y=5e-324, x=1e308)
@example(y=1e308, x=-5e-324)
def test_the_error_of_an_angle_is_below_one_ulp_for_any_point(y: float, x: float) -> None:
    assert y == 0.0 or error_in_ulps(FUNCTIONS["angle"], (y, x), FUNCTIONS["angle"].plain(y, x)) <= BOUNDS["angle"]


@examples(400)
@given(x=st.floats(min_value=5e-324, allow_infinity=False), y=st.floats(min_value=-1e3, max_value=1e3))
def test_the_error_of_a_power_is_below_one_ulp(x: float, y: float) -> None:
    assert error_in_ulps(FUNCTIONS["power"], (x, y), power(x, y)) <= BOUNDS["power"]


@pytest.mark.parametrize("x", [NEAREST_TO_MULTIPLE, 1e22, 1.7976931348623157e308, math.pi, 1e5 * math.pi, 355.0])
def test_angles_that_are_hard_to_reduce(x: float) -> None:
    for name, plain in (("sine", sine), ("cosine", cosine), ("tangent", tangent)):
        for angle in (x, -x):
            assert error_in_ulps(FUNCTIONS[name], (angle,), plain(angle)) <= BOUNDS[name]


def test_the_digits_of_two_over_pi_are_right() -> None:
    with mpmath.workprec(1400):
        whole = int(mpmath.floor(2 / mpmath.pi * mpmath.mpf(2) ** (24 * 52)))
    digits = [(whole >> (24 * i)) & 0xFFFFFF for i in range(51, -1, -1)]
    assert list(TWO_OVER_PI) == [0, 0, 0, 0, *digits]


def test_logarithms_of_powers_are_integers() -> None:
    assert [decimal_logarithm(float(f"1e{k}")) for k in range(23)] == list(range(23))
    assert [decimal_logarithm(float(f"1e{k}")) for k in range(-307, 309)] == list(range(-307, 309))
    assert (natural_logarithm(1.0), exponential(0.0)) == (0.0, 1.0)


def test_powers_that_a_float_can_hold_are_exact() -> None:
    assert [power(2.0, float(k)) for k in range(-1074, 1024)] == [math.ldexp(1.0, k) for k in range(-1074, 1024)]
    for base in range(2, 60):
        for exponent in range(12):
            if base**exponent < 2**53:
                assert power(float(base), float(exponent)) == base**exponent
                assert power(float(-base), float(exponent)) == (-base) ** exponent
        assert power(float(base * base), 0.5) == base
        assert power(float(base), 1.0) == base


@given(FINITE)
def test_a_square_is_the_product_rounded(x: float) -> None:
    assert power(x, 2.0) == x * x


@pytest.mark.parametrize(
    ("x", "is_finite"), [(709.782712893384, True), (709.7827128933841, False), (-745.1332191019411, True)]
)
def test_the_exponential_overflows_and_underflows_where_it_must(x: float, is_finite: bool) -> None:
    assert math.isfinite(exponential(x)) == is_finite
    assert exponential(-745.1332191019412) in (0.0, 5e-324)
    assert exponential(-745.2) == 0.0 < exponential(-745.13)
