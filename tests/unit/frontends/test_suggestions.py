"""Which completions are offered in which context."""

from pathlib import Path

import pytest

from simnon.frontends.suggestions import keywords_of, nouns_of, options_of, suggest
from simnon.session import COMMANDS, Session
from tests.unit.frontends.sessions import DECAY, new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    lines = ("SYST TANK DPID REGTANK", "PAR TI: 50", "SIMU 0 10 /short", "SAVE slow", "MACRO TRY A", "WRITE A", "END")
    return new_session(tmp_path, *lines)


def texts(session: Session, before: str) -> list[str]:
    return [suggestion.text for suggestion in suggest(session, before)]


@pytest.mark.parametrize(
    ("before", "offered"),
    [
        ("SIM", ["SIMU"]),
        ("sho", ["SHOW"]),
        ("TR", ["TRUST", "TRY"]),
        ("AS", ["ASHOW", "ASK"]),
        ("SYST DP", ["DPID"]),
        ("SYST TANK - ED", []),
        ("SYST TANK -", ["-DIALECT", "-EDIT"]),
        ("SIMU -", ["-CONT", "-MARK"]),
        ("PAR T", ["TI", "TD"]),
        ("PAR DT: 5 T", ["TI", "TD"]),
        ("PAR TI: Q", ["QIN", "QOUT", "QMAX"]),
        ("INIT H", ["H"]),
        ("ASHOW HR", ["HREF"]),
        ("ASHOW H/", ["SHORT"]),
        ("GET s", ["slow"]),
        ("TURN NO", ["NOTES"]),
        ("TURN NOTES O", ["ON", "OFF"]),
        ("ALGOR DOP", ["DOPRI5", "DOP853"]),
        ("HELP SI", ["SIGMA", "SIMU"]),
        ("LET a = HR", ["HREF"]),
        ("NOSUCH T", []),
    ],
)
def test_matching_completions_are_offered(session: Session, before: str, offered: list[str]) -> None:
    assert sorted(texts(session, before)) == sorted(offered)


def test_parameters_are_shown_with_their_current_values(session: Session) -> None:
    (found,) = suggest(session, "PAR TI")

    assert (found.start, found.meaning) == (-2, "50  parameter")


def test_an_ambiguous_name_includes_its_system(tmp_path: Path) -> None:
    (tmp_path / "other.t").write_text(DECAY.replace("decay", "other"), "utf-8")
    session = new_session(tmp_path, "SYST decay other")

    assert texts(session, "PAR r") == ["rate[decay]", "rate[other]"]
    assert texts(session, "PAR rate[o") == ["rate[other]"]


def test_a_bracket_completes_the_system(session: Session) -> None:
    assert texts(session, "PAR ti[") == ["TI[DPID]"]


def test_nothing_is_offered_in_the_editor_or_for_an_answer(session: Session) -> None:
    list(session.execute("ASK"))
    assert texts(session, "S") == []
    session.abandon()
    list(session.execute("SYST TANK -EDIT"))
    assert texts(session, "S") == []


def test_statements_are_offered_inside_a_macro(session: Session) -> None:
    assert "FOR" not in texts(session, "F")
    list(session.execute("MACRO M"))
    assert "FOR" in texts(session, "F")


def test_without_a_model_nothing_is_offered(tmp_path: Path) -> None:
    assert texts(new_session(tmp_path), "PAR ") == []


def test_completions_follow_the_usage() -> None:
    assert options_of(COMMANDS["SIMU"]) == ("CONT", "MARK")
    assert nouns_of(COMMANDS["PAR"]) == ("name", "system")
    assert keywords_of(COMMANDS["TURN"]) == ("ON", "OFF")
    assert keywords_of(COMMANDS["AXES"]) == ("H", "V")


def test_commands_of_a_dialect_are_offered(tmp_path: Path) -> None:
    session = Session(tmp_path, dialect="simnon72")

    assert texts(session, "SYS") == ["SYSTT", "SYSDK"]
    assert texts(session, "SIMU ") == []


def test_linear_models_are_offered_by_name(session: Session) -> None:
    list(session.execute("LINEAR QIN TO H /plant"))

    assert texts(session, "BODE P") == ["PLANT", "POINTS"]
