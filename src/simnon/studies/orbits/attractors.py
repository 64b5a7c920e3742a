"""Where runs end -> the attractors there: each end is followed further, and ends near its orbit belong to it."""

from collections.abc import Sequence
from dataclasses import field, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.simulation import RunOptions, Simulator
from simnon.source import frozen, has_same_fields, no_hash, require

MAX_ATTRACTORS = 32
"""With more of them, runs have not settled."""
MAX_FOLLOWED = 100
POINTS_OF_AN_ORBIT = 2000
SAME_ORBIT = 0.2
"""Two orbits are one attractor if this share of the points of one is near the other."""
ROUNDING = 1e-5
AWAY, BACK, REPEATED = 0.3, 0.05, 0.1
"""Distances relative to the size of an orbit: it has left its last point, it is back, it repeats itself."""


class Kind(Enum):
    REST = "rest"
    CYCLE = "cycle"
    IRREGULAR = "irregular"
    FAMILY = "family"
    """Ends that differ with parameters, but are connected."""


@frozen
class Attractor:
    """A set of points in the space of some variables that runs come to and stay at."""

    kind: Kind
    names: tuple[str, ...]
    points: Array = field(repr=False)
    """A row for each point of an orbit on it, a column for each variable."""
    period: float = np.nan
    """Of a cycle."""

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def label(self) -> str:
        match self.kind:
            case Kind.REST:
                return f"rest at {self._centre()}"
            case Kind.CYCLE:
                return f"cycle of period {self.period:.4g} around {self._centre()}"
            case Kind.IRREGULAR:
                return "irregular"
            case Kind.FAMILY:
                ends = zip(self.names, self.points.min(axis=0), self.points.max(axis=0), strict=True)
                return "from " + ", ".join(f"{name} = {low:.3g} to {high:.3g}" for name, low, high in ends)

    def _centre(self) -> str:
        """The mean of its points; what is only rounding is zero."""
        centre = self.points.mean(axis=0)
        least = ROUNDING * max(1.0, float(np.abs(centre).max()))
        values = np.where(np.abs(centre) < least, 0.0, centre)
        return ", ".join(f"{name} = {value:.3g}" for name, value in zip(self.names, values, strict=True))

    def __repr__(self) -> str:
        return f"Attractor({self.label})"


@frozen
class Space:
    """The variables in which ends are compared; distances are relative to `scales`, and `near` is close."""

    names: tuple[str, ...]
    scales: Array
    near: float

    def tree(self, points: Array) -> "Neighbours":
        return Neighbours(points / self.scales)

    def distances(self, attractor: Attractor, points: Array) -> Array:
        """From each of the points to the attractor."""
        return self.tree(attractor.points).distances(points / self.scales)

    def reach(self, attractor: Attractor) -> float:
        """How close a point of the attractor is at least to one of its known points."""
        if attractor.kind is not Kind.CYCLE or len(attractor.points) < 2:
            return self.near
        steps = np.linalg.norm(np.diff(attractor.points / self.scales, axis=0), axis=1)
        return max(self.near, 0.75 * float(steps.max()))


class Neighbours:
    """The nearest of some points."""

    def __init__(self, points: Array) -> None:
        self._tree = require("scipy.spatial", "a map of basins", "studies").cKDTree(points)

    def distances(self, points: Array) -> Array:
        return np.asarray(self._tree.query(points)[0])


@frozen
class Follower:
    """Runs on from where a run has ended, for as long again."""

    model: Simulator
    options: RunOptions
    initial: tuple[str, ...]
    """The variables whose values at the end are those at which the next run begins."""
    period: float | None

    def orbit(self, space: Space, end: Sequence[float]) -> Attractor | None:
        """What the run comes to; None if it fails."""
        options = self.options
        span = options.stop - options.start
        initial = dict(zip(self.initial, map(float, end), strict=True))
        run = self.model.begin(
            replace(
                options,
                start=options.stop,
                stop=options.stop + span,
                initial={**options.initial, **initial},
                store=space.names,
                spacing=self.period,
                points=0 if self.period else POINTS_OF_AN_ORBIT,
            )
        )
        run.finish()
        rows = run.record.rows()
        rows = rows[rows[:, 0] >= options.stop + 0.5 * span]
        if not run.is_complete or not len(rows) or not np.isfinite(rows).all():
            return None
        return describe(space, rows[:, 0], rows[:, 1:], self.period)


def describe(space: Space, t: Array, points: Array, period: float | None) -> Attractor:
    """The attractor on which an orbit is; with a `period`, the points are that far apart."""
    extent = float((np.ptp(points, axis=0) / space.scales).max())
    if extent <= space.near:
        if period is not None:
            return Attractor(Kind.CYCLE, space.names, points[-1:], period)
        return Attractor(Kind.REST, space.names, points[-1:])
    scaled = points / space.scales / extent
    if period is not None:
        count = _returns_after(scaled)
        if count:
            return Attractor(Kind.CYCLE, space.names, points[-count:], count * period)
        return Attractor(Kind.IRREGULAR, space.names, points)
    found = _period(t, scaled)
    if np.isnan(found):
        return Attractor(Kind.IRREGULAR, space.names, points)
    return Attractor(Kind.CYCLE, space.names, points[t >= t[-1] - 1.01 * found], found)


def _returns_after(points: Array) -> int:
    """The smallest number of points after which all repeat themselves; 0 if there is none."""
    for count in range(1, len(points) // 2 + 1):
        if np.linalg.norm(points[count:] - points[:-count], axis=1).max() < BACK:
            return count
    return 0


def _period(t: Array, points: Array) -> float:
    """The time after which an orbit is back at its last point, and repeats itself; nan if it does not."""
    distances = np.linalg.norm(points - points[-1], axis=1)[::-1]
    away = np.flatnonzero(distances > AWAY)
    if not len(away):
        return np.nan
    back = away[0] + np.flatnonzero(distances[away[0] :] < BACK)
    if not len(back):
        return np.nan
    breaks = np.flatnonzero(np.diff(back) > 1)
    visit = back[: breaks[0] + 1] if len(breaks) else back
    last = len(t) - 1
    nearest = int(last - visit[np.argmin(distances[visit])])
    period = float(t[-1] - _time_nearest(t, points, nearest))
    later = t >= t[0] + period
    for column in points.T:
        shifted = np.interp(t[later] - period, t, column)
        if np.abs(shifted - column[later]).max() > REPEATED:
            return np.nan
    return period


def _time_nearest(t: Array, points: Array, nearest: int) -> float:
    """The time at which the straight lines on both sides of a point come closest to the last one."""
    best, when = np.inf, float(t[nearest])
    for first in (nearest - 1, nearest):
        if first < 0:
            continue
        step = points[first + 1] - points[first]
        along = float(np.clip((points[-1] - points[first]) @ step / max(float(step @ step), 1e-300), 0.0, 1.0))
        distance = float(np.linalg.norm(points[first] + along * step - points[-1]))
        if distance < best:
            best, when = distance, float(t[first] + along * (t[first + 1] - t[first]))
    return when


class Discovery:
    """The attractors found so far."""

    def __init__(self, space: Space, follower: Follower, known: Sequence[Attractor] = ()) -> None:
        self.space, self._follower = space, follower
        self.attractors = list(known)
        self._follows = 0

    def assigned(self, ends: Array) -> NDArray[np.int64]:
        """The number of the nearest attractor within reach of each end, or -1."""
        found = np.full(len(ends), -1)
        least = np.full(len(ends), np.inf)
        for number, attractor in enumerate(self.attractors):
            distances = self.space.distances(attractor, ends)
            is_nearer = (distances <= self.space.reach(attractor)) & (distances < least)
            found[is_nearer], least[is_nearer] = number, distances[is_nearer]
        return found

    def learn(self, ends: Array, full: Array) -> NDArray[np.int64]:
        """Assign all ends, following those that no known attractor explains; `full` has what the follower needs.

        An end whose run fails when it is followed keeps -1, and so do all if there are too many attractors.
        """
        found = self.assigned(ends)
        left = list(np.flatnonzero(found < 0))
        while left and self._follows < MAX_FOLLOWED and len(self.attractors) < MAX_ATTRACTORS:
            first = left.pop(0)
            self._follows += 1
            orbit = self._follower.orbit(self.space, full[first])
            if orbit is None:
                continue
            found[first] = self._add(orbit)
            rest = np.array(left, dtype=np.int64)
            found[rest] = self.assigned(ends[rest])
            left = [number for number in left if found[number] < 0]
        return found

    def _add(self, orbit: Attractor) -> int:
        """The number of the attractor on which the orbit is."""
        for number, known in enumerate(self.attractors):
            share = (self.space.distances(known, orbit.points) <= self.space.reach(known)).mean()
            if share >= SAME_ORBIT:
                if known.kind is Kind.IRREGULAR:
                    joined = np.concatenate([known.points, orbit.points])
                    self.attractors[number] = replace(known, points=joined)
                return number
        self.attractors.append(orbit)
        return len(self.attractors) - 1
