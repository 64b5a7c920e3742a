"""The commands of a running ACSL program, as lines of the session."""

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from simnon.session import Session
from simnon.session.outcome import Failed, Noted, Outcome, PageDrawn, Tabulated, Valued

PROGRAM = """PROGRAM decay
  DIMENSION w(2)
  CONSTANT tmx = 2.0, k = 1.0, w = 3.0, 4.0
  LOGICAL fast
  CONSTANT fast = .FALSE.
  CINTERVAL cint = 0.5
  x = INTEG(-rate*x, 1.0)
  rate = RSW(fast, 10.0, k)
  y = x + w(1) + w(2)
  TERMT(t.GE.tmx)
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "decay.csl").write_text(PROGRAM)
    return Session(tmp_path, is_interactive=False, dialect="acsl")


def given(session: Session, *lines: str) -> list[Outcome]:
    found = [outcome for line in lines for outcome in session.execute(line)]
    assert not [outcome for outcome in found if isinstance(outcome, Failed)], found
    return found


def failures(outcomes: Iterator[Outcome]) -> list[str]:
    return [outcome.code for outcome in outcomes if isinstance(outcome, Failed)]


def test_start_runs_the_program(session: Session) -> None:
    given(session, "LOAD decay", "START")
    run = session.workspace.run_named("")

    assert run.t[:4].tolist() == [0.0, 0.5, 1.0, 1.5]
    assert run.stop.time == 2.0


def test_words_can_be_shortened_and_lines_can_have_several_commands(session: Session) -> None:
    given(session, "load decay", "s k=2.0, tmx=1.0D0 ; st $ d x  ! the value at the end")

    assert session.workspace.run_named("").stop.time == 1.0
    assert session.workspace.given.parameters == {"k": 2.0, "tmx": 1.0}


def test_set_handles_elements_logical_values_and_the_communication_interval(session: Session) -> None:
    given(session, "LOAD decay", "SET w(2)=5.0, fast=.TRUE., cint=0.25", "START")

    assert session.workspace.given.parameters == {"w_2": 5.0, "fast": 1.0}
    assert session.workspace.run_named("").t[1] == 0.25


def test_set_gives_other_variables_their_initial_values(session: Session) -> None:
    given(session, "LOAD decay", "SET x=3.0")

    assert session.workspace.given.initial == {"x": 3.0}


def test_a_method_is_chosen_by_its_number(session: Session) -> None:
    given(session, "LOAD decay", "SET nstp=5, ialg=4", "START")
    run = session.workspace.run_named("")

    assert run.statistics.method == "heun"
    assert run.provenance.options.step == 0.1


def test_prepare_chooses_what_is_kept(session: Session) -> None:
    given(session, "LOAD decay", "PREPARE t, x", "START")
    kept = set(session.workspace.run_named("").columns)
    given(session, "PREPAR @CLEAR @ALL", "START")

    assert kept == {"x"}
    assert set(session.workspace.run_named("").columns) > {"x", "y"}


def test_output_prints_a_table_after_the_run(session: Session) -> None:
    outcomes = given(session, "LOAD decay", "OUTPUT x, y", "START")
    (table,) = [outcome for outcome in outcomes if isinstance(outcome, Tabulated)]

    assert table.names == ("t", "x", "y")
    spacing = session.workspace.settings.spacing
    assert spacing is not None
    assert np.diff(table.columns[0]) == pytest.approx(spacing)
    assert not [o for o in given(session, "OUTPUT @CLEAR", "START") if isinstance(o, Tabulated)]


def test_plot_draws_against_the_time_or_a_given_variable(session: Session) -> None:
    outcomes = given(session, "LOAD decay", "START", "PLOT x, y", "PLOT /XAXIS=x, y", "PLOT 'XAXIS'=x, y")

    assert [type(outcome) for outcome in outcomes].count(PageDrawn) == 3


def test_display_and_range_show_values(session: Session) -> None:
    outcomes = given(session, "LOAD decay", "START", "DISPLAY k, w(1)", "RANGE x")
    shown = [row.value for outcome in outcomes if isinstance(outcome, Valued) for row in outcome.rows]

    assert shown[:2] == [1.0, 3.0]
    assert shown[3] == 1.0


def test_continue_continues_the_run(session: Session) -> None:
    given(session, "LOAD decay", "SET tmx=50", "SIMNON SIMU 0 1", "CONTIN 2")

    assert session.workspace.run_named("").stop.time == 2.0


def test_stop_ends_the_session(session: Session) -> None:
    given(session, "QUIT")

    assert session.is_over


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("FROBNICATE", "unknown-command"),
        ("12", "bad-command"),
        ("SET k", "bad-command"),
        ("SET cint=x", "bad-command"),
        ("SET ialg=6", "unknown-method"),
        ("SET nothing=1", "unknown-variable"),
        ("START /FAST", "bad-command"),
        ("PREPARE nothing", "unknown-variable"),
        ("PLOT x /YLO=0", "bad-command"),
    ],
)
def test_errors_in_a_command_are_reported(session: Session, line: str, code: str) -> None:
    given(session, "LOAD decay", "START")

    assert failures(session.execute(line)) == [code]


def test_set_sets_all_or_nothing(session: Session) -> None:
    given(session, "LOAD decay")
    before = session.workspace.given

    (failed,) = session.execute("SET x=3.0, cint=0.25, nothing=1")

    assert isinstance(failed, Failed)
    assert session.workspace.given == before


def test_commands_before_a_program_is_loaded_are_errors(session: Session) -> None:
    assert [failures(session.execute(line)) for line in ("START", "SET k=1", "PREPARE x")] == [["no-model"]] * 3


def test_a_script_of_acslx_runs(session: Session) -> None:
    """Commands after `!!`, comments with `%`, flags of the integration, data, variables of MATLAB and its plot."""
    found = given(
        session,
        "LOAD decay",
        "% a comment",
        "output @clear",
        "prepare @clear @all",
        "WESITG=0;WEDITG=0;CJVITG=0;",
        "Status = 'begin'",
        "!! s k = 2.0   % per hour",
        "w(1) = 5.0",
        "!! s tmx = 1   !hours",
        "!!START /NC",
        "measured = [0 1",
        "1 0.4]  % two points",
        "plot(_t, _x, measured(:,1), measured(:,2), '+')",
    )
    run = session.workspace.run_named("")

    assert run.final["x"] == pytest.approx(math.exp(-2.0), rel=1e-5)
    assert run.final["y"] == pytest.approx(math.exp(-2.0) + 9.0, rel=1e-5)
    assert [outcome.text for outcome in found if isinstance(outcome, Noted)] == [
        "the model has no variable 'Status': the assignment is ignored",
        "the data measured are ignored; SYST takes a file of data as a system",
        "data are not plotted",
    ]
    assert isinstance(found[-2], PageDrawn)


def test_a_plot_of_something_else_is_ignored_with_a_note(session: Session) -> None:
    found = given(session, "LOAD decay", "START", "plot(1, 2)", "plot(_x, _y)")

    assert [outcome.text for outcome in found if isinstance(outcome, Noted)] == [
        "plot(1, 2) is ignored; PLOT y, z draws variables"
    ]
    assert [outcome.figure.areas[0].curves[0].label for outcome in found if isinstance(outcome, PageDrawn)] == ["y"]
