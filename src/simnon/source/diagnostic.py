"""DATA: a message about a text: severity, code in words, message, position and hint."""

from enum import Enum
from typing import Any

from .frozen import frozen
from .span import Span


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen
class Related:
    """Another position that belongs to the diagnostic, with a few words on why."""

    message: str
    span: Span


@frozen
class Diagnostic:
    severity: Severity
    code: str
    message: str
    span: Span | None
    hint: str = ""
    related: tuple[Related, ...] = ()


class SimnonError(Exception):
    """What Simnon refuses, with the reasons in `diagnostics`; prints as the terminal would show it.

    It is raised for a text that cannot be compiled, and as a `UserError` for everything else.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...], rendered: str) -> None:
        super().__init__(rendered)
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[Any, ...]:
        """How workers on a cluster send it back."""
        return type(self), (self.diagnostics, str(self))


class UserError(SimnonError):
    """A mistake in a request, outside any model text: code in words, message, hint."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__((Diagnostic(Severity.ERROR, code, message, None, hint),), message)
        self.code = code
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.message, self.hint)


class UnknownName(UserError, KeyError):
    """An unknown name: also a KeyError, which Python code expects for a missing key."""

    # KeyError would put the message in quotes.
    __str__ = UserError.__str__


class UnknownArgument(UserError, TypeError):
    """A keyword that a function does not take: also a TypeError, which Python code expects for it."""


# Users know them by the names under which they can be imported.
SimnonError.__module__ = UserError.__module__ = "simnon"
