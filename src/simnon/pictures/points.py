"""Numbers of an operation -> points."""

from .given import Given
from .scene import Column
from .theatre import Theatre


def pairs(theatre: Theatre, given: Given, first: str) -> list[tuple[Column, Column]]:
    """From a parameter on; an odd number of coordinates is reported."""
    numbers = given.rest(first)
    if len(numbers) % 2:
        theatre.report.error(
            "wrong-arguments", "a point has two coordinates, the last one has one", given.act.span, "add the other one"
        )
    return list(zip(numbers[::2], numbers[1::2], strict=False))
