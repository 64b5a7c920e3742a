"""roles: an output without an equation is reported, also in a discrete system that has parts."""

from simnon.assembly import assemble
from simnon.languages import DIALECTS
from simnon.source import Report, Source

INNER = "DISCRETE SYSTEM inner\nINPUT u\nOUTPUT y\ny = 2*u\nEND\n"
OUTER = "DISCRETE SYSTEM outer\nOUTPUT v\nTIME t\nTSAMP ts\nSYSTEM i: inner\ni.u = t\nw = i.y\nts = t + 1\nEND\n"


def test_a_discrete_system_with_parts_must_define_its_outputs() -> None:
    report = Report()

    assemble(DIALECTS[".t"](Source("text", INNER + OUTER), report), report)

    assert [(found.code, found.message) for found in report.diagnostics] == [
        ("missing-equation", "OUTPUT 'v' has no equation")
    ]
