"""A misspelled keyword in a call -> an error with the name that was meant; on the functions that users call."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar, get_args

from .diagnostic import UnknownArgument
from .nearest import nearest

Called = TypeVar("Called", bound=Callable[..., Any])
Kind = TypeVar("Kind", bound=type)


def checks_keywords(function: Called) -> Called:
    """The function, with a hint if a call has a keyword that it does not take.

    Of a function that takes options besides its own arguments, the options are checked by those who read them; here
    only a keyword that is close to an argument is an error.
    """
    shown = getattr(function, "__signature__", None)
    known = frozenset(_own(function) if shown is None else shown.parameters)

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        if not named.keys() <= known:
            _check(function, given, named)
        return function(*given, **named)

    return called  # type: ignore[return-value]


def methods_check_keywords(kind: Kind) -> Kind:
    """The class, with `checks_keywords` for all its public methods, inherited ones too."""
    for name in dir(kind):
        method = inspect.getattr_static(kind, name)
        if not name.startswith("_") and isinstance(method, FunctionType):
            setattr(kind, name, checks_keywords(method))
    return kind


def _check(function: Callable[..., Any], given: tuple[Any, ...], named: Mapping[str, Any]) -> None:
    own, options = _own(function), _options(function)
    by_position = min(len(given), function.__code__.co_argcount)
    free = [name for name in own[by_position:] if name not in named]
    for name in named.keys() - {*own, *options}:
        near = nearest(name, [*free, *options])
        if near in free:
            raise _error(function, name, f"did you mean {near}=?")
        if not options:
            raise _error(function, name, f"the arguments are {', '.join(each for each in own if each != 'self')}")


def _own(function: Callable[..., Any]) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _options(function: Callable[..., Any]) -> frozenset[str]:
    """What its `**options` can be."""
    code = function.__code__
    if not code.co_flags & inspect.CO_VARKEYWORDS:
        return frozenset()
    place = len(_own(function)) + (1 if code.co_flags & inspect.CO_VARARGS else 0)
    annotation = function.__annotations__[code.co_varnames[place]]
    if isinstance(annotation, str):
        annotation = eval(annotation, function.__globals__)  # noqa: S307 - an annotation of our own
    (declared,) = get_args(annotation)
    return frozenset(declared.__annotations__)


def _error(function: Callable[..., Any], name: str, hint: str) -> UnknownArgument:
    return UnknownArgument("bad-argument", f"{function.__name__} has no argument '{name}'", hint)
