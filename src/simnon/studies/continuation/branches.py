"""The result of a continuation: branches of solutions, their special points by labels, the diagram, tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, overload

import numpy as np

from simnon.figures import Figure
from simnon.source import UserError, arguments, frozen, has_same_fields, listed, nearest, no_hash

from .branch import Branch, SpecialPoint, shown_number
from .diagram import draw_diagram
from .export import to_csv, to_pandas


@frozen
class Branches:
    """The result of a continuation."""

    branches: tuple[Branch, ...]
    model: str = ""
    units: Mapping[str, str] = field(default_factory=dict, repr=False)
    notes: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def parameters(self) -> tuple[str, ...]:
        """Of the first branch."""
        return self.branches[0].parameters

    @property
    def special(self) -> tuple[SpecialPoint, ...]:
        """The labelled points, each once: a branch point lies on two branches."""
        found = {each.label: each for branch in self.branches for each in reversed(branch.special)}
        ordered = dict.fromkeys(each.label for branch in self.branches for each in branch.special)
        return tuple(found[label] for label in ordered)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(each.label for each in self.special)

    def at(self, label: str) -> SpecialPoint:
        """The labelled point."""
        wanted = arguments.text(label, "label")
        for each in self.special:
            if each.label == wanted.strip().upper():
                return each
        near = nearest(wanted.upper(), self.labels)
        hint = f"did you mean {near}?" if near else f"the labels are {listed(self.labels) or 'none'}"
        raise UserError("unknown-label", f"there is no point '{label}'", hint)

    def _repr_html_(self) -> str:
        return self.plot()._repr_html_()

    def __len__(self) -> int:
        return len(self.branches)

    def __iter__(self) -> Iterator[Branch]:
        return iter(self.branches)

    @overload
    def __getitem__(self, key: int) -> Branch: ...
    @overload
    def __getitem__(self, key: str) -> SpecialPoint: ...
    def __getitem__(self, key: int | str) -> Branch | SpecialPoint:
        """A branch by its number, -1 for the last one, or a labelled point."""
        if isinstance(key, str):
            return self.at(key)
        return self.branches[arguments.integer(key, "branch", -len(self), len(self) - 1)]

    def __add__(self, other: "Branches") -> "Branches":
        """Both, with the labels of the second after those of the first."""
        if not isinstance(other, Branches):
            return NotImplemented
        added = labelled(other.branches, self.special)
        notes = tuple(dict.fromkeys((*self.notes, *other.notes)))
        return replace(self, branches=(*self.branches, *added), notes=notes)

    def plot(self, vertical: str = "", horizontal: str = "") -> Figure:
        """The diagram: a variable over the parameter, by default the first state; curves over two in their plane."""
        names = arguments.text(vertical, "vertical"), arguments.text(horizontal, "horizontal")
        return draw_diagram(self.branches, self.units, *names)

    def to_pandas(self) -> Any:
        """A DataFrame with a row for each point: its branch, kind, label, whether it is stable, all variables."""
        return to_pandas(self.branches)

    def to_csv(self, path: str | Path, *, force: bool = False) -> None:
        """The same as a file; an existing one is replaced only with `force`."""
        to_csv(self.branches, path, force=arguments.truth(force, "force"))

    def table(self) -> str:
        """The labelled points as text, a row for each."""
        parameters = tuple(dict.fromkeys(name for branch in self.branches for name in branch.parameters))
        names = (*parameters, *(self.branches[0].states if self.branches else ()))
        sizes = _sizes(self.branches)
        rows = [("", "", *names)]
        for each in self.special:
            values = {name: each.point.values.get(name, np.nan) for name in names}
            numbers = [shown_number(values[name], sizes[name]) for name in names]
            rows.append((each.label, each.note or each.name, *numbers))
        widths = [max(len(row[i]) for row in rows) for i in range(len(names) + 2)]
        return "\n".join(_line(row, widths) for row in rows)

    def __repr__(self) -> str:
        sizes = _sizes(self.branches)
        shown = ", ".join(
            f"{each.label} at "
            + ", ".join(f"{name} = {shown_number(value, sizes[name])}" for name, value in each.parameters.items())
            for each in self.special
            if each.kind != "EP"
        )
        count = f"{len(self.branches)} branch{'es' if len(self.branches) != 1 else ''}"
        return f"Branches({count} over {' and '.join(self.parameters)}{f': {shown}' if shown else ''})"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    words = [f"{row[0]:{widths[0]}}", f"{row[1]:{widths[1]}}"]
    numbers = [f"{word:>{width}}" for word, width in zip(row[2:], widths[2:], strict=True)]
    return "  ".join((*words, *numbers)).rstrip()


SAME_POINT = 1e-5
"""Two branch points that differ by less than this fraction of the range of their branches are one."""


def labelled(branches: Sequence[Branch], known: Sequence[SpecialPoint] = ()) -> tuple[Branch, ...]:
    """The branches with numbers in their labels, by kind, after those of `known` points.

    A branch point that lies on several branches has one label.
    """
    counts: dict[str, int] = {}
    for each in known:
        counts[each.kind] = counts.get(each.kind, 0) + 1
    sizes = _sizes(branches)
    crossings = [each for each in known if each.kind == "BP"]
    found = []
    for branch in branches:
        special = []
        for each in branch.special:
            same = [other for other in crossings if each.kind == "BP" and _is_same(each, other, sizes)]
            if not same:
                counts[each.kind] = counts.get(each.kind, 0) + 1
            label = same[0].label if same else f"{each.kind}{counts[each.kind]}"
            special.append(replace(each, label=label))
            if each.kind == "BP" and not same:
                crossings.append(special[-1])
        found.append(replace(branch, special=tuple(special)))
    return tuple(found)


def _sizes(branches: Sequence[Branch]) -> dict[str, float]:
    sizes: dict[str, float] = {}
    for branch in branches:
        for name in (*branch.parameters, *branch.states):
            column = branch.columns[name]
            sizes[name] = max(sizes.get(name, 0.0), float(np.abs(column).max(initial=0.0)))
    return sizes


def _is_same(one: SpecialPoint, other: SpecialPoint, sizes: Mapping[str, float]) -> bool:
    return one.values.keys() >= sizes.keys() and all(
        abs(one.values[name] - other.values.get(name, np.inf)) <= SAME_POINT * size for name, size in sizes.items()
    )
