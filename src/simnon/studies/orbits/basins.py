"""Starts on a grid of two initial values or parameters -> which attractor each run comes to, and when."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

import numpy as np
from numpy.typing import NDArray

from simnon.figures import Figure
from simnon.program import Array
from simnon.simulation import ARRIVED, Destination, MemberOutputs, RunOptions, Simulator, Watching, number_of_stop
from simnon.source import UserError, frozen, has_same_fields, no_hash

from ..designs import Grid, variable_of
from .arrivals import arrival_times
from .attractors import Attractor, Discovery, Follower, Space
from .basin_figures import Plane, page
from .destinations import destinations_of
from .families import families
from .rows import Done, RowResults, run_rows

PROBES_OF_AN_AXIS = 16
"""A coarse map of so many starts along each axis finds the attractors before the map itself is run."""
RUNS_FOR_RANGES = 4
NONE = -1
"""The number of no attractor: the run failed, or did not settle."""


@frozen
class Basins:
    """`index` has the number of the attractor of each start, or -1; `times` when it is reached, nan if never.

    Both have a row for each value of the first name, and a column for each of the second.
    """

    names: tuple[str, str]
    axes: tuple[Array, Array] = field(repr=False)
    attractors: tuple[Attractor, ...]
    index: NDArray[np.int64] = field(repr=False)
    times: Array = field(repr=False)
    units: Mapping[str, str] = field(repr=False)
    notes: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def shares(self) -> tuple[float, ...]:
        """The fraction of starts that come to each attractor."""
        return tuple(float((self.index == number).mean()) for number in range(len(self.attractors)))

    def summary(self) -> str:
        """The attractors, each with its share of the starts and the median time to it, as lines of text."""
        lines = [f"{self.index.size:,} starts: {' by '.join(f'{len(axis)} {name}' for name, axis in self._named())}"]
        for number, attractor in enumerate(self.attractors):
            times = self.times[self.index == number]
            known = times[np.isfinite(times)]
            when = f", reached at t = {np.median(known):.4g} (median)" if len(known) else ""
            lines.append(f"  {number + 1}: {attractor.label}: {100 * self.shares[number]:.1f} %{when}")
        left = int((self.index == NONE).sum())
        lines += [f"  {left:,} reach none of these"] if left else []
        return "\n".join((*lines, *self.notes))

    def _named(self) -> list[tuple[str, Array]]:
        return list(zip(self.names, self.axes, strict=True))

    def plot(self) -> Figure:
        """A map of the starts, with a shade for each attractor, and the attractors themselves."""
        values = np.where(self.index == NONE, np.nan, self.index.astype(np.float64))
        labels = [attractor.label for attractor in self.attractors]
        area = Plane(self.names, self.axes, self.units).map("attractor", values, labels)
        return page(replace(area, curves=Plane(self.names, self.axes, self.units).curves_of(self.attractors)))

    def plot_times(self) -> Figure:
        """A map of the times at which attractors are reached."""
        return page(Plane(self.names, self.axes, self.units).map("time of arrival", self.times))


@frozen
class BasinRequest:
    """`of` are the variables in which ends are compared; `near` is a fraction of their ranges."""

    of: tuple[str, ...]
    near: float
    period: float | None
    attractors: tuple[Attractor, ...] | None = None


def find_basins(
    model: Simulator, grid: Grid, options: RunOptions, request: BasinRequest, progress: Done | None = None
) -> Basins:
    return _Map(model, grid, options, request).basins(progress)


class _Map:
    def __init__(self, model: Simulator, grid: Grid, options: RunOptions, request: BasinRequest) -> None:
        self.model, self.grid, self.request = model, grid, request
        self.names = [variable_of(name) for name in grid.names]
        self.rows = grid.numbers(0, len(grid))
        self.options = replace(options, store=(), watching=Watching())
        model.check_members(self.names, self.rows, options.parameters)
        self.initial = tuple(name for name in model.recordable if name in model.initial_names)
        self.kept = tuple(dict.fromkeys((*request.of, *self.initial)))
        self.has_parameters = any(name in model.parameters for name in self.names)

    def basins(self, progress: Done | None) -> Basins:
        if self.has_parameters:
            if self.request.attractors is not None:
                raise UserError(
                    "bad-option",
                    f"attractors move with a parameter, {self.names[0]} or {self.names[1]}",
                    "omit attractors=, or give two initial values",
                )
            return self._of_parameters(progress)
        return self._of_starts(progress)

    def _run(self, rows: Array, options: RunOptions, progress: Done | None = None) -> RowResults:
        return run_rows(self.model, self.names, rows, options, MemberOutputs(final=self.kept), progress)

    def _ends(self, results: RowResults) -> Array:
        return results.final[:, [self.kept.index(name) for name in self.request.of]]

    def _of_parameters(self, progress: Done | None) -> Basins:
        """Attractors move with parameters: ends that are connected by others in between belong to one family."""
        results = self._run(self.rows, self.options, progress)
        ends, has_ended = self._ends(results), results.have_results
        found = families(self._space(ends[has_ended]), ends[has_ended])
        index = np.full(len(self.rows), NONE)
        index[has_ended] = found.index
        note = "the attractors move with the parameters: no time of arrival is known"
        return self._result(found.attractors, index, np.full(len(self.rows), np.nan), (note,))

    def _of_starts(self, progress: Done | None) -> Basins:
        discovery = self._discovery()
        watching = Watching(destinations=self._destinations(discovery))
        results = self._run(self.rows, replace(self.options, watching=watching), progress)
        has_arrived = results.stops == number_of_stop(ARRIVED)
        index, times = np.full(len(self.rows), NONE), np.full(len(self.rows), np.nan)
        index[has_arrived] = np.array(self._numbers, dtype=np.int64)[results.culprits[has_arrived]]
        times[has_arrived] = results.times[has_arrived]
        left = np.flatnonzero(results.have_results & ~has_arrived)
        index[left] = self._assigned(discovery, results, left)
        late = left[index[left] >= 0]
        times[late] = arrival_times(
            self.model, self.names, self.rows[late], self.options, discovery, index[late], self.request.period
        )
        return self._result(discovery.attractors, index, times, self._notes(index, results))

    def _discovery(self) -> Discovery:
        """The attractors that a coarse map finds, or those that are given."""
        given = self.request.attractors
        follower = Follower(self.model, self.options, self.initial, self.request.period)
        probes = self._run(self._coarse(), self.options)
        ends = self._ends(probes)[probes.have_results]
        discovery = Discovery(self._space(ends), follower, given or ())
        if given is None:
            discovery.learn(ends, self._full(probes)[probes.have_results])
        return discovery

    def _assigned(self, discovery: Discovery, results: RowResults, left: NDArray[np.int64]) -> NDArray[np.int64]:
        ends = self._ends(results)[left]
        if self.request.attractors is not None:
            return discovery.assigned(ends)
        return discovery.learn(ends, self._full(results)[left])

    def _destinations(self, discovery: Discovery) -> tuple[Destination, ...]:
        found = destinations_of(self.model, self.options, discovery)
        self._numbers = tuple(number for number, _ in found)
        return tuple(destination for _, destination in found)

    def _full(self, results: RowResults) -> Array:
        return results.final[:, [self.kept.index(name) for name in self.initial]]

    def _coarse(self) -> Array:
        picked = [
            axis[np.unique(np.linspace(0, len(axis) - 1, min(len(axis), PROBES_OF_AN_AXIS)).round().astype(int))]
            for axis in self.grid.axes
        ]
        return Grid(self.grid.names, tuple(picked)).numbers(0, len(picked[0]) * len(picked[1]))

    def _space(self, ends: Array) -> Space:
        """Distances are relative to the ranges of the map, of the ends, and of a few runs."""
        if not len(ends):
            raise UserError("no-attractor", "every run failed", "run one of them with simulate to see why")
        low, high = np.quantile(ends, (0.01, 0.99), axis=0)
        ranges = np.maximum(high - low, self._ranges_of_runs())
        for number, name in enumerate(self.request.of):
            if name in self.names:
                ranges[number] = max(ranges[number], float(np.ptp(self.grid.axes[self.names.index(name)])))
        scales = np.where(ranges > 0.0, ranges, np.maximum(1.0, np.abs(high)))
        return Space(self.request.of, scales, self.request.near)

    def _ranges_of_runs(self) -> Array:
        """How much each variable changes in a few runs across the map."""
        found = np.zeros(len(self.request.of))
        for row in self.rows[np.linspace(0, len(self.rows) - 1, RUNS_FOR_RANGES).astype(int)]:
            given = dict(zip(self.names, row.tolist(), strict=True))
            parameters = {name: value for name, value in given.items() if name in self.model.parameters}
            initial = {name: value for name, value in given.items() if name not in parameters}
            run = self.model.begin(
                replace(
                    self.options,
                    parameters={**self.options.parameters, **parameters},
                    initial={**self.options.initial, **initial},
                    store=self.request.of,
                )
            )
            run.finish()
            records = run.record.rows()[:, 1:]
            if run.is_complete and np.isfinite(records).all():
                found = np.maximum(found, np.ptp(records, axis=0))
        return found

    def _notes(self, index: NDArray[np.int64], results: RowResults) -> tuple[str, ...]:
        failed = int((~results.have_results).sum())
        unsettled = int((index == NONE).sum()) - failed
        notes = [f"{failed:,} runs failed: they leave the range of numbers, or cannot be integrated"] if failed else []
        if unsettled and self.request.attractors is None:
            notes.append(f"{unsettled:,} runs have not settled: run longer")
        return tuple(notes)

    def _result(
        self, attractors: Sequence[Attractor], index: NDArray[np.int64], times: Array, notes: tuple[str, ...]
    ) -> Basins:
        first, second = self.grid.axes
        return Basins(
            (self.names[0], self.names[1]),
            (first, second),
            tuple(attractors),
            index.reshape(self.grid.shape),
            times.reshape(self.grid.shape),
            self.model.units,
            notes,
        )
