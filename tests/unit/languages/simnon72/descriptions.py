"""Descriptions for the tests: lines entered one by one, and the error numbers they give."""

from simnon.languages.simnon72 import Description
from simnon.source import Source


def given(*lines: str) -> Description:
    """A description after correct lines."""
    description = Description()
    for line in lines:
        assert description.take(Source("line", line), 1) == (), line
    return description


def numbers(description: Description, line: str) -> list[int]:
    return [problem.number for problem in description.take(Source("line", line), 1)]


def numbers_and_columns(description: Description, line: str) -> list[tuple[int, int]]:
    """Each number with the column, from 0, that its arrow points at."""
    return [(problem.number, problem.position) for problem in description.take(Source("line", line), 1)]
