"""LOGGER: its inputs at its samples, in a file that is complete or missing."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Noted, Wrote
from simnon.simulation import Table, read_table
from tests.unit.session.sessions import replies, session_with

PLANT = "CONTINUOUS SYSTEM plant\nOUTPUT y\nSTATE x [m]\nDER dx\ndx = 2\ny = x^2\nEND\n"
CON = "CONNECTING SYSTEM con\nu1[logger] = x[plant]\nu3[logger] = 10*y[plant]\nEND\n"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = session_with(tmp_path, plant=PLANT, con=CON)
    replies(session, "SYST plant logger con", "PAR DT[logger]: 0.5")
    return session


def logged(folder: Path) -> Table:
    return read_table(folder / "LOGGER.csv")


def test_each_sample_is_a_row_of_the_connected_inputs(session: Session, tmp_path: Path) -> None:
    outcomes = replies(session, "SIMU 0 2")

    table = logged(tmp_path)
    assert table.t.tolist() == [0, 0.5, 1, 1.5, 2]
    assert list(table.columns) == ["x[plant]", "U3[LOGGER]"]
    assert table.columns["x[plant]"] == pytest.approx([0, 1, 2, 3, 4])
    assert table.columns["U3[LOGGER]"] == pytest.approx([0, 10, 40, 90, 160])
    assert table.units == {"x[plant]": "m"}
    assert Wrote(tmp_path / "LOGGER.csv") in outcomes


@pytest.mark.parametrize("lines", [("SIMU 0 2 0.7",), ("STORE x", "SIMU 0 2"), ("SIMU 0 1", "SIMU 2 -CONT")])
def test_the_record_and_the_method_do_not_matter(session: Session, tmp_path: Path, lines: tuple[str, ...]) -> None:
    replies(session, *lines)

    assert logged(tmp_path).columns["x[plant]"] == pytest.approx([0, 1, 2, 3, 4])


def test_a_continued_run_with_a_spacing_is_not_logged_and_this_is_reported(session: Session, tmp_path: Path) -> None:
    outcomes = replies(session, "SIMU 0 1 0.3", "SIMU 2 -CONT")

    assert logged(tmp_path).t.tolist() == [0, 0.5, 1]
    assert any(isinstance(outcome, Noted) and "LOGGER" in outcome.text for outcome in outcomes)


def test_without_a_logger_nothing_is_written(tmp_path: Path) -> None:
    session = session_with(tmp_path, plant=PLANT)

    replies(session, "SYST plant", "SIMU 0 1")

    assert not (tmp_path / "LOGGER.csv").exists()
