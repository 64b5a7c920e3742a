"""DATA: every number of one run, the only thing that changes during it."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .layout import Layout

Array: TypeAlias = NDArray[np.float64]


@dataclass(slots=True)
class Values:
    time: float
    states: Array
    values: Array

    @classmethod
    def at_start(cls, layout: Layout) -> "Values":
        return cls(0.0, np.zeros(len(layout.states)), values_at_start(layout))


def values_at_start(layout: Layout) -> Array:
    """The values as in the text, followed by the workspaces; `initial` computes the rest."""
    return np.array([*(slot.start for slot in layout.slots), *(0.0,) * layout.workspace], dtype=np.float64)
