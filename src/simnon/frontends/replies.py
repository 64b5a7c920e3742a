"""A line for the session -> its outcomes, less what the switches turn off; the log is written alongside."""

from collections.abc import Iterator

from simnon.session import Noted, Outcome, PageDrawn, SceneDrawn, Session

from .plain import plain_text

LOG = "simnon.log"


def replies(session: Session, line: str, *, is_remote: bool = False) -> Iterator[Outcome]:
    """What a front end shows; `is_remote` as in `Session.execute`.

    With TURN LOG ON the line and the replies in plain text also go to a file.
    """
    workspace = session.workspace
    prompt, logged = session.prompt, list[str]()
    for outcome in session.execute(line, is_remote=is_remote):
        if workspace.switches.log:
            logged.append(plain_text(outcome, workspace.folder))
        is_off = (isinstance(outcome, Noted) and not workspace.switches.notes) or (
            isinstance(outcome, PageDrawn | SceneDrawn) and not workspace.switches.pictures
        )
        if not is_off:
            yield outcome
    if workspace.switches.log:
        yield from _log(session, [f"{prompt} {line}", *filter(None, logged)])


def _log(session: Session, lines: list[str]) -> Iterator[Outcome]:
    try:
        with (session.workspace.folder / LOG).open("a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    except OSError as error:
        yield Noted(f"{LOG} cannot be written: {error.strerror}")
