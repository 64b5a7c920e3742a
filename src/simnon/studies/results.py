"""DATA: the results of many runs, member by member, why each stopped, and their provenance."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.source import frozen, has_same_fields, no_hash

from .designs import Design, Grid


@frozen
class MemberNumbers:
    """The numbers of all members, by label; curves can still be on the disk."""

    stops: NDArray[np.int8] = field(repr=False)
    """Indices into STOPS."""
    times: Array = field(repr=False)
    reduced: Mapping[str, Array] = field(repr=False)
    curves: Mapping[str, Any] = field(repr=False)
    """A row for each member."""
    records: tuple[Array, ...] = field(default=(), repr=False)

    __eq__ = has_same_fields
    __hash__ = no_hash


@frozen
class Results:
    design: Design
    stored: MemberNumbers
    t: Array = field(repr=False)
    """The times of the points of curves."""
    recorded: tuple[str, ...]
    """The columns of records after the time."""
    messages: Mapping[str, str] = field(repr=False)
    """For each stop reason, the message of the first member that stopped for it."""
    units: Mapping[str, str] = field(repr=False)
    provenance: Mapping[str, str] = field(repr=False)
    """Model, sources, options, design and version, as texts: enough to reproduce it, bit for bit."""

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes of a grid; otherwise the number of members."""
        return self.design.shape if isinstance(self.design, Grid) else (len(self.design),)

    def unit_of(self, label: str) -> str:
        """The unit of a variable, or of a number computed from one."""
        function, bracket, inside = label.partition("(")
        if not bracket:
            return self.units.get(label, "")
        variable = inside.rstrip(")").split(",")[0].split(" ")[0]
        return self.units.get(variable, "") if function in ("start", "final", "min", "max", "mean", "at") else ""
