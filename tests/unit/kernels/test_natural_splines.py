"""natural_spline: second derivatives that make the slopes meet."""

import math

import pytest

from simnon.kernels import natural_spline, natural_spline_surface


def test_a_known_spline() -> None:
    """Through (0, 0), (1, 1), (2, 0): 4 m1 = 6 (-1 - 1)."""
    assert natural_spline([0.0, 1.0, 2.0], [0.0, 1.0, 0.0]) == [0.0, -3.0, 0.0]


def test_a_straight_line_has_no_curvature() -> None:
    xs = [0.0, 0.1, 0.7, 2.0]
    assert natural_spline(xs, [3 * x + 1 for x in xs]) == pytest.approx([0.0] * 4, abs=1e-13)


def test_the_slopes_match_at_every_node() -> None:
    xs = [0.0, 0.3, 1.0, 1.1, 4.0]
    ys = [1.0, -2.0, 0.5, 7.0, 3.0]
    m = natural_spline(xs, ys)
    assert m[0] == m[-1] == 0.0
    for i in range(1, len(xs) - 1):
        h, k = xs[i] - xs[i - 1], xs[i + 1] - xs[i]
        left = (ys[i] - ys[i - 1]) / h + h * (m[i - 1] + 2 * m[i]) / 6
        right = (ys[i + 1] - ys[i]) / k - k * (2 * m[i] + m[i + 1]) / 6
        assert left == pytest.approx(right, abs=1e-10)


def test_a_surface_has_the_derivatives_of_its_factors() -> None:
    xs, ys = [0.0, 1.0, 2.0], [0.0, 0.5, 2.0, 3.0]
    a, b = [0.0, 1.0, 0.0], [1.0, math.e, -2.0, 0.0]
    second_a, second_b = natural_spline(xs, a), natural_spline(ys, b)

    found = natural_spline_surface(xs, ys, [p * q for p in a for q in b])

    expected = [
        p * q for left, right in ((second_a, b), (a, second_b), (second_a, second_b)) for p in left for q in right
    ]
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("count", [1, 2])
def test_one_or_two_nodes_have_no_curvature(count: int) -> None:
    assert natural_spline([0.0, 1.0][:count], [5.0, 3.0][:count]) == [0.0] * count
