"""What switches remove from the replies, and the log."""

from pathlib import Path

from simnon.frontends.replies import replies
from simnon.session import Changed, Noted, Session
from tests.unit.frontends.sessions import new_session


def kinds(session: Session, line: str) -> list[str]:
    return [type(outcome).__name__ for outcome in replies(session, line)]


def test_pictures_and_notes_can_be_turned_off(tmp_path: Path) -> None:
    session = new_session(tmp_path, "SYST decay", "SIMU 0 1")

    assert kinds(session, "ASHOW x") == ["PageDrawn"]
    assert "Noted" in kinds(session, "SYST decay -EDIT")
    list(session.execute("Q"))
    list(session.execute("TURN PICTURES OFF"))
    list(session.execute("TURN NOTES OFF"))
    assert kinds(session, "ASHOW x") == []
    assert kinds(session, "SYST decay -EDIT") == ["Printed"]


def test_the_log_has_lines_and_replies(tmp_path: Path) -> None:
    session = new_session(tmp_path, "SYST decay")
    for line in ("TURN LOG ON", "PAR rate: 2", "PAR rat: 2", "TURN LOG OFF", "PAR rate: 3"):
        list(replies(session, line))

    assert (tmp_path / "simnon.log").read_text("utf-8").splitlines() == [
        "> TURN LOG ON",
        "> PAR rate: 2",
        "rate: 1 -> 2 1/s",
        "> PAR rat: 2",
        "error[unknown-variable]: the model has no parameter 'rat'",
        "  hint: did you mean 'rate'?",
    ]


def test_a_log_that_cannot_be_written_is_a_note(tmp_path: Path) -> None:
    session = new_session(tmp_path, "SYST decay", "TURN LOG ON")
    (tmp_path / "simnon.log").mkdir()

    changed, noted = replies(session, "PAR rate: 2")

    assert isinstance(changed, Changed)
    assert isinstance(noted, Noted)
    assert "simnon.log cannot be written" in noted.text
