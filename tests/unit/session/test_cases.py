"""SAVE and GET: a case has everything that can be set, and restores it."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from simnon.session import Session
from simnon.session.cases import present_case
from simnon.session.outcome import Changed, Failed, Noted
from simnon.session.workspace import LAST
from tests.seeds import seeds
from tests.unit.session.sessions import executed, failure, give, session_with

PLAIN = """CONTINUOUS SYSTEM plain
STATE X Y
DER DX DY
DX = -A*X
DY = X - Y
X: 2
A: 1
END
"""
SAMPLED = """DISCRETE SYSTEM count
OUTPUT Y
STATE N M
NEW NN NM
TIME T
TSAMP TS
Y = K*N
NN = N + 1
NM = M + N
TS = T + DT
INITIAL
M = 3*DT
K: 2
DT: 0.5
END
"""
STRUCTURED = """CONTINUOUS SYSTEM valve
INPUT u
OUTPUT q
STATE h
DER dh
dh = u - q
size: 3
VERSION linear
q = size*h
VERSION square
q = size*h^2
END

CONNECTING SYSTEM row
SYSTEM v[1..n]: valve
v[k].u = 2 FOR k = 1..n
n: 1
END

CONNECTING SYSTEM plant
SYSTEM first: row
SYSTEM others[1..m]: row
gain: 1
m: 1
y = gain*first.v[1].q
END
"""
CHANGING = """CONTINUOUS SYSTEM valve
STATE h
DER dh
dh = q
WHEN h > 1
VERSION shut
END
VERSION open
q = 1
VERSION shut
q = -1
END

CONNECTING SYSTEM plant
SYSTEM v: valve
END
"""
BOUND = """CONTINUOUS SYSTEM bound
STATE X Y
DER DX DY
VARIABLE f g
DX = f
DY = g
X + 2*Y = k
f - g = -X
k: 3
END
"""
TEXTS = {"plain": PLAIN, "sampled": SAMPLED, "structured": STRUCTURED, "bound": BOUND}


def new_session(folder: Path, text: str) -> Session:
    return executed(session_with(folder, model=text), "SYST model", "SIMU 0 1")


def test_an_initial_value_that_the_text_does_not_give_is_restored(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, PLAIN), "SAVE S", "INIT X:5 Y:6", "GET S")

    assert present_case(session.workspace).initial == {"X": 2.0, "Y": 0.0}


def test_versions_and_sizes_are_restored_after_changes(tmp_path: Path) -> None:
    session = new_session(tmp_path, STRUCTURED)
    executed(session, "PAR m: 2 first.v[1].version: square", "PAR others[2].n: 2")
    executed(session, "PAR others[2].v[2].version: square others[2].v[2].size: 7", "INIT others[2].v[2].h: 4", "SAVE S")
    saved = present_case(session.workspace)
    executed(session, "PAR m: 1 first.v[1].version: linear", "GET S")

    assert present_case(session.workspace) == saved
    assert saved.parameters["others[2].v[2].version"] == "square"


def test_values_from_initial_are_computed_again_after_get(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, SAMPLED), "SAVE S", "INIT M: 8 TS: 2", "PAR DT: 1", "GET S", "SIMU 0 1")

    assert session.workspace.runs[LAST]["M"][0] == 1.5
    assert session.workspace.given.initial == {"N": 0.0, "Y": 0.0}


def test_a_case_leaves_free_values_to_the_relations(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, BOUND), "SAVE S", "INIT Y: 1", "GET S", "SIMU 0 1")
    fresh = executed(new_session(tmp_path, BOUND), "SIMU 0 1")

    assert session.workspace.runs[LAST].final == fresh.workspace.runs[LAST].final


def test_init_free_withdraws_a_value(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, SAMPLED), "INIT M: 8", "INIT m: free", "SIMU 0 1")

    assert session.workspace.runs[LAST]["M"][0] == 1.5
    assert session.workspace.given.initial == {}


def test_undo_reverts_everything_that_get_set(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, STRUCTURED), "SAVE S", "PAR m: 2 gain: 4", "INIT first.v[1].h: 2")
    before = present_case(session.workspace)
    executed(session, "GET S")
    assert present_case(session.workspace) != before
    outcomes = give(session, "UNDO")

    assert present_case(session.workspace) == before
    assert Changed("first.v[1].h", 0.0, 2.0) in outcomes


def test_some_of_the_values_can_be_saved(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, STRUCTURED), "SAVE S first.v[1].version gain")
    executed(session, "PAR m: 2 gain: 4 first.v[1].version: square", "GET S")
    case = present_case(session.workspace)

    assert (case.parameters["m"], case.parameters["gain"], case.parameters["first.v[1].version"]) == (2, 1, "linear")
    assert failure(session, "SAVE S y").code == "not-a-state"


def test_a_case_has_the_initial_version_if_a_run_changes_it(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path, CHANGING), "INIT v.version: 2", "SAVE S", "INIT v.version: 1", "GET S")

    assert session.workspace.given.initial["v.version"] == 2.0


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("PAR first.v[1].version: cubic", "unknown-version"),
        ("PAR gain: nan", "bad-file"),
        ("INIT first.v[1].h: 1E999", "bad-file"),
        ("PAR gain: square", "bad-file"),
    ],
)
def test_a_case_with_a_wrong_value_changes_nothing(tmp_path: Path, line: str, code: str) -> None:
    session = new_session(tmp_path, STRUCTURED)
    before = present_case(session.workspace)
    (tmp_path / "S.par").write_text(f"PAR m: 2\n{line}\n")

    assert failure(session, "GET S").code == code
    assert present_case(session.workspace) == before


def test_a_value_outside_its_range_is_refused_in_a_case_too(tmp_path: Path) -> None:
    session = new_session(tmp_path, PLAIN.replace("A: 1", "A: 1\nRANGE A: 0..5"))
    (tmp_path / "S.par").write_text("PAR A: 9\n")

    assert failure(session, "GET S").code == "out-of-range"


def test_the_version_of_a_removed_part_is_a_note(tmp_path: Path) -> None:
    session = new_session(tmp_path, PLAIN)
    (tmp_path / "S.par").write_text("PAR valve.version: square\n")

    assert Noted("the model does not have valve.version") in give(session, "GET S")


@pytest.mark.parametrize("seed", seeds(range(40), 4))
@pytest.mark.parametrize("text", TEXTS)
def test_everything_that_was_set_is_restored(tmp_path: Path, text: str, seed: int) -> None:
    random = Random(seed)  # noqa: S311  nothing here is secret
    session = new_session(tmp_path, TEXTS[text])
    set_at_random(session, random)
    executed(session, "SAVE S", "SIMU 0 1")
    saved, run = present_case(session.workspace), session.workspace.runs[LAST]
    set_at_random(session, random)
    executed(session, "GET S", "SIMU 0 1")
    again = session.workspace.runs[LAST]

    assert present_case(session.workspace) == saved
    assert list(again.columns) == list(run.columns)
    assert all(np.array_equal(again[name], run[name], equal_nan=True) for name in run.columns)


def set_at_random(session: Session, random: Random) -> None:
    for _ in range(6):
        case = present_case(session.workspace)
        if random.random() < 0.6:
            name, value = random.choice(list(case.parameters.items()))
            is_size = name in session.workspace.model.analysed.declared.structural
            word = random.choice(["linear", "square"]) if isinstance(value, str) else f"{random.uniform(0.5, 2):.3g}"
            give(session, f"PAR {name}: {random.randint(1, 3) if is_size else word}")
        elif case.initial:
            name = random.choice(list(case.initial))
            give(session, f"INIT {name}: {random.choice([f'{random.uniform(0, 1):.3g}', 'FREE'])}")


FUNCTIONS = """CONTINUOUS SYSTEM spring
STATE x
DER dx
dx = -characteristic(x)
FUNCTION characteristic(s) = k*s
k: 1
x: 1
END

CONNECTING SYSTEM two
SYSTEM soft, hard: spring
FUNCTION hard.characteristic(s) = 2*s
END
"""


def test_a_case_has_the_replaced_functions_of_parts(tmp_path: Path) -> None:
    session = new_session(tmp_path, FUNCTIONS)

    def rate() -> float:
        give(session, "SIMU 0 0")
        return session.workspace.runs[LAST].final["hard.dx"]

    give(session, "SAVE plain")
    give(session, "PAR hard.characteristic(z): 3*z")
    assert rate() == -3
    give(session, "SAVE changed")
    give(session, "GET plain")
    assert rate() == -2
    give(session, "GET changed")
    assert rate() == -3
    give(session, "UNDO 3")
    assert rate() == -2


def test_a_function_that_cannot_be_replaced_changes_nothing(tmp_path: Path) -> None:
    session = new_session(tmp_path, FUNCTIONS)
    before = session.workspace.given

    (diagnosed,) = [
        each for each in give(session, "PAR soft.k: 2 hard.characteristic(z): 3*") if isinstance(each, Failed)
    ]

    assert "expression-expected" in [diagnostic.code for diagnostic in diagnosed.diagnostics]
    assert session.workspace.given == before
