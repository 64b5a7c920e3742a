"""ALLOW, and the rule for files: the session folder and allowed folders, and for reading also the path."""

from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Noted
from tests.unit.session.sessions import COUNTER, OSCILLATOR, executed, failure, give, output_of


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """In a folder beside a different one, `outer`, with files of all types."""
    for name in ("here", "outer"):
        (tmp_path / name).mkdir()
    outer = tmp_path / "outer"
    (outer / "data.csv").write_text("t,x\n0,1\n1,2\n", "utf-8")
    (outer / "osc.t").write_text(OSCILLATOR, "utf-8")
    (outer / "case.par").write_text("PAR W: 2\n", "utf-8")
    (outer / "act.t").write_text("MACRO ACT\nWRITE 'acted'\nEND\n", "utf-8")
    (tmp_path / "here" / "count.t").write_text(COUNTER, "utf-8")
    (tmp_path / "here" / "own.t").write_text(OSCILLATOR, "utf-8")
    (tmp_path / "here" / "link.t").symlink_to(outer / "osc.t")
    return Session(tmp_path / "here")


READING = ("LIST ../outer/osc.t", "SYST ../outer/osc", "GET ../outer/case", "IMPORT ../outer/data.csv", "LIST link")
WRITING = ("SAVE ../outer/mine", "EXPORT ../outer/mine.csv", "JOURNAL ../outer/mine", "DISP/../outer/mine")


@pytest.mark.parametrize("line", [*READING, *WRITING, "EDIT ../outer/osc.t", "EDIT ../outer/new"])
def test_files_outside_are_neither_read_nor_written_until_allowed(session: Session, tmp_path: Path, line: str) -> None:
    executed(session, "SYST own", "SIMU 0 1")
    before = sorted(path.name for path in (tmp_path / "outer").iterdir())
    failed = failure(session, line)
    assert failed.code == "outside-folder"
    assert f"ALLOW '{tmp_path / 'outer'}'" in failed.hint
    assert sorted(path.name for path in (tmp_path / "outer").iterdir()) == before

    executed(session, "ALLOW ../outer", line)


@pytest.mark.parametrize("line", ["LIST '{}/outer/osc.t'", "IMPORT '{}/outer/data.csv'", "EXPORT '{}/outer/x.csv'"])
def test_an_absolute_path_does_not_bypass_the_rule(session: Session, tmp_path: Path, line: str) -> None:
    executed(session, "SYST own", "SIMU 0 1")

    assert failure(session, line.format(tmp_path)).code == "outside-folder"


def test_on_the_path_files_are_read_and_not_written(tmp_path: Path, session: Session) -> None:
    reader = Session(session.workspace.folder, (tmp_path / "outer",))

    executed(reader, "SYST osc", "GET case", "IMPORT data.csv", "ACT", "LIST ../outer/osc.t")
    assert failure(reader, "SAVE ../outer/mine").code == "outside-folder"


def test_allow_alone_lists_the_open_folders(session: Session, tmp_path: Path) -> None:
    executed(session, "ALLOW ../outer")

    shown = output_of(session, "ALLOW")
    assert f"{tmp_path / 'here'}   (the folder of the session)" in shown
    assert f"{tmp_path / 'outer'}   (allowed)" in shown


@pytest.mark.parametrize("name", ["nowhere", "own.t", "'no\0name'", "~nobody_of_this_name"])
def test_only_a_folder_can_be_allowed(session: Session, name: str) -> None:
    assert failure(session, f"ALLOW {name}").code == "file-not-found"
    assert failure(session, f"TRUST {name}").code == "file-not-found"


@pytest.mark.parametrize("line", ["ALLOW ../outer", "TRUST ../outer"])
def test_allow_and_trust_do_not_work_in_macros_and_files(session: Session, line: str) -> None:
    executed(session, "MACRO SNEAK", line, "END")
    assert failure(session, "SNEAK").code == "typed-only"
    executed(session, "FOR i = 1 TO 1", line)
    assert failure(session, "NEXT i").code == "typed-only"
    assert session.workspace.allowed == ()

    script = Session(session.workspace.folder, is_interactive=False)
    assert failure(script, line).code == "typed-only"


def test_the_journal_does_not_allow_again(session: Session) -> None:
    executed(session, "ALLOW ../outer")

    assert '" ALLOW ../outer' in output_of(session, "JOURNAL")


def test_info_reads_types_and_no_other_paths(session: Session, tmp_path: Path) -> None:
    for name in (str(tmp_path), str(tmp_path / "outer"), "../outer", "..", "/"):
        assert failure(session, f"INFO {name}").code == "unknown-type"


@pytest.mark.parametrize("name", ["../outer/data.csv", "'{}/outer/data.csv'", "link.csv"])
def test_in_an_allowed_folder_force_replaces_and_undo_restores(session: Session, tmp_path: Path, name: str) -> None:
    """The command in the hint works as it is."""
    path = tmp_path / "outer" / "data.csv"
    (tmp_path / "here" / "link.csv").symlink_to(path)
    before = path.read_text("utf-8")
    executed(session, "ALLOW ../outer", "SYST own", "SIMU 0 1")
    line = f"EXPORT {name.format(tmp_path)}"
    assert failure(session, line).code == "not-ours"

    (noted,) = [each.text for each in give(session, f"{line} -FORCE") if isinstance(each, Noted)]
    assert path.read_text("utf-8") != before

    executed(session, noted.partition(" restores")[0])
    assert path.read_text("utf-8") == before
    assert failure(Session(tmp_path / "here"), noted.partition(" restores")[0]).code == "outside-folder"
