"""Arrays that stay whole give the same bits as their elements: records, final values, statistics, on every target."""

import gc
import re
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon import Model
from simnon.compiler import compile_jacobian, compile_model, is_matrix_too_large
from simnon.kernels.methods import METHODS
from simnon.program import statements_within
from tests.pickling import pickled
from tests.seeds import first_fast, seeds
from tests.targets.random_arrays import RandomArrays, RandomCells
from tests.targets.random_samples import RandomSamples

PAGE = Path(__file__).parents[2] / "docs" / "language" / "arrays.md"
TEXTS = re.findall(r"```simnon(?: file=\S+)?\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
STEP_OF_METHOD = {"rk4": 0.05, "dopri5": None}


HEAT = """CONTINUOUS SYSTEM rod
STATE T[1..n]
DER dT[1..n]
dT[1] = a*(400 - 2*T[1] + T[2])
dT[i] = a*(T[i-1] - 2*T[i] + T[i+1]) FOR i = 2..n-1
dT[n] = a*(T[n-1] - T[n])
T: 300
a: 1
n: 70
END
"""


def check_both_ways(text: str, whole: Model, *, stop: float = 0.5) -> None:
    expanded = simnon.load(text, arrays="expanded")
    assert list(whole.variables) == list(expanded.variables)
    for target in ("llvm", "interpreter"):
        for method, step in STEP_OF_METHOD.items():
            one = whole.simulate(0, stop, method=method, target=target, step=step)
            other = expanded.simulate(0, stop, method=method, target=target, step=step)
            assert one == other
            assert one.names == other.names
            assert list(one.final) == list(other.final)
            finals = [np.array(list(each.final.values())) for each in (one, other)]
            assert finals[0].tobytes() == finals[1].tobytes()
            assert one.statistics.evaluations == other.statistics.evaluations


@pytest.mark.parametrize("seed", seeds(range(30), 4))
def test_random_models_are_the_same_whole_and_expanded(seed: int) -> None:
    text = RandomArrays(seed).text()
    check_both_ways(text, simnon.load(text, arrays="whole"))


@pytest.mark.parametrize("seed", seeds(range(30), 3))
def test_random_models_with_events_and_delays_are_the_same_whole_and_expanded(seed: int) -> None:
    text = RandomArrays(seed, has_events=True).text()
    whole, expanded = simnon.load(text, arrays="whole"), simnon.load(text, arrays="expanded")

    for target, method, step in (("llvm", "dopri5", None), ("llvm", "rk4", 0.05), ("interpreter", "rk4", 0.05)):
        one, other = (m.simulate(0, 0.5, target=target, method=method, step=step) for m in (whole, expanded))
        # What a message about nan lists does not include the terms of sums over elements.
        assert one == replace(other, stop=replace(other.stop, message=one.stop.message))
        assert one.events == other.events


@pytest.mark.parametrize("seed", seeds(range(30), 4))
def test_sampled_fields_of_random_models_are_the_same_whole_and_expanded(seed: int) -> None:
    text = RandomSamples(seed).text()
    whole, expanded = simnon.load(text, arrays="whole"), simnon.load(text, arrays="expanded")

    check_both_ways(text, whole)
    assert whole.simulate(0, 0.2, method="rodas5p") == expanded.simulate(0, 0.2, method="rodas5p")


FIELD = """CONTINUOUS SYSTEM rod
INPUT heat[1..n]
STATE T[1..n]
DER dT[1..n]
dT[1] = 400 - 2*T[1] + T[2] + heat[1]
dT[i] = T[i-1] - 2*T[i] + T[i+1] + heat[i] FOR i = 2..n-1
dT[n] = T[n-1] - T[n] + heat[n]
T: 300
n: 100
END
DISCRETE SYSTEM reg
INPUT y[1..n]
OUTPUT u[1..n]
STATE s[1..n] count
NEW ns[1..n] more
TIME t
TSAMP ts
e[i] = 310 - y[i] FOR i = 1..n
u[i] = SAT(k*e[i] + s[i], -1, 1) FOR i = 1..n
ns[i] = s[i] + 0.01*ABS(e[i]) FOR i = 1..n
more = count + 1
ts = t + 0.05
k: 0.01
s[1..50]: 0.2
n: 100
END
CONNECTING SYSTEM loop
y[reg] = T[rod]
heat[rod] = u[reg]
END
"""


def test_a_sampled_field_stays_whole() -> None:
    whole, expanded = simnon.load(FIELD), simnon.load(FIELD, arrays="expanded")
    run, other = whole.simulate(0, 0.2), expanded.simulate(0, 0.2)

    assert compile_model(FIELD).is_whole
    check_both_ways(FIELD, whole)
    assert pickled(run) == run
    assert run.statistics.samples == 5
    assert "s[7][reg]" in run.sampled
    assert "T[7][rod]" not in run.sampled
    assert whole.resume(run, 0.4) == expanded.resume(other, 0.4)
    assert whole.simulate(0, 0.1, initial={"s[3..4][reg]": 0.5}, store=["u[3][reg]"])["u[3][reg]"][0] == 0.6


def test_a_sum_of_squares_has_no_guard_of_its_root_whole_or_expanded() -> None:
    text = """CONTINUOUS SYSTEM norms
STATE x[1..n]
DER dx[1..n]
dx[i] = i - x[i] FOR i = 1..n
size = NORM2(x)
STOP WHEN size > 1e6
n: 100
END
"""
    whole, expanded = (compile_model(text, arrays=arrays) for arrays in ("whole", "expanded"))

    assert whole.is_whole
    assert len(whole.program.layout.guards) == len(expanded.program.layout.guards) == 1


FILTER = """DISCRETE SYSTEM filter
STATE x[1..n]
NEW nx[1..n]
TIME t
TSAMP ts
nx[1] = 0.5*x[1]
nx[i] = 0.9*x[i] + 0.1*x[i-1] FOR i = 2..n
ts = t + 0.1
x: 1
n: 100
END
"""


@pytest.mark.parametrize("method", METHODS)
def test_a_model_that_is_only_sampled_stays_whole(method: str) -> None:
    if METHODS[method].has_library_steps:
        pytest.importorskip("sksundae")
    whole, expanded = simnon.load(FILTER), simnon.load(FILTER, arrays="expanded")
    step = 0.05 if METHODS[method].is_fixed else None

    run, other = (model.simulate(0, 1, method=method, step=step) for model in (whole, expanded))

    assert compile_model(FILTER).is_whole
    assert run == other
    assert run.final["x[2]"] == pytest.approx(0.9**10 + 0.1 * sum(0.9 ** (9 - k) * 0.5**k for k in range(10)))


def test_what_is_sampled_does_not_change_the_size_of_the_program() -> None:
    few, many = (compile_model(FIELD.replace("n: 100", f"n: {n}")) for n in (100, 200_000))
    count = [sum(1 for f in each.program.functions for _ in statements_within(f.body)) for each in (few, many)]

    assert many.is_whole
    assert count[0] == count[1]
    assert len(many.program.layout.samplers[0].updates) == 200_001
    assert many.program.layout.samplers[0].updates[-1] == tuple(
        many.program.layout.slot_of_name()[name] for name in ("count[reg]", "more[reg]")
    )


@pytest.mark.parametrize(
    ("connections", "reason"),
    [
        ("y[1..n][reg] = T[1..n][rod]", ""),
        ("y[1][reg] = 300\ny[2..100][reg] = T[1..99][rod]", "some elements of the input 'y' are constant"),
        ("y[1][reg] = T[1][rod]\ny[i][reg] = T[i][rod] + y[i-1][reg] FOR i = 2..100", "need each other"),
    ],
)
def test_inputs_of_discrete_systems_stay_whole_if_they_follow_signals(connections: str, reason: str) -> None:
    text = FIELD.replace("y[reg] = T[rod]", connections.replace("1..n", "1..100"))

    compiled = compile_model(text)

    assert compiled.is_whole is not bool(reason)
    assert reason in compiled.analysed.declared.whole.expanded_because
    check_both_ways(text, simnon.load(text), stop=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["auto", *METHODS])
@pytest.mark.parametrize("make", [RandomArrays, RandomCells, RandomSamples])
@pytest.mark.parametrize("seed", [100, 101])
def test_all_methods_give_the_same_whole_and_expanded(
    make: type[RandomArrays | RandomCells | RandomSamples], seed: int, method: str
) -> None:
    if method in ("auto", "cvode", "ida"):
        pytest.importorskip("sksundae")
    text = make(seed).text()
    step = 0.01 if method != "auto" and METHODS[method].is_fixed else None

    one, other = (
        simnon.load(text, arrays=arrays).simulate(0, 0.1, method=method, step=step) for arrays in ("whole", "expanded")
    )

    assert one == other
    assert one.events == other.events


SLIDING = """CONTINUOUS SYSTEM sliding
STATE x[1..n] y s
DER dx[1..n] dy ds
TIME t
b = IF y > s THEN -2 ELSE 2.5
m[i] = b*p[i] FOR i = 1..n
dx[i] = 0.1*m[i] - x[i] FOR i = 1..n
dy = m[3] - y
ds = -s + 0.1*t
p[i]: 0.5 + i/7 FOR i = 1..n
x: 1
y: 0.3
s: 0.5
n: 70
END
"""


@pytest.mark.parametrize("method", ["euler", "dopri5", "rodas5p"])
def test_a_run_with_whole_arrays_slides_as_their_elements_do(method: str) -> None:
    step = 0.05 if method == "euler" else None
    whole, expanded = simnon.load(SLIDING), simnon.load(SLIDING, arrays="expanded")

    one, other = (model.simulate(0, 1, method=method, step=step) for model in (whole, expanded))

    assert compile_model(SLIDING).is_whole
    assert one == other
    assert one.stop.code == "end"
    assert "slides on y > s" in one.notes[0]


def test_the_interpreter_computes_jacobians_of_whole_arrays_as_machine_code_does() -> None:
    text = RandomCells(3).text()
    whole, expanded = simnon.load(text, arrays="whole"), simnon.load(text, arrays="expanded")

    one = whole.simulate(0, 1e-3, method="rodas5p", target="interpreter")

    compiled = whole.simulate(0, 1e-3, method="rodas5p")
    assert one == expanded.simulate(0, 1e-3, method="rodas5p", target="interpreter")
    assert all(one[name].tobytes() == compiled[name].tobytes() for name in compiled.names)


@pytest.mark.parametrize("seed", seeds(range(8), 2))
def test_fused_products_are_the_same_whole_and_expanded(seed: int) -> None:
    text = RandomCells(seed).text()
    whole, expanded = (simnon.load(text, arrays=arrays, fma=True) for arrays in ("whole", "expanded"))

    for method in ("dopri5", "rodas5p"):
        assert whole.simulate(0, 0.02, method=method) == expanded.simulate(0, 0.02, method=method)


def test_arrays_stay_whole_with_fused_products_unless_they_are_summed() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x[1..n]\nDER dx[1..n]\ndx[i] = 1 - p[i]*{} FOR i = 1..n\np[i]: i FOR i = 1..n\n"
    text += "x: 1\nn: 100\nEND\n"
    summed = compile_model(text.format("SUM(p[k]*x[k] FOR k = 1..n)"), fma=True)

    assert compile_model(text.format("x[i]"), fma=True).is_whole
    assert not summed.is_whole
    assert summed.analysed.declared.whole.expanded_because == "products in sums are rounded once"


@pytest.mark.parametrize("method", ["cvode", "auto"])
def test_a_matrix_that_is_too_large_is_replaced_by_products(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sksundae")
    with_matrix = simnon.load(HEAT).simulate(0, 200, method="cvode", rtol=1e-8)
    monkeypatch.setattr("simnon.simulation.simulator.is_matrix_too_large", lambda _: True)

    whole, expanded = (
        simnon.load(HEAT, arrays=arrays).simulate(0, 200, method=method, rtol=1e-8) for arrays in ("whole", "expanded")
    )

    assert whole == expanded
    assert whole.statistics.method.endswith("cvode")
    assert whole.statistics.jacobians == 0
    assert whole["T[35]"][-1] == pytest.approx(with_matrix["T[35]"][-1], rel=1e-6)


def test_a_large_grid_needs_no_matrix_and_a_long_chain_a_band() -> None:
    grid = """CONTINUOUS SYSTEM grid
STATE u[1..n, 1..n]
DER du[1..n, 1..n]
w[i, j] = u[i, j] FOR i = 1..n, j = 1..n
w[0, j] = u[1, j] FOR j = 1..n
w[n+1, j] = u[n, j] FOR j = 1..n
w[i, 0] = u[i, 1] FOR i = 1..n
w[i, n+1] = u[i, n] FOR i = 1..n
du[i, j] = w[i-1, j] + w[i+1, j] + w[i, j-1] + w[i, j+1] - 4*u[i, j] FOR i = 1..n, j = 1..n
n: 200
END
"""
    assert is_matrix_too_large(compile_model(grid).analysed)
    assert not is_matrix_too_large(compile_model(grid, choices={"n": 20}).analysed)
    assert not is_matrix_too_large(compile_model(HEAT, choices={"n": 40_000}).analysed)


def test_the_memory_of_a_model_does_not_grow_with_its_arrays() -> None:
    compile_model(HEAT, choices={"n": 100})
    sizes = []
    for count in (1_000, 1_000_000):
        gc.collect()
        tracemalloc.start()
        model = compile_model(HEAT, choices={"n": count})
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert model.is_whole
    assert sizes[1] < 1.5 * sizes[0]


def test_the_code_of_a_jacobian_does_not_grow_with_its_arrays() -> None:
    sizes = []
    for count in (100, 10_000):
        program = compile_jacobian(compile_model(HEAT, choices={"n": count}).analysed)
        assert program is not None
        assert len(program.layout.jacobian) == 3 * count - 2
        sizes.append(sum(1 for function in program.functions for _ in statements_within(function.body)))
    assert sizes[0] == sizes[1]


@pytest.mark.parametrize("text", first_fast(TEXTS, 4))
def test_every_text_of_the_manual_is_the_same_whole_and_expanded(text: str) -> None:
    check_both_ways(text, simnon.load(text, arrays="whole"))


def test_random_models_of_arrays_stay_whole() -> None:
    assert all(compile_model(RandomArrays(seed).text(), arrays="whole").is_whole for seed in range(10))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("dx[i] = ABS(x[i]) FOR i = 1..n", "'ABS(x[i])' is an event of each element"),
        ("dx[i] = DELAY(x[i], 1) FOR i = 1..n", "DELAY is computed element by element"),
        ("dx[i] = DELAY(x[1], i) FOR i = 1..n", "DELAY is computed element by element"),
        (
            "dx[i] = z[i] FOR i = 1..n\ny[1] = x[1]\ny[i] = z[i-1] + x[i] FOR i = 2..n\nz[i] = 0.5*y[i] FOR i = 1..n",
            "needs its own value",
        ),
        ("dx = SORT(x)\nFUNCTION SORT(a) = [a[2..END], a[1]]", "a literal or a list is computed element by element"),
    ],
)
def test_what_cannot_stay_whole_is_expanded_and_says_why(line: str, reason: str) -> None:
    text = f"CONTINUOUS SYSTEM s\nSTATE x[1..n]\nDER dx[1..n]\n{line}\nx[i]: i - 3 FOR i = 1..n\nn: 100\nEND\n"

    compiled = compile_model(text)

    assert not compiled.is_whole
    assert reason in compiled.analysed.declared.whole.expanded_because
    check_both_ways(text, simnon.load(text))


CONTROLLER = """DISCRETE SYSTEM reg
INPUT y
OUTPUT u
TIME t
TSAMP ts
u = k*(310 - y)
ts = t + 0.5
k: 0.01
END
CONNECTING SYSTEM loop
y[reg] = T[5][rod]
heat[rod] = u[reg]
END
"""


@pytest.mark.parametrize(
    ("lines", "others"),
    [
        ("heat = IF T[2] > 350 THEN 0 ELSE 1", ""),
        ("m = SUM(T)/n\nheat = MAX(0, 301 - m)", ""),
        ("heat: 1\nWHEN T[2] > 350\n  heat = 0\nEND", ""),
        ("heat: 1\nWHEN T[2] > 350\n  heat = 0.01*T[3]\n  c = 0.5*heat\nEND\nc: 1", ""),
        ("w[i] = T[i] - 300 FOR i = 1..n\nheat: 1\nWHEN T[2] > 350\n  heat = 0.01*w[3]\nEND", ""),
        ("heat: 1\nWHEN T[2] > 350\n  heat = SUM(T)/n - PRE(T[3])/300\nEND", ""),
        ("heat: 1\nWHEN heat + T[2] > 350\n  heat = PRE(heat) - 1\nEND", ""),
        ("heat = DELAY(T[5], 0.3)/300", ""),
        ("heat = DELAY(T[5], T[6]/1000)/300 + DELAY(SUM(T), 0.1)*1e-5", ""),
        ("STATE s\nDER ds\nds = (IF s > 0.1*T[9]/300 THEN -1 ELSE 1)*T[8]/300\nheat = s", ""),
        ("STATE s\nDER ds\nds = 1\nheat = 0.1*s\nWHEN s > 1\n  s = 0.001*T[4] - 0.3\nEND", ""),
        ("INPUT heat", CONTROLLER),
    ],
)
def test_events_and_samples_of_scalars_leave_arrays_whole(lines: str, others: str) -> None:
    text = f"""CONTINUOUS SYSTEM rod
STATE T[1..n]
DER dT[1..n]
{lines}
dT[1] = a*(left - 2*T[1] + T[2])
dT[i] = a*(T[i-1] - 2*T[i] + T[i+1]) + heat FOR i = 2..n-1
dT[n] = a*(T[n-1] - 2*T[n] + 300)
T: 300
left: 400
a: 1
n: 70
END
{others}"""
    whole, expanded = simnon.load(text), simnon.load(text, arrays="expanded")

    assert compile_model(text).is_whole
    check_both_ways(text, whole, stop=1.5)
    one, other = (model.simulate(0, 20, method="rodas5p") for model in (whole, expanded))
    assert one == other
    assert [event.time for event in one.events] == [event.time for event in other.events]


def test_a_stiff_run_switches_its_method_as_the_elements_do() -> None:
    whole, expanded = simnon.load(HEAT), simnon.load(HEAT, arrays="expanded")

    one, other = whole.simulate(0, 200), expanded.simulate(0, 200)

    assert compile_model(HEAT).is_whole
    assert one.statistics.method == "dopri5, rodas5p"
    assert one == other
    assert one.notes == other.notes
    assert whole.simulate(0, 50, method="rodas5p") == expanded.simulate(0, 50, method="rodas5p")
    assert whole.simulate(0, 1, parameters={"a": 2}, initial={"T[3..5]": 310}, store=["T[4]"]) == expanded.simulate(
        0, 1, parameters={"a": 2}, initial={"T[3..5]": 310}, store=["T[4]"]
    )


def test_a_grid_with_a_rim_has_no_variables_at_corners_that_nothing_reads() -> None:
    text = """CONTINUOUS SYSTEM brusselator
STATE u[1..n, 1..n] v[1..n, 1..n]
DER du[1..n, 1..n] dv[1..n, 1..n]
w[i, j] = u[i, j] FOR i = 1..n, j = 1..n
w[0, j] = u[1, j] FOR j = 1..n
w[n+1, j] = u[n, j] FOR j = 1..n
w[i, 0] = u[i, 1] FOR i = 1..n
w[i, n+1] = u[i, n] FOR i = 1..n
s[i, j] = w[i-1, j] + w[i+1, j] + w[i, j-1] + w[i, j+1] - 4*u[i, j] FOR i = 1..n, j = 1..n
du[i, j] = 1 + u[i, j]^2*v[i, j] - 4.4*u[i, j] + 0.002*s[i, j] FOR i = 1..n, j = 1..n
dv[i, j] = 3.4*u[i, j] - u[i, j]^2*v[i, j] FOR i = 1..n, j = 1..n
INITIAL
u[i, j] = 0.5 + j/n FOR i = 1..n, j = 1..n
v[i, j] = 1 + 5*i/n FOR i = 1..n, j = 1..n
n: 9
END
"""
    model = simnon.load(text)

    assert compile_model(text).is_whole
    assert "w[0,0]" not in {variable.name for variable in model.variables}
    check_both_ways(text, model)


@pytest.mark.parametrize("function", ["SIN", "COS", "TAN", "EXP", "TANH", "ATAN", "SINH"])
@pytest.mark.parametrize("start", ["i/10", "(i - 50)*30", "1e300*i"])
def test_functions_in_loops_have_the_bits_of_single_calls_also_for_unusual_arguments(function: str, start: str) -> None:
    text = f"""CONTINUOUS SYSTEM s
STATE x[1..n]
DER dx[1..n]
dx[i] = c*{function}(x[i]) FOR i = 1..n
x[i]: {start} FOR i = 1..n
c: 0
n: 100
END
"""
    whole, expanded = simnon.load(text), simnon.load(text, arrays="expanded")

    one, other = (m.simulate(0, 1, method="euler", parameters={"c": 1e-9}) for m in (whole, expanded))

    assert compile_model(text).is_whole
    assert one.stop == other.stop
    assert all(one[name].tobytes() == other[name].tobytes() for name in other.names)


def test_runs_with_whole_arrays_are_pickled_continued_and_studied_as_others() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x[1..n]\nDER dx[1..n]\ndx[i] = -x[i]*i FOR i = 1..n\nx: 1\nn: 100\nEND\n"
    whole, expanded = simnon.load(text), simnon.load(text, arrays="expanded")
    one, other = whole.simulate(0, 0.01), expanded.simulate(0, 0.01)

    assert pickled(one) == other
    assert pickled(whole) == whole
    assert whole.resume(one, 0.02) == expanded.resume(other, 0.02)
    assert whole.jacobian(0, np.ones(100))[3, 3] == -4
    assert whole.rhs(0, np.ones(100)).tolist() == expanded.rhs(0, np.ones(100)).tolist()
    assert whole.equilibrium(at=one).values["x[7]"] == pytest.approx(0)
