"""What one call for many runs is asked to do, and what one lane of it keeps (see `ensemble`)."""

from .subset import Record


class Job(Record):
    first: int
    last: int
    lanes: int
    """How many members run side by side."""
    slice: float
    seed: float
    """A member's seed is this plus its number."""
    numbering: float
    """The number of the first of `members` in the whole ensemble."""
    parameters: int
    """How many parameters differ; INITIALS is the same for initial values."""
    initials: int
    finals: int
    """How many final values are requested."""
    reductions: int
    """How many reductions of its records a member has."""
    curve_rows: int
    """The maximum number of records kept per member."""
    result_size: int
    control_end: int
    """Where in `template` the array `control` ends; likewise the following two."""
    values_end: int
    work_end: int
    reduction_table: int
    """Offset of the reductions; each has its function, the column of the record, a number to compare with, and a
    sign."""


class Own(Record):
    """The numbers of one lane, followed by those of its reductions."""

    lane: int
    rows_kept: float
    rows_seen: float
    last_time: float
    first_time: float
