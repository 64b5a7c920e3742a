"""Destinations: points near which a run ends."""

from .control import Control
from .subset import Array, inline


@inline
def find_destination(control: Control, states: Array, work: Array) -> int:
    """The first destination whose weighted squared distance is below one, or -1."""
    n = control.state_count
    found = -1
    for k in range(control.destination_count):
        first = control.destinations + 2 * k * n
        distance = 0.0
        for i in range(n):
            off = states[i] - work[first + i]
            distance += work[first + n + i] * off * off
        if distance < 1.0 and found < 0:
            found = k
    return found
