"""The branch of periodic orbits through one of them, as a problem for the walk.

Unknowns are the values at the nodes, the period and the parameter. Lengths are measured in the ranges of the variables,
in the period itself and in the range of the parameter. After each step the mesh is adapted to the orbit.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import IntEnum

import numpy as np

from simnon.program import Array
from simnon.source import frozen

from ..walk import Observation, Solve
from .condensing import Condensed
from .equations import Collocation, HasField, Orbit, inner_row
from .multipliers import Floquet, without_trivial
from .profile import Profile
from .starting import AMPLITUDE, END

SMALLEST_SCALE = 0.1
"""Of a variable that hardly moves, relative to its size."""
UNEVEN, FINE_ENOUGH, COARSE_ENOUGH, SPARE = 2.0, 0.5, 0.6, 0.3
"""A mesh is renewed if its largest error is so many times the mean, unless that is a fraction of the tolerance, or if
a fraction of its intervals would do. A new one has a fraction of the tolerance as its error."""
DEFECT, FINER, FINEST = 1e-4, 10.0, 1e-5
"""If the trivial multiplier is wrong by more than this, the tolerance is divided by a factor, as far as another one."""
PARAMETER = 3.0
"""How much a step of the parameter by its whole range counts: steps are short enough for a smooth diagram."""
STALLED = 1e-8
"""A parameter that moves more slowly than this has the direction it had."""
LONG, SLOW, STILL = 10.0, 1e-5, 0.02
"""A period that has grown so many times, while the parameter moves by so little of its range, and that has a part in
which the variables move by so little of theirs, if that lasted a whole period, grows without bound."""

Margins = Callable[[Array, Array], Array]
"""Functions of states and parameters that must not change their sign on an orbit: (m, functions)."""


class Test(IntEnum):
    """What the test functions find."""

    FOLD, DOUBLING, TORUS, BRANCH = range(4)


class Limit(IntEnum):
    """Where a branch ends; margins follow."""

    LOW, HIGH, LONG, GROWING, POINT, HALF = range(6)


@frozen
class CycleSettings:
    """`tolerance` is the largest error of the curve, relative to the ranges of the variables."""

    low: float
    high: float
    max_period: float = np.inf
    tolerance: float = 1e-5
    intervals: int = 20
    max_intervals: int = 400
    is_doubled: bool = False
    """Whether the branch begins with two rounds of an orbit, and ends when they are equal again."""


@frozen
class CycleObservation(Observation):
    orbit: Orbit
    floquet: Floquet
    amplitude: float


class CycleProblem:
    """`sizes` are those of the variables: what a change is small against while the orbit is."""

    def __init__(
        self,
        field: HasField,
        orbit: Orbit,
        sizes: Array,
        settings: CycleSettings,
        margins: tuple[Sequence[str], Margins | None] = ((), None),
    ) -> None:
        self.field, self.settings, self.sizes = field, settings, sizes
        self._first_period, (names, self._margins) = orbit.period, margins
        self.limit_names: Sequence[str] = (
            f"the parameter has reached {settings.low:g}",
            f"the parameter has reached {settings.high:g}",
            f"the period has reached {settings.max_period:g}",
            "the period grows without bound: the orbit comes close to a stationary point",
            "the amplitude has become zero: a Hopf point",
            "both rounds have become equal: a period doubling",
            *names,
        )
        self._tolerance, self._defect, self._way = settings.tolerance, 0.0, np.nan
        self._set_reference(orbit)
        self._latest: tuple[Array, Collocation, Condensed | None] | None = None

    def _set_reference(self, orbit: Orbit) -> None:
        """The phase is that of the reference; its amplitude is positive, that of the opposite orbit negative."""
        profile = self.reference = orbit.profile
        sizes = np.maximum(self.sizes, np.abs(profile.values).max(axis=0))
        self.scales = np.maximum(profile.ranges, SMALLEST_SCALE * sizes)
        phase = inner_row(profile, profile.slopes, self.scales)
        self._phase = np.append(phase / np.linalg.norm(phase * np.tile(self.scales, len(profile.values))), (0.0, 0.0))
        self._amplitude = self._measure(profile.at_points - profile.mean())
        later = profile.at(0.5 + profile.point_times.ravel()).reshape(profile.at_points.shape)
        self._difference = self._measure((profile.at_points - later) / 2.0) if self.settings.is_doubled else None
        self.weights = np.concatenate(
            (
                (_node_weights(profile)[:, None] / self.scales**2).ravel(),
                [orbit.period**-2, (PARAMETER / (self.settings.high - self.settings.low)) ** 2],
            )
        )

    def _measure(self, at_points: Array) -> Array:
        """A row that gives the size of this part of a curve, negative if it is opposite to that of the reference."""
        row = inner_row(self.reference, at_points, self.sizes)
        return np.asarray(row / np.sqrt(row @ self.reference.values.ravel()))

    def orbit_of(self, unknowns: Array) -> Orbit:
        values = unknowns[:-2].reshape(self.reference.values.shape)
        return Orbit(Profile(self.reference.mesh, values), float(unknowns[-2]), unknowns[-1:])

    def residual(self, unknowns: Array) -> Array:
        phase = self._phase[:-2] @ (unknowns[:-2] - self.reference.values.ravel())
        return np.append(self._at(unknowns).residuals, phase)

    def bordered(self, unknowns: Array, row: Array) -> Solve:
        rows = np.stack((self._phase, row))

        def solve(right: Array) -> Array:
            values, numbers = self._condensed(unknowns, right[:-2]).solve(rows, right[-2:])
            return np.concatenate((values, numbers))

        return solve

    def _at(self, unknowns: Array) -> Collocation:
        if self._latest is None or not np.array_equal(self._latest[0], unknowns):
            self._latest = unknowns, Collocation(self.field, self.orbit_of(unknowns)), None
        return self._latest[1]

    def _condensed(self, unknowns: Array, right: Array | None = None) -> Condensed:
        """The latest one will do if the right side does not matter."""
        at = self._at(unknowns)
        assert self._latest is not None
        latest = self._latest[2]
        if right is not None or latest is None:
            latest = at.condensed(np.zeros(len(unknowns) - 2) if right is None else right)
            self._latest = unknowns, at, latest
        return latest

    def observe(self, unknowns: Array, tangent: Array) -> CycleObservation:
        condensed, orbit = self._condensed(unknowns), self.orbit_of(unknowns)
        floquet = without_trivial(condensed.multipliers())
        self._defect = floquet.defect
        rows = np.stack((self._phase, self.weights * tangent))
        tests = (
            self._advance(tangent) if abs(self._advance(tangent)) > STALLED else self._way * STALLED,
            floquet.doubling(),
            floquet.torus(),
            condensed.determinant(rows),
        )
        amplitude = float(self._amplitude @ unknowns[:-2])
        numbers = [amplitude, np.log(orbit.period), float(unknowns[-1]) * self.weights[-1] ** 0.5]
        place = np.concatenate((orbit.profile.mean() / self.sizes, numbers))
        limits = self._limits(unknowns, tangent, amplitude)
        found = np.array(tests)
        if not floquet.is_reliable:
            found[[Test.DOUBLING, Test.TORUS, Test.BRANCH]] = np.nan
        return CycleObservation(found, limits, place, orbit, floquet, amplitude)

    def _advance(self, tangent: Array) -> float:
        """How fast the parameter moves; rounding if it stalls, as where small orbits explode (a canard)."""
        return float(tangent[-1] * self.weights[-1] ** 0.5)

    def _limits(self, unknowns: Array, tangent: Array, amplitude: float) -> Array:
        settings, smallest = self.settings, END * AMPLITUDE
        period, parameter = unknowns[-2:].tolist()
        moves = abs(tangent[-1]) / (settings.high - settings.low)
        grows = tangent[-2] / period
        is_slow = period > LONG * self._first_period and grows > 0.0 and self._stands_still(unknowns)
        return np.array(
            [
                parameter - settings.low,
                settings.high - parameter,
                settings.max_period - period,
                moves - SLOW * grows if is_slow else 1.0,
                amplitude - smallest,
                1.0 if self._difference is None else self._difference @ unknowns[:-2] - smallest,
                *self._distances(unknowns),
            ]
        )

    def _stands_still(self, unknowns: Array) -> bool:
        """Whether the orbit hardly moves in some part of the period."""
        profile = self.orbit_of(unknowns).profile
        return bool((np.abs(profile.slopes) / self.scales).max(axis=2).min() < STILL)

    def _distances(self, unknowns: Array) -> Array:
        """How far each margin is from changing its sign, anywhere on the orbit."""
        if self._margins is None:
            return np.zeros(0)
        states = unknowns[:-2].reshape(self.reference.values.shape)
        margins = self._margins(states, np.broadcast_to(unknowns[-1:], (len(states), 1)))
        return np.asarray((margins * np.where(margins[0] < 0.0, -1.0, 1.0)).min(axis=0))

    def renewed(self, unknowns: Array, tangent: Array) -> tuple[Array, Array]:
        """The same point as the new reference, on a mesh that suits it."""
        orbit, moving = self.orbit_of(unknowns), self.orbit_of(tangent)
        self._latest = None
        if abs(self._advance(tangent)) > STALLED:
            self._way = float(np.sign(tangent[-1]))
        if self._defect > DEFECT:
            self._tolerance = max(self._tolerance / FINER, self.settings.tolerance * FINEST)
        elif self._defect < DEFECT / 1000.0:
            self._tolerance = min(self._tolerance * FINER, self.settings.tolerance)
        mesh = better_mesh(orbit.profile, self.scales, replace(self.settings, tolerance=self._tolerance))
        if mesh is not None:
            orbit, moving = orbit.on(mesh), moving.on(mesh)
        self._set_reference(orbit)
        return orbit.unknowns(), moving.unknowns()


def better_mesh(profile: Profile, scales: Array, settings: CycleSettings) -> Array | None:
    """None if the present mesh is good enough."""
    errors, order = profile.errors(scales), profile.basis.degree + 1
    largest, tolerance = float(errors.max()), settings.tolerance
    # The error if it were equal in all intervals.
    even = float(np.mean(errors ** (1.0 / order))) ** order
    needed = profile.intervals * (even / (SPARE * tolerance)) ** (1.0 / order)
    count = int(np.clip(np.ceil(needed), settings.intervals, settings.max_intervals))
    is_accurate = largest <= tolerance or count == profile.intervals == settings.max_intervals
    is_even = largest <= max(UNEVEN * even, FINE_ENOUGH * tolerance)
    if is_accurate and is_even and count > COARSE_ENOUGH * profile.intervals:
        return None
    return profile.better_mesh(scales, count)


def _node_weights(profile: Profile) -> Array:
    """The share of each node in an integral."""
    h, m = profile.lengths, profile.basis.degree
    found = np.repeat(h / m, m)
    found[::m] = (h + np.roll(h, 1)) / (2 * m)
    return found
