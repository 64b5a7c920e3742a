"""Cubic interpolation within a step, for methods that offer nothing better."""

from .control import Control
from .interpolants import hermite
from .subset import Array


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the last step."""
    hermite(fraction, control, states, work, out)
