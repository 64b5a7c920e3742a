"""PRINT, LIST, EXPORT, IMPORT: tables and texts."""

from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session
from simnon.session.outcome import Tabulated, Wrote
from simnon.session.tables import tabulated_text
from tests.seeds import first_fast
from tests.unit.session.sessions import executed, failure, give, new_session, output_of


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return executed(new_session(tmp_path), "SYST COUNT", "SIMU 0 3.5")


def test_print_gives_a_table_at_a_spacing(session: Session) -> None:
    (table,) = give(session, "PRINT N EVERY 0.5")

    assert isinstance(table, Tabulated)
    assert table.columns[0].tolist() == [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5]
    assert table.columns[1].tolist() == [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0]
    assert tabulated_text(table).splitlines()[:3] == ["  t  N", "  0  0", "0.5  0"]


def test_print_writes_to_a_file(session: Session, tmp_path: Path) -> None:
    assert give(session, "PRINT N EVERY 1 /table") == [Wrote(tmp_path / "table.txt")]
    assert (tmp_path / "table.txt").read_text().splitlines()[1] == "0  0"


@pytest.mark.parametrize(
    "line", ["PRINT NIX", "PRINT N EVERY 0", "PRINT N EVERY", "PRINT N/nix", "PRINT N EVERY 1E-12"]
)
def test_impossible_tables_are_refused(session: Session, line: str) -> None:
    assert failure(session, line).message


def test_list_shows_files_and_macros(session: Session) -> None:
    assert output_of(session, "LIST count").splitlines()[:2] == ["count.t", "   1 DISCRETE SYSTEM COUNT"]
    shown = output_of(session, "MACRO M", "SIMU", "END", "LIST M")
    assert shown.splitlines() == [
        "   1 MACRO M",
        "   2 SIMU",
        "   3 END",
    ]
    assert failure(session, "LIST cuont").hint == "did you mean 'count'?"


@pytest.mark.parametrize("name", first_fast(["run.csv", "run.parquet", "run.nc"]))
def test_an_exported_run_can_be_imported(session: Session, tmp_path: Path, name: str) -> None:
    executed(session, f"EXPORT {name} N", f"IMPORT {name} /back")
    there, back = session.workspace.run_named(""), session.workspace.run_named("back")

    assert np.array_equal(there.t, back.t)
    assert np.array_equal(there["N"], back["N"])
    executed(session, "ASHOW N N/back")


def test_only_the_named_variables_are_exported(session: Session, tmp_path: Path) -> None:
    executed(session, "EXPORT n N")

    assert (tmp_path / "n.csv").read_text().splitlines()[0] == "t,N"


@pytest.mark.parametrize(
    "line", ["EXPORT", "EXPORT x.xls", "EXPORT ../x.csv", "IMPORT nix", "IMPORT count.t", "EXPORT x /nix"]
)
def test_impossible_exports_and_imports_are_refused(session: Session, line: str) -> None:
    assert failure(session, line).message


@pytest.mark.parametrize(
    ("limits", "first", "last"),
    [("FROM:1 TO:2", 1.0, 2.0), ("to: 0.5+0.5", 0.0, 1.0), ("FROM:2.5", 2.5, 3.5), ("TO:1e9", 0.0, 3.5)],
)
def test_export_writes_the_rows_of_a_time(
    session: Session, tmp_path: Path, limits: str, first: float, last: float
) -> None:
    give(session, "EXPORT all.csv N", f"EXPORT some.csv N {limits}")
    rows = {name: np.loadtxt(tmp_path / f"{name}.csv", delimiter=",", skiprows=1) for name in ("all", "some")}

    chosen = (rows["all"][:, 0] >= first) & (rows["all"][:, 0] <= last)
    assert rows["some"].tolist() == rows["all"][chosen].tolist()
    assert (len(rows["some"]) < len(rows["all"])) is (first > 0.0 or last < 3.5)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("EXPORT a.csv FROM:50", "the run has no row from FROM: to TO:"),
        ("EXPORT a.csv FROM:1 FROM:2", "FROM: or TO: is given twice"),
        ("EXPORT a.fmu FROM:1", "FROM: and TO: choose rows of one run"),
        ("EXPORT a.csv TO:nix", "there is no variable 'nix'"),
    ],
)
def test_times_of_an_export_that_choose_nothing_are_refused(
    session: Session, tmp_path: Path, line: str, message: str
) -> None:
    assert failure(session, line).message == message
    assert not list(tmp_path.glob("a.*"))
