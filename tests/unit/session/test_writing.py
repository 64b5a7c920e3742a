"""One rule for everything that writes: a file of the user is replaced only with -FORCE, and can be restored."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simnon.session import Failed, Session
from simnon.session.outcome import Noted
from simnon.source import REPLACED
from tests.unit.session.sessions import OSCILLATOR, executed, failure, give, new_session, session_with

USERS = "what the user has written\n"
WRITERS = {
    "SAVE OSC.T": "OSC.T",
    "SAVE CASE": "CASE.par",
    "JOURNAL OSC": "OSC.t",
    "JOURNAL 'OSC.T'": "OSC.T",
    "EXPORT measured": "measured.csv",
    "EXPORT measured.dat X": "measured.dat",
    "EXPORT measured.parquet": "measured.parquet",
    "EXPORT measured.nc": "measured.nc",
    "EXPORT many.nc /many": "many.nc",
    "EXPORT many.parquet /many": "many.parquet",
    "EXPORT many.zarr /many": "many.zarr",
    "HCOPY page": "page.svg",
    "HCOPY page.pdf": "page.pdf",
    "HCOPY page.png": "page.png",
    "DISP /values": "values.txt",
    "PRINT X /table": "table.txt",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """With a run, a page and an ensemble to be written."""
    session = new_session(tmp_path_factory.mktemp("work"))
    return executed(session, "SYST OSC", "SIMU 0 2", "ASHOW X", "SWEEP W=1,2,3 X /many")


def put_users(path: Path) -> None:
    """A file, or a folder, with something of the user's."""
    if path.suffix == ".zarr":
        path.mkdir()
        (path / "notes").write_text(USERS)
    else:
        path.write_text(USERS)


def has_users(path: Path) -> bool:
    text = path / "notes" if path.is_dir() else path
    return text.exists() and text.read_bytes() == USERS.encode()


@pytest.mark.parametrize("command", WRITERS)
def test_a_file_of_the_user_is_replaced_only_with_force_and_restored(
    session: Session, tmp_path: Path, command: str
) -> None:
    session.workspace.folder = tmp_path
    path = tmp_path / WRITERS[command]
    put_users(path)

    assert failure(session, command).code == "not-ours"
    assert has_users(path)
    assert [each for each in tmp_path.iterdir() if each != path] == []

    outcomes = give(session, f"{command} -FORCE")
    assert [each for each in outcomes if isinstance(each, Failed)] == []
    assert Noted(f"UNDO -FILE {path.name} restores the previous version") in outcomes
    assert not has_users(path)
    executed(session, f"UNDO -FILE {path.name}")
    assert has_users(path)


@pytest.mark.parametrize("command", WRITERS)
def test_a_file_written_by_simnon_is_replaced_freely(session: Session, tmp_path: Path, command: str) -> None:
    session.workspace.folder = tmp_path
    executed(session, command, command, command)

    assert [each.name for each in tmp_path.iterdir() if each.name != REPLACED] == [WRITERS[command]]


@pytest.mark.parametrize("command", ["JOURNAL osc", "SAVE osc.t"])
def test_file_names_are_not_case_sensitive(session: Session, tmp_path: Path, command: str) -> None:
    session.workspace.folder = tmp_path
    (tmp_path / "OSC.T").write_text(USERS)

    assert failure(session, command).code == "not-ours"
    assert [each.name for each in tmp_path.iterdir()] == ["OSC.T"]


@pytest.mark.parametrize("command", ["DISP X -FORCE", "PRINT X -FORCE"])
def test_force_without_a_file_is_rejected(session: Session, command: str) -> None:
    assert failure(session, command).code == "bad-command"


def test_an_edited_text_is_the_users(session: Session, tmp_path: Path) -> None:
    session.workspace.folder = tmp_path
    (tmp_path / "OSC.T").write_text(USERS)
    executed(session, "EDIT OSC -LINE", "N 1", "R of the user", "E")
    assert failure(session, "JOURNAL 'OSC.T'").code == "not-ours"
    assert (tmp_path / "OSC.T").read_text() == "of the user\n"
    executed(session, "UNDO -FILE OSC.T")
    assert has_users(tmp_path / "OSC.T")


def test_undo_of_a_file_needs_one_that_was_replaced(session: Session, tmp_path: Path) -> None:
    session.workspace.folder = tmp_path

    assert failure(session, "UNDO -FILE OSC.T").code == "nothing-to-undo"
    assert failure(session, "UNDO -FILE").code == "bad-command"
    assert failure(session, "UNDO -FILE ../OSC.T").code == "outside-folder"


def test_a_log_of_the_user_is_reported_before_the_run(tmp_path: Path) -> None:
    connecting = "CONNECTING SYSTEM con\nu1[logger] = X[OSC]\nEND\n"
    session = session_with(tmp_path, osc=OSCILLATOR, con=connecting)
    (tmp_path / "LOGGER.csv").write_text(USERS)
    executed(session, "SYST osc logger con")

    assert failure(session, "SIMU 0 1").code == "not-ours"
    assert has_users(tmp_path / "LOGGER.csv")
    (tmp_path / "LOGGER.csv").unlink()
    executed(session, "SIMU 0 1", "SIMU 0 1")


FULL = """
import resource, sys
from pathlib import Path
from simnon.session import Session
session = Session(Path(sys.argv[1]), is_interactive=False)
given = ["SYST OSC", "SIMU 0 200", "ASHOW X", "SWEEP W=1,2,3 X /many"]
for line in [*given, *sys.argv[2:], "DISP X"]:
    if line in sys.argv:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))
    for outcome in session.execute(line):
        if type(outcome).__name__ in ("Failed", "Valued"):
            print(line, getattr(outcome, "code", "went on"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
"""


@pytest.mark.skipif(os.name == "nt", reason="limits of processes are those of POSIX")
@pytest.mark.slow
def test_a_full_disk_fails_the_command_and_the_session_continues(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    large = [command for command in WRITERS if command.startswith(("EXPORT", "HCOPY", "PRINT"))]
    executed(session, "SYST OSC", "SIMU 0 2", "ASHOW X", "SWEEP W=1,2,3 X /many", *large)
    before = {name: (tmp_path / name).stat().st_mtime_ns for name in map(WRITERS.__getitem__, large)}
    done = subprocess.run(
        [sys.executable, "-B", "-c", FULL, str(tmp_path), *large], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [*(f"{command} file-not-written" for command in large), "DISP X went on"]
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in before} == before
    assert list(tmp_path.glob(".simnon-*.part")) == []
