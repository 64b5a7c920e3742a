"""DATA: how much each parameter matters for some numbers of a run, with intervals; as text and bars."""

from collections.abc import Mapping
from dataclasses import field

import numpy as np

from simnon.figures import Area, Axis, Band, Curve, Direction, Figure, Ink, TextBlock, with_chosen_ends
from simnon.program import Array
from simnon.source import UnknownName, UserError, arguments, frozen, has_same_fields, nearest, no_hash

from .plans import SOBOL

HALF_WIDTH = 0.19
DARKNESS = (0.35, 1.0)
ROOM = 1.25
"""Above the largest bar, for the names."""


@frozen
class Index:
    """Of one number, an entry for each parameter: first-order and total indices, or size and spread of effects."""

    first: Array
    second: Array
    first_low: Array
    first_high: Array
    second_low: Array
    second_high: Array
    mean: Array
    """Of the effects, with its sign."""

    __eq__ = has_same_fields
    __hash__ = no_hash


@frozen
class Indices:
    """`indices.first("max(h)")` and `.total(...)` of a Sobol study; `.effects(...)` and `.spread(...)` of a Morris
    study: one number for each of the `names`. Intervals have the confidence 95 %."""

    kind: str
    names: tuple[str, ...]
    runs: int
    index_of_label: Mapping[str, Index] = field(repr=False)
    notes: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def labels(self) -> tuple[str, ...]:
        """The numbers that were kept."""
        return tuple(self.index_of_label)

    def of(self, label: str = "") -> Index:
        """Those of one number, by default the only one."""
        arguments.text(label, "the name of a result")
        plain = {name.replace(" ", "").casefold(): name for name in self.labels}
        if not label and len(self.labels) > 1:
            hint = f"name one: {', '.join(self.labels)}"
            raise UserError("bad-option", f"there are {len(self.labels)} numbers", hint)
        name = plain.get(label.replace(" ", "").casefold()) if label else self.labels[0]
        if name is None:
            near = nearest(label, self.labels)
            hint = f"did you mean '{near}'?" if near else f"the results are {', '.join(self.labels)}"
            raise UnknownName("not-kept", f"'{label}' was not kept", hint)
        return self.index_of_label[name]

    def first(self, label: str = "") -> Array:
        """The share of the variance that each parameter explains alone."""
        self._check(is_sobol=True)
        return self.of(label).first

    def total(self, label: str = "") -> Array:
        """The share of the variance that would remain if all other parameters were known."""
        self._check(is_sobol=True)
        return self.of(label).second

    def effects(self, label: str = "") -> Array:
        """The mean size of the effect of each parameter over its range."""
        self._check(is_sobol=False)
        return self.of(label).first

    def spread(self, label: str = "") -> Array:
        """The standard deviation of the effects: large if they depend on each other, or are nonlinear."""
        self._check(is_sobol=False)
        return self.of(label).second

    def _check(self, *, is_sobol: bool) -> None:
        if is_sobol is not (self.kind == SOBOL):
            have = "first and total" if self.kind == SOBOL else "effects and spread"
            raise UserError("bad-option", f"these are {self.kind} indices", f"they have {have}")

    @property
    def heads(self) -> tuple[str, str]:
        return ("first order", "total") if self.kind == SOBOL else ("size of effect", "spread")

    def summary(self) -> str:
        """A table for each number, with 95 % intervals."""
        width = max(map(len, self.names))
        lines = []
        for label, index in self.index_of_label.items():
            lines.append(f"{label}, {self.runs:,} runs")
            lines.append(f"{'':{width}}  {self.heads[0]:>30}  {self.heads[1]:>30}")
            for number, name in enumerate(self.names):
                first = _interval(index.first[number], index.first_low[number], index.first_high[number])
                second = _interval(index.second[number], index.second_low[number], index.second_high[number])
                lines.append(f"{name:{width}}  {first:>30}  {second:>30}")
        return "\n".join((*lines, *self.notes))

    def __repr__(self) -> str:
        return f"Indices({self.kind}: {', '.join(self.names)}; {', '.join(self.labels)})"

    def plot(self, label: str = "") -> Figure:
        """Two bars for each parameter, with their intervals."""
        index = self.of(label)
        bands, curves, words = [], [], []
        tops = np.maximum(index.first_high, index.second_high)
        highest = max(float(np.nanmax(tops)), 1e-12)
        for number, name in enumerate(self.names):
            pairs = (
                (index.first[number], index.first_low[number], index.first_high[number]),
                (index.second[number], index.second_low[number], index.second_high[number]),
            )
            for which, (value, low, high) in enumerate(pairs):
                middle = number + 1 + (2 * which - 1) * (HALF_WIDTH + 0.01)
                x = np.array([middle - HALF_WIDTH, middle + HALF_WIDTH])
                shown = self.heads[which] if number == 0 else ""
                bands.append(Band(shown, x, np.zeros(2), np.full(2, value), DARKNESS[which]))
                curves.append(Curve("", np.full(2, middle), np.array([low, high]), ink=Ink.TEXT))
            is_short = len(name) <= MAX_LETTERS // len(self.names)
            direction = Direction.HORIZONTAL if is_short else Direction.VERTICAL
            words.append(TextBlock(name, number + 1 - 2 * HALF_WIDTH, tops[number] + 0.05 * highest, direction))
        chosen = label or self.labels[0]
        horizontal = Axis("parameter", "", 0.4, len(self.names) + 0.6)
        what = "indices of" if self.kind == SOBOL else "effects on"
        vertical = Axis(f"{what} {chosen}", "", None, ROOM * highest)
        area = Area(horizontal, vertical, tuple(curves), tuple(words), has_axes=True, bands=tuple(bands))
        return Figure(areas=(with_chosen_ends(area),))


MAX_LETTERS = 60
"""Of all names together; longer ones are written upwards."""


def _interval(value: float, low: float, high: float) -> str:
    return f"{value:.4g} ({low:.4g} to {high:.4g})"
