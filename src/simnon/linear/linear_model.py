"""The linear model that users hold: its matrices and names, with all that can be computed from them as methods."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simnon.figures import Figure
from simnon.source import UserError, arguments, frozen, has_same_fields, no_hash

from .curves import bode, nichols, nyquist, pole_zero_map, root_locus_figure, sigma, step_figure
from .designs import (
    PID,
    Estimator,
    StateFeedback,
    kalman,
    lambda_tuning,
    lqr,
    observer,
    pid_for_sensitivity,
    pole_placement,
    ziegler_nichols,
)
from .discretise import discretise, to_continuous
from .exchange import (
    Fields,
    from_control,
    from_dictionary,
    from_scipy,
    read_mat,
    to_control,
    to_dictionary,
    to_scipy,
    write_mat,
)
from .frequency import FrequencyResponse, Margins, frequency_response, margins, singular_values
from .interconnection import delay_after, delay_before, feedback, parallel, scaled, select, series, static
from .pade import without_delays
from .poles import Modes, is_stable, modes, poles
from .realisation import Array, ComplexArray, Realisation
from .reduction import Reduction, balanced, hankel_singular_values
from .responses import TimeResponse, impulse_response, initial_response, step_response
from .structure import Reach, controllability, minimal, observability
from .system_text import system_text
from .zeros import static_gain, zeros


@frozen
class LinearModel(Realisation):
    """dx/dt = A x + B u, y = C x + D u, in deviations from the point where it was linearised.

    With a positive `period` it is sampled: A x + B u is the state one period later, and inputs are held in between.
    `a * b` is a after b, `a + b` adds outputs; a number stands for that gain.
    """

    __eq__ = has_same_fields
    __hash__ = no_hash

    def __repr__(self) -> str:
        kind = f"sampled every {self.period:g}" if self.is_sampled else "continuous"
        delays = f", delays {', '.join(f'{lag:g}' for lag in self.delays)}" if self.delays else ""
        count = f"{len(self.states)} state{'' if len(self.states) == 1 else 's'}"
        sizes = f"{count}, {', '.join(self.inputs)} -> {', '.join(self.outputs)}"
        return f"LinearModel({sizes}, {kind}{delays})"

    # Structure

    def poles(self, count: int = 20) -> ComplexArray:
        """Slowest first; the `count` rightmost ones if a loop passes through a delay."""
        return poles(self, arguments.integer(count, "count", least=1))

    def zeros(self) -> ComplexArray:
        """Transmission zeros."""
        return zeros(self)

    def modes(self) -> Modes:
        """Natural frequency, damping and time constant of each pole, as a table."""
        return modes(self)

    def static_gain(self) -> Array:
        return static_gain(self)

    def is_stable(self) -> bool:
        return is_stable(self)

    def controllability(self) -> Reach:
        return controllability(self)

    def observability(self) -> Reach:
        return observability(self)

    def minimal(self, tolerance: float = 1e-10) -> "LinearModel":
        """Without the states that inputs do not reach or outputs do not show."""
        return minimal(self, arguments.number(tolerance, "tolerance"))

    def hankel_singular_values(self) -> Array:
        """Of the stable part, largest first."""
        return hankel_singular_values(self)

    def reduced(
        self, order: int | None = None, *, tolerance: float | None = None, method: str = "truncate"
    ) -> "Reduction[LinearModel]":
        """Balanced and truncated to an order, or to the least order within a tolerance; 'residualise' keeps gains."""
        return balanced(self, order, tolerance, method)

    def without_delays(self, order: int | None = None) -> "LinearModel":
        """Delays become Padé approximations of an order or, in a sampled model, exact states."""
        return without_delays(self, order)

    # Frequencies

    def frequency_response(self, frequencies: Sequence[float] | Array | None = None) -> FrequencyResponse:
        """Exact with delays, at given frequencies in rad/s or at chosen ones."""
        return frequency_response(self, frequencies)

    def margins(self) -> Margins:
        """Of the closed loop that this model, as the loop transfer function, forms with negative feedback."""
        return margins(self)

    def singular_values(self, frequencies: Sequence[float] | Array | None = None) -> tuple[Array, Array]:
        """Frequencies, and the singular values of the response at each, largest first."""
        return singular_values(self, frequencies)

    # Time

    def step_response(self, stop: float | None = None, *, times: Sequence[float] | Array | None = None) -> TimeResponse:
        """Of each output to a step of each input."""
        return step_response(self, stop, times)

    def impulse_response(
        self, stop: float | None = None, *, times: Sequence[float] | Array | None = None
    ) -> TimeResponse:
        return impulse_response(self, stop, times)

    def initial_response(
        self,
        initial: Mapping[str, float] | Sequence[float],
        stop: float | None = None,
        *,
        times: Sequence[float] | Array | None = None,
    ) -> TimeResponse:
        """From initial values of the states, by name or in order."""
        return initial_response(self, initial, stop, times)

    def discretise(self, period: float, method: str = "zoh", *, prewarp: float | None = None) -> "LinearModel":
        """Sampled: exact for held inputs (zoh) or linear ones (foh), or by Tustin's approximation."""
        return discretise(self, period, method, prewarp)

    def to_continuous(self, method: str = "zoh", *, prewarp: float | None = None) -> "LinearModel":
        """The continuous model that discretise would turn into this one."""
        return to_continuous(self, method, prewarp)

    # Designs

    def lqr(self, Q: Any, R: Any, N: Any = None) -> "StateFeedback[LinearModel]":
        """State feedback that minimises the integral, or the sum over samples, of x'Q x + u'R u + 2 x'N u."""
        return lqr(self, Q, R, N)

    def pole_placement(self, poles: Sequence[complex]) -> "StateFeedback[LinearModel]":
        """State feedback that gives the closed loop these poles."""
        return pole_placement(self, poles)

    def kalman(self, process_noise: Any, measurement_noise: Any) -> "Estimator[LinearModel]":
        """The estimator with the least variance, for the covariances of the noise in states and outputs."""
        return kalman(self, process_noise, measurement_noise)

    def observer(self, poles: Sequence[complex]) -> "Estimator[LinearModel]":
        """The estimator whose error has these poles."""
        return observer(self, poles)

    def ziegler_nichols(self, kind: str = "PID", method: str = "step") -> "PID[LinearModel]":
        """A regulator from the step response, or from the gain at which the loop oscillates (`frequency`)."""
        return ziegler_nichols(self, kind, method)

    def lambda_tuning(self, time_constant: float, kind: str = "PI") -> "PID[LinearModel]":
        """A regulator that gives the closed loop about this time constant."""
        return lambda_tuning(self, time_constant, kind)

    def pid_for_sensitivity(self, sensitivity_peak: float = 1.4, kind: str = "PI") -> "PID[LinearModel]":
        """The regulator with the largest integral gain whose sensitivity has this peak."""
        return pid_for_sensitivity(self, sensitivity_peak, kind)

    def text(self, name: str) -> str:
        """A CONTINUOUS or DISCRETE SYSTEM in the Simnon language."""
        return system_text(self, name)

    # Curves

    def bode(self, *, frequencies: Sequence[float] | Array | None = None, has_margins: bool | None = None) -> Figure:
        """Gain and phase, with the margins of a single loop."""
        return bode(self, frequencies=frequencies, has_margins=has_margins)

    def nyquist(self, *, sensitivity_peak: float | None = None) -> Figure:
        """With the unit circle and the circle of Ms, or of another sensitivity peak."""
        return nyquist(self, sensitivity_peak=sensitivity_peak)

    def nichols(self) -> Figure:
        return nichols(self)

    def sigma(self, *, frequencies: Sequence[float] | Array | None = None) -> Figure:
        """Singular values over frequency."""
        return sigma(self, frequencies=frequencies)

    def pole_zero_map(self) -> Figure:
        return pole_zero_map(self)

    def root_locus(self, gains: Sequence[float] | Array | None = None, *, gain: float | None = None) -> Figure:
        """Closed-loop poles as the gain grows, with squares at the poles for one `gain`."""
        return root_locus_figure(self, gains, gain)

    def step(self, stop: float | None = None) -> Figure:
        """The step response as curves."""
        return step_figure(self, stop)

    # Other programs

    def to_dict(self) -> dict[str, Any]:
        """Lists, texts and numbers, as JSON can hold."""
        return to_dictionary(self)

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> "LinearModel":
        return _of_fields(from_dictionary(value))

    def to_scipy(self) -> Any:
        """A scipy.signal.StateSpace."""
        return to_scipy(self)

    @classmethod
    def from_scipy(cls, value: Any) -> "LinearModel":
        """From any linear model of scipy.signal."""
        return _of_fields(from_scipy(value))

    def to_control(self) -> Any:
        """A control.StateSpace with the same names."""
        return to_control(self)

    @classmethod
    def from_control(cls, value: Any) -> "LinearModel":
        """From a StateSpace or TransferFunction of python-control."""
        return _of_fields(from_control(value))

    def write_mat(self, path: str | Path, *, force: bool = False) -> None:
        """A file of MATLAB: `load file.mat; sys = ss(A, B, C, D, Ts)`."""
        write_mat(self, path, force=force)

    @classmethod
    def read_mat(cls, path: str | Path) -> "LinearModel":
        return _of_fields(read_mat(path))

    # Connections

    def select(
        self, inputs: Sequence[str] | str | None = None, outputs: Sequence[str] | str | None = None
    ) -> "LinearModel":
        """From some inputs to some outputs, by name."""
        return select(self, inputs, outputs)

    def series(self, then: "LinearModel") -> "LinearModel":
        """This model, and `then` after it."""
        return series(self, then)

    def feedback(self, other: "LinearModel | float" = 1.0, sign: float = -1.0) -> "LinearModel":
        """The closed loop with `other` from outputs back to inputs; the feedback is negative unless `sign` is 1."""
        return feedback(self, self._as_model(other, self.outputs, self.inputs), sign)

    def delayed(self, lag: float | Sequence[float], *, at: str = "inputs") -> "LinearModel":
        """With its inputs, or its outputs, delayed by a lag or by one lag each."""
        if at not in ("inputs", "outputs"):
            raise arguments.refusal("at", "'inputs' or 'outputs'", at)
        return delay_before(self, lag) if at == "inputs" else delay_after(self, lag)

    def __neg__(self) -> "LinearModel":
        return scaled(self, -1.0)

    def __mul__(self, other: "LinearModel | float") -> "LinearModel":
        return series(other, self) if isinstance(other, LinearModel) else scaled(self, _factor(other))

    def __rmul__(self, other: float) -> "LinearModel":
        return scaled(self, _factor(other))

    def __truediv__(self, other: float) -> "LinearModel":
        return scaled(self, 1.0 / _factor(other))

    def __add__(self, other: "LinearModel | float") -> "LinearModel":
        return parallel(self, self._as_model(other, self.inputs, self.outputs))

    __radd__ = __add__

    def __sub__(self, other: "LinearModel | float") -> "LinearModel":
        return self + (-other)

    def __rsub__(self, other: float) -> "LinearModel":
        return -self + other

    def _as_model(
        self, other: "LinearModel | float", inputs: tuple[str, ...], outputs: tuple[str, ...]
    ) -> "LinearModel":
        if isinstance(other, LinearModel):
            return other
        if len(inputs) != len(outputs):
            raise UserError("bad-connection", f"a number cannot join {len(inputs)} signals to {len(outputs)}")
        return static(self, _factor(other) * np.eye(len(outputs)), inputs, outputs)


def _of_fields(found: Fields) -> LinearModel:
    (A, B, C, D), (states, inputs, outputs) = found.matrices, found.names
    return LinearModel(A, B, C, D, states, inputs, outputs, found.period, found.channels, found.units, found.notes)


def _factor(value: object) -> float:
    return arguments.number(value, "a factor", "a linear model or a number")
