"""The session: lines in, outcomes out, and nothing changed if a line fails."""

import itertools
from collections.abc import Generator
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from simnon.session import Session
from simnon.session.commands import COMMANDS
from simnon.session.outcome import Changed, Echoed, Ended, Failed, Noted, Printed, RunEnded, Wrote
from simnon.simulation import StopKind
from simnon.source import UserError
from tests.examples import examples
from tests.unit.session.sessions import executed, failure, give, new_session, output_of


def test_an_empty_line_and_a_comment_do_nothing(tmp_path: Path) -> None:
    assert give(new_session(tmp_path), "", '" only a comment', "   ") == []


def test_commands_are_recognised_in_any_case(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "syst osc", "Par w:2")

    assert session.workspace.given.parameters == {"W": 2.0}


def test_an_unknown_command_offers_the_nearest(tmp_path: Path) -> None:
    assert failure(new_session(tmp_path), "SIMUL 0 1").hint == "did you mean SIMU?"


def test_a_bare_command_repeats_its_arguments(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST OSC", "SIMU 0 3", "PAR W:2", "SIMU")

    assert session.workspace.runs[""].t[-1] == 3.0


def test_a_command_that_means_something_alone_does_not_repeat_its_arguments() -> None:
    """Except these: their arguments are settings of a picture or a report, which stay until they are changed."""
    alone = set()
    for command in COMMANDS.values():
        with suppress(UserError):
            command.parse("")
            alone.add(command.name)

    assert {name for name in alone if COMMANDS[name].repeats} == {"AXES", "LYAP", "PRINT", "SPLIT"}


@pytest.mark.parametrize(
    "line",
    [
        "PAR W:2 NIX:3",
        "LET A",
        "LET A =",
        "LET 2A = 3",
        "LET = 3",
        "PAR W:2 W:1/0",
        "PAR W:2 W:3",
        "STORE X -ALL",
        "DISP X -RUNS",
        "ALGOR RK4 0.1 7",
        "ERROR 1E-3 1E-320",
        "WHY not",
        "STOP now",
        "HELP SIMU SHOW",
        "SIMU 0 1 /a /b",
        "SAMPLE W~UNIFORM(1,2) RUNS:2.5",
        "SAMPLE W~UNIFORM(1,2) RUNS:3 SEED:1.5",
        "SAMPLE W~UNIFORM(1,2) RUNS:3 RUNS:4",
        "SAMPLE W~UNIFORM(1,2) RUNS:3 -LATIN -SOBOL",
        "SAMPLE -CONT RUNS:5",
        "SWEEP -CONT W=1,2",
        "SWEEP W=1,2 MAX(X) /a /b",
        "SWEEP W[0,1,1E300]",
        "SWEEP W[-1E308,1E308,5]",
        "SAVE a\0b",
        "EXPORT a\0b.csv",
        "JOURNAL a\0b",
        "EDIT a\0b",
        "SIMU 5 1",
        "SYST NIX",
        "GET nothing",
        "STORE X NIX",
        "ASHOW X NIX",
        "AXES H 2 1",
        "ALGOR NIX",
        "HCOPY ../x.svg",
        "UNDO 7",
        "SIMU 0 1 -NIX",
    ],
)
def test_a_line_that_fails_changes_nothing(tmp_path: Path, line: str) -> None:
    session = executed(new_session(tmp_path), "SYST OSC", "SIMU 0 1", "ASHOW X", "PAR W:3")
    before = session.workspace.snapshot()

    assert failure(session, line).message
    for field in fields(before):
        if field.name not in ("journal", "trouble"):
            assert getattr(session.workspace, field.name) == getattr(before, field.name), field.name


def test_stop_ends_the_session(tmp_path: Path) -> None:
    session = new_session(tmp_path)

    assert give(session, "STOP") == [Ended()]
    assert session.is_over


def test_a_macro_is_a_command_with_arguments(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST OSC", "MACRO SETW VALUE=4", "PAR W:VALUE", "END", "SETW 2.5")
    assert session.workspace.given.parameters == {"W": 2.5}

    assert executed(session, "SETW").workspace.given.parameters == {"W": 4.0}


def test_a_macro_in_a_file_is_found_by_name(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST OSC")
    (tmp_path / "double.t").write_text("MACRO DOUBLE\nPAR W: 2*W\nEND\n")

    assert give(session, "double") == [Changed("W", 1.0, 2.0)]


def test_a_system_is_not_a_macro(tmp_path: Path) -> None:
    assert failure(new_session(tmp_path), "OSC").hint == "SYST OSC compiles a system"


def test_loops_count_and_jump(tmp_path: Path) -> None:
    lines = [
        "MACRO LOOPS",
        "FOR I=0 TO 1 STEP 0.25",
        "IF I GT 0.6 GOTO OUT",
        "WRITE I",
        "NEXT I",
        "LABEL OUT",
        "FOR J=3 TO 1",
        "WRITE 'never'",
        "NEXT J",
        "FOR K=2 TO 1 STEP -1",
        "WRITE 'k' K",
        "NEXT",
        "END",
        "LOOPS",
    ]

    assert output_of(new_session(tmp_path), *lines) == "0\n0.25\n0.5\nk 2\nk 1"


def test_a_loop_can_be_typed_by_itself(tmp_path: Path) -> None:
    session = new_session(tmp_path)

    assert output_of(session, "FOR I=1 TO 2", "FOR J=1 TO 2", "LET s = 10*I + J", "WRITE s", "NEXT J", "NEXT I") == (
        "11\n12\n21\n22"
    )
    assert session.workspace.variables["s"] == 22.0


def test_variables_of_a_macro_are_its_own_unless_they_have_a_dot(tmp_path: Path) -> None:
    session = executed(
        new_session(tmp_path), "LET a = 1", "MACRO M", "LET a = 2", "LET b. = 3", "LET c = a + b.", "END", "M"
    )

    assert session.workspace.variables == {"a": 1.0, "b.": 3.0}
    assert session.workspace.local is None


def test_a_macro_asks_until_the_answer_is_right(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    give(session, "MACRO ASK", "READ n INT 'how many?'", "READ w NAME", "WRITE n w", "END", "ASK")
    assert (session.prompt, session.is_asking) == ("how many?", True)

    assert output_of(session, "2.5") == "'2.5' is not an integer; how many?"
    give(session, "3")
    assert session.prompt == "w?"
    assert output_of(session, "slow") == "3 slow"
    assert session.prompt == ">"


def test_answers_can_be_given_in_advance(tmp_path: Path) -> None:
    session = new_session(tmp_path)

    assert output_of(session, "MACRO ASK", "READ n", "READ b YESNO", "WRITE n b", "END", "ANSWER 3 y", "ASK") == "3 YES"


def test_resume_continues_a_suspended_macro(tmp_path: Path) -> None:
    session = new_session(tmp_path)

    assert output_of(session, "MACRO M", "WRITE 'a'", "SUSPEND", "WRITE 'b'", "END", "M") == "a"
    assert session.prompt == "SUSPENDED>"
    assert output_of(session, "WRITE 'meanwhile'", "RESUME") == "meanwhile\nb"
    assert failure(session, "RESUME").message == "no macro is suspended"


def test_an_error_in_a_macro_is_located_and_ends_all_of_them(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    give(session, "MACRO INNER", "", "PAR W:1", "END", "MACRO OUTER", "INNER", "WRITE 'never'", "END")

    outcomes = give(session, "OUTER")
    assert [(type(o), o.place) for o in outcomes if isinstance(o, Failed)] == [(Failed, "macro INNER, line 3")]
    assert not any(isinstance(outcome, Printed) for outcome in outcomes)
    assert session.prompt == ">"


def test_a_macro_that_calls_itself_is_stopped(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    give(session, "MACRO R", "R", "END")

    assert "deep" in failure(session, "R").message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("M", "M needs a value for A"),
        ("M 1 2 3", "M takes A B, not 1 2 3"),
        ("MACRO SIMU", ""),
        ("NEXT I", "can be used only in a macro"),
        ("DEFAULT A = 1", "can be used only in a macro"),
    ],
)
def test_invalid_uses_of_macros_are_refused(tmp_path: Path, line: str, message: str) -> None:
    session = new_session(tmp_path)
    give(session, "MACRO M A B", "END", line)
    failed = failure(session, "END") if not message else session.workspace.trouble

    assert isinstance(failed, Failed)
    assert message in failed.message


@pytest.mark.parametrize("loop", ["1 TO 1E300 STEP 1E-300", "1 TO 2 STEP 1E-17", "0 TO -1E300 STEP -1E-5"])
def test_a_loop_that_would_never_end_is_refused(tmp_path: Path, loop: str) -> None:
    session = new_session(tmp_path)

    assert "too many steps of" in failure(executed(session, f"FOR i = {loop}"), "NEXT i").message


def test_a_written_file_is_reported_even_if_the_command_fails_afterwards(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, is_interactive=False), "SYST BROKEN -EDIT", 'I " still wrong')

    wrote, failed = give(session, "E")

    assert wrote == Wrote(tmp_path / "BROKEN.T")
    assert isinstance(failed, Failed)


def test_a_note_known_in_advance_is_shown_before_the_command_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = executed(new_session(tmp_path), "SYST OSC")
    monkeypatch.setattr("simnon.session.commands.simu.MUCH", 100.0)

    first, *_, last = give(session, "SIMU 0 1 0.1")

    assert isinstance(first, Noted)
    assert "the record takes" in first.text
    assert isinstance(last, RunEnded)


def test_defaults_fill_in_missing_arguments(tmp_path: Path) -> None:
    session = new_session(tmp_path)

    assert output_of(session, "MACRO M", "DEFAULT A = 5", "DEFAULT A = 6", "WRITE A", "END", "M") == "5"


def test_echo_shows_the_lines_and_trace_their_positions(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "MACRO M A", "LET b = A", "END", "SWITCH ECHO ON")
    assert give(session, "M 3") == [Echoed("LET b = A")]

    executed(session, "SWITCH TRACE ON")
    assert give(session, "M 3") == [Echoed("LET b = 3", "macro M, line 2")]


def test_an_interrupt_stops_a_run_that_can_be_continued(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST COUNT", "STORE N")
    outcomes = []
    for outcome in session.execute("SIMU 0 1E9 1E6"):
        outcomes.append(outcome)
        session.interrupt()
    ended = outcomes[-1]

    assert isinstance(ended, RunEnded)
    assert ended.stop.kind is StopKind.USER
    reached = ended.stop.time
    assert 0 < reached < 1e9
    (again,) = [o for o in give(session, f"SIMU {reached + 10} -CONT") if isinstance(o, RunEnded)]
    assert again.stop.kind is StopKind.END


def test_an_interrupt_ends_a_macro(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "MACRO M", "LABEL A", "WRITE 'on and on'", "GOTO A", "END")
    count = 0
    for outcome in session.execute("M"):
        count += isinstance(outcome, Printed)
        if count == 3:
            session.interrupt()

    assert count == 3
    assert session.prompt == ">"


def test_a_command_that_a_front_end_abandons_is_undone(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST OSC")
    outcomes = session.execute("PAR W:5")
    next(outcomes)
    assert isinstance(outcomes, Generator)
    outcomes.close()

    assert session.workspace.given.parameters == {}


def test_the_journal_replays_the_session(tmp_path: Path) -> None:
    first = new_session(tmp_path)
    give(
        first,
        "SYST OSC",
        "MACRO ASK",
        "READ w 'w?'",
        "PAR W:w",
        "END",
        "ASK",
        "nix",
        "2.5",
        "PAR NIX:3",
        "SIMU 0 4",
        "EDIT new -LINE",
        "I hello",
        "E",
    )
    executed(first, "JOURNAL again")

    second = executed(Session(tmp_path), "AGAIN")
    assert second.workspace.given == first.workspace.given
    assert (second.workspace.runs[""].t == first.workspace.runs[""].t).all()


def test_a_journal_that_cannot_be_called_says_so(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST osc")

    hint = "only a .t file can be called as a macro: JOURNAL shift.t writes one"
    assert hint in output_of(session, "JOURNAL shift.mac")
    assert output_of(session, "JOURNAL shift.t") == ""
    assert executed(Session(tmp_path), "SHIFT").workspace.loaded is not None


def test_every_command_has_help(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    for command in COMMANDS.values():
        assert command.usage.startswith(command.name)
        assert command.summary.endswith(".")
        assert command.usage in output_of(session, f"HELP {command.name}")


_WORDS = st.sampled_from(
    [
        *COMMANDS,
        "OSC",
        "X",
        "W",
        ":",
        "5",
        "/",
        "-",
        "(",
        ")",
        "'",
        '"',
        "[",
        "MACRO",
        "END",
        "FOR",
        "I=1",
        "TO",
        "E",
        "Q",
    ]
)


@pytest.mark.slow
@examples(300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(st.lists(_WORDS, max_size=6).map(" ".join), st.text(max_size=20)), max_size=5))
def test_no_line_breaks_the_session(tmp_path: Path, lines: list[str]) -> None:
    session = executed(new_session(tmp_path), "SYST OSC", "SIMU 0 1")
    for line in lines:
        for _outcome in session.execute(line):
            pass


def test_error_limits_the_step_and_a_spacing_of_0_records_the_steps_alone(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST OSC", "ERROR 1e-3 1e-6 0.5", "SIMU 0 20 0")
    times = session.workspace.runs[""].t

    assert 40 <= len(times) < 200
    assert max(b - a for a, b in itertools.pairwise(times)) <= 0.5 * (1 + 1e-12)


@pytest.mark.parametrize(("word", "hint"), [("quit", "STOP"), ("EXIT", "STOP"), ("ode45", "ALGOR"), ("load x", "SYST")])
def test_a_command_of_another_program_is_translated_in_the_hint(tmp_path: Path, word: str, hint: str) -> None:
    assert hint in failure(new_session(tmp_path), word).hint
