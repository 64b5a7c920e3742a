"""Loops that would be unrolled into too many statements, in the languages that read them themselves."""

import pytest

from simnon.languages import DIALECTS
from simnon.source import Report, Source

ACSL = """PROGRAM long
  PROCEDURAL (s =)
    s = 0.0
    DO 10, i = 1, {count}
      s = s + 1.0
10: CONTINUE
  END
END
"""
CSMP = """NOSORT
DO 10 I=1,{count}
10 W=2.0
SORT
X=INTGRL(1.0,-X)
TIMER FINTIM=1.0
END
STOP
"""


@pytest.mark.parametrize("count", [20, 21, 60])
@pytest.mark.parametrize(
    ("extension", "text", "module", "line"),
    [
        (".csl", ACSL, "simnon.languages.acsl.building.procedures", 4),
        (".csm", CSMP, "simnon.languages.csmp.procedures", 2),
    ],
)
def test_loops_are_unrolled_up_to_a_limit(
    extension: str, text: str, module: str, line: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{module}.MAX_ITERATIONS", 20)
    report = Report()

    DIALECTS[extension](Source(f"model{extension}", text.format(count=count)), report)

    found = [(each.code, each.span.line if each.span else 0) for each in report.diagnostics]
    assert found == ([("loop-too-long", line)] if count > 20 else [])
