"""`TEXT` and `MARK`: text on the page."""

from collections.abc import Iterator
from dataclasses import replace

from simnon.figures import Direction, TextBlock
from simnon.source import UserError, frozen

from ..calculator import evaluate
from ..outcome import Outcome, PageDrawn
from ..plotting import present_area, with_area
from ..words import split_words, text_in
from ..workspace import Workspace
from .command import Command


@frozen
class MarkCommand:
    """Move to a position, if one is given, and write a text, if one is given."""

    place: tuple[str, str] | None
    text: str
    direction: Direction


def parse_text(text: str) -> str:
    words = split_words(text)
    if len(words) != 1 or not words[0].startswith("'"):
        raise UserError("bad-command", "TEXT needs one text in quotes", TEXT.usage)
    return text_in(words[0])


def write_title(workspace: Workspace, title: str) -> Iterator[Outcome]:
    page = workspace.page
    titled = with_area(page, replace(present_area(page), title=title))
    workspace.page = replace(titled, is_used=page.is_used)
    yield PageDrawn(workspace.page.figure)


def parse_mark(text: str) -> MarkCommand:
    """The later Simnon's `MARK A 2.5 0`, `MARK "text`, `MARK V "text`; and `MARK 2.5 0 'text'` in one."""
    before, _, after = text.partition('"')
    words = list(split_words(before))
    written = after.strip()
    if words and words[-1].startswith("'"):
        written = text_in(words.pop())
    direction = Direction.HORIZONTAL
    if words and words[0].upper() in ("V", "H"):
        direction = Direction.VERTICAL if words.pop(0).upper() == "V" else direction
    if words and words[0].upper() == "A":
        words.pop(0)
    if len(words) not in (0, 2) or not (words or written):
        raise UserError("bad-command", "MARK needs a position, a text, or both", MARK.usage)
    return MarkCommand((words[0], words[1]) if words else None, written.rstrip('"').strip(), direction)


def mark(workspace: Workspace, command: MarkCommand) -> Iterator[Outcome]:
    page = workspace.page
    area = present_area(page)
    if not area.has_axes:
        raise UserError("no-axes", "there are no axes to write in", "AXES or ASHOW draws some")
    if command.place is not None:
        x, y = (evaluate(workspace, text) for text in command.place)
        page = replace(page, place=(x, y))
    if command.text:
        if page.place is None:
            raise UserError("bad-command", "the position of the text is missing", MARK.usage)
        words = TextBlock(command.text, *page.place, command.direction)
        page = with_area(page, replace(area, words=(*area.words, words)))
    workspace.page = page
    if command.text:
        yield PageDrawn(page.figure)


TEXT = Command(
    "TEXT",
    "TEXT 'text'",
    "Write a heading over the current area.",
    parse_text,
    write_title,
    "",
    ("TEXT 'PI control of the level'",),
)
MARK = Command(
    "MARK",
    'MARK [A x y] [V] "text',
    "Write a text at a position in the current area.",
    parse_mark,
    mark,
    "The position is in the coordinates of the axes and is kept for the next MARK. V writes upwards. The text begins "
    "at the quote, or is enclosed in apostrophes.",
    ("MARK A 40 2.4", 'MARK "overshoot', "MARK 100 1.8 'the outlet opens'"),
    repeats=False,
)
