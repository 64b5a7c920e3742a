"""Commands with arrays: wholes, slices and elements."""

import math
from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session
from simnon.session.outcome import Changed, PageDrawn, Printed, Tabulated
from simnon.session.workspace import LAST
from tests.unit.session.sessions import executed, failure, give, new_session

ROD = """CONTINUOUS SYSTEM rod
STATE T[1..n] [K]
DER dT[1..n]
dT = -k*T
B = M*T[1..2]
k: 1 [1/s]
M: [1, 2; 3, 4]
T: 300 [K]
n: 3
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    new = new_session(tmp_path)
    (new.workspace.folder / "rod.t").write_text(ROD)
    return executed(new, "SYST rod")


def texts(session: Session, line: str) -> str:
    return "\n".join(each.text for each in give(session, line) if isinstance(each, Printed))


def test_a_matrix_is_shown_as_a_matrix(session: Session) -> None:
    assert texts(session, "DISP M T") == "M:\n  1  2\n  3  4\nT [K]:  300  300  300"
    assert texts(session, "DISP M[2, ..]") == "M[2, ..]:  3  4"


def test_a_whole_a_slice_and_an_element_are_given_values(session: Session) -> None:
    assert [each.name for each in give(session, "PAR M: [5, 6; 7, 8]") if isinstance(each, Changed)] == [
        "M[1,1]", "M[2,1]", "M[1,2]", "M[2,2]",
    ]  # fmt: skip
    assert give(session, "PAR M[2,1]: 2*4.5") == [Changed("M[2,1]", 7.0, 9.0)]
    executed(session, "PAR M[1, ..]: 0")
    assert texts(session, "DISP M") == "M:\n  0  0\n  9  8"
    executed(session, "UNDO", "UNDO", "UNDO")
    assert texts(session, "DISP M") == "M:\n  1  2\n  3  4"


def test_initial_values_of_a_slice_and_free_ones(session: Session) -> None:
    executed(session, "INIT T[2..END]: 310", "INIT T[1]: 290")
    assert texts(session, "DISP T") == "T [K]:  290  310  310"
    executed(session, "INIT T: FREE")
    assert texts(session, "DISP T") == "T [K]:  300  300  300"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("PAR M: [1, 2, 3]", "different-shapes"),
        ("PAR M: [1, 2; 3]", "bad-expression"),
        ("PAR M[3,1]: 2", "unknown-variable"),
        ("PAR T: 2", "not-a-parameter"),
        ("INIT M[1,1]: 2", "not-a-state"),
        ("DISP T[9]", "unknown-variable"),
        ("PAR M: [1, x; 2, 3]", "unknown-variable"),
        ("INIT T: [1, 2, 3] [m]", "wrong-dimension"),
        ("INIT T: [1, 2, 3] [K, mK]", "different-shapes"),
        ("PAR k: [1, 2] [1/s]", "different-shapes"),
        ("SWEEP M=1,2", "ambiguous-name"),
        ("SWEEP M[..,1]=1,2", "ambiguous-name"),
        ("SWEEP M[3,1]=1,2", "unknown-variable"),
        ("SWEEP k=1,2 MAX(M)", "not-recordable"),
        ("SAMPLE T[1..2]~NORMAL(1,1)", "ambiguous-name"),
        ("SENS B BY k", "ambiguous-name"),
        ("SENS B[1] BY M", "ambiguous-name"),
        ("OPTIM B M[2,1]", "ambiguous-name"),
        ("OPTIM B[1] M", "ambiguous-name"),
        ("OPTIM B[1..2] M[2,1]", "bad-expression"),
    ],
)
def test_mistakes_are_explained(session: Session, line: str, code: str) -> None:
    assert failure(session, line).code == code


def test_all_elements_are_drawn_printed_stored_and_exported(session: Session) -> None:
    executed(session, "SIMU 0 1")
    (drawn,) = give(session, "ASHOW T")
    assert isinstance(drawn, PageDrawn)
    assert [curve.label for curve in drawn.figure.areas[0].curves] == ["T[1]", "T[2]", "T[3]"]
    (table,) = give(session, "PRINT T[2..3] EVERY 1")
    assert isinstance(table, Tabulated)
    assert table.names == ("t", "T[2]", "T[3]")
    executed(session, "EXPORT out.csv T[1..2]", "STORE T")
    assert (session.workspace.folder / "out.csv").read_text().startswith("t,T[1] [K],T[2] [K]\n")
    assert session.workspace.store == ("T[1]", "T[2]", "T[3]")


def test_a_map_shows_a_vector_over_time_and_a_matrix_over_its_indices(session: Session) -> None:
    executed(session, "SIMU 0 1")
    (drawn,) = give(session, "MAP T")
    assert isinstance(drawn, PageDrawn)
    cells = drawn.figure.areas[0].cells
    assert cells is not None
    assert cells.values.shape == (3, len(cells.x))
    assert cells.y.tolist() == [1, 2, 3]


def test_a_case_keeps_an_array(session: Session) -> None:
    executed(session, "PAR M: 7", "SAVE kept M T[1]", "PAR M: 0", "INIT T: 1", "GET kept")

    assert texts(session, "DISP M T") == "M:\n  7  7\n  7  7\nT [K]:  300  1  1"


def test_expressions_of_commands_read_elements(session: Session) -> None:
    executed(session, "SIMU 0 1", "LET a = M[2,1] + 2*M[1,2]")

    assert session.workspace.variables["a"] == 7.0


def test_a_literal_has_one_unit_or_one_for_each_element(session: Session) -> None:
    executed(session, "INIT T: [1, 2, 3] [kK]")
    assert texts(session, "DISP T") == "T [K]:  1000  2000  3000"
    executed(session, "INIT T: [1, 2, 3] [K, kK, mK]")
    assert texts(session, "DISP T") == "T [K]:  1  2000  0.003"


def test_a_sweep_varies_an_element_and_keeps_elements(session: Session) -> None:
    executed(session, "SIMU 0 1", "SWEEP M[2,1]=1,2 T[3]=10,20 FINAL(T) MAX(B[2]) AT(T[2..3],1) /swept")

    swept = session.workspace.study_named("SWEPT").ensemble()
    assert swept["FINAL(T[3])"] == pytest.approx(np.array([[10, 20], [10, 20]]) / math.e, rel=1e-4)
    assert swept["MAX(B[2])"] == pytest.approx(np.array([[1500, 1500], [1800, 1800]]))
    assert swept["AT(T[3],1)"] == pytest.approx(np.array([[10, 20], [10, 20]]) / math.e, rel=1e-4)


@pytest.mark.slow
def test_a_sample_draws_an_element(session: Session) -> None:
    executed(session, "SIMU 0 1", "SAMPLE M[2,1]~UNIFORM(4,5) MAX(B[2]) RUNS:8 /drawn")

    drawn = session.workspace.study_named("DRAWN").ensemble()
    assert drawn["MAX(B[2])"] == pytest.approx(300 * drawn["M[2,1]"] + 1200)


def test_derivatives_by_an_element(session: Session) -> None:
    executed(session, "SIMU 0 1", "SENS B[2] BY M[2,1] T[1]")

    final = session.workspace.run_named(LAST).final
    assert final["d(B[2])/d(M[2,1])"] == pytest.approx(300 / math.e, rel=1e-4)
    assert final["d(B[2])/d(INIT(T[1]))"] == pytest.approx(3 / math.e, rel=1e-4)


@pytest.mark.parametrize("varied", ["M[2,1]", "M[2,1][0,9]"])
def test_a_search_varies_an_element(session: Session, varied: str) -> None:
    executed(session, "SIMU 0 1", f"OPTIM (B[2]-1000)^2 {varied}")

    assert session.workspace.given.parameters["M[2,1]"] == pytest.approx(1000 * math.e / 300 - 4, rel=1e-4)


@pytest.mark.parametrize("fitted", ["M[2,1]", "M[2,1][0,9]"])
def test_a_fit_finds_an_element(session: Session, fitted: str) -> None:
    rows = [f"{t},{7.5 * 300 * np.exp(-t)}" for t in (0.25, 0.5, 1.0)]
    (session.workspace.folder / "data.csv").write_text("\n".join(["t,B[2]", *rows]) + "\n", "utf-8")
    executed(session, "IMPORT data.csv")
    assert "4 parameters" in failure(session, "FIT M /data").message, "a whole matrix: all its elements"
    executed(session, f"FIT {fitted} /data")

    assert session.workspace.given.parameters["M[2,1]"] == pytest.approx(3.5, rel=1e-4)
