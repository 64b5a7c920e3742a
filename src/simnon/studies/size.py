"""A design and what is kept -> the memory and disk space of the results; a study that does not fit is rejected."""

from pathlib import Path

from simnon.source import frozen, resources

from .designs import Design
from .members import Job

_OF_A_MEMBER = 24
"""Bytes for its stop reason and stop time, and the overhead of its chunk."""
_HINT = "keep fewer curves at a larger spacing, or numbers such as max(H); in Python to= streams them into a file"


@frozen
class Size:
    """In bytes; `on_disk` is 0 if everything stays in memory."""

    in_memory: float
    on_disk: float


def size_of(job: Job, design: Design, path: Path | None) -> Size:
    """Records of unknown length, one after each step, are not counted."""
    count, keep, options = float(len(design)), job.keep, job.options
    # Some members are looked up in the design twice: to be checked, and to be run.
    numbers = 2 * 8 * count * len(design.names)
    rows = (options.stop - options.start) / options.spacing + 1.0 if options.spacing is not None else 0.0
    results = count * (_OF_A_MEMBER + 8 * len(keep.reductions) + 8 * rows * len(keep.curves))
    times = 8 * rows if keep.curves else 0.0
    if path is None:
        return Size(numbers + results + times, 0.0)
    return Size(numbers + times, numbers / 2 + results + times)


def check_size(job: Job, design: Design, path: Path | None) -> None:
    """Raise if the machine does not have enough."""
    size, what = size_of(job, design, path), f"{len(design):,} members"
    resources.check_memory(size.in_memory, what, _HINT)
    if path is not None:
        resources.check_disk(size.on_disk, path.parent, what, "keep less, or choose a different disk")


def check_records(done: int, left: int, size: int) -> None:
    """Raise if the records of the remaining members would not fit, judging by the completed ones."""
    hint = "give spacing=, or keep numbers such as max(H)"
    resources.check_memory(size / max(1, done) * left, f"the records of {left:,} more members", hint)
