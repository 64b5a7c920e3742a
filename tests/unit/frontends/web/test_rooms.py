"""What the windows of runs, of the folder and of libraries are told."""

from pathlib import Path

import pytest

from simnon.frontends.web.answers import opened, saved
from simnon.frontends.web.describing import described
from simnon.frontends.web.parts import browsed
from simnon.frontends.web.requests import Browse, Describe, Open, Save
from simnon.frontends.web.runs import runs_part
from simnon.session import Session
from simnon.source import UserError
from tests.unit.session.sessions import executed, new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / "data").mkdir()
    (folder / "data" / "pulse.csv").write_text("t,x\n0,1\n1,2\n")
    (folder / "out").symlink_to(tmp_path)
    return new_session(folder)


def test_a_run_says_what_differs_from_the_text(session: Session) -> None:
    executed(session, "SYST OSC", "PAR W:2", "INIT X:3", "SIMU 0 1 /fast", "PAR W:1", "SIMU", "IMPORT data/pulse.csv")
    items = {item.name: item for item in runs_part(session).items}

    assert items["FAST"].differs == {"W": 2.0, "X": 3.0}
    assert items[""].differs == {"X": 3.0}
    assert (items["PULSE"].is_measured, items["PULSE"].differs) == (True, {})


def test_runs_of_a_different_model_have_what_was_given(session: Session) -> None:
    executed(session, "SYST OSC", "PAR W:2", "SIMU 0 1 /fast", "SYST COUNT")

    assert runs_part(session).items[-1].differs == {"W": 2.0}


def test_sweeps_are_listed_with_what_they_keep(session: Session) -> None:
    executed(session, "SYST OSC", "SWEEP W=1,2 MAX(X) /many")
    (found,) = [each for each in runs_part(session).ensembles if each.name == "MANY"]

    assert (found.parameters, found.done, found.count, found.numbers) == (("W",), 2, 2, ("max(X)",))


def test_folders_are_listed_below_that_of_the_session(session: Session) -> None:
    assert [item.name for item in browsed(session, Browse(1, "data")).items] == ["pulse.csv"]
    for folder in ("..", "out", "/", "nowhere", "a\0b"):
        with pytest.raises(UserError):
            browsed(session, Browse(1, folder))


def test_a_file_is_saved_over_the_one_that_was_opened_and_over_no_other(session: Session) -> None:
    with pytest.raises(UserError):
        saved(session, Save(1, "OSC.T", "new", ""))
    text = opened(session, Open(1, "OSC.T"))
    saved(session, Save(2, "OSC.T", "new", text.digest))
    executed(session, "UNDO -FILE OSC.T")

    assert opened(session, Open(1, "OSC.T")).text == text.text


def test_a_saved_file_keeps_its_line_ends(session: Session) -> None:
    path = session.workspace.folder / "win.t"
    path.write_bytes(b"CONTINUOUS SYSTEM win\r\nEND\r\n")
    text = opened(session, Open(1, "win.t"))
    assert text.text == "CONTINUOUS SYSTEM win\nEND\n"
    saved(session, Save(2, "win.t", "CONTINUOUS SYSTEM win\nk: 1\nEND\n", text.digest))

    assert path.read_bytes() == b"CONTINUOUS SYSTEM win\r\nk: 1\r\nEND\r\n"


def test_libraries_have_types_and_types_have_terminals(session: Session) -> None:
    libraries = [row.name for row in described(session, Describe(1, "")).entries]
    types = [row.name for row in described(session, Describe(1, "electrical")).entries]
    resistor = described(session, Describe(1, "electrical.resistor"))

    assert "electrical" in libraries
    assert "electrical.resistor" in types
    assert [row.name for row in resistor.terminals] == ["p", "n"]
    assert [(row.name, row.unit) for row in resistor.parameters] == [("R", "Ohm")]
    with pytest.raises(UserError):
        described(session, Describe(1, "../electrical"))
