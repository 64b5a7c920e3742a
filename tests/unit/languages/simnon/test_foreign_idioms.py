"""Lines as they are written in other languages: the hint has the spelling of this one."""

import pytest

from simnon.compiler import analyse
from simnon.source import Report, Source

LINES = {
    "der(x) = -x": "DER dx",
    "x' = -x": "DER dx",
    "dx/dt = -x": "DER dx",
    "dx == -x": "a single =",
    "dx = IF x == 1 && x > 2 THEN 1,5 ELSE 2": "a single =",
    "# a comment": 'begins with "',
    "// a comment": 'begins with "',
    "% a comment": 'begins with "',
    "dx = -x  # why": 'begins with "',
    "dx = IF x > 1 && x < 2 THEN 1 ELSE 2": "write AND",
    "dx = IF x > 1 || x < 0 THEN 1 ELSE 2": "write OR",
    "dx = IF !(x > 1) THEN 1 ELSE 2": "write NOT",
    "dx = IF x != 1 THEN 1 ELSE 2": "write <>",
    "dx = -1,5*x": "decimal point",
    "dx = IF 0 < x <= 1.5 THEN 1 ELSE 2": "write two comparisons: 0 < x AND x <= 1.5",
    "dx = TABLE(x; 0, 0; 1, 1)": "define a table by TABLE f(x)",
    "if x > 1": "IF chooses between values",
    "else": "IF chooses between values",
    "for k = 1:3": "FOR repeats a statement",
    "while x > 1": "FOR repeats a statement",
    "when x > 1 then": "stands alone in its line",
    "dx = x > 1 ? 1 : 2": "IF condition THEN",
    "dx += 1": "write it out",
    "dx = -x;": "leave out the semicolon",
    "dx = fabs(x)": "ABS(x)",
}


def hints_of(line: str) -> list[str]:
    report = Report()
    analyse((Source("s.t", f"CONTINUOUS SYSTEM s\nSTATE x\nDER dx\n{line}\nEND\n"),), report)
    return [diagnostic.hint for diagnostic in report.diagnostics]


@pytest.mark.parametrize("line", LINES)
def test_a_foreign_line_has_its_translation_in_the_hint(line: str) -> None:
    assert any(LINES[line] in hint for hint in hints_of(line)), hints_of(line)


def test_what_stands_in_a_comment_is_not_translated() -> None:
    assert not any("AND" in hint for hint in hints_of('dx = -x* " && and == #'))


def test_the_other_diagnostics_keep_their_hints() -> None:
    assert hints_of("dx = -x*") == hints_of("dx = -x*  ")
    assert all("semicolon" not in hint for hint in hints_of("dx = -x*"))
