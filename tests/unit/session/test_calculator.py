"""Expressions in commands: values of the model, and functions over runs."""

import math
from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.calculator import evaluate
from simnon.source import UserError
from tests.unit.session.sessions import executed, new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return executed(new_session(tmp_path), "SYST OSC", "ERROR 1e-10", "SIMU 0 10 0.01", "LET k = 3")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2*k + 1", 7.0),
        ("W", 1.0),
        ("X", math.cos(10)),
        ("X[OSC]", math.cos(10)),
        ("MAX(X)", 1.0),
        ("MIN(X)", math.cos(3 * math.pi)),
        ("MAX(X, 2)", 2.0),
        ("TMAX(V - X)", 3.93),
        ("AT(V, 2)", -math.sin(2)),
        ("FIRST(V) + FINAL(V)", -math.sin(10)),
        ("MEAN(X)", math.sin(10) / 10),
        ("INTEGRAL(X*X)", 5 + math.sin(20) / 4),
        ("RMS(E)", 1.0),
        ("MAX(ABS(X*W - k))", 4.0),
        ("IF k > 2 THEN 1 ELSE 0", 1.0),
        ("T", 10.0),
    ],
)
def test_expressions_have_their_values(session: Session, text: str, value: float) -> None:
    session = executed(session, "LET T = 10") if text == "T" else session

    assert evaluate(session.workspace, text) == pytest.approx(value, abs=1e-5)


@pytest.mark.parametrize(
    "text",
    ["", "2 +", "NIX", "AT(X)", "AT(X, 11)", "1/0", "FOO(1)", "SQRT(1, 2)", "SQRT(-1)", "MAX()", "X[NIX]", "IF 1"],
)
def test_an_expression_without_a_value_is_refused(session: Session, text: str) -> None:
    with pytest.raises(UserError):
        evaluate(session.workspace, text)


def test_before_any_run_a_state_has_its_initial_value(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST OSC", "INIT V: X + 1")

    assert evaluate(session.workspace, "V") == 2.0


def test_a_word_is_not_a_number(session: Session) -> None:
    with pytest.raises(UserError, match="the word 'slow'"):
        evaluate(executed(session, "LET name = 'slow'").workspace, "name + 1")


def test_the_time_is_that_of_the_end_of_the_last_run(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST COUNT")
    assert evaluate(session.workspace, "T") == 0.0

    executed(session, "SIMU 2 5")
    assert evaluate(session.workspace, "T") == 5.0

    executed(session, "SYST COUNT OSC", "SIMU 1 1")
    assert evaluate(session.workspace, "T") == 1.0
