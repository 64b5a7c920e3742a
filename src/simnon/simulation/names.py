"""A name from a user -> the variable it means: `H[TANK]`, `motor.R`, or `H` if only one system has it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from simnon.model import ElementVariables, SingleVariable, Variable, counts_text
from simnon.source import UnknownName, UserError, arguments, nearest

from .part_names import PartNames
from .selections import ArrayNames, Selection, single_variables

Value = TypeVar("Value")

MOST_FOUND = 100
"""Lists of names that are kept: most calls give the same parameters."""


class NameTable:
    """The variables of a model by every name they have."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self._by_name: dict[str, str] = {}
        self._by_local: dict[str, list[str]] = {}
        self.arrays = ArrayNames(variables)
        self.parts = PartNames(variables)
        self._found: dict[str, str] = {}
        """Names as they have been written so far."""
        self._all_found: dict[tuple[str, ...], tuple[str, ...]] = {}
        variables = single_variables(variables)
        for variable in variables:
            self._by_name.setdefault(variable.name.casefold(), variable.name)
            self._by_local.setdefault(variable.local.casefold(), []).append(variable.name)
        for variable in variables:
            self._by_name.setdefault(f"{variable.local}[{variable.owner}]".casefold(), variable.name)
            self._by_name.setdefault(f"{variable.owner}.{variable.local}".casefold(), variable.name)

    def find(self, name: str) -> str:
        """The flat name; a UserError suggests near names, or lists the systems that have the name."""
        if not isinstance(name, str):
            raise arguments.refusal("the name of a variable", "a text", name)
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._find(name)
        return found

    def find_all(self, written: tuple[str, ...]) -> tuple[str, ...] | None:
        """The flat name of each, all different; None if they have to be looked at one by one."""
        found = self._all_found.get(written)
        if found is None and not self.arrays and not any(".." in name or "[]" in name for name in written):
            found = tuple([self.find(name) for name in written])
            if len(set(found)) < len(found):
                return None
            if len(self._all_found) >= MOST_FOUND:
                self._all_found.clear()
            self._all_found[written] = found
        return found

    def _find(self, name: str) -> str:
        key = name.replace(" ", "").casefold()
        # Names that analysis has added contain blanks.
        known = self._by_name.get(key) or self._by_name.get(name.casefold())
        if known is not None and self.arrays.find(name) != name.replace(" ", ""):
            return known
        found = self._by_local.get(key, [])
        if len(found) == 1:
            return found[0]
        element = self.arrays.element(name) if not found else None
        if element is not None:
            return element
        selected = self.parts.select(name) if not found else None
        if selected is not None and not selected.counts:
            return selected.names[0]
        if found:
            raise UnknownName("ambiguous-name", f"'{name}' could be {' or '.join(found)}", "give one of these names")
        self._refuse_arrays(name)
        near = nearest(name, [*self._by_name.values(), *self._by_local])
        hint = f"did you mean '{near}'?" if near else ""
        raise UnknownName("unknown-variable", f"there is no variable '{name}'", hint)

    def _refuse_arrays(self, name: str) -> None:
        """One variable is expected where an array is named."""
        selection = self.arrays.select(name) or self.parts.select(name)
        if selection is not None and selection.counts:
            hint = f"name one element: {selection.names[0]}" if selection.names else ""
            raise UnknownName("ambiguous-name", f"'{name}' is {counts_text(selection.counts)}", hint)

    def select(self, name: str) -> Selection:
        """The variables that a name means: one, or the elements of an array or of a part of it."""
        selection = None
        if isinstance(name, str):
            selection = self.arrays.select(name) if self.arrays else None
            if selection is None and (".." in name or "[]" in name):
                selection = self.parts.select(name)
        return selection if selection is not None else Selection((self.find(name),))

    def has(self, name: str) -> bool:
        try:
            self.find(name)
        except UnknownName:
            return False
        return True


def names_in_part(part: SingleVariable | ElementVariables) -> Iterable[str]:
    return part.own_names() if isinstance(part, ElementVariables) else (part.variable.name,)


class NamedValues(Mapping[str, float]):
    """Values by any name of their variable; those of an array by its name."""

    def __init__(self, values: Mapping[str, float], names: NameTable) -> None:
        self._values = values
        self._names = names

    def __getitem__(self, name: str) -> Any:
        selection = self._names.select(name)
        if selection.counts:
            values = [self._values.get(each, np.nan) for each in selection.names]
            return np.array(values).reshape(selection.counts, order="F")
        flat = selection.names[0]
        if flat not in self._values:
            raise UnknownName(
                "not-recordable", f"'{name}' does not change during a run", "only variables have a value here"
            )
        return self._values[flat]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._names.has(name) and self._names.find(name) in self._values

    def get(self, name: str, default: Any = None) -> Any:
        if name in self:
            return self[name]
        return default

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(dict(self._values))


def by_full_name(names: NameTable, values: Mapping[str, Value], argument: str) -> dict[str, Value]:
    """The values by full names, those of arrays by element; a variable given under two names is an error."""
    full = names.find_all(tuple(values))
    if full is not None:
        return dict(zip(full, values.values(), strict=True))
    found: dict[str, Value] = {}
    for name, value in values.items():
        selection = names.select(name)
        for flat, each in zip(selection.names, selection.spread(value, f"{argument}: '{name}'"), strict=True):
            if flat in found:
                given = " and ".join(f"'{other}'" for other in values if flat in names.select(other).names)
                raise UserError("given-twice", f"{argument}: {given} are the same variable", "give it one value")
            found[flat] = each
    return found
