"""DATA: a text with a name, and a range of characters in it, kept through every rewrite."""

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One text as the user wrote it; `name` is its name in messages, `folder` the folder of the files it names.

    `category` is that of a library: its systems are looked up there first. `open_folders` are the folders whose files
    the text can name, besides its own.
    """

    name: str
    text: str
    folder: str = ""
    category: str = ""
    open_folders: tuple[str, ...] = ()
    line_starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        object.__setattr__(self, "line_starts", tuple(starts))

    def line_number(self, offset: int) -> int:
        """The line number, from 1, of the character at `offset`."""
        return bisect_right(self.line_starts, offset)

    def line_text(self, number: int) -> str:
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end]


class Span(NamedTuple):
    """The characters from `start` to `end` (exclusive) of one source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.line_number(self.start)

    @property
    def column(self) -> int:
        """The column, from 1."""
        return self.start - self.source.line_starts[self.line - 1] + 1

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]
