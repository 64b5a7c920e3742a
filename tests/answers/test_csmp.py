"""Programs of CSMP III: the one of the course text, and others with known answers, through a session."""

import math
from pathlib import Path

import pytest

import simnon
from simnon.session import Session
from simnon.session.outcome import Said
from simnon.simulation import Trajectory
from simnon.source import SimnonError
from tests.unit.session.sessions import failure, replies

CORPUS = Path(__file__).parents[1] / "corpus" / "csmp"
TAIL = "END\nSTOP\n"


def session_of(folder: Path, text: str, name: str = "prog") -> Session:
    (folder / f"{name}.csm").write_text(text, "utf-8")
    session = Session(folder, is_interactive=False)
    replies(session, f"SYST {name}")
    return session


def run_of(session: Session, *lines: str) -> Trajectory:
    """The last run after the lines."""
    replies(session, *(lines or ("SIMU",)))
    return session.workspace.run_named("")


def final(folder: Path, text: str, name: str = "X") -> float:
    return float(run_of(session_of(folder, text)).final[name])


def tables(session: Session, *lines: str) -> list[list[list[str]]]:
    """Every table that was printed, as rows of words."""
    said = [outcome.text for outcome in replies(session, *lines) if isinstance(outcome, Said)]
    return [[row.split() for row in text.split("\n")] for text in said if text.startswith(" TIME")]


def test_the_implicit_loop_of_the_course_text_has_the_numbers_it_must_give() -> None:
    session = Session(CORPUS, is_interactive=False)
    replies(session, "SYST tahini")

    run = run_of(session)

    assert run.final["TAHINI"] == pytest.approx(1.0120495817513, abs=5e-14)
    assert run.final["TARATO"] == pytest.approx(1.2650619771892, abs=5e-14)
    assert run.final["X"] == pytest.approx(2.0240991635027, abs=5e-14)


def test_a_program_becomes_a_macro_that_prints_its_table() -> None:
    session = Session(CORPUS, is_interactive=False)
    replies(session, "SYST tahini")

    (table,) = tables(session, "TAHINI")

    assert table[0] == ["TIME", "TAHINI", "TARATO", "X"]
    assert len(table) == 22
    assert table[1] == [".0", "1.0120", "1.2651", ".0"]
    assert table[-1] == ["2.0000", "1.0120", "1.2651", "2.0241"]
