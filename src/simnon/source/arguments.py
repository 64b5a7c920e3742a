"""Arguments from Python callers -> values of the type needed.

Anything else is a UserError that names the argument, what was expected and what was found.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from reprlib import Repr
from typing import Any, TypeVar

from .diagnostic import UserError

Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])

LARGEST_INTEGER = 2**53
"""Every integer up to here is a float; beyond it some become equal."""
_KINDS: dict[type, str] = {str: "the text", list: "the list", tuple: "the tuple", dict: "the dictionary"}
_SHORT = Repr()
_SHORT.maxother = _SHORT.maxstring = 40
_SHORT.maxlong = 30


def shown(value: object) -> str:
    """A value as a message shows it: short, on one line, with texts and lists marked as such."""
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a number with about {value.bit_length() * 0.30103:.0f} digits"
    if isinstance(value, float):
        return repr(float(value))
    kind = _KINDS.get(type(value))
    text = " ".join(_SHORT.repr(value).split())
    return f"{kind} {text}" if kind else text


def refusal(argument: str, expected: str, value: object, hint: str = "") -> UserError:
    """The message for an argument of the wrong type."""
    return UserError("bad-argument", f"{argument}: expected {expected}, found {shown(value)}", hint)


def number(value: object, argument: str, expected: str = "a number") -> float:
    """Any real number, including numpy's, but no text or truth value."""
    if type(value) is float:
        return value
    if isinstance(value, str | bytes | bool | complex) or getattr(value, "ndim", 0) != 0:
        raise refusal(argument, expected, value)
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise refusal(argument, expected, value) from None
    except OverflowError:
        raise refusal(argument, f"{expected} below 1.8e308", value) from None


def integer(value: object, argument: str, least: int = -LARGEST_INTEGER, most: int = LARGEST_INTEGER) -> int:
    """An integer between `least` and `most`, or a float such as 3.0 that equals one."""
    expected = f"an integer {_between(least, most)}"
    found: object = value
    if type(value) is not int:
        found = number(value, argument, expected)
        if not found.is_integer():
            raise refusal(argument, expected, value)
        # As it was given: a long integer would lose digits on the way through a float.
        found = int(value) if hasattr(value, "__index__") else int(found)
    assert isinstance(found, int)
    if not least <= found <= most:
        raise refusal(argument, expected, value)
    return found


def _between(least: int, most: int) -> str:
    if most == LARGEST_INTEGER:
        return f"from {least}" if least > -LARGEST_INTEGER else "from -2**53 to 2**53"
    return f"from {least} to {most}"


def text(value: object, argument: str, expected: str = "a text") -> str:
    if not isinstance(value, str):
        raise refusal(argument, expected, value)
    return value


def truth(value: object, argument: str) -> bool:
    """True or False, including numpy's."""
    if type(value) is not bool and type(value).__name__ not in ("bool_", "bool"):
        raise refusal(argument, "True or False", value)
    return bool(value)


def by_name(value: Mapping[str, Value] | None, argument: str, expected: str) -> Mapping[str, Value]:
    """A dictionary whose keys are texts; None is an empty one."""
    if value is None:
        return {}
    if type(value) is not dict and not isinstance(value, Mapping):
        raise refusal(argument, f"a dictionary {expected}", value)
    for name in value:
        if type(name) is not str:
            text(name, f"a name in {argument}")
    return value


def names(value: Sequence[str] | str, argument: str) -> tuple[str, ...]:
    """A list of texts; a single text counts as a list of one."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Mapping | bytes) or not hasattr(value, "__iter__"):
        raise refusal(argument, "a list of names", value)
    return tuple(text(name, f"a name in {argument}") for name in value)


def function(value: Function | None, argument: str) -> Function | None:
    if value is not None and not callable(value):
        raise refusal(argument, "a function", value)
    return value


def file_path(value: object, argument: str = "path") -> Path:
    """The name of a file, as a text or a Path."""
    if not isinstance(value, str | Path):
        found = os.fspath(value) if isinstance(value, os.PathLike) else None
        if not isinstance(found, str):
            raise refusal(argument, "the name of a file", value)
        value = found
    if not str(value) or "\0" in str(value):
        raise refusal(argument, "the name of a file", value)
    return Path(value)
