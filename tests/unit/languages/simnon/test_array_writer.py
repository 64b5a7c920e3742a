"""Texts with arrays are written as texts that are read as the same systems."""

from pathlib import Path

import pytest

from simnon.languages.simnon import read_systems, write_systems
from simnon.model import System
from simnon.source import Report, Source
from tests.language.markdown_cases import fences_in

ROOT = Path(__file__).parents[4]
PAGES = [ROOT / "docs" / "language" / "arrays.md", ROOT / "tests" / "language" / "simnon" / "arrays.md"]
TEXTS = [fence.text for page in PAGES for fence in fences_in(page.read_text("utf-8")) if fence.kind == "simnon"]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_what_is_written_reads_as_the_same(text: str) -> None:
    report = Report()
    systems = read_systems(Source("s", text), report)
    if report.has_errors:
        return
    written = write_systems(systems)

    again = read_systems(Source("s", written), Report())

    assert write_systems(again) == written
    assert [_meaning(system) for system in again] == [_meaning(system) for system in systems]


def _meaning(system: System) -> list[object]:
    found: list[object] = [(d.kind, d.name, d.shape, d.unit, d.units) for d in system.declarations]
    found += [(v.name, v.value, v.unit, v.given and (v.given.places, v.given.value)) for v in system.values]
    return found + [(a.target, a.places, a.value, a.section) for a in system.assignments]
