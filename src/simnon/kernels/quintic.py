"""The interpolant of a library step: the polynomial through the states at the fifths of the step.

The arrays 1 to 4 of `work` hold the states within the step. Six values determine a polynomial of degree 5, which is
that of multistep methods up to order 5; it starts at the present states, so that steps join without a gap.
"""

from .control import NEW, Control
from .subset import Array


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the last step (Lagrange's form, for the difference from the first)."""
    n = control.state_count
    a = 5.0 * fraction
    b = a - 1.0
    c = a - 2.0
    d = a - 3.0
    e = a - 4.0
    f = a - 5.0
    w1 = a * c * d * e * f / 24.0
    w2 = -a * b * d * e * f / 12.0
    w3 = a * b * c * e * f / 12.0
    w4 = -a * b * c * d * f / 24.0
    w5 = a * b * c * d * e / 120.0
    for i in range(n):
        x0 = states[i]
        first = w1 * (work[n + i] - x0) + w2 * (work[2 * n + i] - x0)
        second = w3 * (work[3 * n + i] - x0) + w4 * (work[4 * n + i] - x0)
        out[i] = x0 + (first + second + w5 * (work[NEW * n + i] - x0))
