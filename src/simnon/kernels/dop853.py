"""The method of Dormand and Prince of order 8, with errors told by orders 5 and 3 and an interpolant of order 7.

Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, second edition (1993), sections II.5 and II.6,
coefficients of their code DOP853. The twelve stages are the arrays of `work`; stages 2 to 5 give way to the
derivatives at the end (13) and to three stages that only the interpolant needs (14 to 16), which are evaluated
where a step is interpolated; then the arrays 5 to 8 hold the coefficients of the interpolant.

Where stability limits the steps, the stages stray far from the solution and the interpolant with them, though not the
end of the step. So its slope is compared with the derivatives at one point within; where they differ too much, steps of
the method to a third and two thirds give two more points, and a polynomial of the same degree goes through all four.
"""

from .control import ABSOLUTE, NEW, TRIAL, Control
from .entries import derivatives, times
from .interpolants import is_interpolant_needed
from .subset import Array, part

WHERE = 0.3
"""At which fraction of a step the slope of the interpolant is looked at."""
POOR = 100.0
"""The square of the mean error of that slope, times the step, in tolerances, from which on it is too much."""
X_A = 12
F_A = 13
X_END = 14
F_END = 15
"""Arrays that keep the point at a third and the end, while a step goes to two thirds."""
SMALLEST = 1e-300
"""Keeps no error at all apart from 0/0."""
C2 = 0.05260015195876773
C3 = 0.0789002279381516
C4 = 0.1183503419072274
C5 = 0.2816496580927726
C6 = 1.0 / 3.0
C7 = 1.0 / 4.0
C8 = 4.0 / 13.0
C9 = 127.0 / 195.0
C10 = 3.0 / 5.0
C11 = 6.0 / 7.0
C14 = 1.0 / 10.0
C15 = 1.0 / 5.0
C16 = 7.0 / 9.0
A2_1 = 0.05260015195876773
A3_1 = 0.0197250569845379
A3_2 = 0.0591751709536137
A4_1 = 0.02958758547680685
A4_3 = 0.08876275643042054
A5_1 = 0.2413651341592667
A5_3 = -0.8845494793282861
A5_4 = 0.924834003261792
A6_1 = 0.037037037037037035
A6_4 = 0.17082860872947386
A6_5 = 0.12546768756682242
A7_1 = 0.037109375
A7_4 = 0.17025221101954405
A7_5 = 0.06021653898045596
A7_6 = -0.017578125
A8_1 = 0.03709200011850479
A8_4 = 0.17038392571223998
A8_5 = 0.10726203044637328
A8_6 = -0.015319437748624402
A8_7 = 0.008273789163814023
A9_1 = 0.6241109587160757
A9_4 = -3.3608926294469414
A9_5 = -0.868219346841726
A9_6 = 27.59209969944671
A9_7 = 20.154067550477894
A9_8 = -43.48988418106996
A10_1 = 0.47766253643826434
A10_4 = -2.4881146199716677
A10_5 = -0.590290826836843
A10_6 = 21.230051448181193
A10_7 = 15.279233632882423
A10_8 = -33.28821096898486
A10_9 = -0.020331201708508627
A11_1 = -0.9371424300859873
A11_4 = 5.186372428844064
A11_5 = 1.0914373489967295
A11_6 = -8.149787010746927
A11_7 = -18.52006565999696
A11_8 = 22.739487099350505
A11_9 = 2.4936055526796523
A11_10 = -3.0467644718982196
A12_1 = 2.273310147516538
A12_4 = -10.53449546673725
A12_5 = -2.0008720582248625
A12_6 = -17.9589318631188
A12_7 = 27.94888452941996
A12_8 = -2.8589982771350235
A12_9 = -8.87285693353063
A12_10 = 12.360567175794303
A12_11 = 0.6433927460157636
A14_1 = 0.056167502283047954
A14_7 = 0.25350021021662483
A14_8 = -0.2462390374708025
A14_9 = -0.12419142326381637
A14_10 = 0.15329179827876568
A14_11 = 0.00820105229563469
A14_12 = 0.007567897660545699
A14_13 = -0.008298
A15_1 = 0.03183464816350214
A15_6 = 0.028300909672366776
A15_7 = 0.053541988307438566
A15_8 = -0.05492374857139099
A15_11 = -0.00010834732869724932
A15_12 = 0.0003825710908356584
A15_13 = -0.00034046500868740456
A15_14 = 0.1413124436746325
A16_1 = -0.42889630158379194
A16_6 = -4.697621415361164
A16_7 = 7.683421196062599
A16_8 = 4.06898981839711
A16_9 = 0.3567271874552811
A16_13 = -0.0013990241651590145
A16_14 = 2.9475147891527724
A16_15 = -9.15095847217987
B1 = 0.054293734116568765
B6 = 4.450312892752409
B7 = 1.8915178993145003
B8 = -5.801203960010585
B9 = 0.3111643669578199
B10 = -0.1521609496625161
B11 = 0.20136540080403034
B12 = 0.04471061572777259
BHAT1 = 0.2440944881889764
BHAT9 = 0.7338466882816118
BHAT12 = 0.022058823529411766
"""The weights of the method of order 3."""
E1 = 0.01312004499419488
E6 = -1.2251564463762044
E7 = -0.4957589496572502
E8 = 1.6643771824549864
E9 = -0.35032884874997366
E10 = 0.3341791187130175
E11 = 0.08192320648511571
E12 = -0.022355307863886294
D4_1 = -8.428938276109013
D4_6 = 0.5667149535193777
D4_7 = -3.0689499459498917
D4_8 = 2.38466765651207
D4_9 = 2.117034582445028
D4_10 = -0.871391583777973
D4_11 = 2.2404374302607883
D4_12 = 0.6315787787694688
D4_13 = -0.08899033645133331
D4_14 = 18.148505520854727
D4_15 = -9.194632392478356
D4_16 = -4.436036387594894
D5_1 = 10.427508642579134
D5_6 = 242.28349177525817
D5_7 = 165.20045171727028
D5_8 = -374.5467547226902
D5_9 = -22.113666853125306
D5_10 = 7.733432668472264
D5_11 = -30.674084731089398
D5_12 = -9.332130526430229
D5_13 = 15.697238121770845
D5_14 = -31.139403219565178
D5_15 = -9.35292435884448
D5_16 = 35.81684148639408
D6_1 = 19.985053242002433
D6_6 = -387.0373087493518
D6_7 = -189.17813819516758
D6_8 = 527.8081592054236
D6_9 = -11.57390253995963
D6_10 = 6.8812326946963
D6_11 = -1.0006050966910838
D6_12 = 0.7777137798053443
D6_13 = -2.778205752353508
D6_14 = -60.19669523126412
D6_15 = 84.32040550667716
D6_16 = 11.99229113618279
D7_1 = -25.69393346270375
D7_6 = -154.18974869023643
D7_7 = -231.5293791760455
D7_8 = 357.6391179106141
D7_9 = 93.40532418362432
D7_10 = -37.45832313645163
D7_11 = 104.0996495089623
D7_12 = 29.8402934266605
D7_13 = -43.53345659001114
D7_14 = 96.32455395918828
D7_15 = -39.17726167561544
D7_16 = -149.72683625798564


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """Try one step; the square of the error as a part of what is tolerated."""
    error = take_step(time, h, control, states, values, work)
    is_needed = is_interpolant_needed(time, h, control)
    if error <= 1.0 and is_needed:
        prepare_interpolant(time, h, control, states, values, work)
        defect = defect_of_interpolant(time, h, control, states, values, work)
        if not defect <= POOR:
            go_through_thirds(time, h, control, states, values, work)
    return error


def defect_of_interpolant(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """The square of how far its slope within the step is from the derivatives there, in tolerances a step."""
    n = control.state_count
    x = TRIAL * n
    control.evaluations += 1.0
    s = WHERE
    r = 1.0 - s
    for i in range(n):
        difference = work[NEW * n + i] - states[i]
        bend = h * work[i] - difference
        curve = difference - h * work[4 * n + i] - bend
        tail = work[5 * n + i] + s * (work[6 * n + i] + r * (work[7 * n + i] + s * work[8 * n + i]))
        work[x + i] = states[i] + s * (difference + r * (bend + s * (curve + r * tail)))
    times(time + s * h, part(work, x), values, part(work, n))
    derivatives(time + s * h, part(work, x), values, part(work, n))
    total = 0.0
    for i in range(n):
        difference = work[NEW * n + i] - states[i]
        bend = h * work[i] - difference
        curve = difference - h * work[4 * n + i] - bend
        tail = work[5 * n + i] + s * (work[6 * n + i] + r * (work[7 * n + i] + s * work[8 * n + i]))
        change = work[6 * n + i] + (r - s) * work[7 * n + i] + s * (2.0 * r - s) * work[8 * n + i]
        slope = difference + (r - s) * bend + s * (2.0 * r - s) * curve
        slope += 2.0 * s * r * (r - s) * tail + s * s * r * r * change
        size = work[ABSOLUTE * n + i] + control.relative * max(abs(states[i]), abs(work[NEW * n + i]))
        ratio = (slope - h * work[n + i]) / size
        total += ratio * ratio
    return total / max(1.0, float(n))


def go_through_thirds(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """The coefficients of the polynomial of degree 7 through states and slopes at the ends and two points between."""
    n = control.state_count
    for i in range(n):
        work[X_END * n + i] = work[NEW * n + i]
        work[F_END * n + i] = work[4 * n + i]
    take_step(time, h / 3.0, control, states, values, work)
    for i in range(n):
        work[X_A * n + i] = work[NEW * n + i]
        work[F_A * n + i] = work[4 * n + i]
    take_step(time, 2.0 * h / 3.0, control, states, values, work)
    for i in range(n):
        x0 = states[i]
        f0 = h * work[i]
        x1 = work[X_END * n + i]
        f1 = h * work[F_END * n + i]
        difference = x1 - x0
        bend = f0 - difference
        curve = difference - f1 - bend
        # What the cubic through the ends leaves over at the thirds is s^2 (1 - s)^2 q(s).
        q_a = 20.25 * (work[X_A * n + i] - x0 - (difference + 2.0 * (bend + curve / 3.0) / 3.0) / 3.0)
        q_b = 20.25 * (work[NEW * n + i] - x0 - 2.0 * (difference + (bend + 2.0 * curve / 3.0) / 3.0) / 3.0)
        slope_a = 20.25 * (h * work[F_A * n + i] - difference - bend / 3.0 - curve / 3.0) - 3.0 * q_a
        slope_b = 20.25 * (h * work[4 * n + i] - difference + bend / 3.0) + 3.0 * q_b
        m_a = slope_a / 3.0
        m_b = slope_b / 3.0
        rise = q_b - q_a
        second = 3.0 * rise - 2.0 * m_a - m_b
        third = m_a + m_b - 2.0 * rise
        # q by powers of 3 s - 1, now by powers of s, now as `interpolate` wants it.
        c0 = q_a - m_a + second - third
        c1 = 3.0 * m_a - 6.0 * second + 9.0 * third
        c2 = 9.0 * second - 27.0 * third
        c3 = 27.0 * third
        work[5 * n + i] = c0
        work[6 * n + i] = c1 + c2 + c3
        work[7 * n + i] = -c2 - c3
        work[8 * n + i] = -c3
        work[NEW * n + i] = x1
        work[4 * n + i] = work[F_END * n + i]


def take_step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    n = control.state_count
    x = TRIAL * n
    control.evaluations += 12.0
    for i in range(n):
        work[x + i] = states[i] + h * (A2_1 * work[i])
    times(time + C2 * h, part(work, x), values, part(work, n))
    derivatives(time + C2 * h, part(work, x), values, part(work, n))
    for i in range(n):
        work[x + i] = states[i] + h * (A3_1 * work[i] + A3_2 * work[n + i])
    times(time + C3 * h, part(work, x), values, part(work, 2 * n))
    derivatives(time + C3 * h, part(work, x), values, part(work, 2 * n))
    for i in range(n):
        work[x + i] = states[i] + h * (A4_1 * work[i] + A4_3 * work[2 * n + i])
    times(time + C4 * h, part(work, x), values, part(work, 3 * n))
    derivatives(time + C4 * h, part(work, x), values, part(work, 3 * n))
    for i in range(n):
        work[x + i] = states[i] + h * (A5_1 * work[i] + A5_3 * work[2 * n + i] + A5_4 * work[3 * n + i])
    times(time + C5 * h, part(work, x), values, part(work, 4 * n))
    derivatives(time + C5 * h, part(work, x), values, part(work, 4 * n))
    for i in range(n):
        work[x + i] = states[i] + h * (A6_1 * work[i] + A6_4 * work[3 * n + i] + A6_5 * work[4 * n + i])
    times(time + C6 * h, part(work, x), values, part(work, 5 * n))
    derivatives(time + C6 * h, part(work, x), values, part(work, 5 * n))
    for i in range(n):
        work[x + i] = states[i] + h * (
            A7_1 * work[i] + A7_4 * work[3 * n + i] + A7_5 * work[4 * n + i] + A7_6 * work[5 * n + i]
        )
    times(time + C7 * h, part(work, x), values, part(work, 6 * n))
    derivatives(time + C7 * h, part(work, x), values, part(work, 6 * n))
    for i in range(n):
        work[x + i] = states[i] + h * (
            A8_1 * work[i]
            + A8_4 * work[3 * n + i]
            + A8_5 * work[4 * n + i]
            + A8_6 * work[5 * n + i]
            + A8_7 * work[6 * n + i]
        )
    times(time + C8 * h, part(work, x), values, part(work, 7 * n))
    derivatives(time + C8 * h, part(work, x), values, part(work, 7 * n))
    for i in range(n):
        work[x + i] = states[i] + h * (
            A9_1 * work[i]
            + A9_4 * work[3 * n + i]
            + A9_5 * work[4 * n + i]
            + A9_6 * work[5 * n + i]
            + A9_7 * work[6 * n + i]
            + A9_8 * work[7 * n + i]
        )
    times(time + C9 * h, part(work, x), values, part(work, 8 * n))
    derivatives(time + C9 * h, part(work, x), values, part(work, 8 * n))
    for i in range(n):
        work[x + i] = states[i] + h * (
            A10_1 * work[i]
            + A10_4 * work[3 * n + i]
            + A10_5 * work[4 * n + i]
            + A10_6 * work[5 * n + i]
            + A10_7 * work[6 * n + i]
            + A10_8 * work[7 * n + i]
            + A10_9 * work[8 * n + i]
        )
    times(time + C10 * h, part(work, x), values, part(work, 9 * n))
    derivatives(time + C10 * h, part(work, x), values, part(work, 9 * n))
    for i in range(n):
        work[x + i] = states[i] + h * (
            A11_1 * work[i]
            + A11_4 * work[3 * n + i]
            + A11_5 * work[4 * n + i]
            + A11_6 * work[5 * n + i]
            + A11_7 * work[6 * n + i]
            + A11_8 * work[7 * n + i]
            + A11_9 * work[8 * n + i]
            + A11_10 * work[9 * n + i]
        )
    times(time + C11 * h, part(work, x), values, part(work, 10 * n))
    derivatives(time + C11 * h, part(work, x), values, part(work, 10 * n))
    for i in range(n):
        work[x + i] = states[i] + h * (
            A12_1 * work[i]
            + A12_4 * work[3 * n + i]
            + A12_5 * work[4 * n + i]
            + A12_6 * work[5 * n + i]
            + A12_7 * work[6 * n + i]
            + A12_8 * work[7 * n + i]
            + A12_9 * work[8 * n + i]
            + A12_10 * work[9 * n + i]
            + A12_11 * work[10 * n + i]
        )
    times(time + h, part(work, x), values, part(work, 11 * n))
    derivatives(time + h, part(work, x), values, part(work, 11 * n))
    fine = 0.0
    rough = 0.0
    for i in range(n):
        slope = (
            B1 * work[i]
            + B6 * work[5 * n + i]
            + B7 * work[6 * n + i]
            + B8 * work[7 * n + i]
            + B9 * work[8 * n + i]
            + B10 * work[9 * n + i]
            + B11 * work[10 * n + i]
            + B12 * work[11 * n + i]
        )
        work[NEW * n + i] = states[i] + h * slope
        size = work[ABSOLUTE * n + i] + control.relative * max(abs(states[i]), abs(work[NEW * n + i]))
        of_order_3 = (slope - BHAT1 * work[i] - BHAT9 * work[8 * n + i] - BHAT12 * work[11 * n + i]) / size
        of_order_5 = (
            E1 * work[i]
            + E6 * work[5 * n + i]
            + E7 * work[6 * n + i]
            + E8 * work[7 * n + i]
            + E9 * work[8 * n + i]
            + E10 * work[9 * n + i]
            + E11 * work[10 * n + i]
            + E12 * work[11 * n + i]
        ) / size
        fine += of_order_5 * of_order_5
        rough += of_order_3 * of_order_3
    derivatives(time + h, part(work, NEW * n), values, part(work, 4 * n))
    return h * h * fine * (fine / (max(SMALLEST, fine + 0.01 * rough) * max(1.0, float(n))))


def prepare_interpolant(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """The last three stages, then the coefficients in place of the stages 6 to 9."""
    n = control.state_count
    x = TRIAL * n
    control.evaluations += 3.0
    for i in range(n):
        work[x + i] = states[i] + h * (
            A14_1 * work[i]
            + A14_7 * work[6 * n + i]
            + A14_8 * work[7 * n + i]
            + A14_9 * work[8 * n + i]
            + A14_10 * work[9 * n + i]
            + A14_11 * work[10 * n + i]
            + A14_12 * work[11 * n + i]
            + A14_13 * work[4 * n + i]
        )
    times(time + C14 * h, part(work, x), values, part(work, n))
    derivatives(time + C14 * h, part(work, x), values, part(work, n))
    for i in range(n):
        work[x + i] = states[i] + h * (
            A15_1 * work[i]
            + A15_6 * work[5 * n + i]
            + A15_7 * work[6 * n + i]
            + A15_8 * work[7 * n + i]
            + A15_11 * work[10 * n + i]
            + A15_12 * work[11 * n + i]
            + A15_13 * work[4 * n + i]
            + A15_14 * work[n + i]
        )
    times(time + C15 * h, part(work, x), values, part(work, 2 * n))
    derivatives(time + C15 * h, part(work, x), values, part(work, 2 * n))
    for i in range(n):
        work[x + i] = states[i] + h * (
            A16_1 * work[i]
            + A16_6 * work[5 * n + i]
            + A16_7 * work[6 * n + i]
            + A16_8 * work[7 * n + i]
            + A16_9 * work[8 * n + i]
            + A16_13 * work[4 * n + i]
            + A16_14 * work[n + i]
            + A16_15 * work[2 * n + i]
        )
    times(time + C16 * h, part(work, x), values, part(work, 3 * n))
    derivatives(time + C16 * h, part(work, x), values, part(work, 3 * n))
    for i in range(n):
        fourth = h * (
            D4_1 * work[i]
            + D4_6 * work[5 * n + i]
            + D4_7 * work[6 * n + i]
            + D4_8 * work[7 * n + i]
            + D4_9 * work[8 * n + i]
            + D4_10 * work[9 * n + i]
            + D4_11 * work[10 * n + i]
            + D4_12 * work[11 * n + i]
            + D4_13 * work[4 * n + i]
            + D4_14 * work[n + i]
            + D4_15 * work[2 * n + i]
            + D4_16 * work[3 * n + i]
        )
        fifth = h * (
            D5_1 * work[i]
            + D5_6 * work[5 * n + i]
            + D5_7 * work[6 * n + i]
            + D5_8 * work[7 * n + i]
            + D5_9 * work[8 * n + i]
            + D5_10 * work[9 * n + i]
            + D5_11 * work[10 * n + i]
            + D5_12 * work[11 * n + i]
            + D5_13 * work[4 * n + i]
            + D5_14 * work[n + i]
            + D5_15 * work[2 * n + i]
            + D5_16 * work[3 * n + i]
        )
        sixth = h * (
            D6_1 * work[i]
            + D6_6 * work[5 * n + i]
            + D6_7 * work[6 * n + i]
            + D6_8 * work[7 * n + i]
            + D6_9 * work[8 * n + i]
            + D6_10 * work[9 * n + i]
            + D6_11 * work[10 * n + i]
            + D6_12 * work[11 * n + i]
            + D6_13 * work[4 * n + i]
            + D6_14 * work[n + i]
            + D6_15 * work[2 * n + i]
            + D6_16 * work[3 * n + i]
        )
        seventh = h * (
            D7_1 * work[i]
            + D7_6 * work[5 * n + i]
            + D7_7 * work[6 * n + i]
            + D7_8 * work[7 * n + i]
            + D7_9 * work[8 * n + i]
            + D7_10 * work[9 * n + i]
            + D7_11 * work[10 * n + i]
            + D7_12 * work[11 * n + i]
            + D7_13 * work[4 * n + i]
            + D7_14 * work[n + i]
            + D7_15 * work[2 * n + i]
            + D7_16 * work[3 * n + i]
        )
        work[5 * n + i] = fourth
        work[6 * n + i] = fifth
        work[7 * n + i] = sixth
        work[8 * n + i] = seventh


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the step that was taken last (equation II.6.36 in the form of Horner)."""
    n = control.state_count
    h = control.taken
    rest = 1.0 - fraction
    for i in range(n):
        difference = work[NEW * n + i] - states[i]
        bend = h * work[i] - difference
        curve = difference - h * work[4 * n + i] - bend
        tail = work[5 * n + i] + fraction * (work[6 * n + i] + rest * (work[7 * n + i] + fraction * work[8 * n + i]))
        out[i] = states[i] + fraction * (difference + rest * (bend + fraction * (curve + rest * tail)))
