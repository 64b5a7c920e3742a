"""How a line is coloured while it is typed."""

from pathlib import Path

import pytest

from simnon.frontends.terminal.highlighting import STYLES, pieces
from simnon.session import Session
from tests.unit.frontends.sessions import new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return new_session(tmp_path)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("simu 0 1.5e3 -CONT", [("command", "simu"), ("number", "0"), ("number", "1.5e3"), ("option", "-CONT")]),
        ('PAR X2: -5 " so', [("command", "PAR"), ("number", "5"), ("comment", '" so')]),
        ("TEXT 'a 5'", [("command", "TEXT"), ("text", "'a 5'")]),
        ("ask 5", [("macro", "ask"), ("number", "5")]),
        ("parr", [("unknown", "parr")]),
        ("sim", []),
        ("sim 0", [("unknown", "sim"), ("number", "0")]),
        ("FOR i = 1 TO 2", [("command", "FOR"), ("number", "1"), ("number", "2")]),
        ("SYST TANK - EDIT", [("command", "SYST"), ("option", "- EDIT")]),
    ],
)
def test_pieces_have_their_styles(session: Session, line: str, found: list[tuple[str, str]]) -> None:
    assert [piece for piece in pieces(session, line) if piece[0] != "plain"] == found


@pytest.mark.parametrize("line", ["", "  ", "simu 0 1", "!?%", "'open", "a\tb", "ö - 5e"])
def test_pieces_together_are_the_line(session: Session, line: str) -> None:
    found = pieces(session, line)

    assert "".join(text for _, text in found) == line
    assert {kind for kind, _ in found} <= set(STYLES)


def test_lines_for_the_editor_are_plain(session: Session) -> None:
    list(session.execute("SYST decay -EDIT"))

    assert pieces(session, "R dx = 5") == [("plain", "R dx = 5")]


def test_commands_of_a_dialect_are_highlighted(tmp_path: Path) -> None:
    session = Session(tmp_path, dialect="simnon72")

    assert pieces(session, "COMPU 1")[0] == ("command", "COMPU")
    assert pieces(session, "ASHOW 1")[0] == ("plain", "ASHOW")
