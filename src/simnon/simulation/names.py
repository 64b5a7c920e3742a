"""A name from a user -> the variable it means: `H[TANK]`, `motor.R`, or `H` if only one system has it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from simnon.model import Variable
from simnon.source import UnknownName, UserError, arguments, nearest

Value = TypeVar("Value")


class NameTable:
    """The variables of a model by every name they have."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self._by_name: dict[str, str] = {}
        self._by_local: dict[str, list[str]] = {}
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
        key = name.replace(" ", "").casefold()
        known = self._by_name.get(key)
        if known is not None:
            return known
        found = self._by_local.get(key, [])
        if len(found) == 1:
            return found[0]
        if found:
            raise UnknownName("ambiguous-name", f"'{name}' could be {' or '.join(found)}", "give one of these names")
        near = nearest(name, [*self._by_name.values(), *self._by_local])
        hint = f"did you mean '{near}'?" if near else ""
        raise UnknownName("unknown-variable", f"there is no variable '{name}'", hint)

    def has(self, name: str) -> bool:
        try:
            self.find(name)
        except UnknownName:
            return False
        return True


class NamedValues(Mapping[str, float]):
    """Values by any name of their variable."""

    def __init__(self, values: Mapping[str, float], names: NameTable) -> None:
        self._values = values
        self._names = names

    def __getitem__(self, name: str) -> float:
        flat = self._names.find(name)
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
    """The values by full names; a variable given under two names is an error."""
    found: dict[str, Value] = {}
    for name, value in values.items():
        flat = names.find(name)
        if flat in found:
            given = " and ".join(f"'{each}'" for each in values if names.find(each) == flat)
            raise UserError("given-twice", f"{argument}: {given} are the same variable", "give it one value")
        found[flat] = value
    return found
