"""A process with one input and one output -> the few numbers that tuning rules need."""

import math

import numpy as np

from simnon.source import UserError, frozen

from ..frequency import evaluator
from ..poles import is_stable
from ..realisation import Array, Model, Realisation, check_single
from ..responses import impulse_response, step_response
from ..structure import cure_of_hidden_states, minimal
from ..zeros import static_gain


@frozen
class FirstOrderProcess:
    """gain/(1 + s time_constant) e^(-s delay); for an integrating process, gain/s e^(-s delay)."""

    gain: float
    time_constant: float
    """Infinite for an integrating process, whose gain is its slope."""
    delay: float

    @property
    def is_integrating(self) -> bool:
        return math.isinf(self.time_constant)


def fitted_process(process: Model) -> FirstOrderProcess:
    """From the times at which the step response has reached 1 - e^(-1/3) and 1 - 1/e of its end; exact for such a one.

    An integrating process is fitted by the line that its step response approaches.
    """
    check_single(process, "the fit of a first-order process")
    gain = float(static_gain(process)[0, 0])
    if math.isinf(gain):
        return _fitted_integrator(process)
    if not is_stable(process):
        cure = cure_of_hidden_states(process, "use pole_placement, lqr or pid_for_sensitivity")
        raise UserError("not-stable", "an unstable process cannot be fitted by a first-order one", cure)
    if gain == 0.0:
        raise UserError("no-gain", "the process has no static gain, so no first-order process fits it")
    early, late = (_time_at(process, gain * (1 - math.exp(-share))) for share in (1 / 3, 1.0))
    constant = 1.5 * (late - early)
    return FirstOrderProcess(gain, constant, max(late - constant, 0.0))


def steepest_tangent(process: Realisation) -> tuple[float, float]:
    """Where the steepest tangent of the step response meets the axes: at -a, and at the time L."""
    check_single(process, "the step response method")
    response = impulse_response(process, None, None)
    sign = 1.0 if response.values[np.argmax(np.abs(response.values)), 0, 0] > 0 else -1.0
    place = int(np.argmax(sign * response.values[:, 0, 0]))
    low, high = response.t[max(place - 1, 0)], response.t[min(place + 1, len(response.t) - 1)]
    times = np.linspace(low, high, 401)
    slopes = _values(impulse_response(process, None, times).values)
    best = int(np.argmax(sign * slopes))
    level = _values(step_response(process, None, times).values)[best]
    slope, time = float(slopes[best]), float(times[best])
    if slope == 0.0:
        raise UserError("no-slope", "the step response of the process does not rise", "use the frequency method")
    return slope * time - float(level), time - float(level) / slope


def _fitted_integrator(process: Model) -> FirstOrderProcess:
    """s G(s) near 0 is gain (1 - s delay)."""
    at = evaluator(minimal(process))
    scale = 1e-4 * _slowest_rate(process)
    points = scale * np.array([1.0, 2.0, 3.0, 4.0])
    values = (at(points.astype(np.complex128))[:, 0, 0] * points).real
    slope, gain = (float(each) for each in np.polyfit(points, values, 3)[-2:])
    if not math.isfinite(gain) or gain == 0.0 or abs(values[0] / gain - 1) > 0.1:
        raise UserError("not-first-order", "the process integrates more than once, which no tuning rule covers")
    return FirstOrderProcess(gain, math.inf, max(-slope / gain, 0.0))


def _slowest_rate(process: Realisation) -> float:
    sizes = np.abs(np.linalg.eigvals(process.A))
    rates = [float(size) for size in sizes if size > 1e-9 * max(sizes.max(), 1e-300)]
    return min([*rates, *(1.0 / lag for lag in process.delays)], default=1.0)


def _time_at(process: Realisation, level: float) -> float:
    """When the step response first reaches a level, refined between the times that are shown."""
    response = step_response(process, None, None)
    times = response.t
    for _ in range(3):
        ratios = _values(step_response(process, None, times).values) / level
        place = int(np.argmax(ratios >= 1.0))
        if not (ratios >= 1.0).any() or place == 0:
            return float(times[place])
        low, high = times[place - 1], times[place]
        share = (1.0 - ratios[place - 1]) / (ratios[place] - ratios[place - 1])
        time = float(low + share * (high - low))
        times = np.linspace(low, high, 201)
    return time


def _values(values: Array) -> Array:
    return values[:, 0, 0]
