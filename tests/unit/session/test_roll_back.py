"""A command that fails, however late, changes nothing: for every command, and for the complete state."""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from simnon.session import COMMANDS, Session
from simnon.session.commands import Command
from simnon.session.outcome import Failed, Outcome
from simnon.session.workspace import Workspace
from simnon.source import UserError
from tests.unit.session.sessions import executed, failure, give, new_session

CHANGES = {
    "SYST": "SYST COUNT",
    "EDIT": "EDIT OSC -LINE",
    "PAR": "PAR W:2",
    "INIT": "INIT X:3",
    "GET": "GET case",
    "UNDO": "UNDO",
    "SIMU": "SIMU 1 3 0.5 -MARK /later",
    "STORE": "STORE V",
    "ALGOR": "ALGOR RK4 0.1",
    "ERROR": "ERROR 1E-4",
    "EQUIL": "EQUIL",
    "LINEAR": "LINEAR W TO X",
    "SENS": "SENS X BY W",
    "OPTIM": "OPTIM E W[1,4] RUNS:3",
    "FIT": "FIT W /table",
    "SWEEP": "SWEEP W=1,2 MAX(X)",
    "SAMPLE": "SAMPLE W~UNIFORM(1,2) RUNS:2",
    "SHOW": "SHOW V",
    "ASHOW": "ASHOW V",
    "FAN": "FAN X/swept",
    "MAP": "MAP FINAL(X)/swept",
    "BODE": "BODE",
    "NYQUIST": "NYQUIST",
    "NICHOLS": "NICHOLS",
    "SIGMA": "SIGMA",
    "PZMAP": "PZMAP",
    "ROOTLOCUS": "ROOTLOCUS",
    "STEP": "STEP STOP:1",
    "PLOT": "PLOT V",
    "AXES": "AXES H 0 9",
    "SPLIT": "SPLIT 2 1",
    "AREA": "AREA 1 1",
    "TEXT": "TEXT 'heading'",
    "MARK": "MARK A 0.5 0.5",
    "IMPORT": "IMPORT table.csv",
    "LET": "LET b = 7",
    "FREE": "FREE q",
    "ANSWER": "ANSWER 5",
    "SWITCH": "SWITCH ECHO ON",
    "TURN": "TURN TRACE ON",
    "ALLOW": "ALLOW ..",
    "STOP": "STOP",
}
DRAWN_LINEAR = ("BODE", "NYQUIST", "NICHOLS", "SIGMA", "PZMAP", "ROOTLOCUS", "STEP")
BEFOREHAND = {
    **dict.fromkeys(("FAN", "MAP"), ("SWEEP W=1,2 X FINAL(X) /swept",)),
    **dict.fromkeys(DRAWN_LINEAR, ("LINEAR DV TO X",)),
    "FIT": ("IMPORT table.csv",),
}
CHANGES_NOTHING = {
    "LIST": "LIST OSC",
    "DISP": "DISP X",
    "PRINT": "PRINT X",
    "MODEL": "MODEL",
    "INFO": "INFO",
    "SAVE": "SAVE other",
    "WHY": "WHY",
    "HCOPY": "HCOPY page.svg",
    "EXPORT": "EXPORT other.csv",
    "WRITE": "WRITE 'text' W",
    "JOURNAL": "JOURNAL",
    "TRUST": "TRUST",
    "HELP": "HELP",
}
NOT_WORK = ("journal", "trouble", "is_interrupted", "last_arguments")
"""The journal and WHY keep what failed, and a repeated line is the same again."""
FAILURES: dict[str, Callable[[], BaseException]] = {
    "a mistake": lambda: UserError("bad-command", "it fails at the very end"),
    "no file": lambda: OSError(28, "no space left"),
    "no memory": MemoryError,
}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    lines = [
        "SYST OSC",
        "SIMU 0 1 0.25",
        "ASHOW X",
        "SAVE case",
        "EXPORT table.csv",
        "PAR W:3",
        "INIT X:2",
        "LET q = 1",
    ]
    return executed(new_session(tmp_path), *lines)


def changed(before: Workspace, now: Workspace) -> list[str]:
    names = [field.name for field in fields(before) if field.name not in NOT_WORK]
    return [name for name in names if getattr(before, name) is not getattr(now, name)]


def failing(command: Command, trouble: Callable[[], BaseException]) -> Command:
    """Do everything that the command does, then fail."""

    def run(workspace: Workspace, arguments: object) -> Iterator[Outcome]:
        yield from command.run(workspace, arguments)
        raise trouble()

    return replace(command, run=run)


def test_every_command_is_tried() -> None:
    assert {*CHANGES, *CHANGES_NOTHING} == set(COMMANDS)
    assert not {*CHANGES} & {*CHANGES_NOTHING}


@pytest.mark.parametrize("name", CHANGES)
def test_a_command_that_fails_at_its_end_is_undone(
    session: Session, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    executed(session, *BEFOREHAND.get(name, ()))
    before = session.workspace.snapshot()
    with monkeypatch.context() as patch:
        patch.setitem(COMMANDS, name, failing(COMMANDS[name], FAILURES["a mistake"]))
        assert failure(session, CHANGES[name]).message == "it fails at the very end"

    assert changed(before, session.workspace) == []
    executed(session, CHANGES[name])
    assert changed(before, session.workspace) != []


@pytest.mark.parametrize("name", CHANGES_NOTHING)
def test_a_command_that_only_shows_or_writes_changes_nothing(session: Session, name: str) -> None:
    before = session.workspace.snapshot()

    executed(session, CHANGES_NOTHING[name])

    assert changed(before, session.workspace) == []


@pytest.mark.parametrize("trouble", FAILURES)
def test_the_complete_state_is_restored(session: Session, trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def change_all(workspace: Workspace, _arguments: object) -> Iterator[Outcome]:
        for field in fields(workspace):
            setattr(workspace, field.name, object())
        yield from ()
        raise FAILURES[trouble]()

    before = session.workspace.snapshot()
    monkeypatch.setitem(COMMANDS, "HELP", replace(COMMANDS["HELP"], run=change_all))
    (outcome,) = give(session, "HELP")

    assert isinstance(outcome, Failed)
    assert changed(before, session.workspace) == []


def test_an_abandoned_command_is_undone(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    before = session.workspace.snapshot()
    monkeypatch.setitem(COMMANDS, "PAR", failing(COMMANDS["PAR"], KeyboardInterrupt))

    with pytest.raises(KeyboardInterrupt):
        give(session, "PAR W:2")

    assert changed(before, session.workspace) == []


def test_a_macro_called_wrongly_does_not_define_the_others_of_its_file(session: Session, tmp_path: Path) -> None:
    (tmp_path / "two.t").write_text("MACRO OTHER\nPAR W:1\nEND\nMACRO TWO\nPAR W:2\nEND\n")

    assert failure(session, "TWO 1 2 3").code == "bad-macro"
    assert session.workspace.macros == {}
    assert set(executed(session, "TWO").workspace.macros) == {"OTHER"}
