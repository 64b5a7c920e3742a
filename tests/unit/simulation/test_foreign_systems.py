"""Systems from files run as the same systems written in Simnon do, bit for bit if the operations are the same."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon import Model
from simnon.targets import TARGETS
from tests.pickling import pickled

DECLARED = """INPUT u
OUTPUT y
STATE x v
DER dx dv
TIME t
k: 2
d: 0.5
x: 1
"""
EQUATIONS = "dx = v\ndv = u - k*x - d*v\ny = x\n"
REST = """CONTINUOUS SYSTEM reg
INPUT e
OUTPUT w
w = -3*e
END
CONNECTING SYSTEM con
TIME t
e[reg] = y[plant] - t
u[plant] = w[reg]
END
"""
COMPILED = """
def dynamics(x, v, u, k, d):
    return v, u - k * x - d * v


def output(x):
    return x
"""
CALLED = """
calls = []


def dynamics(x, v, u, k, d):
    calls.append(x)
    return [v, u - k * x - d * v]


def output(x):
    return {0: x}[0]
"""
C = """
void dynamics(double t, const double *x, const double *u, const double *p, double *dx)
{ dx[0] = x[1]; dx[1] = u[0] - p[0] * x[0] - p[1] * x[1]; }
void output(double t, const double *x, const double *u, const double *p, double *y) { y[0] = x[0]; }
void free_initial(double t, const double *p, double *x) { x[0] = p[0]; x[1] = 2 * p[0]; }
void free_dynamics(double t, const double *x, const double *u, const double *p, double *dx)
{ dx[0] = -x[0]; dx[1] = t; }
"""
FORTRAN = """
void dynamics_(double *t, double *x, double *u, double *p, double *dx)
{ dx[0] = x[1]; dx[1] = *u - p[0] * x[0] - p[1] * x[1]; *t = 7; x[0] = 7; }
void output_(double *t, double *x, double *u, double *p, double *y) { y[0] = x[0]; }
"""


def written(folder: Path, heading: str, equations: str = "", declared: str = DECLARED) -> Path:
    path = folder / "model.t"
    path.write_text(f"CONTINUOUS SYSTEM {heading}\n{declared}{equations}END\n{REST}")
    return path


def library(folder: Path, text: str) -> str:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    (folder / "plant.c").write_text(text)
    command = [compiler, "-shared", "-fPIC", "-ffp-contract=off", "-o", str(folder / "plant.so"), "plant.c"]
    subprocess.run(command, check=True, cwd=folder)
    return "plant.so"


@pytest.fixture
def same(tmp_path: Path) -> Model:
    (tmp_path / "same").mkdir()
    return simnon.load(written(tmp_path / "same", "plant", EQUATIONS))


def from_python(folder: Path, text: str, declared: str = DECLARED) -> Model:
    (folder / "plant.py").write_text(text)
    return simnon.load(written(folder, "plant FROM 'plant.py'", declared=declared), trust=True)


def assert_same(model: Model, other: Model, **options: object) -> None:
    run, expected = (each.simulate(0, 5, **options) for each in (model, other))  # type: ignore[arg-type]
    assert run.notes == ()
    for name in ("x[plant]", "v[plant]", "dv[plant]", "y[plant]", "w[reg]"):
        assert np.array_equal(run[name], expected[name]), name


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("text", [COMPILED, CALLED], ids=["compiled", "called"])
def test_a_system_in_python_is_the_system_in_simnon_bit_for_bit(
    tmp_path: Path, same: Model, text: str, target: str
) -> None:
    assert_same(from_python(tmp_path, text), same, target=target, method="dopri5")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("text", "language"), [(C, ""), (FORTRAN, "FORTRAN ")], ids=["c", "fortran"])
def test_a_system_in_a_library_is_the_system_in_simnon_bit_for_bit(
    tmp_path: Path, same: Model, text: str, language: str, target: str
) -> None:
    name = library(tmp_path, text)
    path = written(tmp_path, f"plant FROM {language}'{name}'", declared=DECLARED.replace("OUTPUT y", "OUTPUT y FROM x"))

    assert_same(simnon.load(path, trust=True), same, target=target, method="dopri5")


@pytest.mark.parametrize("text", [COMPILED, CALLED], ids=["compiled", "called"])
@pytest.mark.parametrize("method", ["rodas5p", "cvode"])
def test_stiff_methods_take_differences_of_a_system_from_a_file(
    tmp_path: Path, same: Model, text: str, method: str
) -> None:
    run = from_python(tmp_path, text).simulate(0, 5, method=method)

    assert run["x[plant]"][-1] == pytest.approx(same.simulate(0, 5, method=method)["x[plant]"][-1], abs=1e-6)


def test_the_derivatives_are_one_call(tmp_path: Path) -> None:
    counting = CALLED.replace(
        "    calls.append(x)", "    with open(__file__ + '.log', 'a') as log:\n        log.write('x')"
    )
    model = from_python(tmp_path, counting)

    model.rhs(0, [1, 0])

    assert (tmp_path / "plant.py.log").read_text() == "x"


def test_two_systems_of_one_file_have_their_own_states_and_their_own_names(tmp_path: Path) -> None:
    (tmp_path / "decay.py").write_text(
        "first = []\n\ndef dynamics(x, k):\n    first.append(x)\n    return [-k*x]\n\n"
        "def output(x):\n    return first[:1]\n"
    )
    (tmp_path / "model.t").write_text(
        "CONTINUOUS SYSTEM decay FROM 'decay.py'\nSTATE x\nDER dx\nOUTPUT y\nk: 1\nx: 1\nEND\n"
        "CONTINUOUS SYSTEM both\nSYSTEM a b: decay\na.k: 2\nb.x: 5\nEND\n"
    )
    model = simnon.load(tmp_path / "model.t", trust=True)

    run = model.simulate(0, 1)

    assert run["a.x"][-1] == pytest.approx(np.exp(-2), rel=1e-5)
    assert run["b.x"][-1] == pytest.approx(5 * np.exp(-1), rel=1e-5)
    assert (run["a.y"][-1], run["b.y"][-1]) == (1, 5)


@pytest.mark.parametrize("text", [COMPILED, CALLED], ids=["compiled", "called"])
def test_members_of_an_ensemble_are_those_of_the_system_in_simnon(tmp_path: Path, same: Model, text: str) -> None:
    model = from_python(tmp_path, text)
    members, expected = (each.sweep({"k[plant]": [1, 2, 3]}, 0, 3) for each in (model, same))

    assert np.array_equal(members["final(x[plant])"], expected["final(x[plant])"])


def test_a_system_from_a_file_is_pickled_with_its_model(tmp_path: Path, same: Model) -> None:
    assert_same(pickled(from_python(tmp_path, CALLED)), same)


def test_the_file_gives_initial_values_that_the_text_leaves_open(tmp_path: Path) -> None:
    text = COMPILED + "\n\ndef initial(k):\n    return 3 * k\n"
    declared = DECLARED.replace("x: 1\n", "v: 4\n")

    run = from_python(tmp_path, text, declared).simulate(0, 1, parameters={"k[plant]": 5})

    assert (run["x[plant]"][0], run["v[plant]"][0]) == (15, 4)


@pytest.mark.parametrize("target", TARGETS)
def test_an_initial_section_takes_the_values_from_a_library(tmp_path: Path, target: str) -> None:
    name = library(tmp_path, C)
    text = f"CONTINUOUS SYSTEM s FROM '{name}' AS free\nSTATE a b\nDER da db\nTIME t\np: 3\nINITIAL\nEND\n"
    (tmp_path / "s.t").write_text(text)

    run = simnon.load(tmp_path / "s.t", trust=True).simulate(1, 2, target=target)

    assert (run["a"][0], run["b"][0]) == (3, 6)
    assert run["b"][-1] == pytest.approx(6 + 1.5)


def test_a_symbol_that_the_library_does_not_have_is_reported(tmp_path: Path) -> None:
    path = written(tmp_path, f"plant FROM '{library(tmp_path, C)}' AS other")

    with pytest.raises(simnon.SimnonError, match="has no symbol 'other_output'"):
        simnon.load(path, trust=True)


SAMPLED = """DISCRETE SYSTEM reg{heading}
INPUT e
OUTPUT u
STATE i
NEW ni
TIME t
TSAMP ts
h: 0.25
k: 2
{equations}END
CONTINUOUS SYSTEM plant
INPUT u
STATE x
DER dx
dx = u
x: 1
END
CONNECTING SYSTEM con
u[plant] = u[reg]
e[reg] = -x[plant]
END
"""
SAMPLED_EQUATIONS = "u = k*e + i\nni = i + h*e\nts = t + h\n"
SAMPLED_PYTHON = """
calls = []


def output(e, i, k):
    calls.append(e)
    return [k * e + i]


def dynamics(e, i, t, h):
    with open(__file__ + ".log", "a") as log:
        print(t, file=log)
    return i + h * e, t + h
"""


@pytest.mark.parametrize("target", TARGETS)
def test_a_sampled_system_is_called_once_for_each_sample(tmp_path: Path, target: str) -> None:
    (tmp_path / "reg.py").write_text(SAMPLED_PYTHON)
    (tmp_path / "s.t").write_text(SAMPLED.format(heading=" FROM 'reg.py'", equations=""))
    (tmp_path / "same.t").write_text(SAMPLED.format(heading="", equations=SAMPLED_EQUATIONS))

    run = simnon.load(tmp_path / "s.t", trust=True).simulate(0, 2, target=target)
    expected = simnon.load(tmp_path / "same.t").simulate(0, 2, target=target)

    assert np.array_equal(run["x[plant]"], expected["x[plant]"])
    assert (tmp_path / "reg.py.log").read_text().split() == [str(0.25 * i) for i in range(9)]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("result", "message"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("[v]", "it returned 1, not 2 numbers"),
        ("[v, 1, 2]", "it returned 3, not 2 numbers"),
        ("[v, None]", "it returned NoneType among 2 numbers"),
        ("'ab'", "it returned str, not 2 numbers"),
        ("{'dx': v, 'dv': 1}", "it returned dict, not 2 numbers"),
        ("v + open.__sizeof__()", "it returned float, not 2 numbers"),
    ],
)
def test_what_is_wrong_in_a_file_is_a_note(tmp_path: Path, result: str, message: str, target: str) -> None:
    run = from_python(tmp_path, COMPILED.replace("v, u - k * x - d * v", result)).simulate(0, 1, target=target)

    assert run.stop.code == "not-finite"
    assert run.notes == (f"the function dynamics[plant] failed: {message}",)


def test_nan_from_a_file_ends_the_run_without_a_traceback(tmp_path: Path) -> None:
    run = from_python(tmp_path, COMPILED.replace("return v, u", "return v, float('nan') * u")).simulate(0, 1)

    assert (run.stop.code, run.notes) == ("not-finite", ())


def test_a_run_that_is_continued_is_the_run_in_one_piece(tmp_path: Path) -> None:
    model = from_python(tmp_path, CALLED)

    whole, first = model.simulate(0, 4, method="rk4", step=0.5), model.simulate(0, 2, method="rk4", step=0.5)

    assert model.resume(first, 4)["x[plant]"][-1] == whole["x[plant]"][-1]


def test_an_output_that_does_not_take_the_input_makes_no_loop(tmp_path: Path) -> None:
    direct = COMPILED.replace("output(x)", "output(x, u)")

    assert [d.code for d in from_python(tmp_path, COMPILED).diagnostics] == []
    assert [d.code for d in from_python(tmp_path, direct).diagnostics] == ["algebraic-loop"]
    declared = DECLARED.replace("OUTPUT y", "OUTPUT y FROM x")
    assert [d.code for d in from_python(tmp_path, direct, declared).diagnostics] == []


def test_info_of_a_system_from_a_file_offers_none_of_its_functions(tmp_path: Path) -> None:
    assert "functions" not in str(from_python(tmp_path, COMPILED).info("plant"))


def test_events_in_the_text_watch_what_the_file_computes(tmp_path: Path) -> None:
    (tmp_path / "ball.py").write_text(
        "def dynamics(h, v, g):\n    return v, -g\n\ndef output(h):\n    return {0: h}[0]\n"
    )
    (tmp_path / "ball.t").write_text(
        "CONTINUOUS SYSTEM ball FROM 'ball.py'\nSTATE h v\nDER dh dv\nOUTPUT gap\ng: 8\nh: 1\n"
        "WHEN gap < 0\nv = -PRE(v)\nEND\nEND\n"
    )

    run = simnon.load(tmp_path / "ball.t", trust=True).simulate(0, 1.0)

    assert run["h"][-1] == pytest.approx(1, abs=1e-6)
    assert run["v"][-1] == pytest.approx(0, abs=1e-5)


OSCILLATOR = """STATE x v
DER dx dv
k: 2
d: 0.5
x: 1
"""
JACOBIAN = """
def jacobian(x, k, d):
    return {rows}
"""
ROWS = "(0, 1), (-k, -d)"


def oscillator(folder: Path, rows: str) -> Model:
    dynamics = "def dynamics(x, v, k, d):\n    return v, -k * x - d * v\n\n"
    (folder / "plant.py").write_text(dynamics + JACOBIAN.format(rows=rows))
    (folder / "s.t").write_text(f"CONTINUOUS SYSTEM s FROM 'plant.py'\n{OSCILLATOR}END\n")
    return simnon.load(folder / "s.t", trust=True)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("rows", [ROWS, f"[{ROWS}]", f"__import__('numpy').array([{ROWS}])"])
def test_a_jacobian_of_the_file_is_used_by_stiff_methods(tmp_path: Path, rows: str, target: str) -> None:
    equations = "dx = v\ndv = -k*x - d*v\n"
    model = oscillator(tmp_path, rows)
    same = simnon.load(f"CONTINUOUS SYSTEM s\n{OSCILLATOR}{equations}END\n")

    run = model.simulate(0, 3, method="rodas5p", target=target)

    assert run.notes == ()
    # With differences instead, the last digits would differ.
    assert np.array_equal(run["x"], same.simulate(0, 3, method="rodas5p", target=target)["x"])


def test_a_jacobian_that_must_be_called_needs_trust_even_if_the_rest_is_compiled(tmp_path: Path) -> None:
    oscillator(tmp_path, f"[{ROWS}]")

    with pytest.raises(simnon.SimnonError, match="'s' would run the code"):
        simnon.load(tmp_path / "s.t")


def test_a_wrong_jacobian_of_the_file_is_really_the_one_that_is_used(tmp_path: Path) -> None:
    assert oscillator(tmp_path, "(5, 6), (7, 8)").jacobian(0, [1, 2]).tolist() == [[5, 6], [7, 8]]


def test_an_error_in_a_jacobian_is_a_note(tmp_path: Path) -> None:
    run = oscillator(tmp_path, "[[0, 1], [1 / 0]]").simulate(0, 3, method="rodas5p")

    assert "the function jacobian failed: ZeroDivisionError: division by zero" in run.notes


def test_a_library_has_a_jacobian_if_the_heading_says_so(tmp_path: Path) -> None:
    text = C + (
        "void jacobian(double t, const double *x, const double *u, const double *p, double *rows)\n"
        "{ rows[0] = 5; rows[1] = 6; rows[2] = 7; rows[3] = p[1]; }\n"
    )
    name = library(tmp_path, text)
    found = []
    for heading in (f"s FROM '{name}' JACOBIAN", f"s FROM '{name}'"):
        (tmp_path / "s.t").write_text(f"CONTINUOUS SYSTEM {heading}\nINPUT u\nu: 0\n{OSCILLATOR}END\n")
        found.append(simnon.load(tmp_path / "s.t", trust=True).jacobian(0, [1, 2]))

    assert found[0].tolist() == [[5, 6], [7, 0.5]]
    assert found[1] == pytest.approx(np.array([[0, 1], [-2, -0.5]]), abs=1e-9)


def test_differences_of_a_system_take_two_calls_for_each_state(tmp_path: Path) -> None:
    names = [f"x{i}" for i in range(12)]
    (tmp_path / "many.py").write_text(
        f"def dynamics({', '.join(names)}):\n    with open(__file__ + '.log', 'a') as log:\n        log.write('x')\n"
        f"    return [{', '.join(f'-{name}' for name in names)}]\n"
    )
    (tmp_path / "s.t").write_text(
        f"CONTINUOUS SYSTEM s FROM 'many.py'\nSTATE {' '.join(names)}\nDER {' '.join(f'd{n}' for n in names)}\nEND\n"
    )
    model = simnon.load(tmp_path / "s.t", trust=True)

    model.jacobian(0, [1] * 12)

    assert len((tmp_path / "many.py.log").read_text()) == 2 * 12
