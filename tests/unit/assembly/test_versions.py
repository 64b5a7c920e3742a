"""Versions: which of their equations assign, and which are relations."""

from simnon.assembly.versions import _with_relations
from simnon.languages import DIALECTS
from simnon.model import print_expression
from simnon.source import Report, Source

TEXT = """CONTINUOUS SYSTEM s
INPUT u
OUTPUT y z
STATE x
DER dx
TIME t
z = 1
VERSION first
dx = y
y = 2*x
z = x
u = 3
x = t
END
"""


def test_an_equation_for_what_is_determined_elsewhere_is_a_relation() -> None:
    (system,) = DIALECTS[".t"](Source("text", TEXT), Report())

    version = _with_relations(system.versions[0], system)

    assert [each.target.name for each in version.assignments] == ["dx", "y"]
    assert [print_expression(each.left) for each in version.relations] == ["z", "u", "x"]
