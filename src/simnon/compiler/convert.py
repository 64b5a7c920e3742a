"""Texts of any language -> Simnon text with the same meaning; converting the result again changes nothing."""

from collections.abc import Sequence

from simnon.languages import write_systems
from simnon.source import Report, Severity, Source

from .compile import read_systems

_MAX_ITERATIONS = 5


def convert(sources: Sequence[Source], report: Report) -> str | None:
    """The text; None if there are errors, all reported."""
    systems = read_systems(sources, report)
    if not systems and not report.has_errors:
        report.error("no-system", "the text contains no system", None, "begin with CONTINUOUS SYSTEM name")
    if report.has_errors:
        return None
    text = write_systems(systems)
    for _ in range(_MAX_ITERATIONS):
        again = _written_again(Source("converted.t", text, sources[0].folder), report)
        if again is None or again == text:
            return again
        text = again
    raise AssertionError("convert: writing the text again changes it")


def _written_again(source: Source, report: Report) -> str | None:
    """The text converted once more; None if it cannot be read, such as an expression nested too deep."""
    found = Report()
    systems = read_systems((source,), found)
    for diagnostic in found.diagnostics:
        if diagnostic.severity is Severity.ERROR:
            report.add(diagnostic)
    return None if found.has_errors else write_systems(systems)
