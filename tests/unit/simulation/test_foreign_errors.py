"""A Python function of the user that fails: its first error is a note of the run, on every target."""

from pathlib import Path

import pytest

import simnon
from simnon import Model
from simnon.targets import TARGETS

TEXT = """CONTINUOUS SYSTEM s
STATE x
DER dx
FUNCTION slope(a) FROM 'slopes.py'
dx = -slope(x)
x: 3
END
"""
SLOPES = """calls = 0


def slope(x):
    global calls
    calls += 1
    if x < 0.5:
        raise ValueError(f"no slope below 0.5 in call {calls}")
    return x
"""


@pytest.fixture
def model(tmp_path: Path) -> Model:
    (tmp_path / "slopes.py").write_text(SLOPES)
    (tmp_path / "s.t").write_text(TEXT)
    return simnon.load(tmp_path / "s.t", trust=True)


@pytest.mark.parametrize("method", ["dopri5", "rodas5p", "cvode"])
@pytest.mark.parametrize("target", TARGETS)
def test_the_first_error_of_a_function_is_a_note(model: Model, target: str, method: str) -> None:
    run = model.simulate(0, 5, target=target, method=method)

    assert run.stop.code == "not-finite"
    (note,) = run.notes
    assert note.startswith("the function slope failed: ValueError: no slope below 0.5 in call ")


@pytest.mark.parametrize("target", TARGETS)
def test_a_run_reports_its_own_errors_only(model: Model, target: str) -> None:
    model.simulate(0, 5, target=target)

    assert model.simulate(0, 0.1, target=target).notes == ()


@pytest.mark.parametrize("target", TARGETS)
def test_a_file_is_run_once_for_all_programs_of_a_model(tmp_path: Path, target: str) -> None:
    noting = "with open(__file__ + '.log', 'a') as log:\n    log.write('x')\n"
    (tmp_path / "slopes.py").write_text(noting + SLOPES)
    (tmp_path / "s.t").write_text(TEXT)

    simnon.load(tmp_path / "s.t", trust=True).simulate(0, 0.1, target=target, method="rodas5p")

    # Loading compiles the model for this machine; the interpreter loads the file for itself.
    assert (tmp_path / "slopes.py.log").read_text() == ("x" if target == "llvm" else "xx")


@pytest.mark.parametrize("name", ["derivatives", "initial", "step"])
@pytest.mark.parametrize("target", TARGETS)
def test_a_function_can_have_any_name(tmp_path: Path, name: str, target: str) -> None:
    (tmp_path / "slopes.py").write_text(f"def {name}(x):\n    return [x][0]\n")
    (tmp_path / "s.t").write_text(TEXT.replace("slope(", f"{name}("))

    assert simnon.load(tmp_path / "s.t", trust=True).simulate(0, 1, target=target).stop.code == "end"
