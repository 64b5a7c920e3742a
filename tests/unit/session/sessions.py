"""Lines for a session -> what it replies."""

from pathlib import Path

from simnon.session import Session
from simnon.session.outcome import Failed, Outcome


def replies(session: Session, *lines: str) -> list[Outcome]:
    """All outcomes of the lines; a line that fails is a failure of the test."""
    outcomes = [outcome for line in lines for outcome in session.execute(line)]
    failed = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
    assert not failed, failed
    return outcomes


def failure(session: Session, line: str) -> Failed:
    """The failure that a line must end with."""
    *_, outcome = session.execute(line)
    assert isinstance(outcome, Failed), outcome
    return outcome


def session_with(folder: Path, **text_of_file: str) -> Session:
    """A session in a folder with systems: `plant="..."` becomes `plant.t`."""
    for name, text in text_of_file.items():
        (folder / f"{name}.t").write_text(text, encoding="utf-8")
    return Session(folder, is_interactive=False)
