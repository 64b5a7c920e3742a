"""A continuous model with delays at its inputs and outputs -> the sampled one, exact for inputs that are held.

A lag that is no multiple of the period needs the state between samples: an input then changes inside the period, and a
delayed output is read inside it (Åström and Wittenmark 1997, section 2.3; the modified z-transform).
"""

import math
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from simnon.source import UserError, frozen

from .opened import Opened, closed, linalg, opened
from .realisation import Array, Model
from .shift_registers import with_shift_registers

Choice: TypeAlias = npt.NDArray[np.bool_]


@frozen
class DelayedInput:
    """row u(t - lag) acts on states, outputs and what enters the delays of outputs."""

    lag: float
    row: Array
    to_states: Array
    to_outputs: Array
    to_delays: Array


@frozen
class DelayedOutput:
    """z(t - lag), for the z that enters delay number `source`, is added to the outputs."""

    lag: float
    source: int
    to_outputs: Array


def sampled_with_delays(model: Model, period: float) -> Model:
    form = opened(model)
    inputs, outputs = _outer_delays(form)
    return with_shift_registers(
        replace(closed(model, _Sampled(form, inputs, outputs, period).form(), model.states), period=period)
    )


def exponential(A: Array, B: Array, time: float) -> tuple[Array, Array]:
    """e^(A t), and its integral from 0 to t times B."""
    n, m = B.shape
    whole = np.zeros((n + m, n + m))
    whole[:n, :n], whole[:n, n:] = A * time, B * time
    found = linalg().expm(whole)
    return found[:n, :n], found[:n, n:]


class _Sampled:
    """Rows over the states and inputs at sample k, and over what leaves the delays of whole samples.

    An input with the lag q h + r is w = row u(k - q) after the time r of a period, and row u(k - q - 1) before it.
    """

    def __init__(self, form: Opened, inputs: list[DelayedInput], outputs: list[DelayedOutput], period: float) -> None:
        self.model, self.inputs, self.outputs, self.period = form, inputs, outputs, period
        self.whole = [_whole_samples(each.lag, period) for each in inputs]
        self.lags: list[float] = []
        self.entering: list[tuple[Array, int]] = []
        """For each delay of an input: the row of u, or the number of the delay that feeds it."""
        self.now = [self._delay(each.row, -1, q) if q else -1 for each, (q, _) in zip(inputs, self.whole, strict=True)]
        self.before = [
            self._delay(each.row, now, 1) if rest else -1
            for each, now, (_, rest) in zip(inputs, self.now, self.whole, strict=True)
        ]
        self.first_output = len(self.lags)
        self.steps = [math.ceil(each.lag / period - 1e-9) for each in outputs]
        self.lags += [step * period for step in self.steps]
        self.n, self.m = len(form.A), form.input_count

    def form(self) -> Opened:
        p = self.model.output_count
        advance = self._states_after(self.period)
        y = self._row_of(self.model.C[:p], self.model.D[:p, : self.m], [each.to_outputs for each in self.inputs], 0.0)
        for k, each in enumerate(self.outputs):
            y[:, self.n + self.m + self.first_output + k] += each.to_outputs
        rows = [self._entering_row(row, feeder) for row, feeder in self.entering]
        rows += [
            self._row_entering_output(each, step * self.period - each.lag)
            for each, step in zip(self.outputs, self.steps, strict=True)
        ]
        C, n = np.vstack((y, *rows)), self.n
        return Opened(advance[:, :n], advance[:, n:], C[:, :n], C[:, n:], self.m, p, tuple(self.lags))

    def _delay(self, row: Array, feeder: int, samples: int) -> int:
        self.lags.append(samples * self.period)
        self.entering.append((row, feeder))
        return len(self.lags) - 1

    def _entering_row(self, row: Array, feeder: int) -> Array:
        found = np.zeros((1, self.n + self.m + len(self.lags)))
        if feeder < 0:
            found[0, self.n : self.n + self.m] = row
        else:
            found[0, self.n + self.m + feeder] = 1.0
        return found

    def _row_entering_output(self, each: DelayedOutput, time: float) -> Array:
        place = self.model.output_count + each.source
        gains = [delayed.to_delays[each.source : each.source + 1] for delayed in self.inputs]
        return self._row_of(self.model.C[place][None], self.model.D[place, : self.m][None], gains, time)

    def _row_of(self, C: Array, D: Array, gains: list[Array], time: float) -> Array:
        """C x + D u + gains w at a time inside the period."""
        row = C @ self._states_after(time)
        row[:, self.n : self.n + self.m] += D
        for i, gain in enumerate(gains):
            row += np.outer(gain, self._value(i, is_new=time >= self.whole[i][1] - 1e-9 * self.period))
        return row

    def _states_after(self, time: float) -> Array:
        """x(k h + time) for a time of at most one period."""
        B = np.column_stack((self.model.B[:, : self.m], *(each.to_states for each in self.inputs)))
        power, integral = exponential(self.model.A, B, time)
        found = np.hstack((power, integral[:, : self.m], np.zeros((self.n, len(self.lags)))))
        for i, (each, (_, rest)) in enumerate(zip(self.inputs, self.whole, strict=True)):
            _, late = exponential(self.model.A, each.to_states[:, None], max(time - rest, 0.0))
            early = integral[:, self.m + i] - late[:, 0]
            found += np.outer(late[:, 0], self._value(i, is_new=True))
            found += np.outer(early, self._value(i, is_new=False))
        return found

    def _value(self, index: int, *, is_new: bool) -> Array:
        """The row of a delayed input, after or before it changes inside the period."""
        found = np.zeros(self.n + self.m + len(self.lags))
        is_whole = self.before[index] < 0
        delay = self.now[index] if is_new or is_whole else self.before[index]
        if delay < 0:
            found[self.n : self.n + self.m] = self.inputs[index].row
        else:
            found[self.n + self.m + delay] = 1.0
        return found


def _whole_samples(lag: float, period: float) -> tuple[int, float]:
    """The lag as whole periods and the rest."""
    count = math.floor(lag / period + 1e-9)
    rest = lag - count * period
    return count, rest if rest > 1e-9 * period else 0.0


def _outer_delays(form: Opened) -> tuple[list[DelayedInput], list[DelayedOutput]]:
    """Delays of inputs depend on inputs only, those of outputs reach outputs only, possibly through others alike."""
    m, p, count = form.input_count, form.output_count, len(form.lags)
    between = form.D[p:, m:]
    early = _closed_under(np.asarray(~(form.C[p:] != 0.0).any(axis=1)), between != 0.0)
    late = _closed_under(np.asarray(~(form.B[:, m:] != 0.0).any(axis=0)), between.T != 0.0) & ~early
    if not (early | late).all():
        inner = form.lags[int(np.flatnonzero(~(early | late))[0])]
        raise UserError(
            "delay-in-loop",
            f"the delay of {inner:g} s lies between states and cannot be sampled exactly",
            "approximate it with without_delays(order=...) first",
        )
    inputs = [
        DelayedInput(lag, row, form.B[:, m + j], form.D[:p, m + j], between[:, j] * late)
        for j in range(count)
        if early[j]
        for lag, row in _paths(j, form.D[p:, :m], between, form.lags)
        if row.any()
    ]
    outputs = [
        DelayedOutput(lag, o, column)
        for o in range(count)
        if late[o]
        for lag, column in _paths(o, form.D[:p, m:].T, between.T * late, form.lags)
        if column.any()
    ]
    return inputs, outputs


def _closed_under(candidates: Choice, needs: Choice) -> Choice:
    """Those candidates that need candidates only, and nothing in a circle."""
    found = np.zeros(len(candidates), dtype=bool)
    for _ in range(len(candidates)):
        found = found | (candidates & ~(needs & ~found[None, :]).any(axis=1))
    return found


def _paths(index: int, ends: Array, between: Array, lags: tuple[float, ...]) -> list[tuple[float, Array]]:
    """Every way from a delay through others to an end, as its lag and its row."""
    found = [(lags[index], ends[index])]
    for other in np.flatnonzero(between[index]):
        for lag, row in _paths(int(other), ends, between, lags):
            found.append((lags[index] + lag, between[index, other] * row))
    return found
