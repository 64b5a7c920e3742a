"""`EXAMPLE`: the files of an example come into the folder, and replace none."""

from pathlib import Path

from simnon.session import Session
from tests.unit.session.sessions import executed, failure, output_of


def test_the_files_of_an_example_are_copied_and_can_be_compiled(tmp_path: Path) -> None:
    session = Session(tmp_path)
    executed(session, "EXAMPLE tank", "SYST TANK DPID REGTANK", "EXAMPLE tank")

    assert session.workspace.loaded is not None
    assert {path.name for path in tmp_path.iterdir()} >= {"tank.t", "dpid.t", "regtank.t", "study.txt"}


def test_a_file_that_is_there_stays(tmp_path: Path) -> None:
    session = Session(tmp_path)
    (tmp_path / "regtank.t").write_text("mine")

    assert failure(session, "EXAMPLE tank").code == "file-exists"
    assert (tmp_path / "regtank.t").read_text() == "mine"
    assert not (tmp_path / "tank.t").exists()


def test_an_example_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert failure(Session(tmp_path), "EXAMPLE tanc").hint == "did you mean 'tank'?"


def test_without_a_name_the_examples_are_listed(tmp_path: Path) -> None:
    names = output_of(Session(tmp_path), "EXAMPLE").split()

    assert "tank" in names
    assert names == sorted(names)
