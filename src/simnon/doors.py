"""A package's front door: it names everything inside, and loads a module when one of its names is first used.

    with front_door(__name__):
        from .ensemble import Ensemble, read_ensemble

To readers, type checkers and the tests of the architecture, these are plain imports. In a running program nothing is
imported: the names are noted, and the package's `__getattr__` imports their modules on first access. So a process
loads only what it uses, and a start is fast whatever else a package can do.
"""

import builtins
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any


class _Promise:
    """Stands for a name of a module that is not loaded."""

    __slots__ = ("module", "name")

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def value(self) -> Any:
        return getattr(import_module(self.module), self.name)


@contextmanager
def front_door(package: str) -> Iterator[None]:
    """The names that the relative imports within the block import are loaded on first access."""
    names = sys.modules[package].__dict__
    plain_import = builtins.__import__
    builtins.__import__ = _noting_imports(package, plain_import)
    try:
        yield
    finally:
        builtins.__import__ = plain_import
    promises = {name: each for name, each in names.items() if isinstance(each, _Promise)}
    for name in promises:
        del names[name]
    sys.modules[package].__class__ = _package_with(promises)


def _package_with(promises: Mapping[str, _Promise]) -> type[ModuleType]:
    class Package(ModuleType):
        def __getattr__(self, name: str) -> Any:
            promise = promises.get(name)
            if promise is None:
                raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
            value = promise.value()
            setattr(self, name, value)
            return value

        def __setattr__(self, name: str, value: object) -> None:
            # Python binds each module that is loaded inside; a function with the name of a module takes precedence.
            if not (name in promises and isinstance(value, ModuleType)):
                super().__setattr__(name, value)

        def __dir__(self) -> list[str]:
            return sorted({*super().__dir__(), *promises})

    return Package


def _noting_imports(package: str, plain_import: Callable[..., Any]) -> Callable[..., Any]:
    def noting(
        name: str,
        names: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,  # noqa: A002 - the names of the function it stands for
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        if names is None or names.get("__name__") != package or level != 1 or not name or not fromlist:
            return plain_import(name, names, locals, fromlist, level)
        return SimpleNamespace(**{each: _Promise(f"{package}.{name}", each) for each in fromlist})

    return noting
