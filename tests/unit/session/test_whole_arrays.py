"""Sessions keep arrays whole: commands find single elements, and studies get the equations of each."""

from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.model import Variable, element_variables
from simnon.session import Session
from simnon.session.outcome import Changed, Failed, Valued
from simnon.simulation import Simulator

ROD = """CONTINUOUS SYSTEM rod
STATE T[1..n] [K]
DER dT[1..n]
dT[1] = a*(left - 2*T[1] + T[2])
dT[i] = a*(T[i-1] - 2*T[i] + T[i+1]) FOR i = 2..n-1
dT[n] = a*(T[n-1] - 2*T[n] + right)
T: 300 [K]
left: 400 [K]
right: 300 [K]
a: 1 [1/s]
n: 100
END
"""


def session_in(folder: Path, *lines: str) -> Session:
    (folder / "rod.t").write_text(ROD)
    session = Session(folder)
    for line in ("SYST rod", *lines):
        outcomes = list(session.execute(line))
        assert not any(isinstance(outcome, Failed) for outcome in outcomes), line
    return session


def test_a_run_of_a_session_keeps_arrays_whole_and_has_the_values_of_elements(tmp_path: Path) -> None:
    session = session_in(tmp_path, "PAR a: 2", "INIT T[3..5]: 310", "STORE T", "SIMU 0 10")

    run = session.workspace.run_named("")
    expanded = simnon.load(ROD, arrays="expanded").simulate(
        0, 10, parameters={"a": 2}, initial={"T[3..5]": 310}, store=["T"], points=1000
    )
    assert session.workspace.model.is_whole
    np.testing.assert_array_equal(run["T[4]"], expanded["T[4]"])


@pytest.mark.parametrize("count", [1_000, 300_000])
def test_commands_do_not_look_at_every_element(tmp_path: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    original = element_variables.element

    def counted(variable: Variable, numbers: tuple[int, ...], offset: int) -> Variable:
        nonlocal made
        made += 1
        return original(variable, numbers, offset)

    monkeypatch.setattr(element_variables, "element", counted)

    session = session_in(
        tmp_path, f"PAR n: {count}", "PAR a: 2", "INIT T[7]: 310", "STORE T[1..3]", "PLOT T[2]", "SIMU 0 0.001 0.001"
    )
    (shown,) = session.execute("DISP T[7]")
    changed = list(session.execute("INIT T[8]: 311"))

    assert isinstance(shown, Valued)
    assert shown.rows[0].value < 310
    assert changed == [Changed("T[8]", 300.0, 311.0, "K")]
    assert made < 200
    assert session.workspace.run_named("")["T[1]"][-1] > 300


def test_a_stiff_method_keeps_arrays_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_in(tmp_path, "ALGOR rodas5p")
    monkeypatch.setattr(Simulator, "expanded", property(lambda _: pytest.fail("the arrays were expanded")))

    assert not any(isinstance(outcome, Failed) for outcome in session.execute("SIMU 0 1000"))

    assert session.workspace.run_named("").statistics.method == "rodas5p"


@pytest.mark.parametrize(
    "line",
    [
        "EQUIL",
        "LINEAR left TO T[4]",
        "SENS T[4] BY a",
        "SWEEP a[1,3,3] T[4]",
        "SAMPLE a~normal(1,0.1) T[4] RUNS:3",
        "MODEL -EQUATIONS",
        "EXPORT rod.c",
    ],
)
def test_studies_of_a_session_get_the_equations_of_elements(tmp_path: Path, line: str) -> None:
    session_in(tmp_path, "SIMU 0 1", line)


def test_the_end_of_a_run_with_whole_arrays_is_a_point_of_its_elements(tmp_path: Path) -> None:
    session = session_in(tmp_path, "PAR a: 2", "SIMU 0 5000", "EQUIL -RUN")

    (shown,) = session.execute("DISP T[1]")

    assert isinstance(shown, Valued)
    assert shown.rows[0].value == pytest.approx(400 - 100 / 101)
