"""`SPLIT` and `AREA`: several areas on one page."""

from collections.abc import Iterator
from dataclasses import replace

from simnon.source import UserError, whole_number

from ..outcome import Outcome
from ..plotting import empty_page
from ..words import split_words
from ..workspace import Workspace
from .command import Command

MAX_AREAS = 64


def _two_counts(text: str, usage: str) -> tuple[int, int]:
    words = split_words(text)
    if len(words) == 2 and all(word.isdecimal() and whole_number(word) > 0 for word in words):
        return whole_number(words[0]), whole_number(words[1])
    raise UserError("bad-command", "expected a row and a column, counting from 1", usage)


def parse_split(text: str) -> tuple[int, int]:
    return _two_counts(text, SPLIT.usage) if text.strip() else (1, 1)


def split(workspace: Workspace, counts: tuple[int, int]) -> Iterator[Outcome]:
    rows, columns = counts
    if rows * columns > MAX_AREAS:
        raise UserError("bad-command", f"{rows} by {columns} areas are too many", f"{MAX_AREAS} fit on a page")
    workspace.page = empty_page(rows, columns)
    yield from ()


def parse_area(text: str) -> tuple[int, int]:
    return _two_counts(text, AREA.usage)


def area(workspace: Workspace, place: tuple[int, int]) -> Iterator[Outcome]:
    row, column = place
    figure = workspace.page.figure
    if row > figure.rows or column > figure.columns:
        raise UserError(
            "bad-command", f"the page has {figure.rows} by {figure.columns} areas", "SPLIT rows columns creates more"
        )
    chosen = (row - 1) * figure.columns + column - 1
    workspace.page = replace(workspace.page, area=chosen, is_used=False, place=None)
    yield from ()


SPLIT = Command(
    "SPLIT",
    "SPLIT rows columns",
    "Begin a new page with several areas.",
    parse_split,
    split,
    "ASHOW and AXES fill them row by row. SPLIT 1 1 returns to one area.",
    ("SPLIT 2 1",),
)
AREA = Command(
    "AREA",
    "AREA row column",
    "Choose the area for the curves that follow.",
    parse_area,
    area,
    "ASHOW and AXES replace its contents, SHOW adds to them.",
    ("AREA 2 1",),
)
