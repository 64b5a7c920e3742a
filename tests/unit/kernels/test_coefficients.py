"""The coefficients of the methods satisfy the order conditions, tree by tree.

Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, theorem II.2.13; for linearly implicit methods
Hairer and Wanner, Solving Ordinary Differential Equations II, theorem IV.7.4: a vertex with one successor takes alpha +
gamma instead of alpha.
"""

import math
from functools import cache
from types import ModuleType

import numpy as np
import pytest

from simnon.kernels import dop853, dopri5, euler, heun, rk4, rodas5p, simpson
from simnon.kernels.control import NEW
from simnon.kernels.subset import zeros
from simnon.program import Array, Layout
from simnon.simulation import RunOptions

from .begun_runs import begun, state_slots

Tree = tuple["Tree", ...]
"""A rooted tree is the tuple of its branches, in order."""
ROUNDING = 1e-13
ORDERS = {euler: 1, heun: 2, simpson: 2, rk4: 4, dopri5: 5, dop853: 8}
WITH_WHOLE_WEIGHTS = (heun, simpson, rk4)


@cache
def trees(order: int) -> list[Tree]:
    """All rooted trees with `order` vertices."""
    return sorted(_forests(order - 1, order - 1))


@cache
def _forests(size: int, largest: int) -> list[Tree]:
    if size == 0:
        return [()]
    found = {
        tuple(sorted((tree, *rest)))
        for first in range(1, min(size, largest) + 1)
        for tree in trees(first)
        for rest in _forests(size - first, first)
    }
    return sorted(found)


def size(tree: Tree) -> int:
    return 1 + sum(map(size, tree))


def density(tree: Tree) -> int:
    return size(tree) * math.prod(map(density, tree))


def elementary_weights(tree: Tree, alpha: Array, beta: Array) -> Array:
    product = np.ones(len(alpha))
    for branch in tree:
        product *= (beta if len(tree) == 1 else alpha) @ elementary_weights(branch, alpha, beta)
    return product


def largest_defect(order: int, weights: Array, alpha: Array, beta: Array) -> float:
    return max(abs(float(weights @ elementary_weights(t, alpha, beta)) - 1 / density(t)) for t in trees(order))


def test_the_number_of_trees_is_the_known_one() -> None:
    assert [len(trees(order)) for order in range(1, 9)] == [1, 1, 2, 4, 9, 20, 48, 115]


def rows(module: ModuleType) -> tuple[Array, Array]:
    """The nodes of the stages of a tableau, and the square matrix of its coefficients."""
    numbers = module.TABLEAU
    count = math.isqrt(2 * len(numbers))
    matrix = np.zeros((count, count + 1))
    matrix[np.tril_indices(count)] = numbers
    return matrix[:, 0], matrix[:, 1:]


def stages(module: ModuleType) -> Array:
    return rows(module)[1][: module.LAST, : module.LAST]


def weights(module: ModuleType) -> Array:
    """Of the last row; simple ones are written as integers."""
    last: Array = rows(module)[1][module.LAST, : module.LAST]
    return last / last.sum() if module in WITH_WHOLE_WEIGHTS else last


@pytest.mark.parametrize("module", ORDERS)
def test_an_explicit_method_has_exactly_its_order(module: ModuleType) -> None:
    a, b = stages(module), weights(module)

    assert max(largest_defect(order, b, a, a) for order in range(1, ORDERS[module] + 1)) < ROUNDING
    assert largest_defect(ORDERS[module] + 1, b, a, a) > 1e-6


@pytest.mark.parametrize("module", ORDERS)
def test_the_stages_are_at_the_sums_of_their_coefficients(module: ModuleType) -> None:
    nodes, matrix = rows(module)

    for k in range(len(nodes)):
        assert nodes[k] == pytest.approx(1 if k == module.LAST else matrix[k].sum(), abs=ROUNDING)


def test_dopri5_estimates_errors_with_order_4() -> None:
    a = rows(dopri5)[1]
    fourth = np.array([*weights(dopri5), 0]) - dopri5.ERROR

    assert max(largest_defect(order, fourth, a, a) for order in range(1, 5)) < ROUNDING
    assert largest_defect(5, fourth, a, a) > 1e-6


def test_dop853_estimates_errors_with_orders_5_and_3() -> None:
    a = stages(dop853)
    fifth, third = weights(dop853) - dop853.FIFTH, np.array(dop853.THIRD)

    assert max(largest_defect(order, fifth, a, a) for order in range(1, 6)) < ROUNDING
    assert largest_defect(6, fifth, a, a) > 1e-6
    assert max(largest_defect(order, third, a, a) for order in range(1, 4)) < ROUNDING
    assert largest_defect(4, third, a, a) > 1e-6


def tail(module: ModuleType, fraction: float) -> Array:
    """The weights of the interpolant beyond the cubic: four rows for dop853, in Horner's form, one for dopri5."""
    if module is dopri5:
        return np.array(dopri5.TAIL)
    first, second, third, fourth = np.reshape(dop853.TAILS, (4, 16))
    return first + fraction * (second + (1 - fraction) * (third + fraction * fourth))


@pytest.mark.parametrize("fraction", [0.2, 0.5, 0.9])
@pytest.mark.parametrize(("module", "order"), [(dopri5, 4), (dop853, 7)])
def test_the_interpolant_of_an_explicit_method_has_its_order(module: ModuleType, order: int, fraction: float) -> None:
    """The cubic through both ends, with the slopes of the first stage and of the one at the end, plus the tail."""
    a = rows(module)[1]
    first, last = np.eye(len(a))[[0, module.LAST]]
    difference = a[module.LAST]
    bend, rest = first - difference, 1 - fraction
    curve = difference - last - bend
    weights = fraction * (difference + rest * (bend + fraction * (curve + rest * tail(module, fraction))))

    for each in range(1, order + 1):
        for tree in trees(each):
            value = weights @ elementary_weights(tree, a, a)
            assert value == pytest.approx(fraction**each / density(tree), abs=ROUNDING)


def coefficients(letter: str) -> Array:
    """The matrix of the constants A21, A31, A32, ... of rodas5p."""
    return np.array([[getattr(rodas5p, f"{letter}{i}{j}", 0.0) for j in range(1, 9)] for i in range(1, 9)])


def row(letter: str, stages: int) -> Array:
    return np.array([getattr(rodas5p, f"{letter}{j}", 0.0) for j in range(1, stages + 1)])


@cache
def rodas() -> tuple[Array, Array, Array]:
    """alpha, gamma, and the matrix that turns sums over U into sums over k: the usual form of the method."""
    a = coefficients("A")
    a[6], a[7] = a[5], a[5]
    a[6, 5] = a[7, 5] = a[7, 6] = 1.0
    gamma = np.linalg.inv(np.eye(8) / rodas5p.GAMMA - coefficients("C")).astype(np.float64)
    alpha: Array = a @ gamma
    return a, alpha, gamma


def test_rodas5p_has_order_5_and_estimates_errors_with_order_4() -> None:
    a, alpha, gamma = rodas()
    last = np.eye(8)[7]

    for order in range(1, 6):
        assert largest_defect(order, (a[7] + last) @ gamma, alpha, alpha + gamma) < ROUNDING
    for order in range(1, 5):
        assert largest_defect(order, a[7] @ gamma, alpha, alpha + gamma) < ROUNDING
    assert largest_defect(5, a[7] @ gamma, alpha, alpha + gamma) > 1e-6


def test_the_stages_of_rodas5p_are_at_the_sums_of_their_coefficients() -> None:
    _, alpha, gamma = rodas()

    assert alpha.sum(axis=1) == pytest.approx([0, *row("C", 5)[1:], 1, 1, 1], abs=ROUNDING)
    assert gamma.sum(axis=1) == pytest.approx([*row("D", 5), 0, 0, 0], abs=ROUNDING)


@pytest.mark.parametrize("fraction", [0.2, 0.5, 0.9])
def test_the_interpolant_of_rodas5p_has_order_4(fraction: float) -> None:
    a, alpha, gamma = rodas()
    bends = [row(f"H{k}", 8) for k in (2, 3, 4)]
    rest = 1 - fraction
    weights = fraction * (a[7] + np.eye(8)[7] + rest * (bends[0] + fraction * (bends[1] + fraction * bends[2])))

    for order in range(1, 5):
        for tree in trees(order):
            value = weights @ gamma @ elementary_weights(tree, alpha, alpha + gamma)
            assert value == pytest.approx(fraction**order / density(tree), abs=ROUNDING)


def test_rodas5p_damps_infinitely_stiff_components_completely() -> None:
    a, alpha, gamma = rodas()
    weights = (a[7] + np.eye(8)[7]) @ gamma

    assert 1 - weights @ np.linalg.solve(alpha + gamma, np.ones(8)) == pytest.approx(0, abs=1e-12)


def test_the_polynomial_through_the_thirds_of_a_step_has_degree_7(monkeypatch: pytest.MonkeyPatch) -> None:
    """x' = 7 t^6 - 3 t^2 + 1 from t = 1: whatever takes the steps exactly, the interpolant is exact too."""

    def exact(time: float) -> float:
        return time**7 - time**3 + time

    def slope(time: float) -> float:
        return 7.0 * time**6 - 3.0 * time**2 + 1.0

    run = begun(Layout(states=state_slots(1)), RunOptions(1.0, 2.0, method="dop853"), states=(exact(1.0),))

    def take_step(time: float, h: float, *_others: object) -> None:
        run.work[NEW], run.work[dop853.END] = exact(time + h), slope(time + h)

    h = 0.6
    monkeypatch.setattr(dop853, "take_step", take_step)
    run.work[0] = slope(1.0)
    take_step(1.0, h)
    run.control.taken = h
    dop853.go_through_thirds(1.0, h, run.control, run.states, run.values, run.work)

    for fraction in (0.0, 0.1, 0.3, 0.5, 0.75, 0.9, 1.0):
        out = zeros(1)
        dop853.interpolate(fraction, run.control, run.states, run.work, out)
        assert out[0] == pytest.approx(exact(1.0 + fraction * h), rel=1e-13)
