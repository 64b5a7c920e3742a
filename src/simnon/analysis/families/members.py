"""The variables of a solved model -> families: a variable of all parts of an array, or all elements of an array."""

from collections.abc import Iterable, Mapping

from simnon.model import Role, Variable, family_of
from simnon.source import frozen


@frozen
class Members:
    """`last` is the last number of the parts, on which sizes depend; a family has one name for all its members."""

    member_of_name: Mapping[str, tuple[str, int]]
    name_of_member: Mapping[tuple[str, int], str]
    numbers_of_family: Mapping[str, list[int]]
    last: int

    @property
    def middle(self) -> int:
        return self.last // 2


def find_members(variables: Iterable[Variable], arrays: frozenset[str], last: int) -> Members:
    """`arrays` are the paths of arrays of parts, and the names of arrays, whose sizes grow with `last`.

    A variable of the first parts that is something else than in the middle, such as a parameter instead of an input, is
    no member: it stays a scalar.
    """
    found: dict[str, tuple[str, int]] = {}
    roles: dict[tuple[str, int], Role] = {}
    for variable in variables:
        member = _member(variable, arrays)
        if member is not None:
            found[variable.name] = member
            roles[member] = variable.role
    middle = last // 2
    found = {
        name: (family, number)
        for name, (family, number) in found.items()
        if number > middle or roles[family, number] is roles.get((family, middle))
    }
    numbers: dict[str, list[int]] = {}
    for family, number in found.values():
        numbers.setdefault(family, []).append(number)
    return Members(found, {member: name for name, member in found.items()}, numbers, last)


def _member(variable: Variable, arrays: frozenset[str]) -> tuple[str, int] | None:
    if variable.parts in arrays and variable.part is not None:
        return family_of(variable), variable.part
    if variable.array in arrays and len(variable.place) == 1:
        return variable.array, variable.place[0]
    return None


def growing_arrays(*models: Iterable[Variable]) -> frozenset[str]:
    """The arrays, of parts or of elements, whose sizes differ between two models."""
    counts = []
    for variables in models:
        found: dict[str, set[int]] = {}
        for variable in variables:
            if variable.parts and variable.part is not None:
                found.setdefault(variable.parts, set()).add(variable.part)
            elif variable.array and len(variable.place) == 1:
                found.setdefault(variable.array, set()).add(variable.place[0])
        counts.append({array: len(numbers) for array, numbers in found.items()})
    return frozenset(array for array, count in counts[0].items() if counts[1].get(array) != count)
