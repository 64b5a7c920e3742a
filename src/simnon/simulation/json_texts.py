"""JSON in the descriptions of files -> names and words; a ValueError if it is anything else."""

import json
from typing import Any


def read_words(text: str | bytes) -> dict[str, str]:
    """A word for each name."""
    found: Any = json.loads(text)
    if not isinstance(found, dict) or not all(isinstance(word, str) for word in found.values()):
        raise ValueError("the description does not give a word for each name")
    return found


def read_names(text: str) -> tuple[str, ...]:
    found: Any = json.loads(text)
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise ValueError("the description does not give a list of names")
    return tuple(found)
