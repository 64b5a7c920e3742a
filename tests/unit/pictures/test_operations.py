"""The table of operations: the 36 of 1987 are there, and each is documented with an example that works."""

from pathlib import Path

import pytest

from simnon.pictures import OF_1987, OPERATIONS
from simnon.pictures.acts import PERFORMERS
from simnon.pictures.operations import BLOCKS
from tests.language.markdown_cases import fences_in
from tests.unit.pictures.staged import stage_text

PAGE = Path(__file__).parents[3] / "docs" / "language" / "pictures.md"
EXAMPLES = [fence.text for fence in fences_in(PAGE.read_text("utf-8")) if fence.kind == "picture"]
_PRINTED = """
move draw rectangle fillrectangle circle fillcircle setcolor setlinewidth drawstring requeststring scale translate
pushmatrix popmatrix open close delete call highlight pushmarker popmarker requestpick requestline requestrectangle
requestshape create title bind limits erase redrawwindow redrawall newmenu addtomenu requestmenu mainmenu
"""
PRINTED_1987 = _PRINTED.split()
WITHOUT_EXAMPLE = {"surface"}
"""It needs a file."""


def test_the_operations_of_1987_are_all_there() -> None:
    assert len(PRINTED_1987) == 36
    assert list(OF_1987) == PRINTED_1987


def test_every_operation_is_performed() -> None:
    assert set(OPERATIONS) - {"open", "close", "call"} == set(PERFORMERS)


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_of_the_manual_works(text: str) -> None:
    scene, found = stage_text(text)

    assert found == ()
    assert scene.shapes or scene.menus or scene.requests


def test_every_operation_has_an_example() -> None:
    used = {line.split()[0].casefold() for text in EXAMPLES for line in text.splitlines() if line.split()}

    assert set(OPERATIONS) - used == WITHOUT_EXAMPLE
    assert set(BLOCKS) <= used


def test_the_manual_lists_every_operation_as_the_table_has_it() -> None:
    rows = [f"| `{each.usage}` | {each.meaning} |" for each in OPERATIONS.values()]

    assert PAGE.read_text("utf-8").endswith("\n".join(rows) + "\n")
