"""Blocks and sections that are nested too deep: one error, and reading stops."""

import pytest

from simnon.languages import DIALECTS
from simnon.source import Report, Source

MOST = 25


def program(opening: str, closing: str, depth: int, inner: str) -> str:
    lines = [opening] * depth + [inner] + [closing] * depth
    return "\n".join(["PROGRAM deep", "  PROCEDURAL (y = x)", "  y = 0.0", *lines, "  END", "END", ""])


@pytest.mark.parametrize(("depth", "codes"), [(MOST - 1, []), (MOST + 3, ["nesting-too-deep"])])
def test_reading_stops_at_blocks_that_are_nested_too_deep(depth: int, codes: list[str]) -> None:
    report = Report()
    text = program("  IF (x.GT.1.0) THEN", "  ENDIF", depth, "  y = 1.0")
    DIALECTS[".csl"](Source("deep.csl", text), report)

    assert [each.code for each in report.diagnostics if each.code == "nesting-too-deep"] == codes
    assert bool(report.diagnostics) is bool(codes)
