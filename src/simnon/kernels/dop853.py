"""The Dormand-Prince method of order 8, with error estimates of orders 5 and 3 and an interpolant of order 7.

Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, second edition (1993), sections II.5 and II.6,
coefficients of their code DOP853. The twelve stages are the arrays of `work`; stages 2 to 5 are overwritten by the
derivatives at the end (13) and by three stages that only the interpolant needs (14 to 16), evaluated if a step is
interpolated; then the arrays 5 to 8 hold the coefficients of the interpolant.

If stability limits the steps, the stages and with them the interpolant stray far from the solution, but the end of the
step does not. So the slope of the interpolant is compared with the derivatives at one point within the step; if they
differ too much, steps of the method to one third and two thirds give two more points, and a polynomial of the same
degree goes through all four.
"""

from .control import NEW, TRIAL, Control
from .entries import derivatives, times
from .interpolants import is_interpolant_needed
from .stages import added, between, evaluate_stage, row_of, tolerance, weighted
from .subset import Array, Table, inline, slice_from

WHERE = 0.3
"""The fraction of a step at which the slope of the interpolant is checked."""
POOR = 100.0
"""The mean square error of that slope, times the step and in tolerances, above which the interpolant is replaced."""
X_A = 12
F_A = 13
X_END = 14
F_END = 15
"""Arrays that save the point at one third and the end during the step to two thirds."""
SMALLEST = 1e-300
"""Keeps a zero error from becoming 0/0."""
END = 4
"""The array of the derivatives at the end."""
LAST = 12
TABLEAU = (
    0.0,
    0.05260015195876773, 0.05260015195876773,
    0.0789002279381516, 0.0197250569845379, 0.0591751709536137,
    0.1183503419072274, 0.02958758547680685, 0.0, 0.08876275643042054,
    0.2816496580927726, 0.2413651341592667, 0.0, -0.8845494793282861, 0.924834003261792,
    1.0 / 3.0, 0.037037037037037035, 0.0, 0.0, 0.17082860872947386, 0.12546768756682242,
    1.0 / 4.0, 0.037109375, 0.0, 0.0, 0.17025221101954405, 0.06021653898045596, -0.017578125,
    4.0 / 13.0, 0.03709200011850479, 0.0, 0.0, 0.17038392571223998, 0.10726203044637328, -0.015319437748624402,
        0.008273789163814023,
    127.0 / 195.0, 0.6241109587160757, 0.0, 0.0, -3.3608926294469414, -0.868219346841726, 27.59209969944671,
        20.154067550477894, -43.48988418106996,
    3.0 / 5.0, 0.47766253643826434, 0.0, 0.0, -2.4881146199716677, -0.590290826836843, 21.230051448181193,
        15.279233632882423, -33.28821096898486, -0.020331201708508627,
    6.0 / 7.0, -0.9371424300859873, 0.0, 0.0, 5.186372428844064, 1.0914373489967295, -8.149787010746927,
        -18.52006565999696, 22.739487099350505, 2.4936055526796523, -3.0467644718982196,
    1.0, 2.273310147516538, 0.0, 0.0, -10.53449546673725, -2.0008720582248625, -17.9589318631188, 27.94888452941996,
        -2.8589982771350235, -8.87285693353063, 12.360567175794303, 0.6433927460157636,
    1.0, 0.054293734116568765, 0.0, 0.0, 0.0, 0.0, 4.450312892752409, 1.8915178993145003, -5.801203960010585,
        0.3111643669578199, -0.1521609496625161, 0.20136540080403034, 0.04471061572777259,
    1.0 / 10.0, 0.056167502283047954, 0.0, 0.0, 0.0, 0.0, 0.0, 0.25350021021662483, -0.2462390374708025,
        -0.12419142326381637, 0.15329179827876568, 0.00820105229563469, 0.007567897660545699, -0.008298,
    1.0 / 5.0, 0.03183464816350214, 0.0, 0.0, 0.0, 0.0, 0.028300909672366776, 0.053541988307438566,
        -0.05492374857139099, 0.0, 0.0, -0.00010834732869724932, 0.0003825710908356584, -0.00034046500868740456,
        0.1413124436746325,
    7.0 / 9.0, -0.42889630158379194, 0.0, 0.0, 0.0, 0.0, -4.697621415361164, 7.683421196062599, 4.06898981839711,
        0.3567271874552811, 0.0, 0.0, 0.0, -0.0013990241651590145, 2.9475147891527724, -9.15095847217987,
)  # fmt: skip
"""The last three rows are those of the stages that only the interpolant needs."""
THIRD = (
    0.2440944881889764, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.7338466882816118, 0.0, 0.0, 0.022058823529411766,
)  # fmt: skip
"""The weights of the method of order 3."""
FIFTH = (
    0.01312004499419488, 0.0, 0.0, 0.0, 0.0, -1.2251564463762044, -0.4957589496572502, 1.6643771824549864,
    -0.35032884874997366, 0.3341791187130175, 0.08192320648511571, -0.022355307863886294,
)  # fmt: skip
"""The weights less those of the method of order 5."""
TAILS = (
    -8.428938276109013, 0.0, 0.0, 0.0, 0.0, 0.5667149535193777, -3.0689499459498917, 2.38466765651207,
        2.117034582445028, -0.871391583777973, 2.2404374302607883, 0.6315787787694688, -0.08899033645133331,
        18.148505520854727, -9.194632392478356, -4.436036387594894,
    10.427508642579134, 0.0, 0.0, 0.0, 0.0, 242.28349177525817, 165.20045171727028, -374.5467547226902,
        -22.113666853125306, 7.733432668472264, -30.674084731089398, -9.332130526430229, 15.697238121770845,
        -31.139403219565178, -9.35292435884448, 35.81684148639408,
    19.985053242002433, 0.0, 0.0, 0.0, 0.0, -387.0373087493518, -189.17813819516758, 527.8081592054236,
        -11.57390253995963, 6.8812326946963, -1.0006050966910838, 0.7777137798053443, -2.778205752353508,
        -60.19669523126412, 84.32040550667716, 11.99229113618279,
    -25.69393346270375, 0.0, 0.0, 0.0, 0.0, -154.18974869023643, -231.5293791760455, 357.6391179106141,
        93.40532418362432, -37.45832313645163, 104.0996495089623, 29.8402934266605, -43.53345659001114,
        96.32455395918828, -39.17726167561544, -149.72683625798564,
)  # fmt: skip
"""The coefficients of the interpolant beyond the cubic, by all sixteen stages."""


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """Try one step; the square of the error relative to the tolerance."""
    error = take_step(time, h, control, states, values, work)
    is_needed = is_interpolant_needed(time, h, control)
    if error <= 1.0 and is_needed:
        prepare_interpolant(time, h, control, states, values, work)
        defect = defect_of_interpolant(time, h, control, states, values, work)
        if not defect <= POOR:
            go_through_thirds(time, h, control, states, values, work)
    return error


def defect_of_interpolant(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """The square of the deviation of its slope within the step from the derivatives there, in tolerances per step."""
    n = control.state_count
    x = TRIAL * n
    control.evaluations += 1.0
    s = WHERE
    r = 1.0 - s
    for i in range(n):
        work[x + i] = between(s, h, tail_of(s, i, n, work), END, i, n, states, work)
    times(time + s * h, slice_from(work, x), values, slice_from(work, n))
    derivatives(time + s * h, slice_from(work, x), values, slice_from(work, n))
    total = 0.0
    for i in range(n):
        difference = work[NEW * n + i] - states[i]
        bend = h * work[i] - difference
        curve = difference - h * work[END * n + i] - bend
        change = work[6 * n + i] + (r - s) * work[7 * n + i] + s * (2.0 * r - s) * work[8 * n + i]
        slope = difference + (r - s) * bend + s * (2.0 * r - s) * curve
        slope += 2.0 * s * r * (r - s) * tail_of(s, i, n, work) + s * s * r * r * change
        ratio = (slope - h * work[n + i]) / tolerance(i, n, control, states, work)
        total += ratio * ratio
    return total / max(1.0, float(n))


def go_through_thirds(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """Compute the polynomial of degree 7 through states and slopes at the ends and at the thirds."""
    n = control.state_count
    for i in range(n):
        work[X_END * n + i] = work[NEW * n + i]
        work[F_END * n + i] = work[END * n + i]
    take_step(time, h / 3.0, control, states, values, work)
    for i in range(n):
        work[X_A * n + i] = work[NEW * n + i]
        work[F_A * n + i] = work[END * n + i]
    take_step(time, 2.0 * h / 3.0, control, states, values, work)
    for i in range(n):
        x0 = states[i]
        f0 = h * work[i]
        x1 = work[X_END * n + i]
        f1 = h * work[F_END * n + i]
        difference = x1 - x0
        bend = f0 - difference
        curve = difference - f1 - bend
        # The deviation from the cubic through the ends is s^2 (1 - s)^2 q(s).
        q_a = 20.25 * (work[X_A * n + i] - x0 - (difference + 2.0 * (bend + curve / 3.0) / 3.0) / 3.0)
        q_b = 20.25 * (work[NEW * n + i] - x0 - 2.0 * (difference + (bend + 2.0 * curve / 3.0) / 3.0) / 3.0)
        slope_a = 20.25 * (h * work[F_A * n + i] - difference - bend / 3.0 - curve / 3.0) - 3.0 * q_a
        slope_b = 20.25 * (h * work[END * n + i] - difference + bend / 3.0) + 3.0 * q_b
        m_a = slope_a / 3.0
        m_b = slope_b / 3.0
        rise = q_b - q_a
        second = 3.0 * rise - 2.0 * m_a - m_b
        third = m_a + m_b - 2.0 * rise
        # q in powers of 3 s - 1, then in powers of s, then in the form `interpolate` evaluates.
        c0 = q_a - m_a + second - third
        c1 = 3.0 * m_a - 6.0 * second + 9.0 * third
        c2 = 9.0 * second - 27.0 * third
        c3 = 27.0 * third
        work[5 * n + i] = c0
        work[6 * n + i] = c1 + c2 + c3
        work[7 * n + i] = -c2 - c3
        work[8 * n + i] = -c3
        work[NEW * n + i] = x1
        work[END * n + i] = work[F_END * n + i]


def take_step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    n = control.state_count
    x = TRIAL * n
    control.evaluations += float(LAST)
    for s in range(1, LAST):
        for i in range(n):
            work[x + i] = states[i] + h * weighted(slice_from(TABLEAU, row_of(s) + 1), s, i, n, work)
        evaluate_stage(s, x, s * n, TABLEAU, time, h, values, work)
    fine = 0.0
    rough = 0.0
    for i in range(n):
        slope = weighted(slice_from(TABLEAU, row_of(LAST) + 1), LAST, i, n, work)
        work[NEW * n + i] = states[i] + h * slope
        size = tolerance(i, n, control, states, work)
        of_order_3 = added(slope, -1.0, THIRD, LAST, i, n, work) / size
        of_order_5 = weighted(FIFTH, LAST, i, n, work) / size
        fine += of_order_5 * of_order_5
        rough += of_order_3 * of_order_3
    evaluate_stage(LAST, NEW * n, END * n, TABLEAU, time, h, values, work)
    return h * h * fine * (fine / (max(SMALLEST, fine + 0.01 * rough) * max(1.0, float(n))))


def prepare_interpolant(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """Compute the last three stages, then the coefficients, which replace the stages 6 to 9."""
    n = control.state_count
    x = TRIAL * n
    control.evaluations += 3.0
    for s in range(LAST + 1, LAST + 4):
        for i in range(n):
            work[x + i] = states[i] + h * weighted_beyond(slice_from(TABLEAU, row_of(s) + 1), s, i, n, work)
        evaluate_stage(s, x, (s - LAST) * n, TABLEAU, time, h, values, work)
    for i in range(n):
        fourth = h * weighted_beyond(TAILS, 16, i, n, work)
        fifth = h * weighted_beyond(slice_from(TAILS, 16), 16, i, n, work)
        sixth = h * weighted_beyond(slice_from(TAILS, 32), 16, i, n, work)
        seventh = h * weighted_beyond(slice_from(TAILS, 48), 16, i, n, work)
        work[5 * n + i] = fourth
        work[6 * n + i] = fifth
        work[7 * n + i] = sixth
        work[8 * n + i] = seventh


@inline
def weighted_beyond(row: Table, count: int, i: int, n: int, work: Array) -> float:
    """The weighted sum of the stages after the twelfth: the end of the step in array END, the last three from array 1
    on."""
    of_step = weighted(row, LAST, i, n, work)
    with_end = added(of_step, 1.0, slice_from(row, LAST), 1, END * n + i, n, work)
    return added(with_end, 1.0, slice_from(row, LAST + 1), count - LAST - 1, n + i, n, work)


@inline
def tail_of(fraction: float, i: int, n: int, work: Array) -> float:
    """The terms of the interpolant beyond the cubic (equation II.6.36 in Horner's form)."""
    rest = 1.0 - fraction
    return work[5 * n + i] + fraction * (work[6 * n + i] + rest * (work[7 * n + i] + fraction * work[8 * n + i]))


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the last step."""
    n = control.state_count
    h = control.taken
    for i in range(n):
        out[i] = between(fraction, h, tail_of(fraction, i, n, work), END, i, n, states, work)
