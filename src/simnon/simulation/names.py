"""A name as a user gives it -> the variable it means: `H[TANK]`, `motor.R`, or `H` where only one system has it."""

from collections.abc import Iterator, Mapping, Sequence

from simnon.model import Variable
from simnon.source import UserError, nearest


class Names:
    """The variables of a model by every name they can be called."""

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
        """The flat name; a UserError says what is near, or which systems have the name."""
        key = name.replace(" ", "").casefold()
        known = self._by_name.get(key)
        if known is not None:
            return known
        found = self._by_local.get(key, [])
        if len(found) == 1:
            return found[0]
        if found:
            raise UserError("ambiguous-name", f"'{name}' could be {' or '.join(found)}", "say which")
        near = nearest(name, [*self._by_name.values(), *self._by_local])
        raise UserError("unknown-variable", f"there is no variable '{name}'", f"did you mean '{near}'?" if near else "")


class NamedValues(Mapping[str, float]):
    """Values that can be asked for by any name of their variable."""

    def __init__(self, values: Mapping[str, float], names: Names) -> None:
        self._values = values
        self._names = names

    def __getitem__(self, name: str) -> float:
        return self._values[self._names.find(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(dict(self._values))


def resolved(names: Names, values: Mapping[str, float]) -> dict[str, float]:
    return {names.find(name): float(value) for name, value in values.items()}
