"""What an instance of an FMU keeps beside its run (see `fmu`)."""

from .subset import Record


class Fmu(Record):
    is_started: bool
    is_changed: bool
    """True if a parameter or an input was set since the values were computed."""
    is_stale: bool
    """True if the values of outputs do not belong to the present time and states."""
    slots: int
    """How many slots there are."""
    basis: int
    before: int
    after: int
    marks: int
    """Offsets in `own` of its tables."""
    sliding: int
    """What `control.sliding` becomes if the run needs to slide."""
    status: int
    """The last status of the run."""
    next_event: float
    """The next instant at which a sample or a time event is due."""
    start: float
    stop: float
    has_stop: bool
    is_stepwise: bool
    """True if the run returns after each step, for the importer to look at."""
