"""`WRITE`: say something from a macro."""

from collections.abc import Iterator

from simnon.source import UserError

from ..intrac import shown, value_of
from ..outcome import Outcome, Said
from ..words import split_words
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> tuple[str, ...]:
    return split_words(text)


def run(workspace: Workspace, words: tuple[str, ...]) -> Iterator[Outcome]:
    """Texts as they are, everything else by its value, a blank between them."""
    yield Said(" ".join(_said(workspace, part) for part in _joined(words)))


def _joined(words: tuple[str, ...]) -> tuple[str, ...]:
    """An expression with parentheses is one part: `MAX ( H )` is MAX(H)."""
    parts: list[str] = []
    depth = 0
    for word in words:
        if parts and (depth or (word == "(" and not parts[-1].startswith("'"))):
            parts[-1] += word
        else:
            parts.append(word)
        depth += (word == "(") - (word == ")")
        if depth < 0:
            raise UserError("bad-command", "a parenthesis is closed that was not opened", WRITE.usage)
    return tuple(parts)


def _said(workspace: Workspace, part: str) -> str:
    value = value_of(workspace, part)
    return value if isinstance(value, str) else f"{value:.6g}" if value != int(value) else shown(value)


WRITE = Command(
    "WRITE",
    "WRITE 'text' expression ...",
    "Write texts and values.",
    parse,
    run,
    "Blanks separate the parts; a part that is not in quotes is a variable or an expression without blanks.",
    ("WRITE 'the level is' H", "WRITE 'overshoot' MAX(H)-HREF"),
    repeats=False,
    is_literal=True,
)
