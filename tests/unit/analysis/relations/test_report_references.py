"""Circuits without a ground, and their siblings: the message says what is missing, and the hint adds it."""

import re

import pytest

import simnon
from simnon.analysis.relations.report_references import REFERENCES
from simnon.compiler import information

CIRCUITS = {
    "one loop": (
        """SYSTEM V: electrical.voltage_source
        SYSTEM R: electrical.resistor
        SYSTEM C: electrical.capacitor
        CONNECT V.p R.p
        CONNECT R.n C.p
        CONNECT C.n V.n""",
        "a ground is missing: the equations contain only differences of 'V.p.v', 'R.n.v', 'C.n.v'",
    ),
    "a bridge, in which no equation is missing but one repeats others": (
        """SYSTEM V: electrical.voltage_source
        SYSTEM R[1..5]: electrical.resistor
        CONNECT V.p R[1].p R[2].p
        CONNECT R[1].n R[3].p R[5].p
        CONNECT R[2].n R[4].p R[5].n
        CONNECT R[3].n R[4].n V.n""",
        "a ground is missing",
    ),
    "two capacitors in parallel": (
        """SYSTEM L: electrical.inductor
        SYSTEM C, D: electrical.capacitor
        CONNECT L.p C.p D.p
        CONNECT L.n C.n D.n""",
        "a ground is missing",
    ),
    "diodes, whose slopes change": (
        """SYSTEM V: electrical.sine_voltage
        SYSTEM D: electrical.diode
        SYSTEM C: electrical.capacitor
        SYSTEM R: electrical.resistor
        CONNECT V.p D.p
        CONNECT D.n C.p R.p
        CONNECT V.n C.n R.n""",
        "a ground is missing: the equations contain only differences of 'V.p.v', 'V.n.v', 'D.n.v'",
    ),
    "springs": (
        """SYSTEM f: translation.force
        SYSTEM s, r: translation.spring
        CONNECT s.b f.a r.b
        CONNECT s.a r.a""",
        "a fixed point is missing: the equations contain only differences of 's.a.x', 's.b.x'",
    ),
    "shafts": (
        """SYSTEM s, r: rotation.spring
        CONNECT s.b r.b
        CONNECT s.a r.a""",
        "a fixed point is missing: the equations contain only differences of 's.a.angle', 's.b.angle'",
    ),
    "springs in a plane": (
        """SYSTEM r, s: mechanics.spring
        CONNECT r.a s.b
        CONNECT r.b s.a""",
        "a fixed point is missing: the equations contain only differences of 'r.a.x', 'r.b.x', 'r.a.y', 'r.b.y'",
    ),
    "walls": (
        """SYSTEM a, b: thermal.conductor
        CONNECT a.a b.a
        CONNECT a.b b.b""",
        "a given temperature is missing: the equations contain only differences of 'a.a.T', 'a.b.T'",
    ),
    "a pump in a loop": (
        """SYSTEM v: hydraulic.valve
        SYSTEM p: hydraulic.centrifugal_pump
        CONNECT v.a p.a
        CONNECT v.b p.b""",
        "a given pressure is missing: the equations contain only differences of 'v.a.p', 'v.b.p'",
    ),
}


def text_of(lines: str) -> str:
    return f"CONNECTING SYSTEM circuit\n{lines}\nEND\n"


@pytest.mark.parametrize("name", CIRCUITS)
def test_a_missing_level_is_named_and_the_hint_adds_it(name: str) -> None:
    lines, message = CIRCUITS[name]
    lines = lines.replace("", "")
    with pytest.raises(simnon.SimnonError) as caught:
        simnon.load(text_of(lines))

    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "too-few-equations"
    assert diagnostic.message.startswith(message)
    assert diagnostic.span is not None
    assert diagnostic.span.text.startswith("CONNECT")
    added = re.fullmatch(r"add (SYSTEM .*) and (CONNECT .*)", diagnostic.hint)
    assert added is not None
    simnon.load(text_of("\n".join([lines, *added.groups()])))


def test_each_winding_of_a_transformer_needs_its_own_ground() -> None:
    lines = """SYSTEM V: electrical.voltage_source
    SYSTEM T: electrical.transformer
    SYSTEM R: electrical.resistor
    CONNECT V.p T.p1
    CONNECT V.n T.n1
    CONNECT T.p2 R.p
    CONNECT T.n2 R.n"""
    with pytest.raises(simnon.SimnonError) as caught:
        simnon.load(text_of(lines))

    hints = [diagnostic.hint for diagnostic in caught.value.diagnostics]
    assert [hint.split()[-1] for hint in hints] == ["V.n", "T.n2"]


OWN = """
TERMINAL wire
ACROSS v
THROUGH i
END
CONTINUOUS SYSTEM resistor
TERMINAL p, n: wire
p.v - n.v = R*p.i
p.i + n.i = 0
R: 1
END
CONNECTING SYSTEM loop
SYSTEM one, two: resistor
CONNECT one.p two.n
CONNECT one.n two.p
END
"""


def test_terminals_of_ones_own_need_a_reference_too() -> None:
    with pytest.raises(simnon.SimnonError) as caught:
        simnon.load(OWN)

    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message.startswith("a reference is missing: the equations contain only differences of 'one.p.v'")
    assert diagnostic.hint == "connect 'one.n' to a part that gives 'one.n.v' a value"


def test_an_unknown_level_that_equations_depend_on_is_not_a_missing_reference() -> None:
    with pytest.raises(simnon.SimnonError) as caught:
        simnon.load(OWN.replace("p.v - n.v = R*p.i", "p.v^2 - n.v^2 = R*p.i"))

    assert "missing" not in caught.value.diagnostics[0].message


def test_every_terminal_of_the_libraries_has_its_reference() -> None:
    types = [entry.name for library in information().entries for entry in information(library.name).entries]
    across = {name for name in types if any(line.kind == "across" for line in information(name).terminals)}

    assert across == set(REFERENCES)
    for name, reference in REFERENCES.items():
        terminals = {line.name: line.kind for line in information(reference.type).terminals}
        assert terminals[reference.terminal] == f"terminal {name.rpartition('.')[2]}"
