"""Data classes: `@frozen` is `@dataclass(frozen=True, slots=True)`, made in a fraction of the time.

The standard library compiles six methods for each class, one by one; with the two hundred classes that every start
creates, that was a third of the time to a first result. Here the standard library finds the fields and makes the slots.
Methods that depend on the fields are compiled together, and only when first called; the others are shared by all
classes. `replace`, `fields` and patterns work as for any dataclass, and methods that a class defines itself are kept.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from reprlib import recursive_repr
from typing import Any, NoReturn, TypeVar, dataclass_transform

Class = TypeVar("Class")
Method = Callable[..., Any]

COMPILED = ("__init__", "__eq__", "__hash__")
ABSENT = object()
"""Stands for an argument that is created for each value by the `default_factory` of its field."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(declared: type[Class]) -> type[Class]:
    """Make a class of immutable values from the fields it declares."""
    # Without a docstring the standard library would write one, from a signature that is slow to find.
    declared.__doc__ = declared.__doc__ or declared.__name__
    made = dataclass(init=False, repr=False, eq=False, slots=True)(declared)
    own = vars(declared)
    missing = [name for name in COMPILED if own.get(name) is None]
    for name in missing:
        setattr(made, name, _compiled_when_called(made, name, missing))
    for name, method in SHARED.items():
        if own.get(name) is None:
            setattr(made, name, method)
    return made


def _compiled_when_called(made: type, name: str, missing: list[str]) -> Method:
    """Stands in for a method until it is called: most classes of a process never have a value."""

    def method(*arguments: Any, **named: Any) -> Any:
        compiled = _compiled_methods(made)
        for each in missing:
            setattr(made, each, compiled[each])
        return compiled[name](*arguments, **named)

    return method


def _compiled_methods(made: type) -> dict[str, Method]:
    parameters, lines = ["self"], []
    known: dict[str, Any] = {"ABSENT": ABSENT}
    for declared in fields(made):
        name = declared.name
        known[f"set_{name}"] = getattr(made, name).__set__
        known[f"default_{name}"] = declared.default if declared.default_factory is MISSING else declared.default_factory
        if declared.init:
            parameters.append(f"{name}{_default(declared)}")
        if declared.init or _default(declared):
            lines.append(f" set_{name}(self, {_value(declared)})")
    if hasattr(made, "__post_init__"):
        lines.append(" self.__post_init__()")
    compared = [declared.name for declared in fields(made) if declared.compare]
    text = "\n".join(
        [
            f"def __init__({', '.join(parameters)}):",
            *lines,
            " return None",
            "def __eq__(self, other):",
            " if other.__class__ is self.__class__:",
            f"  return {_tuple('self', compared)} == {_tuple('other', compared)}",
            " return NotImplemented",
            "def __hash__(self):",
            f" return hash({_tuple('self', compared)})",
        ]
    )
    # From a text, not from code, Python would note a Ctrl-C in its midst as one that nobody has caught.
    exec(compile(text, f"<{made.__name__}>", "exec"), known)  # noqa: S102
    known["__init__"].__annotations__ = {declared.name: declared.type for declared in fields(made) if declared.init}
    return {name: known[name] for name in COMPILED}


def _default(declared: Field[Any]) -> str:
    if declared.default_factory is not MISSING:
        return "=ABSENT"
    return f"=default_{declared.name}" if declared.default is not MISSING else ""


def _value(declared: Field[Any]) -> str:
    name = declared.name
    made_anew = f"default_{name}()" if declared.default_factory is not MISSING else f"default_{name}"
    if not declared.init:
        return made_anew
    return f"{made_anew} if {name} is ABSENT else {name}" if declared.default_factory is not MISSING else name


def _tuple(owner: str, names: list[str]) -> str:
    return f"({''.join(f'{owner}.{name}, ' for name in names)})"


@recursive_repr()
def _repr(self: Any) -> str:
    shown = ", ".join(f"{shown.name}={getattr(self, shown.name)!r}" for shown in fields(self) if shown.repr)
    return f"{type(self).__qualname__}({shown})"


def _refuse_to_set(_: object, name: str, __: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _values(self: Any) -> list[Any]:
    return [getattr(self, stored.name) for stored in fields(self)]


def _restore(self: Any, values: list[Any]) -> None:
    for stored, value in zip(fields(self), values, strict=True):
        object.__setattr__(self, stored.name, value)


SHARED: dict[str, Method] = {
    "__repr__": _repr,
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    "__getstate__": _values,
    "__setstate__": _restore,
}
