"""Values of the guards -> a note on comparisons at their limit, where derivatives are those of one side."""

import numpy as np

from simnon.program import Array, Layout
from simnon.source import listed

NEAR_CORNER = 1e-9


def notes_on_corners(layout: Layout, guards: Array, states: Array, place: str) -> list[str]:
    """`place` is what is at the corner, such as `the point is`."""
    scale = 1.0 + np.abs(states).max(initial=0.0)
    near = [slot for slot in layout.guards if abs(guards[slot.index]) <= NEAR_CORNER * scale and slot.modes]
    slots = [layout.slots[mode] for guard in near for mode in guard.modes]
    shown = list(dict.fromkeys(slot.span.text if slot.span else slot.name for slot in slots))
    if not shown:
        return []
    branch = "branch that holds" if len(shown) == 1 else "branches that hold"
    return [f"{place} at a corner, {listed(shown)}: the derivatives are those of the {branch}"]
