"""`WRITE`: write text and values."""

from collections.abc import Iterator

from ..intrac import shown, value_of
from ..outcome import Outcome, Printed
from ..words import split_expressions
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> tuple[str, ...]:
    return split_expressions(text)


def run(workspace: Workspace, words: tuple[str, ...]) -> Iterator[Outcome]:
    """Texts as they are, anything else by its value, separated by blanks."""
    yield Printed(" ".join(_text(workspace, word) for word in words))


def _text(workspace: Workspace, word: str) -> str:
    value = value_of(workspace, word)
    return value if isinstance(value, str) else f"{value:.6g}" if value != int(value) else shown(value)


WRITE = Command(
    "WRITE",
    "WRITE 'text' expression ...",
    "Write text and values.",
    parse,
    run,
    "Blanks separate the items; an item that is not in quotes is a variable or an expression without blanks.",
    ("WRITE 'the level is' H", "WRITE 'overshoot' MAX(H)-HREF"),
    repeats=False,
    is_literal=True,
)
