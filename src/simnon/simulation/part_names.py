"""A name from a user -> variables of parts in an array: `cell[3].C.v`, `cell[1..5].C.v`, `cell[..].C.v`."""

import re
from collections.abc import Mapping, Sequence

from simnon.model import ElementVariables, Variable, VariableTable, family_of
from simnon.source import ElementNames, frozen

from .selections import Selection, chosen_numbers, single_variables

_PLACE = re.compile(r"\[([^\[\],]*)\]")
_OF_OWNER = re.compile(r"([^\[\]]+)\[(.*)\]")


@frozen
class Members:
    """The names of a variable in the parts of an array: those of a whole array, and single ones by number."""

    single: Mapping[int, str]
    elements: ElementNames | None = None

    @property
    def numbers(self) -> range:
        known = [*self.single]
        if self.elements is not None:
            ((first, count),) = self.elements.extents
            known += [first, first + count - 1]
        return range(min(known), max(known) + 1)

    def name(self, number: int) -> str:
        if self.elements is None or number in self.single:
            return self.single[number]
        return self.elements.name(number - self.elements.extents[0][0])


class PartNames:
    """The variables that stand for those of all parts of an array, by casefolded name."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self._variables = variables
        self._found: Mapping[str, Members] | None = None

    @property
    def _families(self) -> Mapping[str, Members]:
        """Found when a name is first looked up that is not one of a variable."""
        if self._found is None:
            self._found = _families(self._variables)
        return self._found

    def select(self, name: str) -> Selection | None:
        """What the name selects; None if it names nothing in an array of parts."""
        key = name.replace(" ", "").casefold()
        owned = _OF_OWNER.fullmatch(key)
        if owned is not None and "[" in owned[2]:
            key = f"{owned[2]}.{owned[1]}"
        for place in _PLACE.finditer(key):
            members = self._families.get(f"{key[: place.start()]}[]{key[place.end() :]}")
            if members is not None:
                chosen = chosen_numbers(place[1] or "..", members.numbers, name)
                if isinstance(chosen, int):
                    return Selection((members.name(chosen),))
                return Selection(tuple(map(members.name, chosen)), (len(chosen),))
        return None


def _families(variables: Sequence[Variable]) -> dict[str, Members]:
    elements: dict[str, ElementNames] = {}
    for part in variables.parts if isinstance(variables, VariableTable) else ():
        if isinstance(part, ElementVariables) and part.variable.stands_for_parts:
            elements[part.variable.name.casefold()] = part.names
    single: dict[str, dict[int, str]] = {}
    for variable in single_variables(variables):
        family = family_of(variable).casefold()
        if family and variable.part is not None:
            single.setdefault(family, {})[variable.part] = variable.name
    return {family: Members(single.get(family, {}), elements.get(family)) for family in {**elements, **single}}
