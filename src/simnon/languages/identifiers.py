"""Names of other languages -> names that Simnon has."""

import re
from collections.abc import Callable
from pathlib import Path

from simnon.source import Source

RESERVED = ("if", "then", "else", "and", "or", "not")


def system_name(source: Source) -> str:
    """A program that has no name of its own is called like its file."""
    name = re.sub(r"\W", "_", Path(source.name).stem)
    return name if re.match(r"[^\W\d]", name) else f"s_{name}"


def free_name(wanted: str, is_taken: Callable[[str], bool]) -> str:
    """The name itself, or with the first number that makes it new."""
    name, number = wanted, 1
    while is_taken(name) or name.casefold() in RESERVED:
        number += 1
        name = f"{wanted}_{number}"
    return name
