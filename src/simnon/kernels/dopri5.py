"""The method of Dormand and Prince (1980), orders 5 and 4, with its interpolant of order 4 (Hairer, Norsett and
Wanner, Solving Ordinary Differential Equations I, second edition, table II.5.2 and equation II.6.12).

The stages are the first seven arrays of `work`, the derivatives at the end of the step being the last.
"""

from .control import ABSOLUTE, NEW, TRIAL, Control
from .entries import derivatives, times
from .subset import Array, part

C2 = 1.0 / 5.0
C3 = 3.0 / 10.0
C4 = 4.0 / 5.0
C5 = 8.0 / 9.0
A21 = 1.0 / 5.0
A31 = 3.0 / 40.0
A32 = 9.0 / 40.0
A41 = 44.0 / 45.0
A42 = -56.0 / 15.0
A43 = 32.0 / 9.0
A51 = 19372.0 / 6561.0
A52 = -25360.0 / 2187.0
A53 = 64448.0 / 6561.0
A54 = -212.0 / 729.0
A61 = 9017.0 / 3168.0
A62 = -355.0 / 33.0
A63 = 46732.0 / 5247.0
A64 = 49.0 / 176.0
A65 = -5103.0 / 18656.0
B1 = 35.0 / 384.0
B3 = 500.0 / 1113.0
B4 = 125.0 / 192.0
B5 = -2187.0 / 6784.0
B6 = 11.0 / 84.0
E1 = 71.0 / 57600.0
E3 = -71.0 / 16695.0
E4 = 71.0 / 1920.0
E5 = -17253.0 / 339200.0
E6 = 22.0 / 525.0
E7 = -1.0 / 40.0
D1 = -12715105075.0 / 11282082432.0
D3 = 87487479700.0 / 32700410799.0
D4 = -10690763975.0 / 1880347072.0
D5 = 701980252875.0 / 199316789632.0
D6 = -1453857185.0 / 822651844.0
D7 = 69997945.0 / 29380423.0


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """Try one step; the square of the error as a part of what is tolerated."""
    n = control.state_count
    x = TRIAL * n
    control.evaluations += 6.0
    a21 = h * A21
    for i in range(n):
        work[x + i] = states[i] + a21 * work[i]
    times(time + C2 * h, part(work, x), values, part(work, n))
    derivatives(time + C2 * h, part(work, x), values, part(work, n))
    a31 = h * A31
    a32 = h * A32
    for i in range(n):
        work[x + i] = states[i] + a31 * work[i] + a32 * work[n + i]
    times(time + C3 * h, part(work, x), values, part(work, 2 * n))
    derivatives(time + C3 * h, part(work, x), values, part(work, 2 * n))
    a41 = h * A41
    a42 = h * A42
    a43 = h * A43
    for i in range(n):
        work[x + i] = states[i] + a41 * work[i] + a42 * work[n + i] + a43 * work[2 * n + i]
    times(time + C4 * h, part(work, x), values, part(work, 3 * n))
    derivatives(time + C4 * h, part(work, x), values, part(work, 3 * n))
    a51 = h * A51
    a52 = h * A52
    a53 = h * A53
    a54 = h * A54
    for i in range(n):
        work[x + i] = states[i] + a51 * work[i] + a52 * work[n + i] + a53 * work[2 * n + i] + a54 * work[3 * n + i]
    times(time + C5 * h, part(work, x), values, part(work, 4 * n))
    derivatives(time + C5 * h, part(work, x), values, part(work, 4 * n))
    a61 = h * A61
    a62 = h * A62
    a63 = h * A63
    a64 = h * A64
    a65 = h * A65
    for i in range(n):
        work[x + i] = (
            states[i]
            + a61 * work[i]
            + a62 * work[n + i]
            + a63 * work[2 * n + i]
            + a64 * work[3 * n + i]
            + a65 * work[4 * n + i]
        )
    times(time + h, part(work, x), values, part(work, 5 * n))
    derivatives(time + h, part(work, x), values, part(work, 5 * n))
    b1 = h * B1
    b3 = h * B3
    b4 = h * B4
    b5 = h * B5
    b6 = h * B6
    for i in range(n):
        work[NEW * n + i] = (
            states[i]
            + b1 * work[i]
            + b3 * work[2 * n + i]
            + b4 * work[3 * n + i]
            + b5 * work[4 * n + i]
            + b6 * work[5 * n + i]
        )
    derivatives(time + h, part(work, NEW * n), values, part(work, 6 * n))
    e1 = h * E1
    e3 = h * E3
    e4 = h * E4
    e5 = h * E5
    e6 = h * E6
    e7 = h * E7
    total = 0.0
    for i in range(n):
        size = max(abs(states[i]), abs(work[NEW * n + i]))
        error = (
            e1 * work[i]
            + e3 * work[2 * n + i]
            + e4 * work[3 * n + i]
            + e5 * work[4 * n + i]
            + e6 * work[5 * n + i]
            + e7 * work[6 * n + i]
        )
        ratio = error / (work[ABSOLUTE * n + i] + control.relative * size)
        total += ratio * ratio
    return total * (1.0 / max(1.0, float(n)))


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the step that was taken last."""
    n = control.state_count
    h = control.taken
    rest = 1.0 - fraction
    for i in range(n):
        difference = work[NEW * n + i] - states[i]
        bend = h * work[i] - difference
        curve = difference - h * work[6 * n + i] - bend
        tail = h * (
            D1 * work[i]
            + D3 * work[2 * n + i]
            + D4 * work[3 * n + i]
            + D5 * work[4 * n + i]
            + D6 * work[5 * n + i]
            + D7 * work[6 * n + i]
        )
        out[i] = states[i] + fraction * (difference + rest * (bend + fraction * (curve + rest * tail)))
