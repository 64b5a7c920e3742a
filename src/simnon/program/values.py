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
    def zeros(cls, layout: Layout) -> "Values":
        return cls(0.0, np.zeros(len(layout.states)), np.zeros(len(layout.slots)))
