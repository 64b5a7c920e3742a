"""The Dormand-Prince method (1980) of orders 5 and 4, with its interpolant of order 4 (Hairer, Norsett and Wanner,
Solving Ordinary Differential Equations I, second edition, table II.5.2 and equation II.6.12).

The stages are the first seven arrays of `work`; the last has the derivatives at the end of the step.
"""

from .control import NEW, TRIAL, Control
from .stages import added, between, take_stages, tolerance, weighted
from .subset import Array

LAST = 6
TABLEAU = (
    0.0,
    1.0 / 5.0, 1.0 / 5.0,
    3.0 / 10.0, 3.0 / 40.0, 9.0 / 40.0,
    4.0 / 5.0, 44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0,
    8.0 / 9.0, 19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0,
    1.0, 9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0,
    1.0, 35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0,
)  # fmt: skip
ERROR = (71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0)
"""The weights less those of order 4."""
TAIL = (
    -12715105075.0 / 11282082432.0,
    0.0,
    87487479700.0 / 32700410799.0,
    -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0,
    -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0,
)
"""Of the highest power in the interpolant."""


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """Try one step; the square of the error relative to the tolerance."""
    n = control.state_count
    control.evaluations += float(LAST)
    take_stages(1, LAST - 1, TRIAL, TABLEAU, time, h, control, states, values, work)
    take_stages(LAST, LAST, NEW, TABLEAU, time, h, control, states, values, work)
    total = 0.0
    for i in range(n):
        size = tolerance(i, n, control, states, work)
        ratio = added(-0.0, h, ERROR, LAST + 1, i, n, work) / size
        total += ratio * ratio
    return total * (1.0 / max(1.0, float(n)))


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the last step."""
    n = control.state_count
    h = control.taken
    first = control.first_state
    end = control.end_state
    for i in range(first, end):
        tail = h * weighted(TAIL, LAST + 1, i, n, work)
        out[i] = between(fraction, h, tail, LAST, i, n, states, work)
