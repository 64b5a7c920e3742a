"""Arrays that stay whole give the same bits as their elements: records, final values, statistics, on every target."""

import re
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon import Model
from simnon.compiler import compile_model
from tests.pickling import pickled
from tests.targets.random_arrays import RandomArrays

PAGE = Path(__file__).parents[2] / "docs" / "language" / "arrays.md"
TEXTS = re.findall(r"```simnon(?: file=\S+)?\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
STEP_OF_METHOD = {"rk4": 0.05, "dopri5": None}


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


@pytest.mark.parametrize("seed", range(30))
def test_random_models_are_the_same_whole_and_expanded(seed: int) -> None:
    text = RandomArrays(seed).text()
    check_both_ways(text, simnon.load(text, arrays="whole"))


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_of_the_manual_is_the_same_whole_and_expanded(text: str) -> None:
    check_both_ways(text, simnon.load(text, arrays="whole"))


def test_random_models_of_arrays_stay_whole() -> None:
    assert all(compile_model(RandomArrays(seed).text(), arrays="whole").is_whole for seed in range(10))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("dx[i] = ABS(x[i]) FOR i = 1..n", "'ABS(x[i])' is an event of each element"),
        ("dx[i] = DELAY(x[i], 1) FOR i = 1..n", "DELAY is computed element by element"),
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


def test_a_stiff_run_switches_its_method_as_the_elements_do() -> None:
    text = """CONTINUOUS SYSTEM rod
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
    whole, expanded = simnon.load(text), simnon.load(text, arrays="expanded")

    one, other = whole.simulate(0, 200), expanded.simulate(0, 200)

    assert compile_model(text).is_whole
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
