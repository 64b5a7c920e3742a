"""Rodas5P, a linearly implicit method of order 5 for stiff systems, with an interpolant of order 4.

Steinebach (2023), Construction of Rosenbrock-Wanner method Rodas5P and numerical benchmarks within the Julia
Differential Equations package, BIT 63:27, in the form of Hairer and Wanner, Solving Ordinary Differential Equations II,
second edition, equation IV.7.25: each stage U solves (1/(h gamma) - J) U = f(...) + sum C U/h + d h df/dt.

Arrays 1 to 8 of `work` are the stages, 9 to 11 the coefficients of the interpolant, 13 is that of `constant_states`.
"""

from .constant_states import has_constant_state_moved, has_constant_states
from .control import ABSOLUTE, NEW, TRIAL, Control
from .entries import derivatives, times
from .jacobians import prepare_jacobian
from .matrices import factor_matrix, solve_matrix
from .steps import after_rejection, change_of_step
from .subset import Array, inline, likely, slice_from

MIN_PREDICTED = 0.5
"""After an accepted step, the next is not shorter than this fraction of it, whatever the prediction."""
SMALLEST_ERROR = 1e-4
"""An error whose square is smaller than this does not predict the next one."""
GAMMA = 0.21193756319429014
C2 = 0.6358126895828704
C3 = 0.4095798393397535
C4 = 0.9769306725060716
C5 = 0.4288403609558664
D1 = 0.21193756319429014
D2 = -0.42387512638858027
D3 = -0.3384627126235924
D4 = 1.8046452872882734
D5 = 2.325825639765069
A21 = 3.0
A31 = 2.849394379747939
A32 = 0.45842242204463923
A41 = -6.954028509809101
A42 = 2.489845061869568
A43 = -10.358996098473584
A51 = 2.8029986275628964
A52 = 0.5072464736228206
A53 = -0.3988312541770524
A54 = -0.04721187230404641
A61 = -7.502846399306121
A62 = 2.561846144803919
A63 = -11.627539656261098
A64 = -0.18268767659942256
A65 = 0.030198172008377946
C21 = -14.155112264123755
C31 = -17.97296035885952
C32 = -2.859693295451294
C41 = 147.12150275711716
C42 = -1.41221402718213
C43 = 71.68940251302358
C51 = 165.43517024871676
C52 = -0.4592823456491126
C53 = 42.90938336958603
C54 = -5.961986721573306
C61 = 24.854864614690072
C62 = -3.0009227002832186
C63 = 47.4931110020768
C64 = 5.5814197821558125
C65 = -0.6610691825249471
C71 = 30.91273214028599
C72 = -3.1208243349937974
C73 = 77.79954646070892
C74 = 34.28646028294783
C75 = -19.097331116725623
C76 = -28.087943162872662
C81 = 37.80277123390563
C82 = -3.2571969029072276
C83 = 112.26918849496327
C84 = 66.9347231244047
C85 = -40.06618937091002
C86 = -54.66780262877968
C87 = -9.48861652309627
H21 = 25.948786856663858
H22 = -2.5579724845846235
H23 = 10.433815404888879
H24 = -2.3679251022685204
H25 = 0.524948541321073
H26 = 1.1241088310450404
H27 = 0.4272876194431874
H28 = -0.17202221070155493
H31 = -9.91568850695171
H32 = -0.9689944594115154
H33 = 3.0438037242978453
H34 = -24.495224566215796
H35 = 20.176138334709044
H36 = 15.98066361424651
H37 = -6.789040303419874
H38 = -6.710236069923372
H41 = 11.419903575922262
H42 = 2.8879645146136994
H43 = 72.92137995996029
H44 = 80.12511834622643
H45 = -52.072871366152654
H46 = -59.78993625266729
H47 = -0.15582684282751913
H48 = 4.883087185713722


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """Try one step; the square of the error relative to the tolerance."""
    error = 0.0
    can_hold = True
    while True:
        prepare_jacobian(time, control, states, values, work)
        is_held = False
        if can_hold:
            is_held = has_constant_states(control, work)
        factor_matrix(1.0 / (h * GAMMA), control, work)
        error = take_step(time, h, control, states, values, work)
        has_moved = False
        if is_held:
            has_moved = has_constant_state_moved(control, work)
        if not has_moved:
            break
        can_hold = False
    if error <= 1.0:
        between = error_between(time, h, control, states, values, work)
        # `likely` lets the next step begin before the error in the middle is known.
        if likely(not between <= error):
            error = between
    control.proposed_step = propose_step(h, error, control)
    return error


@inline
def propose_step(h: float, error: float, control: Control) -> float:
    """The next step; never longer right after a rejection.

    Predicts from the last two errors (Gustafsson 1994; Hairer and Wanner, equation IV.8.25): while a fast component
    builds up, errors grow from step to step, and a choice from the last one alone would be rejected again and again.
    """
    change = change_of_step(error, control.order)
    if not error <= 1.0:
        control.is_after_rejection = True
        return h * after_rejection(error, change)
    if control.accepted_step > 0.0:
        predicted = change_of_step(error * (error / control.accepted_error), control.order)
        change = min(change, max(MIN_PREDICTED, (h / control.accepted_step) * predicted))
    if control.is_after_rejection:
        change = min(change, 1.0)
    control.is_after_rejection = False
    control.accepted_step = h
    control.accepted_error = max(error, SMALLEST_ERROR)
    return h * change


def take_step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    control.evaluations += 7.0
    take_first_stages(time, h, control, states, values, work)
    take_middle_stages(time, h, control, states, values, work)
    take_last_stages(time, h, control, values, work)
    n = control.state_count
    for i in range(n):
        work[NEW * n + i] = work[TRIAL * n + i] + work[8 * n + i]
    return mean_square(8 * n, control, states, work)


@inline
def take_first_stages(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """Stages 1 to 4."""
    n = control.state_count
    x = TRIAL * n
    by_time = control.jacobian + control.jacobian_size
    inverse = 1.0 / h
    for i in range(n):
        work[n + i] = work[i] + h * D1 * work[by_time + i]
    solve_matrix(n, control, work)
    for i in range(n):
        work[x + i] = states[i] + (A21 * work[n + i])
    evaluate(time + C2 * h, 2 * n, control, values, work)
    for i in range(n):
        work[2 * n + i] += (C21 * work[n + i]) * inverse + h * D2 * work[by_time + i]
    solve_matrix(2 * n, control, work)
    for i in range(n):
        work[x + i] = states[i] + (A31 * work[n + i] + A32 * work[2 * n + i])
    evaluate(time + C3 * h, 3 * n, control, values, work)
    for i in range(n):
        work[3 * n + i] += (C31 * work[n + i] + C32 * work[2 * n + i]) * inverse + h * D3 * work[by_time + i]
    solve_matrix(3 * n, control, work)
    for i in range(n):
        work[x + i] = states[i] + (A41 * work[n + i] + A42 * work[2 * n + i] + A43 * work[3 * n + i])
    evaluate(time + C4 * h, 4 * n, control, values, work)
    for i in range(n):
        work[4 * n + i] += (
            C41 * work[n + i] + C42 * work[2 * n + i] + C43 * work[3 * n + i]
        ) * inverse + h * D4 * work[by_time + i]
    solve_matrix(4 * n, control, work)


@inline
def take_middle_stages(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """Stages 5 and 6."""
    n = control.state_count
    x = TRIAL * n
    by_time = control.jacobian + control.jacobian_size
    inverse = 1.0 / h
    for i in range(n):
        work[x + i] = states[i] + (
            A51 * work[n + i] + A52 * work[2 * n + i] + A53 * work[3 * n + i] + A54 * work[4 * n + i]
        )
    evaluate(time + C5 * h, 5 * n, control, values, work)
    for i in range(n):
        work[5 * n + i] += (
            C51 * work[n + i] + C52 * work[2 * n + i] + C53 * work[3 * n + i] + C54 * work[4 * n + i]
        ) * inverse + h * D5 * work[by_time + i]
    solve_matrix(5 * n, control, work)
    for i in range(n):
        work[x + i] = states[i] + (
            A61 * work[n + i]
            + A62 * work[2 * n + i]
            + A63 * work[3 * n + i]
            + A64 * work[4 * n + i]
            + A65 * work[5 * n + i]
        )
    evaluate(time + h, 6 * n, control, values, work)
    for i in range(n):
        work[6 * n + i] += (
            C61 * work[n + i]
            + C62 * work[2 * n + i]
            + C63 * work[3 * n + i]
            + C64 * work[4 * n + i]
            + C65 * work[5 * n + i]
        ) * inverse
    solve_matrix(6 * n, control, work)


@inline
def take_last_stages(time: float, h: float, control: Control, values: Array, work: Array) -> None:
    """Stages 7 and 8; the state of each is the one before it plus the stage before it."""
    n = control.state_count
    x = TRIAL * n
    inverse = 1.0 / h
    for i in range(n):
        work[x + i] += work[6 * n + i]
    derivatives(time + h, slice_from(work, x), values, slice_from(work, 7 * n))
    for i in range(n):
        work[7 * n + i] += (
            C71 * work[n + i]
            + C72 * work[2 * n + i]
            + C73 * work[3 * n + i]
            + C74 * work[4 * n + i]
            + C75 * work[5 * n + i]
            + C76 * work[6 * n + i]
        ) * inverse
    solve_matrix(7 * n, control, work)
    for i in range(n):
        work[x + i] += work[7 * n + i]
    derivatives(time + h, slice_from(work, x), values, slice_from(work, 8 * n))
    for i in range(n):
        work[8 * n + i] += (
            C81 * work[n + i]
            + C82 * work[2 * n + i]
            + C83 * work[3 * n + i]
            + C84 * work[4 * n + i]
            + C85 * work[5 * n + i]
            + C86 * work[6 * n + i]
            + C87 * work[7 * n + i]
        ) * inverse
    solve_matrix(8 * n, control, work)


@inline
def evaluate(time: float, stage: int, control: Control, values: Array, work: Array) -> None:
    """Evaluate the derivatives at the state in `trial` into `stage`."""
    x = TRIAL * control.state_count
    times(time, slice_from(work, x), values, slice_from(work, stage))
    derivatives(time, slice_from(work, x), values, slice_from(work, stage))


@inline
def mean_square(error: int, control: Control, states: Array, work: Array) -> float:
    """Of the errors at `error` in `work`, in tolerances."""
    n = control.state_count
    total = 0.0
    for i in range(n):
        size = max(abs(states[i]), abs(work[NEW * n + i]))
        ratio = work[error + i] / (work[ABSOLUTE * n + i] + control.relative * size)
        total += ratio * ratio
    return total / max(1.0, float(n))


def error_between(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """Compute the interpolant and its error in the middle of the step, in the same measure.

    A very stiff system keeps the ends of even the longest steps accurate, but not the points between. The defect in the
    middle is the derivative there minus that of the interpolant; solved for like a stage, it approximates the error of
    the state itself, whether the system is stiff there or not.
    """
    n = control.state_count
    x = TRIAL * n
    lack = 12 * n
    inverse = 1.0 / h
    control.evaluations += 1.0
    prepare_interpolant(control, work)
    for i in range(n):
        bend = work[9 * n + i] + 0.5 * work[10 * n + i] + 0.25 * work[11 * n + i]
        work[x + i] = 0.5 * (states[i] + work[NEW * n + i]) + 0.25 * bend
    evaluate(time + 0.5 * h, lack, control, values, work)
    for i in range(n):
        slope = work[NEW * n + i] - states[i] + 0.25 * (work[10 * n + i] + work[11 * n + i])
        work[lack + i] -= slope * inverse
    solve_matrix(lack, control, work)
    return mean_square(lack, control, states, work)


@inline
def prepare_interpolant(control: Control, work: Array) -> None:
    """Compute its three coefficients from the stages."""
    n = control.state_count
    for i in range(n):
        work[9 * n + i] = (
            H21 * work[n + i]
            + H22 * work[2 * n + i]
            + H23 * work[3 * n + i]
            + H24 * work[4 * n + i]
            + H25 * work[5 * n + i]
            + H26 * work[6 * n + i]
            + H27 * work[7 * n + i]
            + H28 * work[8 * n + i]
        )
        work[10 * n + i] = (
            H31 * work[n + i]
            + H32 * work[2 * n + i]
            + H33 * work[3 * n + i]
            + H34 * work[4 * n + i]
            + H35 * work[5 * n + i]
            + H36 * work[6 * n + i]
            + H37 * work[7 * n + i]
            + H38 * work[8 * n + i]
        )
        work[11 * n + i] = (
            H41 * work[n + i]
            + H42 * work[2 * n + i]
            + H43 * work[3 * n + i]
            + H44 * work[4 * n + i]
            + H45 * work[5 * n + i]
            + H46 * work[6 * n + i]
            + H47 * work[7 * n + i]
            + H48 * work[8 * n + i]
        )


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the last step."""
    n = control.state_count
    rest = 1.0 - fraction
    for i in range(n):
        bend = work[9 * n + i] + fraction * (work[10 * n + i] + fraction * work[11 * n + i])
        out[i] = states[i] + fraction * (work[NEW * n + i] - states[i] + rest * bend)
