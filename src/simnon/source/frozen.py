"""Data classes: `@frozen` is `@dataclass(frozen=True, slots=True)`, created in a fraction of the time.

The standard library compiles six methods for each class, one by one; with the two hundred classes that every start
creates, that was a third of the time to a first result. Here the standard library finds the fields and adds the slots.
Methods that depend on the fields are compiled only when first called, and comparison apart from creation, since few
classes need it; the others are shared by all classes. `replace`, `fields` and patterns work as for any dataclass, and
methods that a class defines itself are kept.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from reprlib import recursive_repr
from typing import Any, NoReturn, TypeVar, dataclass_transform

Class = TypeVar("Class")
Method = Callable[..., Any]
TextOf = Callable[[type], tuple[str, dict[str, Any]]]

CREATION, COMPARISON = ("__init__",), ("__eq__", "__hash__")
ABSENT = object()
"""Marks an argument that the `default_factory` of its field creates for each value."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(declared: type[Class]) -> type[Class]:
    """Turn a class into one of immutable values with the declared fields."""
    # Without a docstring the standard library would write one from the signature, which is slow.
    declared.__doc__ = declared.__doc__ or declared.__name__
    cls = dataclass(init=False, repr=False, eq=False, slots=True)(declared)
    own = vars(declared)
    for text_of, names in ((_creation, CREATION), (_comparison, COMPARISON)):
        missing = [name for name in names if own.get(name) is None]
        for name in missing:
            setattr(cls, name, _compiled_when_called(cls, text_of, name, missing))
    for name, method in SHARED.items():
        if own.get(name) is None:
            setattr(cls, name, method)
    return cls


def with_some_fields(cls: type[Class], **values: Any) -> Class:
    """A value with only these fields; `__getattr__` of the class, which Python calls for the others, makes them."""
    made = object.__new__(cls)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made


def _compiled_when_called(cls: type, text_of: TextOf, name: str, missing: list[str]) -> Method:
    """Stands in for a method until it is called: most classes of a process never have a value."""

    def method(*arguments: Any, **named: Any) -> Any:
        text, known = text_of(cls)
        # Compiled first: in exec of a text, Python would report a Ctrl-C as an uncaught exception.
        exec(compile(text, f"<{cls.__name__}>", "exec"), known)  # noqa: S102
        for each in missing:
            setattr(cls, each, known[each])
        return known[name](*arguments, **named)

    return method


def _creation(cls: type) -> tuple[str, dict[str, Any]]:
    """The text of `__init__`, and the names it knows."""
    parameters, lines = ["self"], []
    annotations: dict[str, Any] = {}
    known: dict[str, Any] = {"ABSENT": ABSENT, "annotations": annotations}
    for declared in fields(cls):
        name = declared.name
        known[f"set_{name}"] = getattr(cls, name).__set__
        known[f"default_{name}"] = declared.default if declared.default_factory is MISSING else declared.default_factory
        if declared.init:
            parameters.append(f"{name}{_default(declared)}")
            annotations[name] = declared.type
        if declared.init or _default(declared):
            lines.append(f" set_{name}(self, {_value(declared)})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    text = [f"def __init__({', '.join(parameters)}):", *lines, " return None", "__init__.__annotations__ = annotations"]
    return "\n".join(text), known


def _comparison(cls: type) -> tuple[str, dict[str, Any]]:
    """The text of `__eq__` and `__hash__`, which know nothing else."""
    compared = [declared.name for declared in fields(cls) if declared.compare]
    text = [
        "def __eq__(self, other):",
        " if other.__class__ is self.__class__:",
        f"  return {_tuple('self', compared)} == {_tuple('other', compared)}",
        " return NotImplemented",
        "def __hash__(self):",
        f" return hash({_tuple('self', compared)})",
    ]
    return "\n".join(text), {}


def _default(declared: Field[Any]) -> str:
    if declared.default_factory is not MISSING:
        return "=ABSENT"
    return f"=default_{declared.name}" if declared.default is not MISSING else ""


def _value(declared: Field[Any]) -> str:
    name = declared.name
    created = f"default_{name}()" if declared.default_factory is not MISSING else f"default_{name}"
    if not declared.init:
        return created
    return f"{created} if {name} is ABSENT else {name}" if declared.default_factory is not MISSING else name


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
