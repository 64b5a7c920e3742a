"""Well-known programs for XPPAUT, with their settings of AUTO: BRANCH finds the points that AUTO has labelled.

The table has what AUTO of XPPAUT 6.11 printed. Where XPPAUT, Xvfb and xdotool are installed, AUTO follows the branches
again, and every point of either program must be one of the other.
"""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Failed
from simnon.session.workspace import LAST
from simnon.studies import Branches
from tests.answers.auto import MISSING, Labelled, auto
from tests.seeds import these_fast

DIAGRAMS = Path(__file__).parent / "diagrams"
CLOSE = 1e-3

EQUILIBRIA: dict[str, list[tuple[str, float]]] = {
    "axon": [("HB", 9.779638), ("HB", 154.5265)],
    "brussels": [("HB", 3.25)],
    "bursts": [("HB", -9.593137), ("HB", 2.926362), ("LP", 3.0), ("LP", 1.814815)],
    "calcium": [("HB", 0.3545022), ("HB", 0.6369454)],
    "cortex": [("HB", 0.9750881)],
    "division": [("HB", 0.3640659), ("HB", 1.462589)],
    "lambda": [("HB", 0.0)],
    "langford": [("HB", -0.693869)],
    "lecar": [("HB", 93.85767), ("HB", 212.0188)],
    "lorenz": [("BP", 1.0), ("HB", 24.7369), ("HB", 24.7369)],
    "nerve": [("HB", 0.3312471), ("HB", 1.418721)],
    "prey": [("BP", 0.6000004), ("HB", 2.199951)],
    "reactor": [("HB", 0.0931687), ("LP", 0.09337015), ("LP", 0.08817478), ("HB", 0.1520305)],
    "roessler": [("HB", 0.005978442)],
    "selkov": [("HB", 0.2819739), ("HB", 0.8947914)],
    "snic": [("LP", 39.96315), ("LP", -9.949039), ("HB", 97.64616)],
}
ORBITS: dict[str, list[tuple[str, float]]] = {
    "axon": [("LPC", 7.846547), ("LPC", 7.921985), ("LPC", 6.264521)],
    "calcium": [("LPC", 0.6383571)],
    "lambda": [("LPC", -0.25)],
    "langford": [("TR", 0.697523)],
    "lecar": [("LPC", 88.29325), ("LPC", 216.8998)],
    "nerve": [("LPC", 0.3241785), ("LPC", 1.425821)],
    "roessler": [("PD", 0.1096389)],
    "snic": [("LPC", 115.9487)],
}
"""On the orbits that begin at the first Hopf point, without what is repeated when AUTO follows them back."""
STEPPED_OVER = {"axon": ["PD", "PD"]}
"""Between the first two folds, 7e-5 apart at the second: Guckenheimer and Oliva (2002), in tests of the branches."""
ENDS = {"bursts": 2.085601, "lorenz": 13.92656, "reactor": 0.09300871, "snic": 39.96315}
"""Where the period grows without bound."""


def diagram(name: str) -> Branches:
    session = Session(DIAGRAMS)
    for line in (f"SYST {name}", "BRANCH", "BRANCH -FROM HB1"):
        assert not [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)], line
    return session.workspace.diagrams[LAST].branches


def points(found: Branches, kinds: Sequence[str]) -> list[tuple[str, float]]:
    return [(each.kind, each[found.parameters[0]]) for each in found.special if each.kind in kinds]


def is_near(value: float, other: float) -> bool:
    return math.isclose(value, other, rel_tol=CLOSE, abs_tol=1e-6)


def assert_same(found: list[tuple[str, float]], expected: list[tuple[str, float]]) -> None:
    found, expected = sorted(found), sorted(expected)
    assert [kind for kind, _ in found] == [kind for kind, _ in expected]
    assert [value for _, value in found] == pytest.approx([value for _, value in expected], rel=CLOSE, abs=1e-6)


@pytest.mark.parametrize("name", these_fast(EQUILIBRIA, "brussels", "cortex", "lambda"))
def test_the_labelled_points_are_those_of_auto(name: str) -> None:
    found = diagram(name)
    orbits = points(found, ("LPC", "PD", "TR", "BPC"))

    assert_same(points(found, ("LP", "HB", "BP")), EQUILIBRIA[name])
    assert [kind for kind, _ in orbits if kind == "PD"][: len(STEPPED_OVER.get(name, []))] == STEPPED_OVER.get(name, [])
    assert_same([each for each in orbits if each[0] not in STEPPED_OVER.get(name, [])], ORBITS.get(name, []))
    if name in ENDS:
        assert is_near(found[-1][found.parameters[0]][-1], ENDS[name])


@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING), reason=f"{', '.join(MISSING)}: not installed")
@pytest.mark.parametrize("name", EQUILIBRIA)
def test_auto_finds_the_same_points_today(name: str, tmp_path: Path) -> None:
    with auto((DIAGRAMS / f"{name}.ode").read_text(), tmp_path) as theirs:
        equilibria = theirs.follow_equilibria()
        orbits = theirs.follow_orbits(next(row.label for row in equilibria if row.kind == "HB"))
    ours = diagram(name)
    parameter = ours.parameters[0]

    labelled = points(ours, ("LP", "HB", "BP"))
    assert_same(labelled, [(row.kind, row.parameter) for row in equilibria if row.kind in ("LP", "HB", "BP")])
    # AUTO goes back at a Hopf point, and calls that a fold or a branch point; a homoclinic orbit too.
    turns = [value for kind, value in labelled if kind == "HB"] + [ours[-1][parameter][i] for i in (0, -1)]
    own = points(ours, ("LPC", "PD", "TR", "BPC"))
    for row in special(orbits):
        assert any(is_near(row.parameter, value) for value in (*turns, *(value for _, value in own))), row
    for kind, value in own:
        assert kind in STEPPED_OVER.get(name, []) or any(is_near(row.parameter, value) for row in special(orbits))


def special(rows: list[Labelled]) -> list[Labelled]:
    return [row for row in rows if row.kind in ("LP", "PD", "TR", "BP")]
