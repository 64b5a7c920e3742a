"""The commands of 1972 in a session."""

import random
from pathlib import Path

import numpy as np
import pytest

from simnon.session import Failed, Noted, PageDrawn, Printed, Session
from simnon.session.outcome import Advanced
from simnon.source import UserError
from tests.unit.session.sessions import give

DECAY = "DX1=-A*X1\nY1=X1>0.5\nA:1\nX1:1\n*END\n"
TWO = "DX1=X2\nDX2=-X1\nP:3\nV=2*T\nX1:1\n*END\n"
TYPED = (
    '"  PICTURE 13  ERROR MESSAGES',
    "X1=5",
    "X4:1,5",
    "ALFA12=X003003+SIN+...",
    "A=ATAN(X,Y)",
    "B=SQRT(2*(X1+X2)",
    "C=DX1+U2+Y3",
    "F=T↑1.3",
    "DX1=X2+FCN1(PAR*F)",
    "*END",
    "PAR:5",
    "DX2=FCN1(SIN(SQRT(ATAN2(T*(X1-2),FCN1(F)))))",
    "*FCN1",
    "1.50 3.985",
    "2.08 7.22",
    "*FIN",
    "*END",
)
WORDS = (
    "SYSTT SYSDK DISP CX0 CPAR PLOT AXIS COMPU SIMU MODEL -CODE TWO X1 X2 X3 X00 P V T H V 0 1 -1 1E-3 1E999 5 , ,, "
    ": ← <- = \" MARK EVERY CONT *END *CLOSE *FCN1 *FIN DX1=1 X1:2 P:1 A=T ( ) ' ! é"
)
PICTURE_13 = """        "  PICTURE 13  ERROR MESSAGES
        X1=5
ERR1      ↑
        X4:1,5
ERR3        ↑
        ALFA12=X003003+SIN+...
ERR5    ↑
ERR71          ↑
ERR9                      ↑
ERR10                      ↑
ERR10                       ↑
ERR10                        ↑
        A=ATAN(X,Y)
ERR35           ↑
        B=SQRT(2*(X1+X2)
ERR36                   ↑
        C=DX1+U2+Y3
ERR72     ↑
ERR74         ↑
ERR76            ↑
        F=T↑1.3
        DX1=X2+FCN1(PAR*F)
        *END
ERR96    ↑
ERR97    ↑
ERR98    ↑
        PAR
        DX    2
        FCN   1
        PAR:5
        DX2=FCN1(SIN(SQRT(ATAN2(T*(X1-2),FCN1(F)))))
        *FCN1
        1.50 3.985
        2.08 7.22
        *FIN
        *END"""


def new_session(folder: Path, **text_of_file: str) -> Session:
    for name, text in text_of_file.items():
        (folder / f"{name}.NON").write_text(text, "utf-8")
    return Session(folder, dialect="simnon72")


def replies(session: Session, *lines: str) -> list[str]:
    """All text of the replies, including messages."""
    found = []
    for outcome in give(session, *lines):
        if isinstance(outcome, Failed):
            found.append(outcome.classic or f"{outcome.code}: {outcome.message}")
        elif isinstance(outcome, Printed | Noted):
            found.append(outcome.text)
    return found


def executed(session: Session, *lines: str) -> Session:
    failures = [outcome for outcome in give(session, *lines) if isinstance(outcome, Failed)]
    assert failures == []
    return session


def final(session: Session, name: str) -> float:
    return session.workspace.runs[""].final[name]


def test_the_erroneous_description_of_the_thesis_is_answered_as_printed(tmp_path: Path) -> None:
    session = new_session(tmp_path)

    heading, *messages = replies(session, "SYSTT", *TYPED)

    assert heading.strip() == "<SYSTEM DESCRIPTION>:"
    assert "\n".join(messages) == PICTURE_13
    assert session.prompt == ">"
    assert session.workspace.model.states == ("X1", "X2")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("DISP VALUES", "AFTER DISP SHOULD FOLLOW <COMMENT>"),
        ("CX0 X3:2", "INDEX OF <STATE VARIABLE> SHOULD BE IN RANGE 1 - 2"),
        ("CPAR F:3.5", "NOT <PARAMETER>: F"),
        ("PLOT X1←A", "NEVER DEFINED: A"),
        ("AXIS H 5 0", "<MAXIMUM VALUE> SHOULD BE GREATER THAN <MINIMUM VALUE>"),
        ("COMPU,, -100", "<NUMBER OF INTERVALS> SHOULD BE POSITIVE <INTEGER>"),
        ("SIMU,,,", "NOT CORRECT CONT/MARK/EVERY/<UPPER ERROR BOUND>"),
        ("STOP NOW", "AFTER STOP SHOULD FOLLOW <COMMENT>"),
        ("STOPP", "ILLEGAL COMMAND"),
    ],
)
def test_the_nine_messages_of_the_thesis(tmp_path: Path, line: str, message: str) -> None:
    session = new_session(tmp_path, TWO=TWO)
    executed(session, "SYSDK TWO")

    assert replies(session, line) == [f"        {message}"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("CX0 P:1", "AFTER CX0 SHOULD FOLLOW <X0 DEFINITION>"),
        ("CX0 X1=1", "AFTER CX0 SHOULD FOLLOW <X0 DEFINITION>"),
        ("CPAR P=1", "AFTER CPAR SHOULD FOLLOW <PARAMETER DEFINITION>"),
        ("CPAR V:1", "NOT <PARAMETER>: V"),
        ("PLOT T X1", "AFTER PLOT SHOULD FOLLOW <IDENTIFIER>←<IDENTIFIER> ..."),
        ("PLOT T←" + "X1 " * 11, "AFTER PLOT SHOULD FOLLOW <IDENTIFIER>←<IDENTIFIER> ..."),
        ("AXIS Q 1 2", "AFTER AXIS SHOULD FOLLOW H/V <MINIMUM VALUE> <MAXIMUM VALUE>"),
        ("COMPU A", "<START VALUE> SHOULD BE <NUMBER>"),
        ("SIMU 0 B", "<STOP VALUE> SHOULD BE <NUMBER>"),
        ("SIMU 3 1", "<STOP VALUE> SHOULD BE GREATER THAN <START VALUE>"),
        ("SIMU 0 1 2.5", "<NUMBER OF INTERVALS> SHOULD BE POSITIVE <INTEGER>"),
        ("SIMU 0 1 10 EVRY", "NOT CORRECT CONT/MARK/EVERY/<UPPER ERROR BOUND>"),
        ("SIMU 0 1 10 -1", "NOT CORRECT CONT/MARK/EVERY/<UPPER ERROR BOUND>"),
        ("COMPU 0 1 10 CONT", "NOT CORRECT MARK"),
        ("SYSDK", "AFTER SYSDK SHOULD FOLLOW <FILENAME>"),
        ("SYSDK NONE", "NO FILE: NONE NON"),
        ("SYSTT A B", "AFTER SYSTT SHOULD FOLLOW <FILENAME> OR <COMMENT>"),
        ("SYST TWO", "ILLEGAL COMMAND"),
        ("=", "ILLEGAL COMMAND"),
    ],
)
def test_other_messages_follow_their_style(tmp_path: Path, line: str, message: str) -> None:
    session = new_session(tmp_path, TWO=TWO)
    executed(session, "SYSDK TWO")

    assert replies(session, line) == [f"        {message}"]


def test_a_change_is_made_without_a_reply(tmp_path: Path) -> None:
    session = new_session(tmp_path, TWO=TWO)
    executed(session, "SYSDK TWO")

    assert give(session, "CX0 X1:2", "CPAR P:4") == []
    assert session.workspace.given.parameters["P"] == 4.0


def test_without_a_description_nothing_can_be_executed(tmp_path: Path) -> None:
    session = new_session(tmp_path)

    assert {*replies(session, "SIMU", "COMPU", "DISP", "CX0 X1:1", "PLOT T←X1")} == {"        NO <SYSTEM DESCRIPTION>"}


def test_the_first_line_has_nothing_to_repeat(tmp_path: Path) -> None:
    assert replies(new_session(tmp_path), "", '" a comment', ",V 1 2") == ["        ILLEGAL COMMAND"]


def test_a_description_on_the_disk_with_an_error_prevents_execution(tmp_path: Path) -> None:
    session = new_session(tmp_path, GOOD=DECAY, BAD="DX1=-X1+\nDX1=-X1\n*END\n")
    executed(session, "SYSDK GOOD")

    listing, message = replies(session, "SYSDK BAD", "SIMU")

    assert listing.split("\n")[:3] == ["        DX1=-X1+", "ERR33           ↑", "        DX1=-X1"]
    assert message == "        <SYSTEM DESCRIPTION> IS NOT EXECUTABLE"


def test_close_prevents_execution_but_shows_the_code(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    executed(session, "SYSTT", "A=B+2", "*CLOSE")

    listing, message = replies(session, "MODEL -CODE", "COMPU 0 1 10")

    assert listing.split("RPN")[1].split()[1::2] == ["18001", "17299", "16000", "17002", "7000"]
    assert message == "        <SYSTEM DESCRIPTION> IS NOT EXECUTABLE"


def test_a_named_description_is_saved_without_the_bad_lines(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    give(session, "SYSTT NEW", 'DX1=-X1 " good', "DX2=1+", "X1:3", "*END")

    assert (tmp_path / "NEW.NON").read_text("utf-8") == 'DX1=-X1 " good\nX1:3\n*END\n'
    assert session.workspace.model.name == "NEW"


def test_commas_repeat_arguments_and_the_command(tmp_path: Path) -> None:
    session = new_session(tmp_path, TWO=TWO)
    executed(session, "SYSDK TWO", "CX0 X1:2", ",X2:5", "SIMU 0 10 50 1E-3", "SIMU,4,EVERY")
    settings = session.workspace.settings

    assert (settings.start, settings.stop, settings.spacing) == (0.0, 4.0, 0.0)
    assert session.workspace.given.initial == {"X1": 2.0, "X2": 5.0}

    executed(session, "SIMU 1")
    assert (session.workspace.settings.start, session.workspace.settings.spacing) == (1.0, 3.0 / 50)
    executed(session, ",,5")
    assert (session.workspace.settings.start, session.workspace.settings.stop) == (1.0, 5.0)


def test_simu_without_every_draws_the_intervals_and_with_it_every_step(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, TWO=TWO), "SYSDK TWO", "PLOT T<-X1", "SIMU 0 10 20")

    assert session.workspace.runs[""].t == pytest.approx(np.linspace(0, 10, 21))
    assert len(executed(session, "SIMU,,,EVERY").workspace.runs[""]) > 21


def test_cont_continues_from_the_last_state_and_keeps_the_initial_values(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, DECAY=DECAY), "SYSDK DECAY", "SIMU 0 1 10", "SIMU,,,CONT")

    assert final(session, "X1") == pytest.approx(np.exp(-2), rel=1e-5)
    executed(session, "SIMU")
    assert final(session, "X1") == pytest.approx(np.exp(-1), rel=1e-5)


def test_compu_steps_the_time_and_leaves_the_states(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, TWO=TWO), "SYSDK TWO", "SIMU 0 1 10", "PLOT V←X1 T", "COMPU 2 -2 4 MARK")
    run = session.workspace.runs[""]

    assert run.t.tolist() == [2, 1, 0, -1, -2]
    assert run["V"].tolist() == [4, 2, 0, -2, -4]
    assert run["X1"] == pytest.approx([np.cos(1)] * 5, abs=1e-5)
    drawn = session.workspace.page.figure.areas[0].curves
    assert [(curve.label, curve.is_marked) for curve in drawn] == [("X1", True), ("T", True)]


def test_axis_keeps_the_ends_of_the_other_axis(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, TWO=TWO), "SYSDK TWO", "PLOT X1←X2 \" it's", "AXIS H -2 2", ",V -1.5 1.5")
    area = session.workspace.page.figure.areas[0]

    assert (area.horizontal.label, area.horizontal.low, area.horizontal.high) == ("X1", -2.0, 2.0)
    assert (area.vertical.low, area.vertical.high) == (-1.5, 1.5)
    assert area.title == 'PLOT X1←X2 " its'
    drawn = [outcome for outcome in give(session, "SIMU 0 7 50", "AXIS") if isinstance(outcome, PageDrawn)]
    assert [len(outcome.figure.areas[0].curves) for outcome in drawn if not outcome.is_passing] == [1, 0, 0]


def test_disp_has_all_kinds_of_identifiers(tmp_path: Path) -> None:
    text = "U1=T\nY1=-2\nV=U1*1E-7\nDX1=V\nP:1E12\nX1:0.1\n*END\n"
    session = executed(new_session(tmp_path, ALL=text), "SYSDK ALL", "COMPU 1 3 2")

    (shown,) = replies(session, "DISP")

    assert shown.split("\n\n") == [
        "PRESENT VALUE OF <IDENTIFIER>:S",
        "<STATE VARIABLE>",
        "   X1      0.100000E+00",
        "<DERIVATIVE>",
        "   DX1     0.300000E-06",
        "<INSIGNAL>",
        "   U1      0.300000E+01",
        "<OUTSIGNAL>",
        "   Y1     -0.200000E+01",
        "<TIME>",
        "   T       0.300000E+01",
        "<VARIABLE>",
        "   V       0.300000E-06",
        "<PARAMETER>",
        "   P       0.100000E+13",
        "INITIAL VALUE OF <STATE VARIABLE>:S",
        "   X1      0.100000E+00",
    ]


def test_the_journal_has_lines_of_the_session(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, DECAY=DECAY), "SYSDK DECAY", "CPAR A:2", "SIMU 0 4 8", "STOP")

    lines = [entry.line for entry in session.workspace.journal]
    assert lines == ["SYST DECAY.NON", "PAR A: 2.0", "ERROR 1e-06 1e-06 0.5", "SIMU 0.0 4.0 0.5", "STOP"]
    assert session.is_over


def test_other_lines_are_comments_in_the_journal(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYSTT", "A=T", "*END", "COMPU 0 1 2 MARK")

    assert [entry.line for entry in session.workspace.journal] == [
        '" SYSTT',
        '" A=T',
        '" *END',
        '" COMPU 0.0 1.0 2 MARK',
    ]


def test_every_command_has_a_usage(tmp_path: Path) -> None:
    session = new_session(tmp_path, TWO=TWO)
    assert session.dialect is not None

    for word, usage in session.dialect.usages.items():
        assert usage.startswith(word)
        assert "ILLEGAL COMMAND" not in "".join(replies(session, word))
        session.abandon()


def test_a_line_of_today_follows_an_exclamation_mark(tmp_path: Path) -> None:
    executed(new_session(tmp_path, DECAY=DECAY), "SYSDK DECAY", "SIMU 0 1 10", "PLOT T←X1", "SIMU", "! HCOPY a.svg")

    assert (tmp_path / "a.svg").exists()


def test_typing_can_be_abandoned(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYSTT", "DX1=1")
    assert (session.is_typing, session.prompt) == (True, "SYSTT>")

    session.abandon()

    assert (session.is_typing, session.prompt) == (False, ">")


def test_an_unknown_dialect_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="simnon71") as error:
        Session(tmp_path, dialect="simnon71")
    assert error.value.hint == "did you mean 'simnon72'?"


def test_strange_lines_are_answered(tmp_path: Path) -> None:
    words = WORDS.split(" ")
    session = new_session(tmp_path, TWO=TWO)
    for seed in range(60):
        generator = random.Random(seed)  # noqa: S311
        line = "".join(
            generator.choice(words) + generator.choice((" ", " ", "")) for _ in range(generator.randrange(1, 7))
        )
        try:
            list(session.execute(line))
        except BaseException as error:
            error.add_note(f"seed {seed}: {line}")
            raise
        if seed % 20 == 0:
            session.abandon()
            executed(session, "SYSDK TWO", "SIMU 0 1 10")


def test_no_step_is_longer_than_the_increment(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, DECAY=DECAY), "SYSDK DECAY", "SIMU 0 8 16 1E-2 EVERY")
    times = session.workspace.runs[""].t

    assert np.diff(times).max() <= 0.5 * (1 + 1e-12)
    assert len(times) < 60, "only the points of integration"


def test_the_error_bound_is_that_of_the_run(tmp_path: Path) -> None:
    session = new_session(tmp_path, TWO=TWO)
    counts = []
    for bound in ("1E-2", "1E-9"):
        executed(session, "SYSDK TWO", f"SIMU 0 50 50 {bound} EVERY")
        assert session.workspace.settings.rtol == float(bound)
        counts.append(session.workspace.runs[""].statistics.steps)

    assert counts[1] > 1.5 * counts[0]
    executed(session, "SIMU")
    assert session.workspace.settings.rtol == 1e-9


def test_mark_puts_a_letter_at_every_tenth_point(tmp_path: Path) -> None:
    session = new_session(tmp_path, DECAY=DECAY)
    executed(session, "SYSDK DECAY", "PLOT T<-X1", "AXIS H 0 4", "SIMU 0 4 50 MARK")
    (curve,) = session.workspace.page.figure.areas[0].curves

    assert (curve.is_marked, curve.marked_points) == (True, 10)


def test_the_switch_set_back_continues_an_interrupted_run(tmp_path: Path) -> None:
    session = new_session(tmp_path, DECAY=DECAY)
    assert replies(session, "SYSDK DECAY", "SWITCH 0")[-1].strip() == "NOTHING IS INTERRUPTED"
    for outcome in session.execute("SIMU 0 4000 400000 EVERY"):
        if isinstance(outcome, Advanced):
            session.interrupt()
    interrupted = session.workspace.runs[""].stop.time
    executed(session, "SWITCH 0")

    assert interrupted < 4000.0
    assert session.workspace.runs[""].stop.time == 4000.0
