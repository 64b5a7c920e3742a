"""polynomials: five values at equidistant points determine a polynomial of degree four."""

import pytest

from simnon.kernels.polynomials import quartic


@pytest.mark.parametrize("s", [-1.0, 0.0, 0.3, 1.0, 2.5, 4.0, 6.0])
def test_a_polynomial_of_degree_four_is_exact(s: float) -> None:
    def polynomial(x: float) -> float:
        return 3.0 - 2.0 * x + x**2 - 0.5 * x**3 + 0.25 * x**4

    f0, f1, f2, f3, f4 = (polynomial(float(k)) for k in range(5))
    assert quartic(f0, f1, f2, f3, f4, s) == pytest.approx(polynomial(s), rel=1e-13)
