"""The page on libraries lists every type; every file has one type with its name and its purpose."""

import re
from pathlib import Path

import pytest

from simnon.compiler.library import LIBRARIES
from simnon.languages.simnon import read_systems
from simnon.model import Remark, System, SystemKind
from simnon.source import Report, read_source

PAGE = Path(__file__).parents[2] / "docs" / "language" / "libraries.md"
FILES = sorted(LIBRARIES.glob("*/*"))


def type_of(path: Path) -> System:
    report = Report()
    source = read_source(path, report)
    assert source is not None
    (system,) = read_systems(source, report)
    assert not report.diagnostics
    return system


def name_of(path: Path) -> str:
    return f"{path.parent.name}.{path.stem}"


def test_the_page_lists_every_type_with_its_purpose() -> None:
    listed = re.findall(r"^\| `(\w+\.\w+)` \| (.*) \|$", PAGE.read_text(), re.MULTILINE)
    assert sorted(listed) == [(name_of(path), dict(type_of(path).remarks)[Remark.PURPOSE]) for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_file_has_the_type_of_its_name_with_described_parameters(path: Path) -> None:
    system = type_of(path)
    assert system.name == path.stem
    described = {comment.line for comment in system.comments}
    plain = {d.name for d in system.declarations} | {a.target.name for w in system.whens for a in w.assignments}
    parameters = [value for value in system.values if value.name not in plain]
    assert [value.name for value in parameters if value.span.line not in described] == []


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_variables_of_physical_parts_have_units(path: Path) -> None:
    system = type_of(path)
    without = [d.name for d in system.declarations if d.unit is None and d.kind.value in ("ACROSS", "THROUGH")]
    assert without == []
    assert system.kind is not SystemKind.TERMINAL or system.declarations
