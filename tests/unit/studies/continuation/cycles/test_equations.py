"""Collocation: Newton's equations of periodic orbits, their order, and Floquet multipliers."""

import numpy as np
import pytest
from scipy.optimize import brentq

from simnon.program import Array
from simnon.studies.continuation.cycles.condensing import Condensed
from simnon.studies.continuation.cycles.equations import Collocation, HasField, Orbit, inner_row
from simnon.studies.continuation.cycles.profile import Profile, nodes_of
from tests.unit.studies.continuation.cycles.fields import Radial, VanDerPol

PERIOD_OF_VAN_DER_POL = 6.66328685932313018969968
"""For mu = 1: the time between two returns of a Taylor series of order 30, with 30 digits, after nine rounds."""


def circle(intervals: int, radius: float = 1.0, others: int = 0, turns: float = 1.0) -> Profile:
    mesh = np.linspace(0.0, 1.0, intervals + 1)
    phases = 2 * np.pi * nodes_of(mesh, 4)
    rest = [np.zeros_like(phases)] * others
    return Profile(mesh, np.stack((radius * np.cos(phases), turns * radius * np.sin(phases), *rest), axis=1))


def solved(field: HasField, orbit: Orbit) -> tuple[Orbit, Condensed]:
    """By Newton's method, with a fixed parameter."""
    profile = orbit.profile
    rows = np.zeros((2, profile.values.size + 2))
    rows[0, :-2] = inner_row(profile, profile.slopes, np.ones(profile.values.shape[1]))
    rows[1, -1] = 1.0
    for _ in range(20):
        at = Collocation(field, orbit)
        condensed = at.condensed(-at.residuals)
        phase = rows[0, :-2] @ (profile.values - orbit.profile.values).ravel()
        step, numbers = condensed.solve(rows, np.array([phase, 0.0]))
        moved = orbit.profile.values + step.reshape(profile.values.shape)
        orbit = Orbit(Profile(profile.mesh, moved), orbit.period + numbers[0], orbit.parameters)
        if np.abs(step).max() < 1e-11:
            return orbit, condensed
    raise AssertionError("Newton's method has not converged")


def van_der_pol(intervals: int) -> tuple[Orbit, Condensed]:
    return solved(VanDerPol(), Orbit(circle(intervals, 2.0, turns=-1.0), 2 * np.pi, np.array([1.0])))


def test_the_period_converges_with_twice_the_degree() -> None:
    errors = [abs(van_der_pol(count)[0].period - PERIOD_OF_VAN_DER_POL) for count in (20, 40)]

    assert 7.0 < np.log2(errors[0] / errors[1]) < 8.5
    assert errors[1] < 2e-9


def test_an_adapted_mesh_is_better_than_an_even_one() -> None:
    orbit, _ = van_der_pol(20)
    ranges = orbit.profile.ranges
    adapted, _ = solved(VanDerPol(), orbit.on(orbit.profile.better_mesh(ranges, 20)))

    assert adapted.profile.errors(ranges).max() < 0.5 * orbit.profile.errors(ranges).max()
    assert abs(adapted.period - PERIOD_OF_VAN_DER_POL) < 0.5 * abs(orbit.period - PERIOD_OF_VAN_DER_POL)


def test_the_error_estimate_is_the_error_between_nodes() -> None:
    profile = circle(10)
    times = np.linspace(0.0, 1.0, 1001)
    actual = np.abs(profile.at(times)[:, 0] - np.cos(2 * np.pi * times)).max()

    assert profile.errors(np.ones(2)).max() == pytest.approx(actual, rel=0.1)


def test_multipliers_of_a_round_orbit_are_exponentials() -> None:
    field = Radial()
    _, condensed = solved(field, Orbit(circle(40), 2 * np.pi, np.array([1.0])))

    assert condensed.multipliers().real == pytest.approx([1.0, np.exp(-4 * np.pi)], rel=1e-7)


class Growing(Radial):
    """Its orbit has a multiplier of 1e12 and one of 1e-12."""

    def others(self, states: Array, mu: Array) -> tuple[Array, ...]:
        rate = np.log(1e12) / (2 * np.pi)
        return rate * states[0] + mu * 0, -rate * states[1] + mu * 0


def test_very_large_multipliers_do_not_spoil_the_others() -> None:
    field = Growing()
    orbit, condensed = solved(field, Orbit(circle(40, others=2), 2 * np.pi, np.array([1.0])))

    found = condensed.multipliers().real
    assert found[0] == pytest.approx(1e12, rel=1e-6)
    assert found[1:3] == pytest.approx([1.0, np.exp(-4 * np.pi)], rel=1e-7)
    assert orbit.period == pytest.approx(2 * np.pi, rel=1e-12)


class Mathieu(Radial):
    """u'' + (a + 2 q cos(s)) u = 0, forced by the round orbit, which has mu = 1."""

    a, q = 0.6, 0.2

    def values(self, states: Array, parameters: Array) -> Array:
        x = states[:, 0]
        u, v = states[:, 2:].T
        return np.concatenate(
            (super().values(states[:, :2], parameters), np.stack((v, -(self.a + 2 * self.q * x) * u), axis=1)), axis=1
        )


def test_multipliers_of_mathieus_equation() -> None:
    """Against its characteristic exponent from Hill's determinant (Whittaker and Watson, 19.42)."""
    field = Mathieu()
    _, condensed = solved(field, Orbit(circle(60, others=2), 2 * np.pi, np.array([1.0])))

    found = condensed.multipliers()
    pair = found[np.abs(found.imag) > 1e-6]
    assert np.prod(pair).real == pytest.approx(1.0, abs=1e-9)
    assert pair.sum().real == pytest.approx(2 * np.cos(2 * np.pi * hill_exponent(Mathieu.a, Mathieu.q)), abs=1e-8)


def hill_exponent(a: float, q: float) -> float:
    """nu of u'' + (a + 2 q cos s) u = 0 with solutions exp(i nu s) p(s): the eigenvalue of Hill's matrix at nu is a."""

    def mismatch(nu: float) -> float:
        orders = np.arange(-20, 21)
        matrix = np.diag((orders + nu) ** 2) - q * (np.eye(41, k=1) + np.eye(41, k=-1))
        return float(np.linalg.eigvalsh(matrix)[1] - a)

    return float(brentq(mismatch, 0.5, 0.99, xtol=1e-14))


@pytest.mark.parametrize(("intervals", "states"), [(1, 2), (2, 3), (7, 1), (23, 3), (40, 5), (9, 20)])
def test_the_reduction_solves_what_the_whole_matrix_solves(intervals: int, states: int) -> None:
    rng = np.random.default_rng(intervals)
    degree, numbers = 2, 2
    inner = degree * states
    blocks = rng.normal(size=(intervals, inner, inner + states))
    blocks[:, :, states:] += 4 * np.eye(inner)
    columns, right = rng.normal(size=(intervals, inner, numbers)), rng.normal(size=(intervals, inner))
    unknowns = intervals * inner
    rows, values = rng.normal(size=(numbers, unknowns + numbers)), rng.normal(size=numbers)
    whole = np.zeros((unknowns + numbers, unknowns + numbers))
    for i in range(intervals):
        at = slice(i * inner, (i + 1) * inner)
        for k in range(degree + 1):
            first = ((i * degree + k) % (intervals * degree)) * states
            whole[at, first : first + states] += blocks[i, :, k * states : (k + 1) * states]
        whole[at, unknowns:] = columns[i]
    whole[unknowns:] = rows
    expected = np.linalg.solve(whole, np.concatenate((right.ravel(), values)))

    condensed = Condensed(blocks, columns, right)
    assert np.concatenate(condensed.solve(rows, values)) == pytest.approx(expected, rel=1e-8, abs=1e-9)
