"""A name from a user -> the variable it means: `H[TANK]`, `motor.R`, or `H` if only one system has it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from simnon.model import ElementVariables, Role, SingleVariable, Variable, VariableTable, counts_text
from simnon.source import NamesToNumbers, UnknownName, UserError, arguments, nearest

from .selections import ArrayNames, Selection, single_variables

Value = TypeVar("Value")


class NameTable:
    """The variables of a model by every name they have."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self._by_name: dict[str, str] = {}
        self._by_local: dict[str, list[str]] = {}
        self.arrays = ArrayNames(variables)
        self._found: dict[str, str] = {}
        """Names as they have been written so far."""
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

    def _find(self, name: str) -> str:
        key = name.replace(" ", "").casefold()
        known = self._by_name.get(key)
        if known is not None and self.arrays.find(name) != name.replace(" ", ""):
            return known
        found = self._by_local.get(key, [])
        if len(found) == 1:
            return found[0]
        element = self.arrays.element(name) if not found else None
        if element is not None:
            return element
        if found:
            raise UnknownName("ambiguous-name", f"'{name}' could be {' or '.join(found)}", "give one of these names")
        self._refuse_arrays(name)
        near = nearest(name, [*self._by_name.values(), *self._by_local])
        hint = f"did you mean '{near}'?" if near else ""
        raise UnknownName("unknown-variable", f"there is no variable '{name}'", hint)

    def _refuse_arrays(self, name: str) -> None:
        """One variable is expected where an array is named."""
        selection = self.arrays.select(name)
        if selection is not None and selection.counts:
            hint = f"name one element: {selection.names[0]}" if selection.names else ""
            raise UnknownName("ambiguous-name", f"'{name}' is {counts_text(selection.counts)}", hint)

    def select(self, name: str) -> Selection:
        """The variables that a name means: one, or the elements of an array or of a part of it."""
        selection = self.arrays.select(name) if self.arrays and isinstance(name, str) else None
        return selection if selection is not None else Selection((self.find(name),))

    def has(self, name: str) -> bool:
        try:
            self.find(name)
        except UnknownName:
            return False
        return True


def names_in_part(part: SingleVariable | ElementVariables) -> Iterable[str]:
    return part.own_names() if isinstance(part, ElementVariables) else (part.variable.name,)


class RolesByRange(Mapping[str, Role]):
    """The role of every variable, that of an array once."""

    def __init__(self, variables: VariableTable) -> None:
        single = [part.variable for part in variables.parts if isinstance(part, SingleVariable)]
        self._of_single = {variable.name: variable.role for variable in single}
        self._whole = [part for part in variables.parts if isinstance(part, ElementVariables)]
        numbers = {(each.names.before, each.names.after): (each.names, 0) for each in self._whole}
        self._elements = NamesToNumbers({}, numbers)
        self._role_of_array = {(p.names.before, p.names.after): p.variable.role for p in self._whole}

    def __getitem__(self, name: str) -> Role:
        role = self._of_single.get(name)
        array = self._elements.array_of(name) if role is None else None
        if role is None and array is None:
            raise KeyError(name)
        return role if role is not None else self._role_of_array[array.before, array.after]  # type: ignore[union-attr]

    def __iter__(self) -> Iterator[str]:
        yield from self._of_single
        yield from self._elements

    def __len__(self) -> int:
        return len(self._of_single) + len(self._elements)


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
    if not names.arrays:
        found = {names.find(name): value for name, value in values.items()}
        if len(found) == len(values):
            return found
    found = {}
    for name, value in values.items():
        selection = names.select(name)
        for flat, each in zip(selection.names, selection.spread(value, f"{argument}: '{name}'"), strict=True):
            if flat in found:
                given = " and ".join(f"'{other}'" for other in values if flat in names.select(other).names)
                raise UserError("given-twice", f"{argument}: {given} are the same variable", "give it one value")
            found[flat] = each
    return found
