"""A problem of optimal control -> one with finitely many unknowns, by direct multiple shooting (Bock and Plitt 1984).

The unknowns are the states at all nodes, the controls, the end of the run if it is free, free parameters, and the
values of constrained outputs. The equations are that each interval ends where the next begins, and the end constraints.
All are scaled to sizes around one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.source import require

from .interior_point import Evaluated
from .intervals import Ends, Intervals
from .problem import ControlProblem, Range

DIFFERENCE = 1e-4
"""The step of the differences of slopes that give the Hessian, in scaled unknowns."""
Rows = NDArray[np.int64]


class Transcription:
    """The places of all unknowns, and the functions of the scaled free ones."""

    def __init__(self, intervals: Intervals, problem: ControlProblem, start: Array, scales: Array) -> None:
        """`start` and `scales` are those of all unknowns, in the order states, controls, length, parameters."""
        self.intervals, self.problem = intervals, problem
        self.sparse = require("scipy.sparse", "optimal control", "studies")
        n, m, count = len(intervals.states), len(intervals.controls), problem.intervals
        self.state_places = np.arange((count + 1) * n).reshape(count + 1, n)
        first = self.state_places.size
        self.control_places = first + np.arange(problem.nodes * m).reshape(problem.nodes, m)
        first += self.control_places.size
        self.length_place = first
        self.parameter_places = first + 1 + np.arange(len(intervals.parameters))
        self.size = first + 1 + len(intervals.parameters)
        self.full, self.scales = start.copy(), scales
        self.full_low, self.full_high = self._bounds()
        self.is_free = self.full_low < self.full_high
        self.full = np.where(self.is_free, self.full, np.clip(self.full, self.full_low, self.full_high))
        self._outputs = self._constrained_outputs()
        self.free_places = np.flatnonzero(self.is_free)
        self.low, self.high = self._scaled_bounds()
        self._last: tuple[bytes, tuple[Ends, Ends | None], Evaluated] | None = None

    def _bounds(self) -> tuple[Array, Array]:
        """Of all unknowns; fixed ones have equal bounds."""
        intervals, problem = self.intervals, self.problem
        low, high = np.full(self.size, -np.inf), np.full(self.size, np.inf)
        for i, name in enumerate(intervals.states):
            places = self.state_places[:, i]
            low[places[1:]], high[places[1:]] = problem.path.get(name, (-np.inf, np.inf))
            fixed = float(self.full[places[0]])
            low[places[0]], high[places[0]] = problem.free.get(name, (fixed, fixed))
            if name in problem.end and not _is_value(problem.end[name]):
                below, above = problem.end[name]
                low[places[-1]], high[places[-1]] = max(low[places[-1]], below), min(high[places[-1]], above)
        for j, name in enumerate(intervals.controls):
            low[self.control_places[:, j]], high[self.control_places[:, j]] = problem.controls[name]
        length = float(self.full[self.length_place])
        ends = (length, length)
        if problem.stop is not None:
            ends = tuple((end - problem.options.start) / problem.intervals for end in problem.stop)  # type: ignore[assignment]
        low[self.length_place], high[self.length_place] = ends
        for place, name in zip(self.parameter_places, intervals.parameters, strict=True):
            low[place], high[place] = problem.free[name]
        return low, high

    def _constrained_outputs(self) -> list[tuple[int, int, Range]]:
        """Node, output and range of each constraint on a variable that is not a state."""
        found = []
        for i, name in enumerate(self.intervals.outputs):
            if name in self.problem.path:
                found += [(k, i, self.problem.path[name]) for k in range(self.problem.intervals + 1)]
            if name in self.problem.end:
                found.append((self.problem.intervals, i, self.problem.end[name]))
        return found

    @property
    def slacks(self) -> list[tuple[int, int, Range]]:
        """The constrained outputs that have a range: their values are unknowns too."""
        return [each for each in self._outputs if not _is_value(each[2])]

    def _scaled_bounds(self) -> tuple[Array, Array]:
        places = self.free_places
        ends = []
        for side, full in enumerate((self.full_low, self.full_high)):
            slack = [each[2][side] / self._output_scale(each[1]) for each in self.slacks]
            ends.append(np.concatenate((full[places] / self.scales[places], slack)))
        return ends[0], ends[1]

    def _output_scale(self, i: int) -> float:
        name = self.intervals.outputs[i]
        ends = [abs(end) for each in (self.problem.path, self.problem.end) for end in each.get(name, ())]
        return max((end for end in ends if np.isfinite(end) and end > 0.0), default=1.0)

    def start(self) -> Array:
        point = self.full[self.free_places] / self.scales[self.free_places]
        found = self._ends(self.full)
        slack = np.zeros(len(self.slacks))
        if found is not None:
            values = [self._output_at(found, each[0], each[1])[0] / self._output_scale(each[1]) for each in self.slacks]
            slack = np.array(values)
        return np.concatenate((point, slack))

    def whole(self, point: Array) -> Array:
        """All unknowns but the slacks, in their own units."""
        full = self.full.copy()
        full[self.free_places] = point[: len(self.free_places)] * self.scales[self.free_places]
        return full

    def _inputs(self, full: Array) -> tuple[Array, Array]:
        """Start times and inputs of all intervals."""
        problem = self.problem
        length = full[self.length_place]
        starts = problem.options.start + length * np.arange(problem.intervals)
        return starts, full[self._input_places()]

    def _input_places(self) -> Rows:
        """The unknowns that are inputs of each interval."""
        problem, count = self.problem, self.problem.intervals
        parts = [self.state_places[:-1], self.control_places[:count]]
        if problem.is_linear:
            parts.append(self.control_places[1:])
        common = np.concatenate(([self.length_place], self.parameter_places))
        return np.hstack([*parts, np.tile(common, (count, 1))])

    def _last_places(self) -> Rows:
        """Those of the last node, as of an interval without length."""
        parts = [self.state_places[-1], self.control_places[-1]]
        if self.problem.is_linear:
            parts.append(self.control_places[-1])
        return np.concatenate([*parts, [self.length_place], self.parameter_places])

    def _ends(self, full: Array) -> tuple[Ends, Ends | None] | None:
        starts, inputs = self._inputs(full)
        found = self.intervals.ends(starts, inputs)
        if found is None:
            return None
        last = self._at_last_node(full[self._last_places()], float(starts[-1] + full[self.length_place]))
        return None if last is None and self.intervals.outputs else (found, last)

    def _at_last_node(self, inputs: Array, time: float) -> Ends | None:
        if not self.intervals.outputs:
            return None
        row = inputs.copy()
        row[self.intervals.length_column] = 0.0
        return self.intervals.ends(np.array([time]), row[None, :])

    def _output_at(self, found: tuple[Ends, Ends | None], node: int, i: int) -> tuple[float, Array, Rows]:
        """A value, its derivatives by inputs, and the places of these."""
        if node < self.problem.intervals:
            ends = found[0]
            return float(ends.outputs[node, i]), ends.outputs_by_inputs[node, i], self._input_places()[node]
        ends_of_last = found[1]
        assert ends_of_last is not None, "optimal control: the last node has outputs"
        return float(ends_of_last.outputs[0, i]), ends_of_last.outputs_by_inputs[0, i], self._last_places()

    def at(self, point: Array) -> Evaluated | None:
        key = point.tobytes()
        if self._last is not None and self._last[0] == key:
            return self._last[2]
        full = self.whole(point)
        found = self._ends(full)
        if found is None:
            return None
        value, slope = self._criterion(full, found)
        rows, entries = self._equations(full, found, point)
        column_of_place = np.full(self.size, -1)
        column_of_place[self.free_places] = np.arange(len(self.free_places))
        data, row, place = (np.concatenate(part) for part in zip(*entries, strict=True))
        is_slack = place >= self.size
        column = np.where(is_slack, place - self.size + len(self.free_places), 0)
        column[~is_slack] = column_of_place[place[~is_slack]]
        is_used = column >= 0
        shape = (len(rows), len(point))
        jacobian = self.sparse.coo_array((data[is_used], (row[is_used], column[is_used])), shape=shape).tocsr()
        gradient = np.concatenate((slope[self.free_places] * self.scales[self.free_places], np.zeros(len(self.slacks))))
        evaluated = Evaluated(value, gradient, rows, jacobian)
        self._last = (key, found, evaluated)
        return evaluated

    @property
    def _sign(self) -> float:
        return -1.0 if self.problem.is_maximum else 1.0

    def _criterion(self, full: Array, found: tuple[Ends, Ends | None]) -> tuple[float, Array]:
        slope, name = np.zeros(self.size), self.problem.criterion
        if not name:
            slope[self.length_place] = self._sign * self.problem.intervals
            return self._sign * self.problem.intervals * float(full[self.length_place]), slope
        if name in self.intervals.states:
            place = self.state_places[-1, self.intervals.states.index(name)]
            slope[place] = self._sign
            return self._sign * float(full[place]), slope
        value, by_inputs, places = self._output_at(found, self.problem.intervals, self.intervals.outputs.index(name))
        np.add.at(slope, places, self._sign * by_inputs)
        return self._sign * value, slope

    def _equations(
        self, full: Array, found: tuple[Ends, Ends | None], point: Array
    ) -> tuple[Array, list[tuple[Array, Rows, Rows]]]:
        """Values, and derivatives with their rows and places; slacks have places after all others."""
        ends, n, count = found[0], len(self.intervals.states), self.problem.intervals
        scales = self.scales[self.state_places[1:]]
        values = [((ends.states - full[self.state_places[1:]]) / scales).ravel()]
        places = self._input_places()
        row = np.arange(count * n).reshape(count, n)
        data = ends.by_inputs / scales[:, :, None] * self.scales[places][:, None, :]
        entries = [
            (data.ravel(), np.repeat(row, places.shape[1]), np.repeat(places, n, axis=0).ravel()),
            (-np.ones(count * n), row.ravel(), self.state_places[1:].ravel()),
        ]
        first = count * n
        for i, name in enumerate(self.intervals.states):
            if name in self.problem.end and _is_value(self.problem.end[name]):
                place = self.state_places[-1, i]
                values.append(np.array([(full[place] - self.problem.end[name][0]) / self.scales[place]]))
                entries.append((np.ones(1), np.array([first]), np.array([place])))
                first += 1
        slack = 0
        for node, i, limits in self._outputs:
            scale = self._output_scale(i)
            value, by_inputs, at = self._output_at(found, node, i)
            target = limits[0] / scale
            entries.append((by_inputs / scale * self.scales[at], np.full(len(at), first), at))
            if not _is_value(limits):
                target = float(point[len(self.free_places) + slack])
                entries.append((-np.ones(1), np.array([first]), np.array([self.size + slack])))
                slack += 1
            values.append(np.array([value / scale - target]))
            first += 1
        return np.concatenate(values), entries

    def hessian(self, point: Array, multipliers: Array) -> Any:
        """By differences of the slopes of each interval, all intervals at once."""
        full = self.whole(point)
        starts, inputs = self._inputs(full)
        places = self._input_places()
        base = self.intervals_slope(starts, inputs, multipliers)
        blocks = np.zeros((len(inputs), inputs.shape[1], inputs.shape[1]))
        for j in range(inputs.shape[1]):
            if not self.is_free[places[:, j]].any():
                continue
            step = DIFFERENCE * self.scales[places[:, j]]
            moved = inputs.copy()
            moved[:, j] += step
            if j == self.intervals.length_column:
                starts = self.problem.options.start + moved[0, j] * np.arange(len(inputs))
            slope = self.intervals_slope(starts, moved, multipliers)
            if slope is not None and base is not None:
                blocks[:, :, j] = (slope - base) / step[:, None] * self.scales[places[:, j]][:, None]
            starts = self._inputs(full)[0]
        blocks = 0.5 * (blocks + blocks.transpose(0, 2, 1))
        return self._assembled(blocks, places, len(point)) + self._hessian_of_last(full, multipliers, len(point))

    def _assembled(self, blocks: Array, places: Rows, size: int) -> Any:
        column_of_place = np.full(self.size, -1)
        column_of_place[self.free_places] = np.arange(len(self.free_places))
        columns = column_of_place[places]
        rows = np.broadcast_to(columns[:, :, None], blocks.shape)
        across = np.broadcast_to(columns[:, None, :], blocks.shape)
        is_used = (rows >= 0) & (across >= 0)
        return self.sparse.coo_array((blocks[is_used], (rows[is_used], across[is_used])), shape=(size, size)).tocsr()

    def intervals_slope(self, starts: Array, inputs: Array, multipliers: Array) -> Array | None:
        """The slope of the Lagrangian by the scaled inputs of each interval; None if a run fails."""
        found = self.intervals.ends(starts, inputs)
        if found is None:
            return None
        count, n = self.problem.intervals, len(self.intervals.states)
        weights = multipliers[: count * n].reshape(count, n) / self.scales[self.state_places[1:]]
        slope = np.einsum("kij,ki->kj", found.by_inputs, weights)
        for number, (node, i, _) in enumerate(self._outputs):
            if node < count:
                weight = multipliers[self._first_output_row + number] / self._output_scale(i)
                slope[node] += weight * found.outputs_by_inputs[node, i]
        return np.asarray(slope * self.scales[self._input_places()])

    @property
    def _first_output_row(self) -> int:
        fixed = [name for name in self.intervals.states if name in self.problem.end]
        return self.problem.intervals * len(self.intervals.states) + sum(
            _is_value(self.problem.end[name]) for name in fixed
        )

    def end_multipliers(self, multipliers: Array) -> dict[str, float]:
        """Of the end constraints that are values, in the units of criterion and variable."""
        found, row = {}, self.problem.intervals * len(self.intervals.states)
        for i, name in enumerate(self.intervals.states):
            if name in self.problem.end and _is_value(self.problem.end[name]):
                found[name] = -self._sign * float(multipliers[row]) / float(self.scales[self.state_places[-1, i]])
                row += 1
        for number, (node, i, limits) in enumerate(self._outputs):
            name = self.intervals.outputs[i]
            if node == self.problem.intervals and name in self.problem.end and _is_value(limits):
                found[name] = -self._sign * float(multipliers[row + number]) / self._output_scale(i)
        return found

    def _hessian_of_last(self, full: Array, multipliers: Array, size: int) -> Any:
        """Of the outputs at the last node, the criterion among them."""
        weights = np.zeros(len(self.intervals.outputs))
        for number, (node, i, _) in enumerate(self._outputs):
            if node == self.problem.intervals:
                weights[i] += multipliers[self._first_output_row + number] / self._output_scale(i)
        if self.problem.criterion in self.intervals.outputs:
            weights[self.intervals.outputs.index(self.problem.criterion)] += self._sign
        places = self._last_places()
        block = np.zeros((len(places), len(places)))
        if weights.any():
            time = self.problem.options.start + self.problem.intervals * float(full[self.length_place])
            inputs, scales = full[places], self.scales[places]
            base = self._at_last_node(inputs, time)
            for j in range(len(places)):
                moved = inputs.copy()
                moved[j] += DIFFERENCE * scales[j]
                found = self._at_last_node(moved, time)
                if base is not None and found is not None:
                    change = weights @ (found.outputs_by_inputs[0] - base.outputs_by_inputs[0])
                    block[:, j] = change * scales / DIFFERENCE
        return self._assembled(0.5 * (block + block.T)[None], places[None], size)


def _is_value(limits: Range) -> bool:
    """Whether the range is a single value."""
    return limits[0] == limits[1]
