"""Types are found beside the text and in the libraries, and distinguished by their category."""

from pathlib import Path

import pytest

import simnon
from simnon.compiler import gather_systems
from simnon.compiler.library import LIBRARIES, find_type
from simnon.source import Report, Source

GAIN = "CONTINUOUS SYSTEM gain\nINPUT u\nOUTPUT y\ny = k*u\nk: {}\nEND\n"
TOP = "CONNECTING SYSTEM top\nSYSTEM g: {}\ng.u = 3\nEND\n"


def test_a_type_beside_the_text_is_found(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "gain.t").write_text(GAIN.format(4))
    (tmp_path / "top.t").write_text(TOP.format("mine.gain"))

    assert simnon.load(tmp_path / "top.t").simulate(0, 1).final["g.y"] == 12.0


def test_the_text_precedes_folders_and_these_precede_the_libraries(tmp_path: Path) -> None:
    (tmp_path / "control").mkdir()
    (tmp_path / "control" / "gain.t").write_text(GAIN.format(5))
    (tmp_path / "top.t").write_text(TOP.format("control.gain"))

    assert simnon.load(tmp_path / "top.t").simulate(0, 1).final["g.y"] == 15.0
    assert simnon.load(TOP.format("gain") + GAIN.format(6)).simulate(0, 1).final["g.y"] == 18.0


def test_types_of_one_library_need_no_prefix_inside() -> None:
    text = "CONNECTING SYSTEM top\nSYSTEM r: electrical.resistor\nEND\n"
    systems, sources = gather_systems((Source("top.t", text),), Report())

    assert {system.name for system in systems} == {"top", "electrical.resistor", "electrical.pin"}
    assert {source.category for source in sources} == {"", "electrical"}


def test_sources_of_a_model_are_enough_to_load_it_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "gain.t").write_text(GAIN.format(4))
    (tmp_path / "top.t").write_text(TOP.format("mine.gain"))
    sources = simnon.load(tmp_path / "top.t")._simulator.sources
    (tmp_path / "mine" / "gain.t").unlink()

    assert simnon.load(*sources).simulate(0, 1).final["g.y"] == 12.0


@pytest.mark.parametrize("path", sorted(LIBRARIES.rglob("*.t")), ids=lambda path: path.stem)
def test_every_type_of_a_library_has_the_name_of_its_file(path: Path) -> None:
    name = ".".join(path.relative_to(LIBRARIES).with_suffix("").parts)

    assert find_type(name) == path
    assert f"{name}:" in str(simnon.load(TOP.format("gain") + GAIN.format(1)).info(name))
