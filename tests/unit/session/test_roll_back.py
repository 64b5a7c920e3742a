"""A command that fails, however late, changes nothing: for every command, and for the complete state."""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from simnon.session import COMMANDS, Session
from simnon.session.commands import Command
from simnon.session.outcome import Failed, Outcome, PageDrawn
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
    "PACE": "PACE 0 2 4",
    "OPERATE": "OPERATE W: 3 AT 1",
    "FORGET": "FORGET kept",
    "STORE": "STORE V",
    "ALGOR": "ALGOR RK4 0.1",
    "ERROR": "ERROR 1E-4",
    "EQUIL": "EQUIL",
    "BRANCH": "BRANCH W 0.5 4",
    "CYCLE": "CYCLE X",
    "LINEAR": "LINEAR W TO X",
    "DESIGN": "DESIGN SAMPLED PERIOD:1",
    "SENS": "SENS X BY W",
    "OPTIM": "OPTIM E W[1,4] RUNS:3",
    "OPTCON": "OPTCON X W[1,2] INTERVALS:2 FREE V[0,1]",
    "FIT": "FIT W /table",
    "SWEEP": "SWEEP W=1,2 MAX(X)",
    "SAMPLE": "SAMPLE W~UNIFORM(1,2) RUNS:2",
    "BASIN": "BASIN X[1,2,2] V[0,1,2]",
    "POINCARE": "POINCARE PERIOD:0.5",
    "LYAP": "LYAP",
    "SOBOL": "SOBOL W~UNIFORM(1,2) MAX(X) RUNS:4",
    "MORRIS": "MORRIS W~UNIFORM(1,2) MAX(X) RUNS:2",
    "SHOW": "SHOW V",
    "ASHOW": "ASHOW V",
    "HIDE": "HIDE X",
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
    "PICTURE": "PICTURE osc",
    "IMPORT": "IMPORT table.csv",
    "LET": "LET b = 7",
    "FREE": "FREE q",
    "ANSWER": "ANSWER 5",
    "SWITCH": "SWITCH ECHO ON",
    "TURN": "TURN TRACE ON",
    "ALLOW": "ALLOW ..",
    "STOP": "STOP",
    "MKWIN": "MKWIN second",
    "WEDIT": "WEDIT OSC",
    "WFDIR": "WFDIR",
    "WDISP": "WDISP X",
    "WPRINT": "WPRINT X",
    "WHELP": "WHELP SIMU",
    "WPAR": "WPAR",
    "WRUNS": "WRUNS",
    "WEVENT": "WEVENT",
    "WLIB": "WLIB",
    "WDIAG": "WDIAG",
    "WTOUR": "WTOUR",
    "PLACE": "PLACE control.gain",
    "JOIN": "JOIN r.p g.p",
    "GIVE": "GIVE W: 2",
    "MOVE": "MOVE AUTO",
}
DRAWN_LINEAR = ("BODE", "NYQUIST", "NICHOLS", "SIGMA", "PZMAP", "ROOTLOCUS", "STEP")
DRAWN = (
    *("BRANCH", "CYCLE", "SENS", "OPTCON", "FIT", "BASIN", "POINCARE", "LYAP", "SOBOL", "MORRIS"),
    *("SHOW", "ASHOW", "HIDE", "FAN", "MAP", "AXES", "TEXT", "MKWIN"),
)
BEFOREHAND = {
    **dict.fromkeys(("FAN", "MAP"), ("SWEEP W=1,2 X FINAL(X) /swept",)),
    **dict.fromkeys((*DRAWN_LINEAR, "DESIGN"), ("LINEAR DV TO X",)),
    "FIT": ("IMPORT table.csv",),
    "OPERATE": ("PACE 0 2 4",),
    "FORGET": ("SIMU 0 1 /kept",),
    "CYCLE": ("SIMU 0 20 0.05",),
    "JOIN": ("PLACE electrical.resistor r", "PLACE electrical.ground g"),
    **dict.fromkeys(("REMOVE", "GROUP", "ARRAY", "COPY"), ("PLACE control.gain a",)),
}
CHANGES_A_TEXT_ONCE = {
    "REMOVE": "REMOVE a",
    "GROUP": "GROUP a AS b",
    "ARRAY": "ARRAY a 3",
    "COPY": "COPY a",
}
"""The text is written, and UNDO -FILE restores it; the same line again would be about something else."""
CHANGES_NOTHING = {
    "LIST": "LIST OSC",
    "DISP": "DISP X",
    "PRINT": "PRINT X",
    "MODEL": "MODEL",
    "INFO": "INFO",
    "SAVE": "SAVE other",
    "WHY": "WHY",
    "HCOPY": "HCOPY page.svg",
    "ANIMATE": "ANIMATE osc moved.svg",
    "EXPORT": "EXPORT other.csv",
    "WRITE": "WRITE 'text' W",
    "JOURNAL": "JOURNAL",
    "RENAME": "RENAME case.par other",
    "DELETE": "DELETE case.par",
    "TRUST": "TRUST",
    "HELP": "HELP",
    "WINDOW": "WINDOW",
    "DIAGRAM": "DIAGRAM",
    "EXAMPLE": "EXAMPLE",
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
    (tmp_path / "osc.picture").write_text("PICTURE osc\nCIRCLE X, 0, 1\nEND\n")
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
    assert {*CHANGES, *CHANGES_NOTHING, *CHANGES_A_TEXT_ONCE} == set(COMMANDS)
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


@pytest.mark.parametrize("name", CHANGES_A_TEXT_ONCE)
def test_a_command_that_fails_after_it_has_edited_a_text_leaves_the_session_as_it_was(
    session: Session, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    executed(session, *BEFOREHAND[name])
    before = session.workspace.snapshot()
    with monkeypatch.context() as patch:
        patch.setitem(COMMANDS, name, failing(COMMANDS[name], FAILURES["a mistake"]))
        assert failure(session, CHANGES_A_TEXT_ONCE[name]).message == "it fails at the very end"

    assert changed(before, session.workspace) == []


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


@pytest.mark.parametrize("name", [*DRAWN_LINEAR, *DRAWN])
def test_the_page_that_a_command_draws_is_shown(session: Session, name: str) -> None:
    executed(session, *BEFOREHAND.get(name, ()))
    before = session.workspace.page.figure

    drawn = [outcome.figure for outcome in give(session, CHANGES[name]) if isinstance(outcome, PageDrawn)]

    assert drawn[-1] is session.workspace.page.figure
    assert drawn[-1] is not before
