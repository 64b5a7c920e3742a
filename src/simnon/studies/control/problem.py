"""DATA: a problem of optimal control, checked and with full names."""

from collections.abc import Mapping

import numpy as np

from simnon.program import Array
from simnon.simulation import RunOptions
from simnon.source import frozen

Range = tuple[float, float]
"""The lower and the upper bound, infinite if there is none."""


@frozen
class ControlProblem:
    """`options` are those of a run over the whole time, which ends at a guess if the end is free.

    The criterion is the value of a variable at the end of the run, or empty for the end of the run itself.
    """

    options: RunOptions
    controls: Mapping[str, Range]
    criterion: str
    is_maximum: bool
    intervals: int
    is_linear: bool
    """Controls are straight lines over each interval; otherwise constant."""
    path: Mapping[str, Range]
    end: Mapping[str, Range]
    free: Mapping[str, Range]
    """Further parameters, and initial values of states, that are chosen too."""
    stop: Range | None
    """The bounds of the end if it is free."""
    guess: Mapping[str, Array]
    """Of each control at the nodes, and of what is free."""

    @property
    def nodes(self) -> int:
        """How many values a control has."""
        return self.intervals + 1 if self.is_linear else self.intervals

    def times(self, stop: float) -> Array:
        """Where the intervals begin and end."""
        return np.linspace(self.options.start, stop, self.intervals + 1)
