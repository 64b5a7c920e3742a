"""A data file as a system: its columns are outputs, interpolated or held."""

from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session
from simnon.simulation import Table, write_table
from tests.unit.session.sessions import failure, replies, session_with

PLANT = "CONTINUOUS SYSTEM plant\nINPUT u\nSTATE x\nDER dx\ndx = u\nEND\n"
CON = "CONNECTING SYSTEM con\nu[plant] = flow[river]\nEND\n"
ROWS = "t,flow\n0,0\n1,2\n3,6\n4,0\n"


def session_of(folder: Path, text: str = ROWS, file: str = "river.csv", con: str = CON) -> Session:
    (folder / file).write_text(text, encoding="utf-8")
    return session_with(folder, plant=PLANT, con=con)


def test_columns_are_interpolated_linearly_between_the_rows(tmp_path: Path) -> None:
    session = session_of(tmp_path)

    replies(session, "SYST plant river.csv con", "SIMU 0 5")

    run = session.workspace.run_named("")
    assert run.final["x"] == pytest.approx(1 + 8 + 3, abs=1e-12)
    assert run.final["flow"] == 0


def test_with_hold_each_row_holds_until_the_next(tmp_path: Path) -> None:
    session = session_of(tmp_path)

    replies(session, "SYST plant river.csv con", "PAR HOLD: 1", "SIMU 0 5")

    assert session.workspace.run_named("").final["x"] == pytest.approx(0 + 2 * 2 + 6, abs=1e-12)


def test_the_text_format_of_the_later_simnon_is_read_too(tmp_path: Path) -> None:
    text = '" t flow level\n" measured in May\n0 0 1\n1 2 1\n3 6 1\n4 0 1\n'
    session = session_of(tmp_path, text, "river.dat")

    replies(session, "SYST plant river.dat con", "SIMU 0 5")

    assert session.workspace.run_named("").final["x"] == pytest.approx(12, abs=1e-12)


@pytest.mark.parametrize("suffix", [".parquet", ".nc"])
def test_other_file_formats_are_systems_too(tmp_path: Path, suffix: str) -> None:
    t = np.array([0.0, 1.0, 3.0, 4.0])
    write_table(Table(t, {"flow": np.array([0.0, 2.0, 6.0, 0.0])}, {}, {}), tmp_path / f"river{suffix}")
    session = session_with(tmp_path, plant=PLANT, con=CON)

    replies(session, f"SYST plant river{suffix} con", "SIMU 0 5")

    assert session.workspace.run_named("").final["x"] == pytest.approx(12, abs=1e-12)


def test_two_rows_at_one_time_are_a_jump(tmp_path: Path) -> None:
    session = session_of(tmp_path, "t,flow\n0,0\n1,2\n1,10\n2,10\n")

    replies(session, "SYST plant river.csv con", "SIMU 0 2")

    run = session.workspace.run_named("")
    assert run.final["x"] == pytest.approx(1 + 10, abs=1e-9)
    assert run["flow"][np.isclose(run.t, 1)].tolist()[-1] == 10
    assert run["flow"][run.t < 1 - 1e-9].max() <= 2


def test_an_exported_run_can_be_used_as_inputs(tmp_path: Path) -> None:
    session = session_of(tmp_path, con=CON.replace("flow[river]", "flow[river] + 1"))
    replies(session, "SYST plant river.csv con", "SIMU 0 4")
    first = session.workspace.run_named("")
    first.write(tmp_path / "again.csv")
    (tmp_path / "back.t").write_text("CONNECTING SYSTEM back\nu[plant] = u_plant[again]\nEND\n", encoding="utf-8")

    replies(session, "SYST plant again.csv back", "SIMU 0 4")

    assert session.workspace.run_named("").final["x[plant]"] == pytest.approx(first.final["x[plant]"], abs=1e-9)


def test_columns_get_valid_and_distinct_names(tmp_path: Path) -> None:
    session = session_of(tmp_path, "time (s),Flow 1 [m3/s],flow_1,if,HOLD,2nd\n0,1,2,3,4,5\n1,1,2,3,4,5\n")
    (tmp_path / "con.t").write_text("CONNECTING SYSTEM con\nu[plant] = flow_1_2[river]\nEND\n", encoding="utf-8")

    replies(session, "SYST plant river.csv con", "SIMU 0 1")

    final = session.workspace.run_named("").final
    names = ("Flow_1", "flow_1_2", "if_2", "HOLD_2", "c2nd")
    assert [final[f"{name}[river]"] for name in names] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("heads", "names"), [("t,flow", ["flow"]), ("s,T", ["T"])])
def test_the_variables_are_the_columns_and_hold(tmp_path: Path, heads: str, names: list[str]) -> None:
    session = session_of(tmp_path, f"{heads}\n0,1\n1,3\n")

    replies(session, "SYST river.csv", "SIMU 0 1")

    run = session.workspace.run_named("")
    assert list(run) == names
    assert run.final[names[0]] == 3
    shown = replies(session, "DISP")
    assert not [word for word in " ".join(map(str, shown)).split() if word.endswith("_")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("t,flow\n0,1\n", "has no signals"),
        ("t\n0\n1\n", "has no signals"),
        ("t,flow\n0,1\n2,1\n1,1\n", "the time decreases from 2 to 1"),
        ("t,flow\n0,1\n1,nan\n", "flow is nan in row 2"),
        ("t,flow\n0,1\n1,1\n1,2\n1,3\n", "three rows at the time 1"),
        ("t,flow\n0,1\n1,b\n", "line 3, column 2 (flow): 'b' is not a number"),
    ],
)
def test_columns_that_are_not_signals_are_refused_and_nothing_changes(tmp_path: Path, text: str, message: str) -> None:
    session = session_of(tmp_path)
    replies(session, "SYST plant river.csv con")
    before = session.workspace.system
    (tmp_path / "river.csv").write_text(text, encoding="utf-8")

    failed = failure(session, "SYST plant river.csv con")

    assert failed.code == "bad-file"
    assert message in failed.message
    assert session.workspace.system is before


def test_a_data_file_is_not_opened_in_the_editor(tmp_path: Path) -> None:
    session = session_of(tmp_path)

    replies(session, "SYST river.csv plant con -EDIT", "E", "E")

    assert session.workspace.model.name == "con"


@pytest.mark.slow
def test_a_hundred_thousand_rows_work(tmp_path: Path) -> None:
    t = np.linspace(0, 10, 100_001)
    write_table(Table(t, {"flow": np.sin(t)}, {}, {}), tmp_path / "river.csv")
    session = session_with(tmp_path, plant=PLANT, con=CON)

    replies(session, "SYST plant river.csv con", "STORE x", "SIMU 0 10")

    assert session.workspace.run_named("").final["x"] == pytest.approx(1 - np.cos(10), abs=1e-8)
