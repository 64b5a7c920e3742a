"""Macros that a front end abandons or cancels."""

from pathlib import Path

import pytest

from simnon.session import Session
from tests.unit.frontends.sessions import new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return new_session(tmp_path, "SYST decay", "MACRO TWO", "PAR rate: 2", "PAR rate: 3", "END")


def test_a_question_a_macro_being_typed_and_a_suspended_one_are_cancelled(session: Session) -> None:
    for lines in (["ask"], ["MACRO M", "SIMU"], ["MACRO S", "SUSPEND", "END", "S"]):
        for line in lines:
            list(session.execute(line))
        assert session.prompt != ">"
        session.abandon()
        assert session.prompt == ">"
        assert not session.is_asking
        assert not session.is_typing


def test_a_macro_whose_outcomes_are_abandoned_is_not_continued(session: Session) -> None:
    outcomes = iter(session.execute("TWO"))
    next(outcomes)
    del outcomes

    list(session.execute("LET a = 1"))

    assert session.workspace.given.parameters == {}


def test_an_interrupt_in_a_macro_ends_it(session: Session) -> None:
    outcomes = session.execute("TWO")
    next(outcomes)
    with pytest.raises(KeyboardInterrupt):
        outcomes.throw(KeyboardInterrupt)  # type: ignore[attr-defined]

    assert session.prompt == ">"
    assert session.workspace.given.parameters == {}
