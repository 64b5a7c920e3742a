"""PAR, INIT, UNDO, SAVE, GET, DISP, LET: values of the model."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Changed, Failed, Noted, Valued, ValueRow, Wrote
from tests.unit.session.sessions import OSCILLATOR, executed, failure, give, new_session, output_of


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return executed(new_session(tmp_path), "SYST TANK REGULATOR LEVEL")


def test_par_changes_several_and_reports_old_and_new_values(session: Session) -> None:
    assert give(session, "PAR GAIN: 2*1.5, period[regulator]: 10") == [
        Changed("gain[regulator]", 1.0, 3.0),
        Changed("period[regulator]", 5.0, 10.0, "s"),
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("PAR GIAN:2", "unknown-variable"),
        ("PAR level:2", "not-a-parameter"),
        ("INIT gain:2", "not-a-state"),
        ("PAR gain", "bad-command"),
        ("PAR gain[nix]:2", "unknown-variable"),
        ("INIT valve: 2", "not-a-state"),
    ],
)
def test_wrong_names_are_refused(session: Session, line: str, code: str) -> None:
    failed = failure(session, line)

    assert failed.code == code
    assert failed.hint


@pytest.mark.parametrize(
    "line",
    [
        "PAR gain: 3 nosuch: 4",
        "PAR gain: 3 GAIN: 4",
        "PAR gain: 3 gain[regulator]: 4",
        "PAR gain: 3 ti: 1/0",
        "INIT level: 1 nosuch: 4",
        "INIT level: 1 level[tank]: 2",
        "INIT level: 1 gain: 2",
    ],
)
def test_a_command_that_fails_reports_nothing_else_and_changes_nothing(session: Session, line: str) -> None:
    before = session.workspace.given

    (only,) = give(session, line)

    assert isinstance(only, Failed)
    assert session.workspace.given == before


def test_a_run_uses_the_given_values(session: Session) -> None:
    executed(session, "INIT level: 1.5", "PAR wanted: 1.5", "SIMU 0 1")

    assert session.workspace.runs[""]["level"][0] == 1.5


def test_undo_reverts_the_last_changes(session: Session) -> None:
    executed(session, "PAR gain:2", "PAR gain:3 ti:4", "INIT level:1")

    assert give(session, "UNDO") == [Changed("level[tank]", 1.0, 0.0, "m")]
    assert give(session, "UNDO 2") == [
        Changed("gain[regulator]", 3.0, 1.0),
        Changed("ti[regulator]", 4.0, 50.0, "s"),
    ]
    assert failure(session, "UNDO").code == "nothing-to-undo"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ((), "there is nothing to undo"),
        (("PAR gain:2",), "there is one change to undo"),
        (("PAR gain:2", "PAR gain:3"), "there are 2 changes to undo"),
    ],
)
def test_undo_counts_what_there_is(session: Session, lines: tuple[str, ...], message: str) -> None:
    executed(session, *lines)

    assert failure(session, "UNDO 3").message == message


def test_a_case_is_saved_and_restored(session: Session, tmp_path: Path) -> None:
    executed(session, "PAR gain:0.1", "INIT level:0.25")
    assert give(session, "SAVE slow") == [Wrote(tmp_path / "slow.par")]
    given = session.workspace.given

    executed(session, "PAR gain:7", "INIT level:9", "GET slow")
    assert session.workspace.given.parameters["gain[regulator]"] == given.parameters["gain[regulator]"]
    assert session.workspace.given.initial["level[tank]"] == 0.25
    assert output_of(session, "DISP -CASES") == "slow"


def test_a_case_can_have_more_or_fewer_values_than_the_model(session: Session, tmp_path: Path) -> None:
    (tmp_path / "old.par").write_text("PAR gain[regulator]: 2\nPAR gone[nowhere]: 3\n")
    notes = [outcome.text for outcome in give(session, "GET old") if isinstance(outcome, Noted)]

    assert notes[0] == "the model does not have gone[nowhere]"
    assert "ti[regulator]" in notes[1]
    assert session.workspace.given.parameters == {"gain[regulator]": 2.0}


@pytest.mark.parametrize("line", ["PAR gain:2 nix:3", "INIT level:2 nix:3", "PAR gain:2 ti:1/0"])
def test_a_command_that_fails_halfway_announces_nothing(session: Session, line: str) -> None:
    (failed,) = give(session, line)

    assert isinstance(failed, Failed)


@pytest.mark.parametrize("text", ["PAR gain[regulator] 2", "SIMU 0 1", "PAR gain[regulator]: x", "\x00"])
def test_a_file_that_is_not_a_case_is_refused(session: Session, tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.par").write_text(text)

    assert failure(session, "GET bad").code == "bad-file"


def test_some_values_can_be_saved_alone(session: Session, tmp_path: Path) -> None:
    executed(session, "SAVE gains gain ti")

    assert (tmp_path / "gains.par").read_text().splitlines()[1:] == [
        "PAR gain[regulator]: 1.0",
        "PAR ti[regulator]: 50.0",
    ]


def test_disp_shows_variables_and_expressions(session: Session) -> None:
    executed(session, "PAR gain:2")

    assert give(session, "DISP gain gain*2") == [
        Valued((ValueRow("parameters", "gain[regulator]", 2.0, "", 1.0), ValueRow("", "gain*2", 4.0)))
    ]


def test_disp_writes_to_a_file(session: Session, tmp_path: Path) -> None:
    assert give(session, "DISP/now gain") == [Wrote(tmp_path / "now.txt")]
    assert (tmp_path / "now.txt").read_text() == "parameters:\n  gain[regulator]  1\n"


def test_syst_discards_what_belongs_to_the_old_model(session: Session, tmp_path: Path) -> None:
    (tmp_path / "osc.t").write_text(OSCILLATOR)
    executed(session, "PAR gain:2", "STORE level", "PLOT level", "SYST OSC")

    workspace = session.workspace
    assert (dict(workspace.given.parameters), workspace.store, workspace.plotted) == ({}, None, ())


def test_let_lists_and_free_removes(session: Session) -> None:
    executed(session, "LET a = 2", "LET b = 'two words'")
    assert output_of(session, "LET") == "a = 2\nb = two words"

    executed(session, "FREE a")
    assert output_of(session, "LET") == "b = two words"
    assert failure(session, "FREE a").code == "unknown-variable"


def test_the_language_of_a_file_can_be_given(session: Session, tmp_path: Path) -> None:
    (tmp_path / "fall.txt").write_text("x'=-x\ninit x=1\n@ total=2\ndone\n")
    executed(session, "SYST fall.txt -DIALECT XPP", "SIMU")

    assert session.workspace.runs[""].t[-1] == 2.0
    assert failure(session, "SYST fall.txt -DIALECT XPPP").hint == "did you mean XPP?"
    assert failure(session, "SYST fall.txt -DIALECT").code == "bad-command"


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("PAR wanted: 250 [cm]", Changed("wanted[level]", 2.0, 2.5, "m")),
        ("PAR wanted: (1 + 1) [km]", Changed("wanted[level]", 2.0, 2000.0, "m")),
        ("PAR ti[regulator]: 1.5E0 [min]", Changed("ti[regulator]", 50.0, 90.0, "s")),
        ("PAR wanted: area[tank]", Changed("wanted[level]", 2.0, 10.0, "m")),
        ("PAR wanted: 2*area [tank]", Changed("wanted[level]", 2.0, 20.0, "m")),
        ("INIT level: 1 [ft]", Changed("level[tank]", 0.0, 0.3048, "m")),
    ],
)
def test_a_value_with_a_unit_is_converted(session: Session, line: str, changed: Changed) -> None:
    assert give(session, line) == [changed]


def test_a_value_in_a_wrong_unit_is_refused(session: Session) -> None:
    assert failure(session, "PAR wanted: 3 [kg]").code == "wrong-dimension"
    assert failure(session, "PAR gain: 3 [kg]").code == "missing-unit"
    assert failure(session, "PAR wanted: 3 [m//s]").code == "unreadable-unit"


def test_units_that_disagree_are_counted_or_with_a_switch_refused(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    (tmp_path / "fall.t").write_text("CONTINUOUS SYSTEM fall\nSTATE v [m/s]\nDER dv\ndv = -9.81 + v\nEND\n")

    assert give(session, "SYST FALL") == [
        Noted("units disagree or are missing in 2 places: to see where, SWITCH UNITS ON and SYST again")
    ]
    refused = new_session(tmp_path, is_interactive=False)
    assert "wrong-dimension" in str(give(refused, "SWITCH UNITS ON", "SYST FALL"))


def test_a_switch_selects_the_functions_of_the_machine(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    (tmp_path / "wave.t").write_text("CONTINUOUS SYSTEM wave\nSTATE x\nDER dx\ndx = SIN(x) + EXP(-x)\nx: 1\nEND\n")

    give(session, "SYST WAVE")
    assert session.workspace.system.model.analysed.mathematics.value == "own"
    assert give(session, "SWITCH LIBM ON") == [Noted("the loaded model is unchanged; SYST recompiles it")]
    assert give(session, "SWITCH LIBM ON", "SWITCH ECHO OFF") == []
    give(session, "SYST WAVE")
    assert session.workspace.system.model.analysed.mathematics.value == "libm"
