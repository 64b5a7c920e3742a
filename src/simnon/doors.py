"""Names whose modules are loaded when they are first used: a package's front door, and imports of a single module.

    with front_door(__name__):
        from .ensemble import Ensemble, read_ensemble

To readers, type checkers and the tests of the architecture, these are plain imports. In a running program nothing is
imported: the names are noted, and the package's `__getattr__` imports their modules on first access. So a process
loads only what it uses, and a start is fast whatever else a package can do.

    with loaded_on_use(__name__):
        from simnon.compiler import compile_model

A module that every start needs names in this way what only later commands need: functions that it calls, and classes
that it writes in annotations, calls, or passes to `isinstance`. They cannot be patterns of `match` or caught.
"""

import builtins
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import resolve_name
from types import ModuleType, SimpleNamespace
from typing import Any

_lock = threading.RLock()
"""Held while names are noted: two threads that load modules at the same time restore Python's import in turn."""
_stand_ins: "list[_StandIn]" = []
"""All of them, in the order in which they were noted."""


class _Promise:
    """Stands for a name of a module that is not loaded."""

    __slots__ = ("module", "name")

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def value(self) -> Any:
        return getattr(import_module(self.module), self.name)


class _PromisedModule(_Promise):
    """Stands for a module of a package."""

    __slots__ = ()

    def value(self) -> Any:
        return import_module(f"{self.module}.{self.name}")


@contextmanager
def front_door(package: str) -> Iterator[None]:
    """The names that the relative imports within the block import are loaded on first access."""
    names = sys.modules[package].__dict__

    def module_of(name: str, level: int) -> str:
        return resolve_name(f".{name}", package) if level == 1 else ""

    def make_promise(module: str, name: str) -> _Promise:
        return (_PromisedModule if module == package else _Promise)(module, name)

    with _noted_imports(package, module_of, make_promise):
        yield
    promises = {name: each for name, each in names.items() if isinstance(each, _Promise)}
    for name in promises:
        del names[name]
    sys.modules[package].__class__ = _package_with(promises)


@contextmanager
def loaded_on_use(module: str) -> Iterator[None]:
    """The names that `module` imports from others within the block are loaded when they are first called or read."""
    package = sys.modules[module].__package__

    def make_stand_in(of: str, name: str) -> _Promise:
        return _StandIn(of, name, module)

    with _noted_imports(module, lambda name, level: resolve_name(f"{'.' * level}{name}", package), make_stand_in):
        yield


def load_the_rest() -> None:
    """Load what the modules loaded so far use later; for a thread beside a user who reads the first page."""
    done = 0
    while done < len(_stand_ins):
        _stand_ins[done].value()
        done += 1


class _StandIn(_Promise):
    """Behaves like the function or class it stands for, loads it for that, and gives it its place in the importer."""

    __slots__ = ("importer", "loaded")

    def __init__(self, module: str, name: str, importer: str) -> None:
        super().__init__(module, name)
        self.importer = importer
        self.loaded: Any = None
        _stand_ins.append(self)

    def value(self) -> Any:
        if self.loaded is None:
            is_module = self.name not in dir(import_module(self.module))
            self.loaded = (_PromisedModule if is_module else _Promise).value(self)
            names = sys.modules[self.importer].__dict__
            for name in [name for name, each in list(names.items()) if each is self]:
                names[name] = self.loaded
        return self.loaded

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.value()(*given, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            # Python looks for them in annotations.
            raise AttributeError(name)
        return getattr(self.value(), name)

    def __instancecheck__(self, instance: object) -> bool:
        return isinstance(instance, self.value())

    def __or__(self, _other: object) -> object:
        """In an annotation, which nobody evaluates."""
        return Any

    __ror__ = __or__


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
            promise = promises.get(name)
            if promise is None or isinstance(promise, _PromisedModule) or not isinstance(value, ModuleType):
                super().__setattr__(name, value)

        def __dir__(self) -> list[str]:
            return sorted({*super().__dir__(), *promises})

    return Package


@contextmanager
def _noted_imports(
    importer: str, module_of: Callable[[str, int], str], make_promise: Callable[[str, str], _Promise]
) -> Iterator[None]:
    """Within the block `importer` gets promises of what `module_of` gives a module for, by its name and its dots."""

    def noting(
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002 - the names of the function it stands for
        locals: Mapping[str, object] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        is_own = globals is not None and globals.get("__name__") == importer and bool(fromlist)
        module = module_of(name, level) if is_own else ""
        if not module:
            return plain_import(name, globals, locals, fromlist, level)
        return SimpleNamespace(**{each: make_promise(module, each) for each in fromlist or ()})

    with _lock:
        plain_import = builtins.__import__
        builtins.__import__ = noting
        try:
            yield
        finally:
            builtins.__import__ = plain_import
