"""DATA: what is said to the user about a text: severity, code in words, message, place and cure."""

from enum import Enum

from .codes import CODES
from .frozen import frozen
from .span import Span


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen
class Related:
    """Another place that belongs to the diagnostic, with a few words on why."""

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


class Report:
    """Collects the diagnostics of one compilation, in the order in which they are found, each once."""

    def __init__(self, strict: frozenset[str] = frozenset()) -> None:
        """`strict` are the codes whose notes are errors."""
        self.strict = strict
        self._diagnostics: dict[Diagnostic, None] = {}

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return tuple(self._diagnostics)

    @property
    def has_errors(self) -> bool:
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self._diagnostics)

    def error(
        self, code: str, message: str, span: Span | None, hint: str = "", related: tuple[Related, ...] = ()
    ) -> None:
        self.add(Diagnostic(Severity.ERROR, code, message, span, hint, related))

    def warn(
        self, code: str, message: str, span: Span | None, hint: str = "", related: tuple[Related, ...] = ()
    ) -> None:
        self.add(Diagnostic(Severity.WARNING, code, message, span, hint, related))

    def note(
        self, code: str, message: str, span: Span | None, hint: str = "", related: tuple[Related, ...] = ()
    ) -> None:
        severity = Severity.ERROR if code in self.strict else Severity.NOTE
        self.add(Diagnostic(severity, code, message, span, hint, related))

    def add(self, diagnostic: Diagnostic) -> None:
        assert diagnostic.code in CODES, f"'{diagnostic.code}' is not in the table of codes"
        self._diagnostics[diagnostic] = None


class SimnonError(Exception):
    """A text that cannot be compiled; prints as the terminal would show it."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], rendered: str) -> None:
        super().__init__(rendered)
        self.diagnostics = diagnostics


class UserError(Exception):
    """A mistake in what the user asked for, outside any model text: code in words, message, cure."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint
