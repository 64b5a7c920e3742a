"""information: what INFO shows of libraries, also those of the user."""

from pathlib import Path

import pytest

from simnon.compiler import information
from simnon.source import UserError

PUMP = "CONTINUOUS SYSTEM pump\nPURPOSE moves water\ny = k\nk: 1\nEND\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for library, name in (("Plant", "pump"), ("electrical", "pump"), ("plant2/deep", "pump"), (".hidden", "pump")):
        (tmp_path / library).mkdir(parents=True)
        (tmp_path / library / f"{name}.t").write_text(PUMP)
    (tmp_path / "empty").mkdir()
    (tmp_path / "tank.t").write_text(PUMP)
    return tmp_path


def test_libraries_of_ones_own_are_listed_before_those_of_the_program(folder: Path) -> None:
    entries = information("", [folder]).entries
    own = [(entry.name, entry.description) for entry in entries if entry.kind == "your own"]

    assert own == [("Plant", "pump"), ("electrical", "pump"), ("plant2", "")]
    assert entries[len(own) :] == information().entries


def test_a_library_of_ones_own_has_an_index(folder: Path) -> None:
    (row,) = information("Plant", [folder]).entries

    assert (row.name, row.description) == ("Plant.pump", "moves water")
    assert [row.name for row in information("plant2", [folder]).entries] == ["plant2.deep"]
    assert information("Plant.pump", [folder]).parameters[0].name == "k"


def test_types_of_ones_own_are_added_to_a_library_of_the_same_name(folder: Path) -> None:
    names = [row.name for row in information("electrical", [folder]).entries]

    assert names[0] == "electrical.pump"
    assert "electrical.resistor" in names


def test_a_misspelled_type_of_ones_own_is_suggested(folder: Path) -> None:
    with pytest.raises(UserError) as caught:
        information("Plant.pimp", [folder])

    assert caught.value.hint == "did you mean 'Plant.pump'?"


def test_a_remark_can_be_in_quotes(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "pump.t").write_text(PUMP.replace("moves water", "'moves   water'"))
    (tmp_path / "own" / "tank.t").write_text(PUMP.replace("moves water", "'").replace("pump", "tank"))

    assert [row.description for row in information("own", [tmp_path]).entries] == ["moves water", "'"]
