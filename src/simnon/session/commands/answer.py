"""`ANSWER`: answers to coming questions."""

from collections.abc import Iterator

from simnon.source import UserError

from ..outcome import Outcome
from ..words import split_words
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> tuple[str, ...]:
    words = split_words(text)
    if not words:
        raise UserError("bad-command", "ANSWER needs at least one answer", ANSWER.usage)
    return words


def run(workspace: Workspace, words: tuple[str, ...]) -> Iterator[Outcome]:
    workspace.answers = (*workspace.answers, *words)
    yield from ()


ANSWER = Command(
    "ANSWER",
    "ANSWER answer ...",
    "Answer the next READs of macros in advance.",
    parse,
    run,
    "This allows a dialogue to be replayed.",
    ("ANSWER 5 YES",),
    repeats=False,
)
