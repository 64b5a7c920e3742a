"""DATA: every number of one run, the only thing that changes during it."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .layout import ArraySlots, Layout, SlotTable

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
    if isinstance(layout.slots, SlotTable):
        return _values_of_ranges(layout.slots, layout.workspace)
    return np.array([*(slot.start for slot in layout.slots), *(0.0,) * layout.workspace], dtype=np.float64)


def _values_of_ranges(slots: SlotTable, workspace: int) -> Array:
    values = np.zeros(len(slots) + workspace)
    for part in slots.parts:
        if isinstance(part, ArraySlots) and part.starts:
            values[part.index : part.index + part.count] = part.starts
        else:
            values[part.index : part.index + part.count] = part.start
    return values
