"""DATA: an instance of an FMU in memory: one block, a header for the importer's callbacks, then the arrays of a run."""

from collections.abc import Mapping

from simnon.source import frozen

HEADER_WORDS = 16
ARRAYS = ("own", "control", "plan", "states", "values", "work", "record", "log", "gradients")


@frozen
class InstanceImage:
    """The sizes of the arrays of an instance, and the numbers they begin with."""

    size_of_array: Mapping[str, int]
    numbers: tuple[float, ...]
    """Of all arrays in order; the rest are zeros."""
    offset_of_own: Mapping[str, int]
    """Of the fields of `own`."""
    time: int
    """The offset of the time in `control`."""
    found: int
    """The offset of free space in `work`."""
    state_count: int
    guard_count: int
    nominals: tuple[float, ...]
    messages: tuple[str, ...]
    """What each status of a run means to the user."""
    gradient_pairs: tuple[tuple[int, int], ...] = ()
    """(reference of the unknown, reference of the known) of each derivative."""
    gradients_size: int = 0
    token: str = ""
    name: str = "model"
    """Of the libraries, without extension."""
    choices: tuple[float, ...] = ()
    """The numbers of versions that are compiled in."""
    first_choice: int = 0
    """The reference of the first of them; the others follow."""
    clock_count: int = 0
    """If positive, an importer schedules the samples: each discrete system has a clock."""
    first_clock: int = 0
    """The reference of the first clock; the others follow."""

    def offset(self, array: str) -> int:
        """In bytes."""
        before = ARRAYS[: ARRAYS.index(array)]
        return 8 * (HEADER_WORDS + sum(self.size_of_array[each] for each in before))

    @property
    def size(self) -> int:
        return 8 * (HEADER_WORDS + sum(self.size_of_array.values()))
