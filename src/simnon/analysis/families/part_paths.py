"""The parts of a model with few of them -> those of the model with many, made when somebody asks for them."""

from collections.abc import Iterable, Iterator, Sequence

from simnon.model import Variable, name_in_part, name_in_parts
from simnon.source import LazySequence

Group = tuple[str, range, list[tuple[str, str]]]
"""An array of parts with its numbers, and (path, type) of what is in each part; no array for a single part."""


def all_parts(few: Iterable[tuple[str, str]], variables: Iterable[Variable]) -> Sequence[tuple[str, str]]:
    """(path, type) of every part; `variables` are those of the model with many."""
    ends = _ends(variables)
    groups: list[Group] = []
    inside: dict[str, list[tuple[str, str]]] = {}
    for path, type_ in few:
        array = next((each for each in ends if path.startswith(f"{each}[")), "")
        if not array:
            groups.append(("", range(1), [(path, type_)]))
            continue
        first, last = ends[array]
        if array not in inside:
            inside[array] = []
            groups.append((array, range(first, last + 1), inside[array]))
        begin = f"{array}[{first}]"
        if path == begin or path.startswith(f"{begin}."):
            inside[array].append((name_in_parts(path, array, first), type_))
    count = sum(len(numbers) * len(parts) for _, numbers, parts in groups)
    return LazySequence(count, lambda: _paths(groups))


def _ends(variables: Iterable[Variable]) -> dict[str, tuple[int, int]]:
    """The first and the last number of each array of parts."""
    found: dict[str, tuple[int, int]] = {}
    for variable in variables:
        if variable.parts and (variable.shape or variable.part is not None):
            low, high = found.get(variable.parts, (_numbers(variable)))
            first, last = _numbers(variable)
            found[variable.parts] = min(low, first), max(high, last)
    return {array: ends for array, ends in found.items() if ends[0] < ends[1]}


def _numbers(variable: Variable) -> tuple[int, int]:
    if variable.part is not None:
        return variable.part, variable.part
    (extent,) = variable.shape
    return extent.first, extent.last


def _paths(groups: Iterable[Group]) -> Iterator[tuple[str, str]]:
    for array, numbers, parts in groups:
        for number in numbers:
            for path, type_ in parts:
                yield (name_in_part(path, array, f"[{number}]") if array else path), type_
