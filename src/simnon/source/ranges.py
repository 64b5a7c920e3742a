"""Sequences that are stored by range: one object for all elements of an array, and that of an element on request.

A `Table` reads as the tuple of all its items; whoever must be fast with many of them reads its `parts`.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Generic, Protocol, TypeVar, overload

from .frozen import frozen

Extents = tuple[tuple[int, int], ...]
"""The first number and the count of each index."""


@frozen
class ElementNames:
    """The names of the elements of an array: `before[numbers]after`, the first index fastest."""

    before: str
    after: str
    extents: Extents

    def __len__(self) -> int:
        size = 1
        for _, count in self.extents:
            size *= count
        return size

    def name(self, offset: int) -> str:
        numbers = []
        for first, count in self.extents:
            offset, position = divmod(offset, count)
            numbers.append(first + position)
        return f"{self.before}[{','.join(map(str, numbers))}]{self.after}"

    def offset(self, numbers: Sequence[int]) -> int | None:
        """Where the element with these numbers is; None if there is none."""
        if len(numbers) != len(self.extents):
            return None
        offset, stride = 0, 1
        for number, (first, count) in zip(numbers, self.extents, strict=True):
            if not first <= number < first + count:
                return None
            offset += (number - first) * stride
            stride *= count
        return offset

    def __iter__(self) -> Iterator[str]:
        return map(self.name, range(len(self)))


class Counted(Protocol):
    @property
    def count(self) -> int: ...

    def at(self, offset: int) -> Any: ...


Item = TypeVar("Item")
PartT = TypeVar("PartT", bound=Counted)


class Table(Sequence[Item], Generic[Item, PartT]):
    """Reads as a tuple of items; `parts` are single ones and ranges of them."""

    __slots__ = ("_ends", "parts")

    def __init__(self, parts: Sequence[PartT]) -> None:
        self.parts = tuple(parts)
        self._ends = list(accumulate(part.count for part in self.parts))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        number = bisect_right(self._ends, index)
        part = self.parts[number]
        item: Item = part.at(index - (self._ends[number] - part.count))
        return item

    def __iter__(self) -> Iterator[Item]:
        for part in self.parts:
            for offset in range(part.count):
                yield part.at(offset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)


class NamesToNumbers(Mapping[str, int]):
    """The number of each name; the names of elements are not stored."""

    def __init__(
        self, of_scalar: Mapping[str, int], of_array: Mapping[tuple[str, str], tuple[ElementNames, int]]
    ) -> None:
        self._of_scalar = dict(of_scalar)
        self._of_array = dict(of_array)

    def _find(self, name: str) -> int | None:
        known = self._of_scalar.get(name)
        if known is not None or not self._of_array:
            return known
        found = self._element(name)
        return None if found is None else found[1]

    def _element(self, name: str) -> tuple[ElementNames, int] | None:
        """The array of an element, and its number."""
        for found in _NUMBERS.finditer(name):
            array = self._of_array.get((name[: found.start()], name[found.end() :]))
            if array is not None:
                offset = array[0].offset([int(number) for number in found[1].split(",")])
                return None if offset is None else (array[0], array[1] + offset)
        return None

    def array_of(self, name: str) -> ElementNames | None:
        """The array that has an element of this name."""
        found = self._element(name)
        return None if found is None else found[0]

    def __getitem__(self, name: str) -> int:
        found = self._find(name)
        if found is None:
            raise KeyError(name)
        return found

    def get(self, name: str, default: Any = None) -> Any:
        found = self._find(name)
        return default if found is None else found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) is not None

    def __iter__(self) -> Iterator[str]:
        yield from self._of_scalar
        for names, _ in self._of_array.values():
            yield from names

    def __len__(self) -> int:
        return len(self._of_scalar) + sum(len(names) for names, _ in self._of_array.values())

    def with_others(self, others: Mapping[str, int]) -> "NamesToNumbers":
        return NamesToNumbers({**self._of_scalar, **others}, self._of_array)


_NUMBERS = re.compile(r"\[(-?\d+(?:,-?\d+)*)\]")


class LazySequence(Sequence[Item]):
    """A tuple that is made when it is first read; its length is known before."""

    def __init__(self, count: int, make: Callable[[], Iterable[Item]]) -> None:
        self._count = count
        self._make = make
        self._items: tuple[Item, ...] | None = None

    def _made(self) -> tuple[Item, ...]:
        if self._items is None:
            self._items = tuple(self._make())
        return self._items

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        return self._made()[index]

    def __iter__(self) -> Iterator[Item]:
        return iter(self._made())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._made() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._made())

    def __repr__(self) -> str:
        return repr(self._made())

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self._made(),)


Value = TypeVar("Value")


class LazyMapping(Mapping[str, Value]):
    """A dictionary that is made when it is first read."""

    def __init__(self, make: Callable[[], dict[str, Value]]) -> None:
        self._make = make
        self._items: dict[str, Value] | None = None

    def _made(self) -> dict[str, Value]:
        if self._items is None:
            self._items = self._make()
        return self._items

    def __getitem__(self, name: str) -> Value:
        return self._made()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made())

    def __len__(self) -> int:
        return len(self._made())

    def __repr__(self) -> str:
        return repr(self._made())

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (self._made(),)
