"""PAR with structural parameters and versions."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Failed, Noted, Printed

TEXT = """
CONTINUOUS SYSTEM valve
INPUT u
OUTPUT q
size: 3
VERSION linear
q = size*u
VERSION square
q = size*u^2
END

CONNECTING SYSTEM plant
SYSTEM v[1..n]: valve
v[k].u = 2 FOR k = 1..n
n: 2
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "plant.t").write_text(TEXT)
    session = Session(tmp_path)
    list(session.execute("SYST plant"))
    return session


def parameters(session: Session) -> list[str]:
    return list(session.workspace.model.parameters)


def test_sizes_and_versions_are_chosen_and_reverted(session: Session) -> None:
    list(session.execute("PAR v[2].size: 5"))
    assert Printed("n: 2 -> 3") in list(session.execute("PAR n: 3"))
    assert parameters(session) == ["n", "v[1].size", "v[2].size", "v[3].size"]
    assert session.workspace.given.parameters == {"v[2].size": 5.0}
    assert Printed("v[3].version: linear -> square") in list(session.execute("PAR v[3].version: SQUARE"))
    list(session.execute("UNDO 2"))
    assert parameters(session) == ["n", "v[1].size", "v[2].size"]


@pytest.mark.parametrize(
    "command", ["PAR n: 2.5", "PAR v[2].version: cubic", "PAR v[2].version: 7", "PAR n: 3 nosuch: 4"]
)
def test_an_invalid_choice_changes_nothing_and_is_not_announced(session: Session, command: str) -> None:
    list(session.execute("PAR v[2].version: square"))
    before = (parameters(session), session.workspace.given)
    outcomes = list(session.execute(command))

    assert isinstance(outcomes[-1], Failed)
    assert not any(isinstance(each, Printed) for each in outcomes)
    assert (parameters(session), session.workspace.given) == before


def test_a_version_is_chosen_by_its_number(session: Session) -> None:
    assert Printed("v[1].version: linear -> square") in list(session.execute("PAR v[1].version: 2"))


def test_a_choice_for_a_removed_part_is_dropped_with_a_note(session: Session) -> None:
    list(session.execute("PAR v[2].version: square v[1].version: square"))
    outcomes = list(session.execute("PAR n: 1"))

    assert outcomes == [
        Printed("n: 2 -> 1"),
        Noted("the choice of v[2].version is dropped: the model no longer has that part"),
    ]
    assert session.workspace.given.choices == {"v[1].version": "square", "n": 1.0}
    list(session.execute("PAR n: 2"))
    assert [choice.chosen for choice in session.workspace.model.analysed.declared.versions] == ["square", "linear"]
    list(session.execute("UNDO 2"))
    assert [choice.chosen for choice in session.workspace.model.analysed.declared.versions] == ["square", "square"]


def test_init_refuses_an_unknown_version(tmp_path: Path) -> None:
    (tmp_path / "plant.t").write_text(TEXT.replace("size: 3", "size: 3\nWHEN u > 9\n  VERSION square\nEND"))
    session = Session(tmp_path)
    list(session.execute("SYST plant"))
    outcomes = list(session.execute("INIT v[1].version: 7"))

    assert isinstance(outcomes[-1], Failed)
    assert (outcomes[-1].code, outcomes[-1].hint) == ("unknown-version", "the versions are linear (1), square (2)")
    assert not session.workspace.given.initial


PIPES = """
TERMINAL flange
ACROSS p
THROUGH q
FIXED d
END

CONTINUOUS SYSTEM pipe
TERMINAL a: flange
a.p = p0
a.d: 2
p0: 1
END

CONTINUOUS SYSTEM plug
TERMINAL a: flange
a.q = 0
a.d: 2
END

CONNECTING SYSTEM line
SYSTEM one: pipe
SYSTEM two: plug
CONNECT one.a two.a
END
"""


def test_par_refuses_parameters_that_do_not_meet_a_requirement_and_changes_nothing(tmp_path: Path) -> None:
    lines = ["STATE x", "DER dx", "dx = -x*(high - low)", "low: 1", "high: 2", "REQUIRE low < high 'wrong order'"]
    (tmp_path / "band.t").write_text("\n".join(["CONTINUOUS SYSTEM band", *lines, "END"]) + "\n")
    session = Session(tmp_path)
    list(session.execute("SYST band"))
    (outcome,) = session.execute("PAR low: 3")

    assert isinstance(outcome, Failed)
    assert (outcome.code, outcome.message) == (
        "requirement-not-met",
        "'band' requires low < high, but low is 3, high is 2: wrong order",
    )
    assert not session.workspace.given.parameters
    assert not any(isinstance(each, Failed) for each in session.execute("PAR low: 3 high: 4"))
    assert session.workspace.given.parameters == {"low": 3.0, "high": 4.0}
    (described,) = session.execute("INFO band")
    assert isinstance(described, Printed)
    assert "requires\n    low < high  wrong order" in described.text


def test_par_refuses_fixed_values_that_differ_and_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "line.t").write_text(PIPES)
    session = Session(tmp_path)
    list(session.execute("SYST line"))
    (outcome,) = session.execute("PAR one.a.d: 3")

    assert isinstance(outcome, Failed)
    assert (outcome.code, outcome.message) == (
        "improper-connection",
        "'d' is 3 at 'one.a' and 2 at 'two.a', connected in line 24",
    )
    assert not session.workspace.given.parameters
    assert not any(isinstance(each, Failed) for each in session.execute("PAR one.a.d: 3 two.a.d: 3"))
    assert session.workspace.given.parameters == {"one.a.d": 3.0, "two.a.d": 3.0}


def test_model_after_a_stage_is_that_of_the_chosen_version(session: Session) -> None:
    list(session.execute("PAR v[1].version: square"))
    (shown,) = session.execute("MODEL -AFTER assemble")

    list(session.execute("PAR v[1].version: linear"))
    (otherwise,) = session.execute("MODEL -AFTER assemble")
    assert isinstance(shown, Printed)
    assert isinstance(otherwise, Printed)
    assert shown.text != otherwise.text
