"""DATA: a model in several versions as one FMU: the alternative of each choice, and whose numbers are whose.

An importer sees one set of variables, those of all alternatives together, with numbers from 0 on; the choices have the
numbers that follow.
"""

from math import prod

from simnon.source import frozen

from .instance_image import InstanceImage

ABSENT = -1


@frozen
class Alternatives:
    """One for each combination of choices; those of the last choice follow each other."""

    images: tuple[InstanceImage, ...]
    item_counts: tuple[int, ...]
    """How many items each choice has."""
    initial: int
    """The alternative of an importer that chooses nothing."""
    references: tuple[tuple[int, ...], ...]
    """For each alternative and each variable of all of them: its own reference, or ABSENT."""
    states: tuple[tuple[int, ...], ...]
    """For each alternative: the places of its states among those of all."""
    state_count: int
    """Of all alternatives together."""

    @property
    def strides(self) -> tuple[int, ...]:
        """By how much the number of the alternative grows with the item of each choice."""
        return tuple(prod(self.item_counts[i + 1 :]) for i in range(len(self.item_counts)))

    @property
    def variable_count(self) -> int:
        return len(self.references[0])

    @property
    def guard_count(self) -> int:
        return max(image.guard_count for image in self.images)
