"""attractors: orbits whose kind and period are known, and the ends that belong to them."""

import math
from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest

from simnon.program import Array
from simnon.studies.orbits import attractors
from simnon.studies.orbits.attractors import Attractor, Discovery, Follower, Kind, Space, describe

SPACE = Space(("x", "y"), np.array([1.0, 1.0]), 0.01)
T = np.linspace(0.0, 20.0, 2001)


def circle(period: float, radius: float = 1.0, centre: tuple[float, float] = (0.0, 0.0)) -> Array:
    angle = 2 * math.pi * T / period
    return np.column_stack((centre[0] + radius * np.cos(angle), centre[1] + radius * np.sin(angle)))


def rest(x: float, y: float) -> Attractor:
    return Attractor(Kind.REST, ("x", "y"), np.array([[x, y]]))


def test_points_that_stay_are_at_rest() -> None:
    found = describe(SPACE, T, np.full((len(T), 2), 3.0) + 1e-4 * circle(1.0), None)

    assert found.kind is Kind.REST
    assert found.label == "rest at x = 3, y = 3"
    assert repr(found) == "Attractor(rest at x = 3, y = 3)"


@pytest.mark.parametrize("period", [0.9, math.pi, 7.77])
def test_an_orbit_that_repeats_itself_is_a_cycle_with_its_period(period: float) -> None:
    found = describe(SPACE, T, circle(period, 2.0, (5.0, 0.0)), None)

    assert found.kind is Kind.CYCLE
    assert found.period == pytest.approx(period, rel=1e-4)
    assert len(found.points) == pytest.approx(1.01 * period / 0.01, abs=2)
    assert found.label.startswith(f"cycle of period {period:.4g} around x = ")


def test_a_figure_of_eight_is_back_only_after_both_its_loops() -> None:
    angle = 2 * math.pi * T / 5.0
    found = describe(SPACE, T, np.column_stack((np.sin(2 * angle + 0.3), np.sin(angle + 0.15))), None)

    assert found.kind is Kind.CYCLE
    assert found.period == pytest.approx(5.0, rel=1e-3)


@pytest.mark.parametrize(
    "points",
    [
        np.column_stack((T, T)),
        np.column_stack((np.cos(T), np.cos(math.sqrt(2) * T))),
        circle(4.0) * np.linspace(0.3, 1.0, len(T))[:, None],
    ],
)
def test_what_does_not_repeat_itself_is_irregular(points: Array) -> None:
    found = describe(SPACE, T, points, None)

    assert (found.kind, found.label) == (Kind.IRREGULAR, "irregular")


def test_points_one_period_apart_are_a_cycle_of_as_many_periods() -> None:
    apart = np.arange(12.0)
    one = np.full((12, 2), 0.5)
    three = np.array([[math.cos(2 * math.pi * k / 3), math.sin(2 * math.pi * k / 3)] for k in range(12)])
    never = np.random.default_rng(1).normal(size=(12, 2))

    found = [describe(SPACE, 2.0 * apart, points, 2.0) for points in (one, three, never)]

    assert [each.kind for each in found] == [Kind.CYCLE, Kind.CYCLE, Kind.IRREGULAR]
    assert [each.period for each in found[:2]] == [2.0, 6.0]
    assert [len(each.points) for each in found] == [1, 3, 12]


def test_a_family_is_described_by_its_ends_and_rounding_is_zero() -> None:
    family = Attractor(Kind.FAMILY, ("x",), np.array([[1.0], [3.0], [2.0]]))

    assert family.label == "from x = 1 to 3"
    assert rest(1e-9, 2.0).label == "rest at x = 0, y = 2"


def test_a_cycle_is_reached_between_its_known_points() -> None:
    cycle = Attractor(Kind.CYCLE, ("x", "y"), np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 2.0]]), 1.0)

    assert SPACE.reach(cycle) == 0.75 * 2.0
    assert SPACE.reach(rest(0.0, 0.0)) == 0.01
    assert SPACE.distances(cycle, np.array([[1.0, 3.0], [0.0, 0.0]])).tolist() == [1.0, 0.0]


class Orbits:
    """Follows an end to a known orbit, and counts how often."""

    def __init__(self, *orbits: Attractor | None) -> None:
        self.orbits = list(orbits)
        self.followed: list[Sequence[float]] = []

    def orbit(self, _space: Space, end: Sequence[float]) -> Attractor | None:
        self.followed.append(tuple(end))
        return self.orbits.pop(0)


def discovery(*orbits: Attractor | None, known: Sequence[Attractor] = ()) -> tuple[Discovery, Orbits]:
    follower = Orbits(*orbits)
    return Discovery(SPACE, cast(Follower, follower), known), follower


def test_ends_that_a_known_attractor_explains_are_not_followed() -> None:
    found, follower = discovery(rest(1.0, 1.0), known=[rest(0.0, 0.0)])
    ends = np.array([[0.0, 0.001], [1.0, 1.0], [1.001, 1.0], [0.0, 0.0]])

    assert found.learn(ends, ends).tolist() == [0, 1, 1, 0]
    assert follower.followed == [(1.0, 1.0)]


def test_an_end_whose_run_fails_belongs_to_none() -> None:
    found, _ = discovery(None, rest(1.0, 1.0))
    ends = np.array([[5.0, 5.0], [1.0, 1.0]])

    assert found.learn(ends, ends).tolist() == [-1, 0]


def test_an_end_between_two_attractors_belongs_to_the_nearer_one() -> None:
    found, _ = discovery(known=[rest(0.0, 0.0), rest(0.012, 0.0)])

    assert found.assigned(np.array([[0.005, 0.0], [0.007, 0.0], [0.5, 0.0]])).tolist() == [0, 1, -1]


def test_parts_of_one_irregular_orbit_are_one_attractor() -> None:
    first = Attractor(Kind.IRREGULAR, ("x", "y"), np.array([[k / 100, 0.0] for k in range(100)]))
    second = Attractor(Kind.IRREGULAR, ("x", "y"), np.array([[0.5 + k / 100, 0.0] for k in range(100)]))
    found, follower = discovery(first, second)
    ends = np.array([[0.0, 3.0], [0.0, 4.0]])

    assert found.learn(ends, ends).tolist() == [0, 0]
    assert len(follower.followed) == 2
    assert len(found.attractors[0].points) == 200


def test_with_too_many_attractors_the_rest_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attractors, "MAX_ATTRACTORS", 2)
    found, _ = discovery(rest(1.0, 0.0), rest(2.0, 0.0))
    ends = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])

    assert found.learn(ends, ends).tolist() == [0, 1, -1]
