"""The ACSL programs of Cellier (1991), chapter 2, and its homework: their numbers, through a session or a run."""

import itertools
import math
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.session import Session
from simnon.session.calculator import evaluate
from simnon.session.outcome import Failed, Tabulated
from simnon.simulation import Trajectory

CORPUS = Path(__file__).parents[1] / "corpus" / "acsl"


def run_of(program: str) -> tuple[Session, Trajectory]:
    """SYST and a bare SIMU, which runs the experiment of the program."""
    session = Session(CORPUS, is_interactive=False)
    for line in (f"SYST {program}", "SIMU"):
        assert not [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)], line
    return session, session.workspace.run_named("")


def simulated(tmp_path: Path, text: str, stop: float, spacing_variable: str = "") -> Trajectory:
    path = tmp_path / "program.csl"
    path.write_text(text)
    return simnon.load(path).simulate(0, stop, rtol=1e-10, atol=1e-10, spacing_variable=spacing_variable)


@pytest.mark.parametrize("program", ["lunar_step", "lunar_time_events"])
def test_the_lunar_landing_at_known_times(program: str) -> None:
    session, run = run_of(program)

    def values(time: float) -> list[float]:
        return [evaluate(session.workspace, f"AT({name}, {time})") for name in ("h", "v", "m")]

    assert values(43.2) == pytest.approx([9933.6908, -111.4929, 603.37936], abs=6e-5)
    assert values(210.0) == pytest.approx([4.92783, -1.376190, 542.94505], abs=6e-6)
    assert run.stop.time == pytest.approx(211.75540, abs=5e-6)
    assert run.final["v"] == pytest.approx(-4.238275, abs=5e-7)
    assert run.t[1] == pytest.approx(0.2)


def test_the_lunar_landing_with_state_events() -> None:
    _, run = run_of("lunar_state_events")
    switched = [event.time for event in run.events if event.name == "ff"]

    assert switched == pytest.approx([43.19723, 201.82734], abs=1.1e-5)
    assert run.stop.time == pytest.approx(203.45816, abs=5e-6)
    assert [run.final["v"], run.final["m"]] == pytest.approx([-10.52728, 545.93304], abs=6e-6)


def test_the_speed_when_the_small_motors_are_shut_down() -> None:
    model = simnon.load(CORPUS / "lunar_state_events.csl")
    run = model.simulate(0, 230, rtol=1e-10, atol=1e-10)
    at = np.searchsorted(run.t, [event.time for event in run.events if event.name == "ff"][1])

    assert run["v"][at] == pytest.approx(-7.86833, abs=1e-5)


def test_the_difference_equations_after_k_executions() -> None:
    _, run = run_of("difference")
    expected = {
        1: (2.410000, 1.700000),
        10: (1.745253, 1.828458),
        50: (1.212706, 5.137664),
        100: (3.841130, 1.658344),
    }

    for k, values in expected.items():
        assert run.t[k - 1] == k - 1
        assert (run["x1"][k - 1], run["x2"][k - 1]) == pytest.approx(values, abs=5e-7)
    assert (run.final["x1"], run.final["x2"]) == pytest.approx(expected[100], abs=5e-7)


BOUNCING = """PROGRAM bouncing ball
  INITIAL
    CONSTANT h0 = 2.0, k = 0.7, g = 9.81, most = 10.0
    CINTERVAL cint = 0.0638551
  END
  DYNAMIC
    DERIVATIVE
      h = INTEG(v, h0)
      v = INTEG(-g, 0.0)
      SCHEDULE bounce .XN. h
    END
    DISCRETE bounce
      v = -k*v
      h = 0.0
      n = n + 1.0
      cint = 0.2*v/g
      CALL LOGD(.TRUE.)
    END
    TERMT(n.GE.most, 'ten bounces')
  END
END
"""


def test_the_bounces_of_a_ball(tmp_path: Path) -> None:
    run = simulated(tmp_path, BOUNCING, 10.0)
    times = [event.time for event in run.events if event.name == "n"]

    known = [0.638551, 1.532522, 2.158302, 2.596348, 2.902980, 3.117622, 3.267872, 3.373047, 3.446669, 3.498205]
    assert times == pytest.approx(known, abs=1e-6)
    assert run.stop.message.endswith("ten bounces")


def test_the_record_has_the_communications_and_the_logged_events_and_nothing_else(tmp_path: Path) -> None:
    """Ten communication intervals from one bounce to the next, whatever their length, and both sides of bounces."""
    (tmp_path / "ball.csl").write_text(BOUNCING)
    session = Session(tmp_path, is_interactive=False)
    for line in ("SYST ball", "ERROR 1E-10", "SIMU"):
        assert not [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)], line
    run = session.workspace.run_named("")
    bounces = [event.time for event in run.events if event.name == "n"]

    wanted: list[float] = [0.0638551 * k for k in range(10)]
    for begin, end in itertools.pairwise(bounces):
        wanted += [begin, begin, *(begin + (end - begin) * np.arange(1, 10) / 10.0)]
    wanted += [bounces[-1], bounces[-1]]
    distinct = run.t[np.diff(run.t, append=np.inf) != 0.0]
    assert [time for time in run.t if np.min(np.abs(np.array(wanted) - time)) > 1e-6] == []
    assert np.count_nonzero(np.diff(distinct) > 1e-6) == 10 * len(bounces)
    for bounce in bounces:
        before, after = run["v"][run.t == bounce]
        assert after == pytest.approx(-0.7 * before)


def test_a_table_that_is_thinned_keeps_both_sides_of_every_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simnon.session.commands.print_.MAX_ROWS", 20)
    (tmp_path / "ball.csl").write_text(BOUNCING)
    session = Session(tmp_path, is_interactive=False)
    for line in ("SYST ball", "SIMU", "PRINT h v"):
        outcomes = list(session.execute(line))
    run = session.workspace.run_named("")
    table = next(outcome for outcome in outcomes if isinstance(outcome, Tabulated))

    at_events = {event.time for event in run.events if event.name == "n"}
    assert len(at_events) == 10
    assert len(table.columns[0]) < len(run.t)
    for time in at_events:
        assert np.count_nonzero(table.columns[0] == time) == np.count_nonzero(run.t == time) >= 2


HYSTERESIS = """PROGRAM hysteresis
  INITIAL
    CONSTANT a = 1.0, b = -1.0, p = 1.0, n = -1.0, tmx = 10.0
    y = b
  END
  DERIVATIVE
    x = INTEG(xd, 0.0)
    xd = INTEG(-x, 2.0)
    SCHEDULE up .XP. x - p
    SCHEDULE down .XN. x - n
  END
  DISCRETE up
    y = a
  END
  DISCRETE down
    y = b
  END
  TERMT(t.GE.tmx)
END
"""


def test_a_hysteresis_of_two_state_events(tmp_path: Path) -> None:
    run = simulated(tmp_path, HYSTERESIS, 10.0)
    times = [event.time for event in run.events if event.name == "y"]

    assert times == pytest.approx([k * math.pi / 6 for k in (1, 7, 13, 19)], abs=1e-7)


EULER = """PROGRAM lunar landing by Euler
  INITIAL
    CONSTANT r = 1738.0E3, c2 = 4.925E12, f1 = 36350.0, f2 = 1308.0, c1 = 0.000277, ...
      tdec = 43.2, tend = 210.0, tmx = 230.0
    h = 59404.0 $ v = -2003.0 $ m = 1038.358 $ ff = f1
    SCHEDULE shutlg .AT. tdec
    SCHEDULE shutsm .AT. tend
  END
  DISCRETE shutlg
    ff = f2
  END
  DISCRETE shutsm
    ff = 0.0
  END
  DISCRETE euler
    INTERVAL dt = 0.1
    PROCEDURAL (h, v, m = ff)
      g = c2/(h + r)**2
      a = (ff - m*g)/m
      hnew = h + dt*v
      vnew = v + dt*a
      m = m - dt*c1*ABS(ff)
      h = hnew
      v = vnew
    END
  END
  TERMT(h.LE.0.0)
END
"""


def test_difference_equations_by_hand_with_time_events(tmp_path: Path) -> None:
    run = simulated(tmp_path, EULER, 230.0)
    before = np.searchsorted(run.t, 43.15)

    assert [run["h"][before], run["v"][before]] == pytest.approx([9816.905, -112.7537], abs=6e-4)
    assert run.stop.time + 0.1 == pytest.approx(183.9, abs=1e-9)
    assert run.final["v"] == pytest.approx(-22.49, abs=5e-3)


def test_backlash_follows_with_its_play(tmp_path: Path) -> None:
    text = "PROGRAM gears\nx = INTEG(v, 0.0)\nv = INTEG(-x, 1.0)\ny = BCKLSH(0.0, 0.25, x)\nEND\n"
    run = simulated(tmp_path, text, 3 * math.pi)
    top, bottom = np.searchsorted(run.t, [math.pi, 2 * math.pi])

    assert run["y"].max() == pytest.approx(0.75, abs=1e-7)
    assert run["y"].min() == pytest.approx(-0.75, abs=1e-7)
    assert run["y"][top] == pytest.approx(run["x"][top] + 0.25, abs=1e-7)
    assert run["y"][bottom] == pytest.approx(run["x"][bottom] - 0.25, abs=1e-7)


def test_a_limited_integrator_stays_at_its_limit_and_leaves_it_at_once(tmp_path: Path) -> None:
    text = "PROGRAM limited\ny = LIMINT(COS(t), 0.0, -0.5, 0.5)\nEND\n"
    run = simulated(tmp_path, text, 2.5 * math.pi)

    assert run["y"].max() == pytest.approx(0.5, abs=1e-9)
    at = np.searchsorted(run.t, 0.75 * math.pi)
    assert run["y"][at] == pytest.approx(0.5 - 1.0 + math.sin(run.t[at]), abs=1e-7)
    assert run["y"].min() == pytest.approx(-0.5, abs=1e-9)


def test_a_delayed_signal_arrives(tmp_path: Path) -> None:
    run = simulated(tmp_path, "PROGRAM d\ny = DELAY(SIN(t), 5.0, 1.0, 100)\nz = INTEG(y, 0.0)\nEND\n", 2.0)

    assert run.final["z"] == pytest.approx(5.0 + 1.0 - math.cos(1.0), abs=1e-8)


SAMPLED = """PROGRAM loop
  CONSTANT kp = 2.0, ki = 1.5, ref = 1.0
  DISCRETE control
    INTERVAL ts = 0.1
    PROCEDURAL (u = y)
      e = ref - y
      sum = sum + ki*ts*e
      u = kp*e + sum
    END
  END
  y = INTEG(u - y, 0.0)
END
"""
SAMPLED_IN_SIMNON = """DISCRETE SYSTEM control
INPUT y
OUTPUT u
STATE sum
NEW nsum
TIME t
TSAMP next
e = ref - y
nsum = sum + ki*ts*e
u = kp*e + nsum
next = t + ts
kp: 2
ki: 1.5
ref: 1
ts: 0.1
END

CONTINUOUS SYSTEM plant
INPUT u
STATE y
DER dy
dy = u - y
END

CONNECTING SYSTEM loop
u[plant] = u[control]
y[control] = y[plant]
END
"""


def test_a_sampled_controller_equals_a_discrete_system(tmp_path: Path) -> None:
    ours = simulated(tmp_path, SAMPLED, 5.0)
    simnons = simnon.load(SAMPLED_IN_SIMNON).simulate(0, 5.0, rtol=1e-10, atol=1e-10)

    assert ours.final["y"] == pytest.approx(simnons.final["y[plant]"], abs=1e-9)
    assert ours.final["u"] == pytest.approx(simnons.final["u[control]"], abs=1e-9)


def test_samples_that_coincide_in_exact_arithmetic_are_executed_together(tmp_path: Path) -> None:
    text = """PROGRAM rates
    DISCRETE fast
      INTERVAL tf = 0.1
      n = n + 1.0
    END
    DISCRETE slow
      INTERVAL ts = 0.3
      m = m + 1.0
      IF (n.NE.3.0*m - 2.0) late = late + 1.0
    END
    x = INTEG(n, 0.0)
    END
    """
    run = simulated(tmp_path, text, 29.95)

    assert [run.final[name] for name in ("n", "m", "late")] == [300.0, 100.0, 0.0]


def test_the_first_execution_reads_the_values_of_initial(tmp_path: Path) -> None:
    text = """PROGRAM first
    INITIAL
      u = 1.0
    END
    y = 2.0*u
    DISCRETE change
      INTERVAL ts = 1.0
      u = u + y
    END
    END
    """
    run = simulated(tmp_path, text, 1.5)

    assert [run.final["u"], run.final["y"]] == [9.0, 18.0]


def test_an_acsl_plant_is_controlled_by_a_simnon_system(tmp_path: Path) -> None:
    (tmp_path / "plant.csl").write_text("PROGRAM plant\nINPUT u\ny = INTEG(u - y, 0.0)\nEND\n")
    (tmp_path / "loop.t").write_text("CONNECTING SYSTEM loop\nTIME t\nu[plant] = k*(1 - y[plant])\nk: 3\nEND\n")
    run = simnon.load(tmp_path / "plant.csl", tmp_path / "loop.t").simulate(0, 1, rtol=1e-10, atol=1e-10)

    assert run.final["y[plant]"] == pytest.approx(0.75 * (1 - math.exp(-4.0)), abs=1e-9)


@pytest.mark.parametrize(("number", "method"), [(3, "euler"), (4, "heun"), (5, "rk4"), (1, "hampc"), (2, "rodas5p")])
def test_the_method_of_the_program_is_used(tmp_path: Path, number: int, method: str) -> None:
    (tmp_path / "p.csl").write_text(
        f"PROGRAM p\nALGORITHM ialg = {number}\nCINTERVAL cint = 0.5\nNSTEPS nstp = 5\nMAXTERVAL maxt = 0.05\n"
        "x = INTEG(-x, 1.0)\nTERMT(t.GE.2.0)\nEND\n"
    )
    session = Session(tmp_path, is_interactive=False)
    for line in ("SYST p", "SIMU"):
        assert not [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)], line
    run = session.workspace.run_named("")

    assert run.statistics.method == method
    assert run.provenance.options.step == (0.05 if number in (3, 4, 5) else None)
    assert run.t[:4].tolist() == [0.0, 0.5, 1.0, 1.5]


def test_a_variable_that_an_if_leaves_alone_keeps_its_last_value(tmp_path: Path) -> None:
    text = "MODEL m\nINITIAL\ny = 3.0\nEND\nIF (t > 1.0 && t < 2.0) y = 5.0*t\nx = INTEG(y, 0.0)\nEND\n"
    run = simulated(tmp_path, text, 3.0)

    assert run.final["y"] == pytest.approx(10.0)
    assert run.final["x"] == pytest.approx(3.0 + 7.5 + 10.0)


def test_times_that_differ_by_rounding_are_one_instant(tmp_path: Path) -> None:
    """Ten intervals of 0.02 end just before 0.2, where `off` is due: neither stops the other."""
    text = """MODEL near
  INITIAL
    CONSTANT short = 0.02
    CINTERVAL cint = 0.05
    on = 0.0
  END
  DISCRETE begin
    INTERVAL every = 1.0
    cint = short
    on = 1.0
    SCHEDULE off AT t + 0.2
  END
  DISCRETE off
    cint = 0.05
    on = 0.0
  END
  x = INTEG(on, 0.0)
END
"""
    run = simulated(tmp_path, text, 3.5, "cint")

    assert run.final["x"] == pytest.approx(4 * 0.2)
    assert run.t[:14] == pytest.approx([*np.arange(0, 10) * 0.02, 0.2, 0.25, 0.3, 0.35], abs=1e-9)
    assert np.diff(run.t).max() < 0.0501


def test_xerror_is_the_tolerance_of_a_state_until_another_model_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "decay.csl").write_text("PROGRAM decay\nXERROR x = 1e-4\nx = INTEG(-x, 1.0)\nTERMT(t >= 1.0)\nEND\n")
    (tmp_path / "other.csl").write_text("PROGRAM other\ny = INTEG(-y, 1.0)\nTERMT(t >= 1.0)\nEND\n")
    session = Session(tmp_path, is_interactive=False)
    list(session.execute("SYST decay"))
    first = session.workspace.settings.atol

    for line in ("SIMU", "SYST other", "SIMU"):
        assert not [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)]
    assert (first, session.workspace.settings.atol) == ({"x": 1e-4}, 1e-9)


def test_other_times_leave_the_communication_interval_of_the_program(tmp_path: Path) -> None:
    """SIMU with a start and a stop records the communications too, also those of an interval that an event changes."""
    (tmp_path / "steady.csl").write_text("PROGRAM p\nCINTERVAL cint = 0.25\nx = INTEG(-x, 1.0)\nTERMT(t >= 9.0)\nEND\n")
    (tmp_path / "changed.csl").write_text(
        "MODEL m\nINITIAL\nCINTERVAL cint = 0.25\nEND\nDISCRETE d\nINTERVAL every = 1.0\ncint = 0.5\nEND\n"
        "x = INTEG(1.0, 0.0)\nEND\n"
    )
    session = Session(tmp_path, is_interactive=False)
    for line in ("SYST steady", "SIMU 0 2/a", "SYST changed", "SIMU 0 2/b", "SIMU 0 2 0.4/c"):
        assert not [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)]
    steady, changed, given = (session.workspace.runs[name].t for name in "ABC")

    assert steady == pytest.approx(np.arange(9) * 0.25)
    assert np.unique(np.round(changed, 9)) == pytest.approx([0.0, 0.5, 1.0, 1.5, 2.0])
    assert np.unique(np.round(given, 9)) == pytest.approx([0.0, 0.4, 0.8, 1.2, 1.6, 2.0])
