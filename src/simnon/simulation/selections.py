"""A name from a user -> the elements of an array that it selects: `T`, `x[2..3]`, `A[2, ..]`, `x[END]`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from simnon.model import (
    Counts,
    ElementVariables,
    SingleVariable,
    Variable,
    VariableTable,
    counts_text,
    place_text,
    positions,
)
from simnon.program import Array
from simnon.source import ElementNames, UnknownName, UserError, frozen

_SLICED = re.compile(r"(?P<base>.+?)\[(?P<places>[^\[\]]*(?:\.\.|end|,)[^\[\]]*|[-+]?\d+)\](?P<system>\[[^\]]+\])?")
LARGEST_STORED = 1_000
"""The most elements of an array that is stored unless it is named."""
_END = re.compile(r"end(?:([-+])(\d+))?|([-+]?\d+)")


@frozen
class Selection:
    """Variables with the first index fastest; `counts` is empty for a single one."""

    names: tuple[str, ...]
    counts: Counts = ()

    def spread(self, value: Any, argument: str) -> list[Any]:
        """The value of each: the same for all, or an array of their shape."""
        if not self.counts or np.ndim(value) == 0:
            return [value] * len(self.names)
        if np.shape(value) != self.counts:
            found = counts_text(np.shape(value))
            message = f"{argument} is {counts_text(self.counts)}, but its value is {found}"
            raise UserError("different-shapes", message, "give one number for all, or as many as it has elements")
        return [each.item() for each in np.asarray(value).reshape(-1, order="F")]

    def gathered(self, columns: Mapping[str, Array], rows: int) -> Array:
        """The columns as one array over time; elements that do not exist are nan."""
        missing = np.full(rows, np.nan)
        table = np.stack([columns.get(name, missing) for name in self.names], axis=-1)
        return table.reshape((rows, *self.counts), order="F")


class ArrayNames:
    """The arrays of a model by every name they have."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self._elements: dict[str, Mapping[tuple[int, ...], str]] = {}
        self._array_of_key: dict[str, list[str]] = {}
        self._ranges_of_array: dict[str, list[range]] = {}
        self.array_of_name: dict[str, str] = {}
        """Of the elements of arrays that are expanded."""
        self._add_whole(variables)
        elements: dict[str, dict[tuple[int, ...], str]] = {}
        variables = single_variables(variables)
        for variable in variables:
            if variable.array:
                elements.setdefault(variable.array, {})[variable.place] = variable.name
                self.array_of_name[variable.name] = variable.array
        self._elements |= elements
        named: set[str] = set()
        for variable in variables:
            if variable.array and variable.array not in named:
                named.add(variable.array)
                self._add_keys(variable.array, variable.local.removesuffix(place_text(variable.place)), variable.owner)

    def _add_keys(self, array: str, local: str, owner: str) -> None:
        keys = (array, local, f"{local}[{owner}]", f"{owner}.{local}")
        for key in dict.fromkeys(key.casefold() for key in keys):
            self._array_of_key.setdefault(key, []).append(array)

    def _add_whole(self, variables: Sequence[Variable]) -> None:
        for part in variables.parts if isinstance(variables, VariableTable) else ():
            variable = part.variable
            if not isinstance(part, ElementVariables) or variable.stands_for_parts:
                continue
            if variable.name not in self._elements:
                self._elements[variable.name] = NamesByPlace(part.names)
                self._ranges_of_array[variable.name] = [range(e.first, e.last + 1) for e in variable.shape]
                self._add_keys(variable.name, variable.local, variable.owner)

    def element(self, name: str) -> str | None:
        """The element of this name; None if it is more than one, or none."""
        try:
            selection = self.select(name)
        except UnknownName:
            return None
        return selection.names[0] if selection is not None and not selection.counts else None

    def __bool__(self) -> bool:
        return bool(self._elements)

    def __iter__(self) -> Any:
        return iter(self._elements)

    def find(self, name: str) -> str | None:
        """The array of this name; None if there is none."""
        found = self._array_of_key.get(name.replace(" ", "").casefold(), [])
        if len(found) > 1:
            raise UnknownName("ambiguous-name", f"'{name}' could be {' or '.join(found)}", "give one of these names")
        return found[0] if found else None

    def whole(self, array: str) -> Selection:
        return self._selected(array, self._ranges(array))

    def first(self, array: str) -> str:
        return next(iter(self._elements[array].values()))

    def size(self, array: str) -> int:
        return len(self._elements[array])

    def select(self, name: str) -> Selection | None:
        """What the name selects; None if it names no array."""
        if name in self.array_of_name:
            return Selection((name,))
        whole = self.find(name)
        if whole is not None:
            return self.whole(whole)
        sliced = _SLICED.fullmatch(name.replace(" ", "").casefold()) if self._elements else None
        array = self.find(sliced["base"] + (sliced["system"] or "")) if sliced is not None else None
        if array is None or sliced is None:
            return None
        places = sliced["places"].split(",")
        extents = self._ranges(array)
        if len(places) != len(extents):
            message = f"'{array}' has {len(extents)} indices, found {len(places)}"
            raise UnknownName("unknown-variable", message, "write one index for each dimension")
        chosen = [chosen_numbers(place, extent, name) for place, extent in zip(places, extents, strict=True)]
        return self._selected(array, chosen)

    def _ranges(self, array: str) -> list[range]:
        if array not in self._ranges_of_array:
            columns = zip(*self._elements[array], strict=True)
            self._ranges_of_array[array] = [range(min(column), max(column) + 1) for column in columns]
        return self._ranges_of_array[array]

    def _selected(self, array: str, chosen: Sequence[range | int]) -> Selection:
        ranges = [each if isinstance(each, range) else range(each, each + 1) for each in chosen]
        counts = tuple(len(each) for each in chosen if isinstance(each, range))
        elements = self._elements[array]
        names = []
        for position in positions(tuple(map(len, ranges))):
            place = [numbers[each] for numbers, each in zip(ranges, position, strict=True)]
            names.append(elements.get(tuple(place), f"{array}{place_text(place)}"))
        return Selection(tuple(names), counts)


class NamesByPlace(Mapping[tuple[int, ...], str]):
    """The names of the elements of a whole array by their indices."""

    def __init__(self, names: ElementNames) -> None:
        self._names = names

    def __getitem__(self, place: tuple[int, ...]) -> str:
        offset = self._names.offset(place)
        if offset is None:
            raise KeyError(place)
        return self._names.name(offset)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        counts = tuple(count for _, count in self._names.extents)
        for position in positions(counts):
            yield tuple(first + each for (first, _), each in zip(self._names.extents, position, strict=True))

    def __len__(self) -> int:
        return len(self._names)


def single_variables(variables: Sequence[Variable]) -> Sequence[Variable]:
    """Those that are not elements of whole arrays."""
    if not isinstance(variables, VariableTable):
        return variables
    return [part.variable for part in variables.parts if isinstance(part, SingleVariable)]


def chosen_numbers(text: str, extent: range, name: str) -> range | int:
    """The number, or the range of numbers, that a place selects."""
    first, dots, last = text.partition("..")
    if not dots:
        number = _number(text, extent, name)
        if number not in extent:
            raise _outside(name, number, extent)
        return number
    low = _number(first, extent, name) if first else extent[0]
    high = _number(last, extent, name) if last else extent[-1]
    for end in (low, high) if low <= high else ():
        if end not in extent:
            raise _outside(name, end, extent)
    return range(low, high + 1)


def _outside(name: str, number: int, extent: range) -> UnknownName:
    message = f"'{name}': {number} is outside {extent[0]}..{extent[-1]}"
    return UnknownName("unknown-variable", message, "END is the last index")


def _number(text: str, extent: range, name: str) -> int:
    match = _END.fullmatch(text)
    if match is None:
        raise UnknownName("unknown-variable", f"'{name}': expected an index, found '{text}'", "write x[2] or x[2..END]")
    if match[3] is not None:
        return int(match[3])
    shift = int(match[2] or 0)
    return extent[-1] + (shift if match[1] == "+" else -shift)
