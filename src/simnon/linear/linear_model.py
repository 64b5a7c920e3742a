"""DATA: a linear model with named states, inputs and outputs, continuous or sampled, with its delays kept as delays."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from simnon.source import UserError, arguments, frozen

Array: TypeAlias = npt.NDArray[np.float64]


@frozen
class DelayChannels:
    """Delays inside a model: channel k feeds z_k back as w_k(t) = z_k(t - lags[k]).

    dx = A x + B u + B_w w,  y = C x + D u + D_yw w,  z = C_z x + D_zu u + D_zw w.
    """

    lags: tuple[float, ...]
    B: Array
    """B_w: a row for each state, a column for each delay."""
    C: Array
    """C_z: a row for each delay, a column for each state."""
    to_outputs: Array
    """D_yw: a row for each output, a column for each delay."""
    from_inputs: Array
    """D_zu: a row for each delay, a column for each input."""
    D: Array
    """D_zw: a row and a column for each delay."""


@frozen
class LinearModel:
    """dx/dt = A x + B u, y = C x + D u, in deviations from the point where it was linearised.

    With a positive `period` it is sampled: A x + B u is the state one period later, and inputs are held in between.
    """

    A: Array
    B: Array
    C: Array
    D: Array
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    period: float = 0.0
    channels: DelayChannels | None = None
    units: Mapping[str, str] = field(default_factory=dict)
    """By name, for the names that have one."""
    notes: tuple[str, ...] = ()
    """What a reader should know: corners at the point, states that were left out."""

    @property
    def delays(self) -> tuple[float, ...]:
        """The lags of its delays, in seconds."""
        return () if self.channels is None else self.channels.lags

    @property
    def is_sampled(self) -> bool:
        return self.period > 0.0

    def __repr__(self) -> str:
        kind = f"sampled every {self.period:g}" if self.is_sampled else "continuous"
        delays = f", delays {', '.join(f'{lag:g}' for lag in self.delays)}" if self.delays else ""
        sizes = f"{len(self.states)} states, {', '.join(self.inputs)} -> {', '.join(self.outputs)}"
        return f"LinearModel({sizes}, {kind}{delays})"


def state_space(
    A: Any,
    B: Any,
    C: Any,
    D: Any = None,
    *,
    states: Sequence[str] | None = None,
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    period: float = 0.0,
) -> LinearModel:
    """A linear model from its matrices; names are x1, x2, ... u1, ... y1, ... unless they are given."""
    a, b, c = (_matrix(value, name) for value, name in ((A, "A"), (B, "B"), (C, "C")))
    count = len(a)
    if a.shape != (count, count) or b.shape[0] != count or c.shape[1] != count:
        shapes = f"A {a.shape}, B {b.shape}, C {c.shape}"
        raise UserError("bad-matrix", f"the matrices do not fit: {shapes}", "A is n by n, B n by m, C p by n")
    d = np.zeros((c.shape[0], b.shape[1])) if D is None else _matrix(D, "D")
    if d.shape != (c.shape[0], b.shape[1]):
        raise UserError("bad-matrix", f"D is {d.shape}, expected {(c.shape[0], b.shape[1])}", "D is p by m")
    length = arguments.number(period, "period", "the sampling period in seconds, or 0")
    if not length >= 0.0:
        raise arguments.refusal("period", "a number that is not negative", period)
    return LinearModel(
        a,
        b,
        c,
        d,
        _names(states, "states", "x", count),
        _names(inputs, "inputs", "u", b.shape[1]),
        _names(outputs, "outputs", "y", c.shape[0]),
        length,
    )


def _matrix(value: object, name: str) -> Array:
    try:
        found = np.array(value, dtype=np.float64, ndmin=2)
    except (TypeError, ValueError):
        raise arguments.refusal(name, "a matrix of numbers", value) from None
    if found.ndim != 2 or not np.isfinite(found).all():
        raise arguments.refusal(name, "a matrix of finite numbers", value)
    return found


def _names(given: Sequence[str] | None, argument: str, stem: str, count: int) -> tuple[str, ...]:
    names = tuple(f"{stem}{i + 1}" for i in range(count)) if given is None else tuple(given)
    if len(names) != count or len(set(names)) != count:
        raise arguments.refusal(argument, f"{count} different names", given)
    return names
