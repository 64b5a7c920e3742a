"""Realisation -> its responses in time.

Without delays they are exact: matrix exponentials of the steps, or the recursion of a sampled model. With delays they
are those of `delayed.py`, to about 1e-10 of the largest value. Before time 0 everything is at rest.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from simnon.source import UserError, arguments, frozen, has_same_fields, no_hash

from ..opened import linalg, opened
from ..realisation import Array, Realisation, arrow, between, positions
from ..shift_registers import with_shift_registers
from .delayed import Excitation, delayed_outputs
from .times import chosen_times, given_times


@frozen
class TimeResponse:
    """`values[k, i, j]` is output i at `t[k]` if input j alone is excited; a jump shows the value after it."""

    kind: str
    t: Array
    values: Array
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    period: float = 0.0

    __eq__ = has_same_fields
    __hash__ = no_hash

    def __repr__(self) -> str:
        names = arrow(self.inputs, self.outputs)
        return f"TimeResponse({self.kind}, {names}, {len(self.t)} times from {self.t[0]:g} to {self.t[-1]:g})"

    def between(self, source: str, target: str) -> Array:
        """One output after the excitation of one input."""
        found: Array = between(self.values, source, target, self.inputs, self.outputs)
        return found


def step_response(model: Realisation, stop: float | None, times: Sequence[float] | Array | None) -> TimeResponse:
    """Each input becomes 1 at time 0."""
    count = len(model.inputs)
    start = Excitation(np.zeros((len(model.A), count)), np.eye(count), np.zeros((count, count)))
    return _response("step", model, start, model.inputs, (stop, times))


def impulse_response(model: Realisation, stop: float | None, times: Sequence[float] | Array | None) -> TimeResponse:
    """Each input has an impulse of area 1 at time 0, or is 1 at the first sample; impulses in outputs are left out."""
    count = len(model.inputs)
    if model.is_sampled:
        start = Excitation(np.zeros((len(model.A), count)), np.zeros((count, count)), np.eye(count))
    else:
        start = Excitation(model.B.copy(), np.zeros((count, count)), np.eye(count))
    return _response("impulse", model, start, model.inputs, (stop, times))


def initial_response(
    model: Realisation,
    initial: Mapping[str, float] | Sequence[float],
    stop: float | None,
    times: Sequence[float] | Array | None,
) -> TimeResponse:
    """From initial values of the states, by name or in order; inputs are zero and delays are empty."""
    values = np.zeros((len(model.states), 1))
    if isinstance(initial, Mapping):
        for name, value in initial.items():
            (place,) = positions(name, model.states, "states")
            values[place] = arguments.number(value, f"initial[{name!r}]")
    else:
        found = np.asarray(initial, dtype=np.float64)
        if found.shape != (len(model.states),):
            raise arguments.refusal("initial", f"{len(model.states)} values, one for each state", initial)
        values[:, 0] = found
    nothing = np.zeros((len(model.inputs), 1))
    return _response("initial", model, Excitation(values, nothing, nothing), ("initial",), (stop, times))


def _response(
    kind: str,
    model: Realisation,
    start: Excitation,
    sources: tuple[str, ...],
    range_given: tuple[float | None, Sequence[float] | Array | None],
) -> TimeResponse:
    t = _times(model, *range_given)
    if model.is_sampled:
        values = _sampled(model, start, len(t))
    elif model.delays:
        values = delayed_outputs(opened(model), start, t)
    else:
        values = _exact(model, start, t)
    return TimeResponse(kind, t, values, sources, model.outputs, model.period)


def _times(model: Realisation, stop: float | None, times: Sequence[float] | Array | None) -> Array:
    if times is None:
        return chosen_times(model, stop)
    if stop is not None:
        raise UserError("bad-argument", "give either stop or times, not both")
    if model.is_sampled:
        raise UserError("bad-argument", "times: a sampled model has values at its samples only", "give stop instead")
    return given_times(times)


def _exact(model: Realisation, start: Excitation, t: Array) -> Array:
    """The state is carried from time to time by the exponential of the step; equal steps share it."""
    n, m = model.B.shape
    generator = np.zeros((n + m, n + m))
    generator[:n, :n], generator[:n, n:] = model.A, model.B
    steps = np.diff(t, prepend=0.0)
    # Differences of a regular grid vary by rounding.
    keys = [float(f"{step:.9e}") for step in steps]
    exponentials = {key: linalg().expm(generator * key)[:n] for key in dict.fromkeys(keys) if key > 0.0}
    x = start.states
    held = start.held
    values = np.empty((len(t), len(model.outputs), x.shape[1]))
    for k, key in enumerate(keys):
        if key > 0.0:
            x = exponentials[key][:, :n] @ x + exponentials[key][:, n:] @ held
        values[k] = model.C @ x + model.D @ held
    return values


def _sampled(model: Realisation, start: Excitation, count: int) -> Array:
    whole = with_shift_registers(model)
    x = np.zeros((len(whole.A), start.states.shape[1]))
    x[: len(start.states)] = start.states
    values = np.empty((count, len(model.outputs), x.shape[1]))
    u = start.held + start.impulses
    for k in range(count):
        values[k] = whole.C @ x + whole.D @ u
        x, u = whole.A @ x + whole.B @ u, start.held
    return values
