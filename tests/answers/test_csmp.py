"""Programs of CSMP III: the one of the course text, and others with known answers, through a session."""

import math
from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Printed, RunEnded
from simnon.simulation import Trajectory
from tests.unit.session.sessions import failure, replies

CORPUS = Path(__file__).parents[1] / "corpus" / "csmp"
DECAY = "X=INTGRL(1.0,-X)\nTIMER FINTIM=1.0,DELT=0.1,PRDEL=0.5\nPRINT X\n"


def session_of(folder: Path, text: str, name: str = "prog") -> Session:
    """A session with a program, to which END and STOP are added if it lacks them."""
    ending = "" if "\nSTOP" in text else "END\nSTOP\n"
    (folder / f"{name}.csm").write_text(text + ending, "utf-8")
    session = Session(folder, is_interactive=False)
    replies(session, f"SYST {name}")
    return session


def run_of(session: Session, *lines: str) -> Trajectory:
    """The last run after the lines."""
    replies(session, *(lines or ("SIMU",)))
    return session.workspace.run_named("")


def final(folder: Path, text: str, name: str = "X") -> float:
    return float(run_of(session_of(folder, text)).final[name])


def tables(session: Session, *lines: str) -> list[list[list[str]]]:
    """Every table that was printed, as rows of words."""
    texts = [outcome.text for outcome in replies(session, *lines) if isinstance(outcome, Printed)]
    return [[row.split() for row in text.split("\n")] for text in texts if text.startswith(" TIME")]


def column(table: list[list[str]], name: str) -> list[str]:
    at = table[0].index(name)
    return [row[at] for row in table[1:]]


def test_the_implicit_loop_of_the_course_text_has_the_known_values() -> None:
    session = Session(CORPUS, is_interactive=False)
    replies(session, "SYST tahini")

    run = run_of(session)

    assert run.final["TAHINI"] == pytest.approx(1.0120495817513, abs=5e-14)
    assert run.final["TARATO"] == pytest.approx(1.2650619771892, abs=5e-14)
    assert run.final["X"] == pytest.approx(2.0240991635027, abs=5e-14)


def test_a_program_becomes_a_macro_that_prints_its_table() -> None:
    session = Session(CORPUS, is_interactive=False)
    replies(session, "SYST tahini")

    (table,) = tables(session, "TAHINI")

    assert table[0] == ["TIME", "TAHINI", "TARATO", "X"]
    assert len(table) == 22
    assert table[1] == [".0", "1.0120", "1.2651", ".0"]
    assert table[-1] == ["2.0000", "1.0120", "1.2651", "2.0241"]


def adams() -> float:
    """Ten steps of 0.1 for x' = -x, the first Heun's."""
    x, before = 0.905, -1.0
    for _ in range(9):
        x, before = x + 0.05 * (-3.0 * x - before), -x
    return x


SIMPSON = 1.0 - 0.1 / 6.0 * (1.0 + 4.0 * 0.95 + 0.9025)
KUTTA = 1.0 - 0.1 + 0.1**2 / 2 - 0.1**3 / 6 + 0.1**4 / 24


@pytest.mark.parametrize(
    ("method", "expected", "tolerance"),
    [
        ("RECT", 0.9**10, 1e-14),
        ("TRAP", 0.905**10, 1e-14),
        ("ADAMS", adams(), 1e-14),
        ("SIMP", SIMPSON**10, 1e-14),
        ("RKSFX", KUTTA**10, 1e-14),
        ("RKSDP", KUTTA**10, 1e-14),
        ("MILNE", math.exp(-1.0), 1e-5),
        ("RKS", math.exp(-1.0), 1e-5),
        ("STIFF", math.exp(-1.0), 1e-5),
    ],
)
def test_each_method_gives_its_own_digits(tmp_path: Path, method: str, expected: float, tolerance: float) -> None:
    assert final(tmp_path, f"{DECAY}METHOD {method}\n") == pytest.approx(expected, abs=tolerance)


def test_a_list_of_values_gives_one_run_each(tmp_path: Path) -> None:
    text = "X=INTGRL(0.0,K)\nPARAM K=(0.1,0.3,4*0.2)\nTIMER FINTIM=1.0,PRDEL=1.0\nPRINT X\n"

    printed = tables(session_of(tmp_path, text), "PROG")

    assert [table[-1][1] for table in printed] == [".10000", ".30000", ".50000", ".70000", ".90000", "1.1000"]


def test_end_runs_again_with_changed_values_and_keeps_the_others(tmp_path: Path) -> None:
    text = (
        "X=INTGRL(X0,K)\nPARAM K=1.0\nINCON X0=5.0\nTIMER FINTIM=1.0,PRDEL=1.0\nPRINT X\nEND\n"
        "PARAM K=2.0\nEND\nINCON X0=7.0\nTIMER FINTIM=3.0\nEND\nRESET PRINT\nEND\nSTOP\n"
    )
    session = session_of(tmp_path, text)

    printed = tables(session, "PROG")

    assert [table[-1] for table in printed] == [["1.0000", "6.0000"], ["1.0000", "7.0000"], ["3.0000", "13.000"]]
    assert tables(session, "PROG") == printed, "the macro begins with the first values again"


def test_end_contin_continues_the_run(tmp_path: Path) -> None:
    text = (
        "X=INTGRL(0.0,K)\nPARAM K=1.0\nTIMER FINTIM=1.0,PRDEL=1.0\nPRINT X\nEND CONTIN\n"
        "PARAM K=2.0\nTIMER FINTIM=3.0\nEND\nSTOP\n"
    )

    assert run_of(session_of(tmp_path, text), "PROG").final["X"] == pytest.approx(5.0, abs=1e-12)


def test_terminal_changes_parameters_and_runs_again(tmp_path: Path) -> None:
    text = (
        "X=INTGRL(0.0,V)\nV=INTGRL(V0,-10.0)\nINCON V0=1.0\nFINISH V=0.0\nTIMER FINTIM=5.0\n"
        "TERMINAL\nWRITE(6,100) V0,X\n100 FORMAT(2F10.3)\nIF(X.GE.5.5) GO TO 20\nV0=V0+3.0\nCALL RERUN\n20 CONTINUE\n"
    )
    session = session_of(tmp_path, text)

    outcomes = replies(session, "PROG")

    texts = [outcome.text for outcome in outcomes if isinstance(outcome, Printed)]
    assert texts == [f"V0 = {v} X = {x}" for v, x in ((1, 0.05), (4, 0.8), (7, 2.45), (10, 5), (13, 8.45))]
    assert sum(isinstance(outcome, RunEnded) for outcome in outcomes) == 5


def test_what_only_terminal_reads_is_a_variable_of_the_macro(tmp_path: Path) -> None:
    text = (
        "X=INTGRL(0.0,K)\nPARAM K=1.0,COUNT=0.0,MOST=3.0\nTIMER FINTIM=1.0\n"
        "TERMINAL\nCOUNT=COUNT+1.0\nK=2.0*K\nIF(COUNT.LT.MOST) CALL RERUN\nEND\nPARAM MOST=4.0,K=1.0\nEND\nSTOP\n"
    )
    session = session_of(tmp_path, text)

    ends = sum(isinstance(outcome, RunEnded) for outcome in replies(session, "PROG"))

    assert ends == 4, "three, and one more after END"
    assert session.workspace.run_named("").final["X"] == pytest.approx(1.0)


def test_missing_times_follow_from_the_given_ones(tmp_path: Path) -> None:
    settings = session_of(tmp_path, "X=INTGRL(DELT,-X)\nTIMER FINTIM=8.0\n").workspace.settings
    assert (settings.start, settings.stop, settings.spacing, settings.method) == (0.0, 8.0, 0.08, "dopri5")

    text = "X=DELT\nY=PRDEL\nTIMER FINTIM=25.0,OUTDEL=0.25\n"
    run = run_of(session_of(tmp_path, text))
    assert (run.final["X"], run.final["Y"]) == (0.015625, 0.25)


def test_print_and_output_have_separate_rows(tmp_path: Path) -> None:
    text = "X=INTGRL(0.0,3.0*TIME**2)\nTIMER FINTIM=1.0,PRDEL=0.5,OUTDEL=0.25\nPRINT X\nOUTPUT X\nLABEL a cube\n"

    printed, output = tables(session_of(tmp_path, text), "PROG")

    assert column(printed, "X") == [".0", ".12500", "1.0000"]
    assert column(output, "TIME") == [".0", ".25000", ".50000", ".75000", "1.0000"]
    assert [float(x) for x in column(output, "X")] == pytest.approx([0.0, 0.015625, 0.125, 0.421875, 1.0], abs=1e-5)


def test_a_bare_ashow_shows_the_output_of_the_program(tmp_path: Path) -> None:
    session = session_of(tmp_path, f"{DECAY}Y=2.0*X\nOUTPUT X,Y\nPAGE XYPLOT\n")

    assert session.workspace.last_arguments["ASHOW"] == "Y (X)"


@pytest.mark.parametrize(("start", "time"), [("0.0", 1.5), ("10.0", 3.5)])
def test_finish_ends_the_run_from_either_side(tmp_path: Path, start: str, time: float) -> None:
    text = f"X=INTGRL({start},R)\nINITIAL\nR=INSW(5.0-{start},-2.0,2.0)\nTIMER FINTIM=9.0\nFINISH X=3.0\n"

    run = run_of(session_of(tmp_path, text))

    assert run.stop.time == pytest.approx(time, abs=1e-9)
    assert run.stop.message.startswith("X has reached 3")


SIGNALS = """S=ZHOLD(P,TIME)
P=IMPULS(0.5,1.0)
W=PULSE(0.25,P)
R=RST(TIME-3.2,0.0,P)
D=DELAY(100,0.5,TIME)
H=HSTRSS(0.0,-0.5,0.5,2.0*SINE(0.0,1.0,0.0))
T=ZHOLD(1.0-TIME,TIME)
M=MODINT(1.0,1.0-TIME,TIME-2.0,1.0)
L=LEDLAG(1.0,2.0,STEP(0.0))
C=CMPXPL(0.0,0.0,0.5,1.0,STEP(0.0))
Z=INTGRL(0.0,1.0)
V=DERIV(0.0,SIN(Z**2)+LIMIT(0.0,1.0,Z))
TIMER FINTIM=4.0,PRDEL=0.25,DELT=0.05
PRINT S,P,W,R,D,H,T,M,L,C,V
RELERR Z=1.E-9
"""


def test_stateful_blocks_have_their_known_outputs(tmp_path: Path) -> None:
    (table,) = tables(session_of(tmp_path, SIGNALS), "PROG")
    at = {float(row[0]): dict(zip(table[0], map(float, row), strict=True)) for row in table[1:]}

    assert [at[t]["S"] for t in (0.25, 0.5, 1.25, 1.5, 2.25)] == [0.0, 0.5, 0.5, 1.5, 1.5]
    assert [at[t]["W"] for t in (0.25, 0.5, 0.75, 1.0, 1.5)] == [0.0, 1.0, 0.0, 0.0, 1.0]
    assert [at[t]["R"] for t in (0.25, 0.5, 1.5, 2.5, 3.0, 3.25)] == [0.0, 1.0, 0.0, 1.0, 1.0, 0.0]
    assert [at[t]["D"] for t in (0.25, 0.5, 1.25)] == [0.0, 0.0, 0.75]
    assert [at[t]["T"] for t in (0.5, 1.0, 3.0)] == [0.5, 1.0, 1.0]
    assert [at[t]["M"] for t in (0.5, 1.0, 1.75, 2.25)] == [1.5, 2.0, 2.0, 1.0]
    assert at[0.25]["H"] == pytest.approx(0.0, abs=1e-12), "2*sin(0.25) - 0.5 does not reach it"
    assert at[1.25]["H"] == pytest.approx(2 * math.sin(1.25) - 0.5, abs=1e-4)
    assert at[2.0]["H"] == pytest.approx(1.5, abs=1e-4)
    assert at[3.75]["H"] == pytest.approx(2 * math.sin(3.75) + 0.5, abs=1e-4)
    assert at[2.0]["L"] == pytest.approx(1.0 - 0.5 * math.exp(-1.0), abs=1e-4)
    w = math.sqrt(0.75)
    step = 1.0 - math.exp(-1.0) * (math.cos(2 * w) + 0.5 / w * math.sin(2 * w))
    assert at[2.0]["C"] == pytest.approx(step, abs=1e-4)
    assert at[0.5]["V"] == pytest.approx(math.cos(0.25) + 1.0, abs=1e-4)
    assert at[2.0]["V"] == pytest.approx(4.0 * math.cos(4.0), abs=1e-3)


def test_a_value_set_in_an_if_is_kept_until_it_is_set_again(tmp_path: Path) -> None:
    text = (
        "INITIAL\nHEAT=1.0\nDYNAMIC\nX=INTGRL(15.0,3.0*HEAT-1.0)\nNOSORT\n"
        "IF(X.GT.18.0) HEAT=0.0\nIF(X.LT.16.0) HEAT=1.0\nTIMER FINTIM=4.0\n"
    )

    # up with 2 until 1.5, down with 1 until 3.5, up again
    assert final(tmp_path, text) == pytest.approx(17.0, abs=1e-9)


def test_random_numbers_are_drawn_at_every_step_and_can_be_drawn_again(tmp_path: Path) -> None:
    text = "X=INTGRL(0.0,GAUSS(3,5.0,2.0))\nY=INTGRL(0.0,U)\nU=RNDGEN(7)\nTIMER FINTIM=400.0,DELT=0.1\nMETHOD RECT\n"
    session = session_of(tmp_path, text)

    first, second = (run_of(session).final for _ in range(2))

    assert first == second
    assert first["X[PROG_MODEL]"] / 400 == pytest.approx(5.0, abs=4 * 2.0 / math.sqrt(4000))
    assert first["Y[PROG_MODEL]"] / 400 == pytest.approx(0.5, abs=4 * 0.29 / math.sqrt(4000))


def test_a_program_can_be_connected_to_systems_of_simnon(tmp_path: Path) -> None:
    (tmp_path / "tank.csm").write_text("INPUT Q\nH=INTGRL(H0,Q-H)\nINCON H0=1.0\nEND\nSTOP\n", "utf-8")
    (tmp_path / "reg.t").write_text("CONTINUOUS SYSTEM REG\nINPUT y\nOUTPUT u\nu = 3*(2 - y)\nEND\n", "utf-8")
    (tmp_path / "con.t").write_text("CONNECTING SYSTEM CON\ny[REG] = H[TANK]\nQ[TANK] = u[REG]\nEND\n", "utf-8")
    session = Session(tmp_path, is_interactive=False)

    run = run_of(session, "SYST TANK REG CON", "ALGOR RK", "ERROR 1e-9", "SIMU 0 1")

    assert run.final["H[TANK]"] == pytest.approx(1.5 - 0.5 * math.exp(-4.0), abs=1e-8)


@pytest.mark.parametrize(
    ("statement", "code", "named"),
    [
        ("HISTORY X(3)", "unreadable-line", "HISTORY"),
        ("NOSORT\nCALL DEBUG(1,0.0)", "unreadable-line", "CALL"),
        ("NOSORT\nN=N+1.0", "maybe-unassigned", "N"),
        ("TERMINAL\nX=2.0", "wrong-section", "X"),
        ("Y=1.0\nNOSORT\nDO 10 I=1,K\n10 Z=1.0", "loop-not-constant", "bounds"),
        ("NOSORT\nGO TO 10", "unknown-label", "10"),
        ("STORAGE A(3)\nY=A(4)", "wrong-arguments", "1 to 3"),
        ("STORAGE A(3)\nY=A(X)", "loop-not-constant", "index"),
    ],
)
def test_unsupported_statements_are_refused_by_name(tmp_path: Path, statement: str, code: str, named: str) -> None:
    (tmp_path / "prog.csm").write_text(f"{DECAY}{statement}\nEND\nSTOP\n", "utf-8")

    failed = failure(Session(tmp_path, is_interactive=False), "SYST prog")

    assert [d.code for d in failed.diagnostics if d.severity.value == "error"] == [code]
    assert any(named in d.message for d in failed.diagnostics)


SWITCHED = """      X=INTGRL(0.0,1.0)
NOSORT
      IF(X.LT.0.5) Z=1.0
      IF(X.GE.0.5) Z=0.0
      IF(X.LT.0.25) W=2.0*X
SORT
      Y=INTGRL(0.0,Z)
      V=INTGRL(0.0,W)
TIMER FINTIM=1.0,OUTDEL=0.1,DELT=0.001
END
STOP
"""


def test_conditions_that_assign_a_variable_are_not_dropped(tmp_path: Path) -> None:
    assert final(tmp_path, SWITCHED, "Y") == pytest.approx(0.5, abs=1e-6)


def test_a_variable_keeps_its_last_value_while_no_condition_holds(tmp_path: Path) -> None:
    """W is 2X up to X = 0.25, and 0.5 from there on."""
    assert final(tmp_path, SWITCHED, "V") == pytest.approx(0.25**2 + 0.5 * 0.75, abs=1e-6)
