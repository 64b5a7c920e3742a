"""Branches of periodic orbits with known answers."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from simnon.program import Array
from simnon.studies.continuation.cycles.equations import HasField, Orbit
from simnon.studies.continuation.cycles.follow import FollowedCycles, FoundCycle, follow
from simnon.studies.continuation.cycles.problem import CycleSettings, Limit
from simnon.studies.continuation.cycles.profile import Profile, nodes_of
from simnon.studies.continuation.cycles.starting import (
    HopfPoint,
    from_doubling,
    from_hopf,
    from_orbit,
    hopf_near,
)
from tests.unit.studies.continuation.cycles.fields import Lorenz, Radial, Roessler


def from_origin(field: HasField, states: int, low: float, high: float) -> FollowedCycles:
    """The branch from the Hopf point at mu = 0."""
    return follow(field, from_hopf(field, HopfPoint(np.zeros(states), 0.0, 1.0)), CycleSettings(low, high))


def specials(found: FollowedCycles) -> list[FoundCycle]:
    return [cycle for cycle in found.cycles if cycle.kind]


def test_the_orbits_of_hopfs_normal_form_have_the_radius_root_mu() -> None:
    found = from_origin(Radial(), 2, -1.0, 1.0)

    for cycle in found.cycles:
        orbit, floquet = cycle.observation.orbit, cycle.observation.floquet
        mu = float(orbit.parameters[0])
        assert orbit.profile.extremes()[1] == pytest.approx([np.sqrt(mu)] * 2, rel=1e-6)
        assert orbit.period == pytest.approx(2 * np.pi, rel=1e-9)
        assert floquet.multipliers.real == pytest.approx([np.exp(-4 * np.pi * mu)], rel=1e-5)
        assert floquet.is_stable
    assert (found.limit, specials(found)) == (Limit.HIGH, [])
    assert found.cycles[-1].observation.orbit.parameters[0] == pytest.approx(1.0, abs=1e-9)


class Subcritical(Radial):
    def growth(self, mu: Array, square: Array) -> Array:
        return mu + square - square**2


def test_a_fold_of_cycles_is_located_and_passed() -> None:
    found = from_origin(Subcritical(), 2, -1.0, 1.0)

    (fold,) = specials(found)
    assert fold.kind == "LPC"
    assert fold.observation.orbit.parameters[0] == pytest.approx(-0.25, abs=1e-9)
    assert fold.observation.orbit.profile.extremes()[1][0] == pytest.approx(np.sqrt(0.5), rel=1e-5)
    stable = [cycle.observation.floquet.is_stable for cycle in found.cycles if not cycle.kind]
    assert stable == sorted(stable)
    assert found.limit == Limit.HIGH


class Bounded(Radial):
    def growth(self, mu: Array, square: Array) -> Array:
        return mu * (2.0 - mu) - square


def test_a_branch_ends_at_the_next_hopf_point() -> None:
    field = Bounded()
    found = from_origin(field, 2, -1.0, 5.0)

    assert found.limit == Limit.POINT
    last = found.cycles[-1].observation.orbit
    hopf = hopf_near(field, HopfPoint(last.profile.mean(), float(last.parameters[0]), 2 * np.pi / last.period))
    assert hopf is not None
    assert (hopf.parameter, hopf.frequency) == pytest.approx((2.0, 1.0), abs=1e-9)


class Torus(Radial):
    """With mu = 1 in the first part; the second one begins to oscillate at mu = 0."""

    def growth(self, mu: Array, square: Array) -> Array:
        return 1.0 - square + 0.0 * mu

    def others(self, states: Array, mu: Array) -> tuple[Array, ...]:
        u, v = states
        own = mu - u * u - v * v
        return own * u - 0.3 * v, 0.3 * u + own * v


class Pitchfork(Torus):
    def others(self, states: Array, mu: Array) -> tuple[Array, ...]:
        return (mu * states[0] - states[0] ** 3,)


def along_unit_circle(field: HasField, others: int) -> FollowedCycles:
    mesh = np.linspace(0.0, 1.0, 21)
    phases = 2 * np.pi * nodes_of(mesh, 4)
    values = np.stack((np.cos(phases), np.sin(phases), *[np.zeros(80)] * others), axis=1)
    orbit = Orbit(Profile(mesh, values), 2 * np.pi, np.array([-0.5]))
    return follow(field, from_orbit(orbit, 1.0), CycleSettings(-1.0, 1.0))


def test_a_torus_point_is_where_a_pair_passes_the_unit_circle() -> None:
    (torus,) = specials(along_unit_circle(Torus(), 2))

    assert torus.kind == "TR"
    assert torus.observation.orbit.parameters[0] == pytest.approx(0.0, abs=1e-6)
    assert torus.observation.floquet.angle() == pytest.approx(2 * np.pi * 0.3, abs=1e-6)


def test_a_branch_point_of_cycles_is_told_from_a_fold() -> None:
    (crossing,) = specials(along_unit_circle(Pitchfork(), 1))

    assert crossing.kind == "BPC"
    assert crossing.observation.orbit.parameters[0] == pytest.approx(0.0, abs=1e-6)


@pytest.mark.slow
def test_lorenz_orbits_end_in_a_homoclinic_orbit() -> None:
    """Sparrow (1982): r = 13.926."""
    field, r = Lorenz(), 470 / 19
    level = np.sqrt(8 / 3 * (r - 1))
    start = from_hopf(field, HopfPoint(np.array([level, level, r - 1]), r, np.sqrt(8 / 3 * (r + 10))))
    found = follow(field, start, CycleSettings(0.0, 30.0))

    assert found.limit == Limit.GROWING
    assert found.cycles[-1].observation.orbit.parameters[0] == pytest.approx(13.92656, abs=1e-5)
    assert not any(cycle.observation.floquet.is_stable for cycle in found.cycles)
    assert specials(found) == []


@pytest.mark.slow
def test_period_doublings_of_roesslers_system() -> None:
    """For a = b = 0.2, at c = 2.832 and 3.837, where a multiplier of the orbits of runs is -1."""
    field = Roessler()
    given = np.array([[2.5]])
    run = solve_ivp(
        lambda _, x: field.values(x[None], given)[0], (0, 200), [1, 1, 0], rtol=1e-8, atol=1e-9, dense_output=True
    )
    mesh, period = np.linspace(0.0, 1.0, 31), 5.749
    orbit = Orbit(Profile(mesh, run.sol(190 + period * nodes_of(mesh, 4)).T), period, given[0])
    found = follow(field, from_orbit(orbit, 1.0), CycleSettings(0.1, 4.0))

    (first,) = [cycle for cycle in specials(found) if cycle.kind == "PD"]
    assert first.observation.orbit.parameters[0] == pytest.approx(2.83244, abs=1e-4)
    doubled = follow(field, from_doubling(field, first.observation.orbit), CycleSettings(0.1, 4.0, is_doubled=True))
    (second,) = specials(doubled)
    assert second.kind == "PD"
    assert second.observation.orbit.parameters[0] == pytest.approx(3.83736, abs=1e-4)
    ratio = doubled.cycles[0].observation.orbit.period / first.observation.orbit.period
    assert ratio == pytest.approx(2.0, rel=1e-3)
