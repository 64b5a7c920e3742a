"""Units: those of physical libraries agree strictly; blocks for signals of any unit have none of their own."""

from dataclasses import replace
from pathlib import Path

import pytest

from simnon.analysis import FLAT_PASSES
from simnon.analysis.check_units import check_units
from simnon.assembly import assemble
from simnon.compiler.compile import gather_systems
from simnon.compiler.library import LIBRARIES
from simnon.source import UNIT_CODES, Report, read_source

PHYSICAL = ("electrical", "translation", "rotation", "mechanics", "thermal", "hydraulic", "process")
FILES = sorted(LIBRARIES.glob("*/*.t"))


def name_of(path: Path) -> str:
    return f"{path.parent.name}.{path.stem}"


def complaints(path: Path) -> list[tuple[str, str]]:
    """The diagnostics about the units of a type, by itself and with nothing connected."""
    report = Report(UNIT_CODES)
    source = read_source(path, report)
    assert source is not None
    systems, _ = gather_systems([replace(source, category=path.parent.name)], report)
    found = Report(UNIT_CODES)
    model = assemble(systems, found)
    for each in FLAT_PASSES[: FLAT_PASSES.index(check_units) + 1] if model is not None else ():
        assert model is not None
        model = each(model, found)
    return [(d.code, d.message) for d in found.diagnostics if d.code in UNIT_CODES]


@pytest.mark.parametrize("path", [path for path in FILES if path.parent.name in PHYSICAL], ids=name_of)
def test_the_units_of_a_physical_type_agree(path: Path) -> None:
    assert complaints(path) == []


@pytest.mark.parametrize("path", [path for path in FILES if path.parent.name not in PHYSICAL], ids=name_of)
def test_a_block_for_any_signals_only_lacks_their_units(path: Path) -> None:
    assert {code for code, _ in complaints(path)} <= {"missing-unit"}
