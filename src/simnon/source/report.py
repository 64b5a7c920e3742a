"""Collects diagnostics; the one object that phases of the compiler write to."""

from .codes import CODES
from .diagnostic import Diagnostic, Related, Severity
from .merging import merge_alike
from .span import Span


class Report:
    """Collects the diagnostics of one compilation, in the order in which they are found, each once."""

    def __init__(self, strict: frozenset[str] = frozenset()) -> None:
        """`strict` are the codes whose notes are errors."""
        self.strict = strict
        self._diagnostics: dict[Diagnostic, None] = {}

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All of them; those that say the same of several parts, at one place, are one."""
        return merge_alike(self._diagnostics)

    @property
    def all_found(self) -> tuple[Diagnostic, ...]:
        """All of them, one by one."""
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
