"""`ANSWER`: answers for the questions to come."""

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
    "Answer the next READs of macros beforehand.",
    parse,
    run,
    "So that a dialogue can be replayed.",
    ("ANSWER 5 YES",),
    repeats=False,
)
