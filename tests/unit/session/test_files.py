"""Files are found regardless of case, and written completely or not at all."""

import os
from pathlib import Path

import pytest

from simnon.session.files import find_file, missing_file, path_to_write, write_file
from simnon.source import REPLACED, UserError
from tests.unit.session.sessions import OSCILLATOR, executed, failure, new_session


def test_a_file_is_found_by_its_name_alone(tmp_path: Path) -> None:
    (tmp_path / "TANK.T").write_text("")

    assert find_file("tank", [tmp_path], [".t"]) == tmp_path / "TANK.T"


def test_the_first_folder_and_the_exact_name_take_precedence(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    for folder, name in ((first, "x.t"), (second, "x"), (second, "X.T")):
        folder.mkdir(exist_ok=True)
        (folder / name).write_text("")

    assert find_file("x", [first, second], [".t"]) == first / "x.t"
    assert find_file("X", [second], [".t"]) == second / "x"
    assert find_file("y", [first, second], [".t"]) is None


def test_a_missing_file_is_reported_with_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "TANK.T").write_text("")

    assert missing_file("TNAK", [tmp_path], [".t"]).hint == "did you mean 'TANK'?"


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", "sub", "nowhere/x"])
def test_nothing_is_written_outside_the_folder_or_over_one(tmp_path: Path, name: str) -> None:
    (tmp_path / "sub").mkdir()

    with pytest.raises(UserError):
        path_to_write(name, tmp_path)


def test_a_file_is_replaced_atomically(tmp_path: Path) -> None:
    path = path_to_write("a", tmp_path, ".par")
    write_file(path, "one")
    os.chmod(path, 0o640)  # noqa: PTH101
    write_file(path, "two")

    assert path.read_text() == "two"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [each for each in tmp_path.iterdir() if each.name != REPLACED] == [path]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.par"
    write_file(path, "old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="No space"):
        write_file(path, "new")

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "path", ["'{}/my models/osc'", "'my models/osc.t'", "'my models/OSC'", "'{}/my models/../my models/osc.t'"]
)
@pytest.mark.parametrize("command", ["SYST", "LIST", "EDIT -LINE"])
def test_every_command_that_reads_takes_a_path_in_quotes(tmp_path: Path, command: str, path: str) -> None:
    session = new_session(tmp_path)
    (tmp_path / "my models").mkdir()
    (tmp_path / "OSC.T").rename(tmp_path / "my models" / "osc.t")

    executed(session, f"{command} {path.format(tmp_path)}")


@pytest.mark.parametrize(
    ("write", "read"),
    [
        ("SAVE {}", "GET {}"),
        ("EXPORT {}.csv", "IMPORT {}.csv /back"),
        ("EXPORT {}.csv", "SYST {}.csv"),
        ("HCOPY {}.svg", ""),
        ("JOURNAL {}", "LIST {}"),
        ("DISP /{}", ""),
        ("PRINT X /{}", ""),
    ],
)
def test_a_file_is_written_and_read_by_its_path(tmp_path: Path, write: str, read: str) -> None:
    """With blanks in quotes; without them also a plain path from the root."""
    session = executed(new_session(tmp_path), "SYST OSC", "SIMU 0 1", "ASHOW X")
    (tmp_path / "my results").mkdir()
    (tmp_path / "results").mkdir()

    def named(pattern: str, path: str) -> str:
        extension = pattern.partition("{}")[2].partition(" ")[0]
        return pattern.replace("{}" + extension, f"'{path}{extension}'") if " " in path else pattern.format(path)

    places = [f"{tmp_path}/my results/one"]
    places += [] if write.endswith("/{}") else [f"{tmp_path}/results/two", "results/three"]
    for place in places:
        executed(session, named(write, place))
        if read:
            executed(session, named(read, place))
    assert len([*tmp_path.glob("my results/one*"), *tmp_path.glob("results/t*")]) == len(places)


def test_a_path_outside_the_session_folder_is_refused_whatever_its_form(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "osc.t").write_text(OSCILLATOR, "utf-8")
    session = new_session(inside)

    for line in (f"SYST '{tmp_path}/osc.t'", f"SYST {tmp_path}/osc.t", "SYST '../osc'", f"JOURNAL {tmp_path}/j.t"):
        assert failure(session, line).code == "outside-folder"


def test_a_drive_letter_is_part_of_a_path(tmp_path: Path) -> None:
    session = new_session(tmp_path)

    assert failure(session, r"SYST C:\models\tank.t").message == r"there is no file 'C:\models\tank.t'"
    assert failure(session, r"SYST 'C:\my models\tank.t'").message == r"there is no file 'C:\my models\tank.t'"


def test_double_quotes_are_not_taken_for_a_comment(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "SYST OSC")

    failed = failure(session, 'SYST "my tank"')
    assert failed.hint == "use single quotes: 'my tank'"


def test_a_misspelled_path_offers_the_nearest(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "pump.t").write_text(OSCILLATOR, "utf-8")

    assert failure(session, "SYST models/pumq").hint == f"did you mean '{Path('models/pump')}'?"
    assert failure(session, "SYST modles/pump").hint == "there is no folder 'modles'"
