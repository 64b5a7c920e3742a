"""Names in other languages -> Simnon names."""

import re
from collections.abc import Callable
from pathlib import Path

from simnon.source import Source

RESERVED = ("if", "then", "else", "and", "or", "not")


def system_name(source: Source) -> str:
    """A program without a name is named after its file."""
    name = re.sub(r"\W", "_", Path(source.name).stem)
    return name if re.match(r"[^\W\d]", name) else f"s_{name}"


def free_name(preferred: str, is_taken: Callable[[str], bool]) -> str:
    """The name itself, or with the first number that makes it unique."""
    name, number = preferred, 1
    while is_taken(name) or name.casefold() in RESERVED:
        number += 1
        name = f"{preferred}_{number}"
    return name
