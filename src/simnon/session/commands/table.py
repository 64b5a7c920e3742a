"""Names of commands and of their modules -> the table of commands, which loads a module when it is first asked for."""

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module

from .command import Command


class CommandTable(MutableMapping[str, Command]):
    """Each module of `package` has its commands under their own names."""

    def __init__(self, package: str, module_of_name: Mapping[str, str]) -> None:
        self._package = package
        self._module_of_name = module_of_name
        self._loaded: dict[str, Command | None] = dict.fromkeys(module_of_name)

    def __getitem__(self, name: str) -> Command:
        found = self._loaded[name]
        if found is None:
            module = import_module(f"{self._package}.{self._module_of_name[name]}")
            found = self._loaded[name] = _command_in(module, name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._loaded

    def __setitem__(self, name: str, command: Command) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)


def _command_in(module: object, name: str) -> Command:
    found: Command = getattr(module, name)
    assert found.name == name
    return found
