"""EQUIL: the model rests, and the runs that follow start there."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Changed, Noted, Printed, Tabulated, Valued
from tests.unit.session.sessions import executed, failure, give, new_session

VAT = """CONTINUOUS SYSTEM vat
INPUT q [m^3/s]
STATE h [m]
DER dh
dh = q - a*SQRT(h)
a: 2
q: 1
h: 1
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "vat.t").write_text(VAT, "utf-8")
    return executed(new_session(tmp_path), "SYST vat")


def test_states_get_the_values_at_rest(session: Session) -> None:
    values, modes, verdict, changed = give(session, "EQUIL")

    assert isinstance(values, Valued)
    assert [(row.name, round(row.value, 12), row.unit) for row in values.rows] == [("h", 0.25, "m")]
    assert isinstance(modes, Tabulated)
    assert modes.columns[0].tolist() == pytest.approx([-2.0])
    assert verdict == Printed("stable")
    assert isinstance(changed, Changed)
    assert changed.new == pytest.approx(0.25)
    executed(session, "SIMU 0 10")
    assert session.workspace.run_named("").final["h"] == pytest.approx(0.25)


def test_a_free_parameter_is_found_for_a_given_value_and_undone(session: Session) -> None:
    outcomes = give(session, "EQUIL q h = 4")

    assert [(c.name, round(c.new, 9)) for c in outcomes if isinstance(c, Changed)] == [("q", 4.0), ("h", 4.0)]
    executed(session, "UNDO")
    assert session.workspace.given.parameters == {}


def test_alone_it_frees_nothing_even_after_a_trim(session: Session) -> None:
    executed(session, "EQUIL q h=4", "INIT h: 1")

    assert [c.name for c in give(session, "EQUIL") if isinstance(c, Changed)] == ["h"]
    assert session.workspace.given.parameters["q"] == pytest.approx(4.0)


def test_show_changes_nothing(session: Session) -> None:
    give(session, "EQUIL -SHOW")

    assert session.workspace.given.initial == {}


def test_the_search_can_start_from_the_end_of_the_last_run(session: Session) -> None:
    executed(session, "PAR q: 0.1", "SIMU 0 50")
    outcomes = give(session, "EQUIL -RUN -SHOW")

    assert isinstance(outcomes[0], Valued)
    assert outcomes[0].rows[0].value == pytest.approx(0.0025)


def test_a_free_variable_that_the_model_computes_is_only_shown(session: Session) -> None:
    outcomes = give(session, "EQUIL dh h=1")

    assert any(isinstance(each, Noted) and "dh" in each.text for each in outcomes)


def test_what_is_free_and_what_rests_can_have_bounds(session: Session) -> None:
    executed(session, "EQUIL h[0, 9]", "EQUIL q[0, 10] h=4")

    assert session.workspace.given.parameters["q"] == pytest.approx(4.0)
    failed = failure(session, "EQUIL q[0,3] h=4")
    assert failed.code == "no-equilibrium"
    assert "q reached a bound" in failed.hint


def test_get_restores_a_point_that_was_saved(session: Session) -> None:
    executed(session, "EQUIL q h=4", "SAVE high", "EQUIL q h=1", "GET high", "SIMU 0 10")

    assert session.workspace.run_named("").final["h"] == pytest.approx(4.0)


def test_several_starts_find_what_is_free_too(session: Session) -> None:
    *points, note = give(session, "EQUIL q[0,10] h=4 STARTS:8")

    (found,) = points
    assert isinstance(found, Valued)
    assert [(row.name, round(row.value, 6)) for row in found.rows] == [("h", 4.0), ("q", 4.0)]
    assert note == Noted("1 found from 8 starts; INIT and EQUIL go to one of them")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("EQUIL hh", "unknown-variable"),
        ("EQUIL h", "already-free"),
        ("EQUIL q =3", "no-equilibrium"),
        ("EQUIL h=", "bad-command"),
        ("EQUIL -RUN", "no-run"),
        ("EQUIL -FAST", "unknown-option"),
        ("EQUIL q[0,10 h=4", "bad-command"),
        ("EQUIL h[0,1] STARTS:1e12", "too-large"),
    ],
)
def test_mistakes_are_explained(session: Session, line: str, code: str) -> None:
    failed = failure(session, line)

    assert failed.code == code
    assert failed.hint


def test_a_function_that_is_undefined_is_named_once(tmp_path: Path) -> None:
    twice = VAT.replace("DER dh", "DER dh\nother = SQRT(h)").replace("SQRT(h)", "SQRT(h)", 1)
    (tmp_path / "twice.t").write_text(twice, "utf-8")

    failed = failure(executed(new_session(tmp_path), "SYST twice"), "EQUIL q h=-1")

    assert failed.message.endswith("where the search has ended, SQRT(h) has no value")
