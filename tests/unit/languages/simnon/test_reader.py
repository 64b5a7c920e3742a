"""The reader of Simnon texts: what it reads has the place of its whole text."""

from simnon.languages import DIALECTS
from simnon.source import Report, Source


def test_a_given_value_includes_its_unit() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x [m]\nDER dx\ndx = -x\nx: 1.5 [cm]\nEND\n"
    (system,) = DIALECTS[".t"](Source("text", text), Report())

    assert [value.span.text for value in system.values] == ["x: 1.5 [cm]"]
