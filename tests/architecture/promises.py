"""Pages of documentation -> sentences that promise something instead of describing the program."""

import re
from collections.abc import Iterator
from pathlib import Path

PROMISE = re.compile(r"\b(yet|later|not implemented|will be|for now|comes? next|in (?:the )?future)\b", re.IGNORECASE)

ALLOWED = (
    "Python 3.11 or later",
    "later sessions",
    "Later runs use it",
    "Later passes know nothing of relations",
    "later Simnon",
    "| | 1977 | later | here |",
    "a later one replaces it",
    "the later one in the text wins",
    "is not later than the current one",
    'promises ("yet", "later")',
)
"""The rest of a sentence, without these, must not promise anything."""

_FENCED = re.compile(r"^ *(`{3,}).*?^ *\1`*\n", re.DOTALL | re.MULTILINE)


def find_promises(pages: list[Path], allowed: tuple[str, ...] = ALLOWED) -> list[str]:
    """Return the page and the sentence of each promise; examples and transcripts do not count."""
    return [
        f"{page.name}: {sentence}"
        for page in pages
        for sentence in _sentences(page.read_text("utf-8"), allowed)
        if PROMISE.search(sentence)
    ]


def find_unused(pages: list[Path], allowed: tuple[str, ...] = ALLOWED) -> list[str]:
    """Return the exceptions that no page needs any more."""
    texts = [" ".join(page.read_text("utf-8").split()) for page in pages]
    return [each for each in allowed if not any(each in text for text in texts)]


def _sentences(text: str, allowed: tuple[str, ...]) -> Iterator[str]:
    for paragraph in _FENCED.sub("\n", text).split("\n\n"):
        flat = " ".join(paragraph.split())
        for each in allowed:
            flat = flat.replace(each, "")
        yield from re.split(r"(?<=[.:;!?]) ", flat)
