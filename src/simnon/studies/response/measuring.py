"""A point of a model and a sinusoid at an input -> the response of an output, by simulation in lanes.

The model is opened at the input. A continuous model has the Fourier coefficients of the output as states, which are
read after each window of whole periods. A sampled model is recorded at its sampling instants, with the input held in
between, at frequencies for which a window has whole periods and whole samples. Windows follow each other until the
coefficients repeat themselves; what the output drifts from window to window is subtracted.
"""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simnon.compiler import Counter, Watch, closed_name
from simnon.model import Apply, Expression, Name, Number
from simnon.program import Array
from simnon.simulation import MemberOutputs, RunOptions, Simulator, StopKind, Watching
from simnon.source import UserError, frozen

from ..common_period import common_period
from ..orbits import run_rows
from ..points import Point, linearize
from .measured import MeasuredResponse

HARMONICS = 5
WINDOWS = 6
"""Of each run; the last ones must agree."""
TIME_CONSTANTS = 22.0
"""After so many of the slowest ones, a transient is gone."""
MAX_ROUNDS = 6
LONGER = 4
"""How many times as long the windows of the next round are."""
SAMPLES_OF_A_WINDOW = 100
MOST_SAMPLES = 200_000
LONGEST_BEAT = 1000.0
"""Samples: just below the Nyquist frequency a sampled sinusoid swells and fades, and a window has whole beats."""
FREQUENCY, AMPLITUDE, PERIODS, CENTRE, LEVEL = (
    "sinusoid:frequency",
    "sinusoid:amplitude",
    "window:periods",
    "sinusoid:centre",
    "output:level",
)
ORIGIN, HELD, WINDOW, MOST = "sinusoid:start", "sinusoid:period", "windows:count", "windows:most"
"""No user can write such names."""
MEAN = "response:mean"
Complex = NDArray[np.complex128]


@frozen
class ResponseRequest:
    """`input` and `output` by full names; `tolerance` is how closely the last windows must agree."""

    input: str
    output: str
    frequencies: tuple[float, ...]
    amplitude: float
    tolerance: float


def measure_response(model: Simulator, options: RunOptions, point: Point, request: ResponseRequest) -> MeasuredResponse:
    return _Measurement(model, options, point, request).response()


class _Measurement:
    def __init__(self, model: Simulator, options: RunOptions, point: Point, request: ResponseRequest) -> None:
        self.request, self.point = request, point
        self.read = closed_name(request.output) if request.output == request.input else request.output
        parameters = {name: point.values[name] for name in model.parameters if name != request.input}
        initial = {name: point.values[name] for name in model.states if name in model.initial_names}
        start = point.time
        self.options = replace(options, start=start, parameters=parameters, initial=initial, store=())
        self.period = common_period(model.begin(replace(self.options, stop=start))) or 0.0
        if model.layout.samplers and not self.period:
            raise UserError("no-period", "the discrete systems have no common period", "give them constant periods")
        self.time = Name(model.analysed.declared.time)
        self.slowest = self._slowest(model)
        self.model = model.watched(self._sampled() if self.period else self._continuous())
        given = {
            AMPLITUDE: request.amplitude,
            CENTRE: point.values[request.input],
            ORIGIN: start,
            LEVEL: point.values[request.output],
            HELD: self.period,
            MOST: float(WINDOWS),
        }
        known = {name: value for name, value in given.items() if name in self.model.parameters}
        self.options = replace(self.options, parameters={**parameters, **known})

    def _slowest(self, model: Simulator) -> float:
        """The slowest time constant of the linear model of the open loop; 0 if it is not known."""
        try:
            linear = linearize(model.partials((self.request.input,), (self.request.output,)), self.point)
            poles = linear.poles()
        except UserError:
            return 0.0
        rates = np.abs(np.log(np.maximum(np.abs(poles), 1e-12))) / self.period if self.period else np.abs(poles.real)
        known = rates[rates > 1e-9 * max(1.0, float(rates.max(initial=0.0)))]
        return float(1.0 / known.min()) if len(known) else 0.0

    def _since(self) -> Expression:
        return Apply("+", (self.time, Apply("neg", (Name(ORIGIN),))))

    def _sinusoid(self, since: Expression) -> tuple[str, Expression]:
        wave = Apply("sin", (Apply("*", (Name(FREQUENCY), since)),))
        return self.request.input, Apply("+", (Name(CENTRE), Apply("*", (Name(AMPLITUDE), wave))))

    def _sampled(self) -> Watch:
        """Just before a sample the input jumps to its value at the sample."""
        samples = Apply("int", (Apply("+", (Apply("/", (self._since(), Name(HELD))), Number(1e-6))),))
        parameters = ((FREQUENCY, 1.0), (AMPLITUDE, 1.0), (CENTRE, 0.0), (ORIGIN, 0.0), (HELD, 1.0))
        return Watch(parameters=parameters, driven=(self._sinusoid(Apply("*", (Name(HELD), samples))),))

    def _continuous(self) -> Watch:
        since, deviation = self._since(), Apply("+", (Name(self.read), Apply("neg", (Name(LEVEL),))))
        weight = Apply("/", (Name(FREQUENCY), Apply("*", (Number(math.pi), Name(PERIODS)))))
        states = []
        for number in range(1, HARMONICS + 1):
            angle = Apply("*", (Number(float(number)), Name(FREQUENCY), since))
            states += [
                (_state(function, number), Apply("*", (deviation, weight, Apply(function, (angle,)))))
                for function in ("sin", "cos")
            ]
        states.append((MEAN, Apply("*", (deviation, weight))))
        passed = Apply("/", (Apply("*", (Name(FREQUENCY), since)), Apply("*", (Number(math.tau), Name(PERIODS)))))
        condition = Apply(">=", (passed, Apply("+", (Name(WINDOW), Number(1.0)))))
        names = (FREQUENCY, AMPLITUDE, PERIODS, CENTRE, ORIGIN, LEVEL, MOST)
        return Watch(
            parameters=tuple((name, 1.0) for name in names),
            driven=(self._sinusoid(since),),
            states=tuple(states),
            counters=(Counter(WINDOW, (condition,)),),
            stops=(Apply(">=", (Name(WINDOW), Name(MOST))),),
        )

    def response(self) -> MeasuredResponse:
        frequencies = np.minimum(self.request.frequencies, self._highest)
        periods = self._periods(frequencies)
        values = np.full((len(frequencies), HARMONICS), np.nan, dtype=np.complex128)
        errors = np.full(len(frequencies), np.inf)
        actual = frequencies.copy()
        left = np.arange(len(frequencies))
        for _ in range(MAX_ROUNDS):
            with np.errstate(all="ignore"):
                windows, actual[left] = self._windows(frequencies[left], periods[left])
                values[left], errors[left] = _settled(windows)
            values[~np.isfinite(values)] = np.nan
            left = left[~(errors[left] <= self.request.tolerance)]
            periods[left] *= LONGER
            if not len(left) or self._is_too_long(frequencies[left], periods[left]):
                break
        return self._result(actual, values, errors, self._notes(frequencies, values, errors))

    @property
    def _highest(self) -> float:
        return (1.0 - 1.0 / LONGEST_BEAT) * math.pi / self.period if self.period else math.inf

    def _notes(self, frequencies: Array, values: Complex, errors: Array) -> list[str]:
        notes, count, highest = [], len(frequencies), self._highest
        if max(self.request.frequencies) > highest:
            notes.append(f"the response is measured up to {highest:.4g} rad/s, just below the Nyquist frequency")
        failed = np.isnan(values[:, 0])
        if failed.any():
            at = frequencies[failed][0]
            notes.append(f"{int(failed.sum())} of {count} runs failed, that at {at:.4g} rad/s because {self._why(at)}")
        unsettled = int((~failed & ~(errors <= self.request.tolerance)).sum())
        if unsettled:
            notes.append(f"at {unsettled} of {count} frequencies the response did not settle")
        return notes

    def _why(self, frequency: float) -> str:
        """Why the run with a frequency failed, from the same run alone."""
        (periods,) = self._periods(np.array([frequency]))
        chosen = {FREQUENCY: frequency, PERIODS: float(periods)}
        known = {name: value for name, value in chosen.items() if name in self.model.parameters}
        stop = self.options.start + 1.01 * WINDOWS * float(periods) * math.tau / frequency
        options = replace(self.options, stop=stop, parameters={**self.options.parameters, **known}, store=(self.read,))
        found = self.model.whole_run(options).stop
        is_failure = found.kind is StopKind.FAILURE
        why = found.message if is_failure else f"{self.request.output} has no finite values"
        return f"{why}; try a smaller amplitude"

    def _result(self, frequencies: Array, values: Complex, errors: Array, notes: list[str]) -> MeasuredResponse:
        request = self.request
        return MeasuredResponse(
            frequencies,
            values[:, 0] / request.amplitude,
            np.abs(values),
            errors,
            request.input,
            request.output,
            request.amplitude,
            self.period,
            tuple(notes),
        )

    def _periods(self, frequencies: Array) -> Array:
        """Whole periods of a window: all windows together outlast the slowest time constant."""
        needed = TIME_CONSTANTS * self.slowest * frequencies / math.tau / (WINDOWS - 2)
        beats = 1.0 / (1.0 - np.minimum(frequencies * self.period / math.pi, 1.0 - 1.0 / LONGEST_BEAT))
        least = np.maximum(SAMPLES_OF_A_WINDOW, beats) * self.period * frequencies / math.tau
        return np.maximum(1.0, np.ceil(np.maximum(needed, least)))

    def _is_too_long(self, frequencies: Array, periods: Array) -> bool:
        spans = WINDOWS * periods * math.tau / frequencies
        return bool(self.period and spans.max() / self.period > MOST_SAMPLES)

    def _windows(self, frequencies: Array, periods: Array) -> tuple[Complex, Array]:
        """The coefficients of each frequency, window and harmonic, and the frequencies that were used."""
        if self.period:
            return self._windows_of_samples(frequencies, periods)
        stop = self.options.start + 1.01 * WINDOWS * float((periods * math.tau / frequencies).max())
        waves = [_state(function, number) for number in range(1, HARMONICS + 1) for function in ("sin", "cos")]
        names = [*waves, MEAN]
        options = replace(self.options, stop=stop, watching=Watching(counter=WINDOW))
        rows = np.stack([frequencies, periods], axis=1)
        keep = MemberOutputs(curves=names, rows=WINDOWS)
        curves = run_rows(self.model, [FREQUENCY, PERIODS], rows, options, keep).curves[:, :, 1:]
        totals = np.concatenate([np.zeros((len(rows), 1, len(names))), curves], axis=1)
        changes = np.diff(totals, axis=1)
        slopes = _slopes(0.5 * changes[:, :, -1], periods * math.tau / frequencies)
        # Over whole periods, t sin(n w t) has the mean -1/(n w), and t cos(n w t) the mean 0.
        drift = -2.0 * slopes[:, :, None] / (frequencies[:, None, None] * np.arange(1.0, HARMONICS + 1))
        return changes[:, :, 0:-1:2] - drift + 1j * changes[:, :, 1:-1:2], frequencies

    def _windows_of_samples(self, frequencies: Array, periods: Array) -> tuple[Complex, Array]:
        counts = np.maximum(2.0, np.round(periods * math.tau / (frequencies * self.period)))
        actual = periods * math.tau / (counts * self.period)
        total = int(WINDOWS * counts.max()) + 1
        stop = self.options.start + self.period * (total - 1)
        options = replace(self.options, stop=stop, spacing=self.period)
        keep = MemberOutputs(curves=(self.read,), rows=total)
        curves = run_rows(self.model, [FREQUENCY], actual[:, None], options, keep).curves[:, :, 1]
        found = np.empty((len(actual), WINDOWS, HARMONICS), dtype=np.complex128)
        for number, (frequency, count) in enumerate(zip(actual, counts.astype(int).tolist(), strict=True)):
            windows = curves[number, : WINDOWS * count].reshape(WINDOWS, count)
            slopes = _slopes(windows.mean(axis=1)[None], np.array([float(count)]))
            seen = (windows - slopes.T * np.arange(count)).reshape(-1)
            angles = frequency * self.period * np.arange(WINDOWS * count)
            for harmonic in range(HARMONICS):
                waves = 2.0 * seen * (np.sin((harmonic + 1) * angles) + 1j * np.cos((harmonic + 1) * angles))
                found[number, :, harmonic] = waves.reshape(WINDOWS, count).mean(axis=1)
        return found, actual


def _slopes(means: Array, lengths: Array) -> Array:
    """How fast the output drifts in each window: from its mean to that of the next one; in the last as before it."""
    slopes = np.diff(means, axis=1) / lengths[:, None]
    return np.concatenate((slopes, slopes[:, -1:]), axis=1)


def _state(function: str, number: int) -> str:
    return f"response:{function}{number}"


def _settled(windows: Complex) -> tuple[Complex, Array]:
    """The coefficients of the last window, and how much of the first harmonic was still to come.

    What decays adds to the change of a window those of all windows after it, each smaller by the same factor.
    """
    changes = np.abs(np.diff(windows[:, :, 0], axis=1))
    size = np.maximum(np.abs(windows[:, -1, 0]), 1e-300)
    with np.errstate(all="ignore"):
        factor = np.clip(changes[:, -1] / changes[:, -2], 0.0, 0.999)
        left = np.where(changes[:, -1] > 0.0, changes[:, -1] / (1.0 - factor), 0.0)
    return windows[:, -1], np.where(np.isfinite(left), np.maximum(left, changes[:, -1]), np.inf) / size
