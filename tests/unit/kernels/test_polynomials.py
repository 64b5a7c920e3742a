"""polynomials: five values at equidistant points determine a polynomial of degree four."""

import numpy as np
import pytest

from simnon.kernels.polynomials import least_coefficient, quartic


@pytest.mark.parametrize("s", [-1.0, 0.0, 0.3, 1.0, 2.5, 4.0, 6.0])
def test_a_polynomial_of_degree_four_is_exact(s: float) -> None:
    def polynomial(x: float) -> float:
        return 3.0 - 2.0 * x + x**2 - 0.5 * x**3 + 0.25 * x**4

    f0, f1, f2, f3, f4 = (polynomial(float(k)) for k in range(5))
    assert quartic(f0, f1, f2, f3, f4, s) == pytest.approx(polynomial(s), rel=1e-13)


def test_the_least_coefficient_is_below_the_polynomial_and_exact_for_a_straight_line() -> None:
    numbers = np.random.default_rng(1)
    for _ in range(200):
        f0, f1, f2, f3, f4 = (float(x) for x in numbers.uniform(-1.0, 1.0, 5))
        least = least_coefficient(f0, f1, f2, f3, f4)
        assert all(quartic(f0, f1, f2, f3, f4, k / 25.0) >= least - 1e-12 for k in range(101))
        assert least == pytest.approx(least_coefficient(f4, f3, f2, f1, f0), abs=1e-12)
    assert least_coefficient(2.0, 1.75, 1.5, 1.25, 1.0) == pytest.approx(1.0)


def test_bernstein_coefficients_of_a_known_polynomial() -> None:
    # 16 u (1 - u)^3 and its mirror image have the coefficients 0, 4, 0, 0, 0 on [0, 1]; 1 - it has 1, -3, 1, 1, 1.
    values = [1.0 - 16.0 * u * (1.0 - u) ** 3 for u in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert least_coefficient(*values) == pytest.approx(-3.0)
    assert least_coefficient(*values[::-1]) == pytest.approx(-3.0)
    # 6 u^2 (1 - u)^2 has 0, 0, 1, 0, 0.
    assert least_coefficient(*(-6.0 * (u * (1.0 - u)) ** 2 for u in (0.0, 0.25, 0.5, 0.75, 1.0))) == pytest.approx(-1.0)
