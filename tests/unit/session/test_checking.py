"""check_text: the text of an editor is checked in place of that of its file."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.checking import check_text
from tests.unit.session.sessions import BROKEN, OSCILLATOR, executed, new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    made = new_session(tmp_path)
    executed(made, "SYST OSC")
    return made


def codes(session: Session, name: str, text: str) -> list[str]:
    found = check_text(session.workspace, session.workspace.folder / name, text)
    return [diagnostic.code for diagnostic in found]


def test_a_macro_is_checked_command_by_command(session: Session) -> None:
    assert codes(session, "m.t", "MACRO m\nSIMU 0 1\nEND\n") == []
    assert codes(session, "m.t", "MACRO m\nSIMU 0 1\nNONSENSE 3\nEND\n") != []


def test_a_text_is_checked_instead_of_its_file(session: Session) -> None:
    assert codes(session, "OSC.T", OSCILLATOR) == []
    assert codes(session, "OSC.T", BROKEN) != []
    assert codes(session, "OSC.T", "  \n") == []
