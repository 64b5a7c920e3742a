"""Models that try to break a run: each ends, with the right answer or with a reason and a hint."""

import math

import numpy as np
import pytest

from benchmarks.models import network
from simnon.simulation import StopKind
from tests.answers.known import system
from tests.answers.running import ADAPTIVE, ADAPTIVE_CASES, after, changes_of, ended, final, loaded, run, times_of
from tests.seeds import first_fast, these_fast

COUNTED = "WHEN {guard} > 0\n  ups = PRE(ups) + 1\nEND\nWHEN {guard} < 0\n  downs = PRE(downs) + 1\nEND"


def crossing_times(text: str, stop: float, method: str = "dopri5") -> list[float]:
    found = run(text, stop, method=method)
    return sorted({entry.time for entry in found.events if entry.name in ("ups", "downs") and entry.time > 0})


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_three_roots_of_a_cubic_guard_within_a_step_are_all_found(method: str) -> None:
    text = system("cubic", {"z": 0.0}, {"z": "0"}, "x = (t - 40)*(t - 50)*(t - 60)\n" + COUNTED.format(guard="x"))

    assert crossing_times(text, 100, method) == pytest.approx([40, 50, 60], abs=1e-7)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize("gap", [1.0, 0.1, 0.001])
def test_three_roots_close_together_are_all_found(gap: float, method: str) -> None:
    guard = f"(t - 50)*(t - 50 - {gap})*(t - 50 + {gap})"
    text = system("cubic", {"z": 0.0}, {"z": "0"}, f"x = {guard}\n" + COUNTED.format(guard="x"))

    assert crossing_times(text, 100, method) == pytest.approx([50 - gap, 50, 50 + gap], abs=1e-7)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize("gap", [0.1, 0.001])
def test_three_roots_of_a_cubic_state_are_all_found(gap: float, method: str) -> None:
    text = system("cubic", {"x": -1.0 + gap**2}, {"x": f"3*(t - 1)^2 - {gap**2!r}"}, COUNTED.format(guard="x"))

    assert crossing_times(text, 2, method) == pytest.approx([1 - gap, 1, 1 + gap], abs=1e-7)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize("depth", these_fast([1e-2, 1e-4, 1e-6, 1e-8], 1e-2, 1e-8))
def test_a_shallow_dip_of_a_state_is_found(depth: float, method: str) -> None:
    """x = (t - 1)^2 - depth is negative for a moment in the midst of long steps."""
    text = system("dip", {"x": 1.0 - depth}, {"x": "2*(t - 1)"}, COUNTED.format(guard="x"))
    width = math.sqrt(depth)

    assert crossing_times(text, 2, method) == pytest.approx([1 - width, 1 + width], abs=1e-8)


def test_a_guard_that_touches_zero_exactly_does_no_harm() -> None:
    text = system("touch", {"x": 1.0, "y": 0.0}, {"x": "2*(t - 1)", "y": "IF x < 0 THEN -1 ELSE 1"})
    found = run(text, 2)

    assert final(found, "y") == pytest.approx(2, abs=1e-3)


def test_a_guard_that_is_zero_for_a_while_does_no_harm() -> None:
    """x is zero from 1 to 2 and rises then."""
    text = system("flat", {"x": 0.0}, {"x": "IF t < 2 THEN 0 ELSE 1"}, "y = IF x > 0 THEN 1 ELSE 0")
    found = run(text, 3)

    assert times_of(found, "x > 0") == [2.0]
    assert final(found, "y") == 1


EVENT_AT_SAMPLE = """
CONTINUOUS SYSTEM clock
STATE x
DER dx
dx = 1
WHEN x > 1
  x = 0
  n = PRE(n) + 1
END
END
DISCRETE SYSTEM meter
INPUT u
OUTPUT y
TIME t
TSAMP ts
y = u
ts = t + 0.25
END
CONNECTING SYSTEM wires
u[meter] = x[clock]
END
"""


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_events_at_samples_are_neither_lost_nor_doubled(method: str) -> None:
    found = run(EVENT_AT_SAMPLE, 100.1, method=method)

    assert times_of(found, "n[clock]") == pytest.approx(range(1, 101), abs=1e-9)
    assert found.statistics.samples == 401
    assert {round(value, 9) for value in found["y"]} <= {0, 0.25, 0.5, 0.75, 1}


@pytest.mark.parametrize(("condition", "at"), [("x > -1", 0.0), ("x >= 0", 0.0), ("x > 0", 0.0), ("t >= 0", 0.0)])
def test_an_event_at_the_start_happens_once(condition: str, at: float) -> None:
    text = system("start", {"x": 0.0}, {"x": "1"}, f"WHEN {condition}\n  n = PRE(n) + 1\nEND")

    assert times_of(run(text, 1), "n") == [at]


TWO_RELAYS = """CONTINUOUS SYSTEM relays
STATE x y
DER dx dy
dx = u
dy = -v
WHEN x > 1
  u = -1
END
WHEN x < -1
  u = 1
END
WHEN y > 1
  v = 1
END
WHEN y < -1
  v = -1
END
u: 1
v: -1
END
"""


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_two_relays_switch_together(method: str) -> None:
    found = run(TWO_RELAYS, 40, method=method)

    expected = [1 + 2 * k for k in range(20)]
    for name in ("u", "v"):
        assert times_of(found, name) == pytest.approx(expected, abs=1e-9)
    assert found["x"] == pytest.approx(found["y"], abs=1e-9)


def test_two_relays_that_push_each_other_end() -> None:
    text = TWO_RELAYS.replace("dx = u", "dx = u - y").replace("dy = -v", "dy = x - v")

    assert ended(text, 100).stop.kind in (StopKind.END, StopKind.FAILURE)


BALL = system(
    "ball",
    {"h": 2.0, "v": 0.0},
    {"h": "v", "v": "-9.81"},
    "WHEN h < 0\n  v = -k*PRE(v)\nEND\nk: 0.7",
)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize("restitution", [0.1, 0.5, 0.9])
def test_a_ball_that_comes_to_rest_ends_the_run_with_the_reason(method: str, restitution: float) -> None:
    found = ended(BALL, 100, method=method, parameters={"k": restitution})

    fall = math.sqrt(2 * 2 / 9.81)
    rest = fall * (1 + restitution) / (1 - restitution)
    assert found.stop.code == "event-chattering"
    assert found.stop.time == pytest.approx(rest, abs=1e-6)
    assert "h < 0 (line " in found.stop.message
    assert found.stop.hint
    assert abs(final(found, "h")) < 1e-9


def test_a_ball_that_does_not_bounce_falls_on() -> None:
    """Without speed it is below the ground at once: the condition has become true only once."""
    found = run(BALL, 10, parameters={"k": 0.0})

    assert times_of(found, "v") == pytest.approx([math.sqrt(4 / 9.81)], abs=1e-9)
    assert final(found, "h") < -100


def test_a_hidden_jump_of_the_right_hand_side_is_reported() -> None:
    found = ended(system("slide", {"x": 1.0}, {"x": "-x/ABS(x)"}), 3)

    assert found.stop.kind is StopKind.FAILURE
    assert found.stop.time == pytest.approx(1, abs=1e-6)
    assert found.stop.code in ("event-chattering", "not-finite", "step-too-small")


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_a_step_input_through_a_delay_does_no_harm(method: str) -> None:
    text = system("step", {"x": 0.0}, {"x": "DELAY(u, 1.5) - x"}, "u = IF t < 1 THEN 0 ELSE 1")
    found = run(text, 10, method=method)

    assert found["x"] == pytest.approx(-np.expm1(-np.maximum(found.t - 2.5, 0)), abs=1e-5)
    assert found.statistics.steps < 200


STIFF_LOOP = """
CONTINUOUS SYSTEM plant
INPUT u
STATE fast slow
DER dfast dslow
dfast = 1E6*(u - fast)
dslow = fast - slow
END
DISCRETE SYSTEM regulator
INPUT y
OUTPUT u
TIME t
TSAMP ts
u = 5*(1 - y)
ts = t + 0.001
END
CONNECTING SYSTEM loop
y[regulator] = slow[plant]
u[plant] = u[regulator]
END
"""


def test_a_very_stiff_plant_under_a_controller_of_one_kilohertz_runs() -> None:
    """The fast state follows u; so slow[k+1] = f slow[k] + (1 - f) 5 (1 - slow[k]) but for 1e-6."""
    found = run(STIFF_LOOP, 0.2, method="rodas5p" if "rodas5p" in ADAPTIVE else "dopri5", spacing=0.05)

    f, slow = math.exp(-0.001), 0.0
    for _ in range(200):
        slow = f * slow + (1 - f) * 5 * (1 - slow)
    assert final(found, "slow") == pytest.approx(slow, abs=2e-5)
    assert found.statistics.samples == 201


def test_a_division_by_zero_in_an_inactive_branch_does_no_harm() -> None:
    text = system(
        "later", {"x": 0.0}, {"x": "IF t < 1 THEN 1 ELSE y"}, "y = 1/(p + q)\nq = IF t < 1 THEN 0 ELSE 2\np: 0"
    )

    assert final(run(text, 2), "x") == pytest.approx(1.5)


def test_a_division_by_zero_in_the_active_branch_is_named() -> None:
    text = system("before", {"x": 0.0}, {"x": "y"}, "y = 1/(p + q)\nq = IF t < 1 THEN 0 ELSE 2\np: 0")

    assert final(run(text, 2, parameters={"p": 1}), "x") == pytest.approx(1 + 1 / 3)
    found = ended(text, 2)
    assert found.stop.code == "not-finite"
    assert found.stop.message.startswith("'y' became inf")
    assert found.stop.span is not None
    assert found.stop.span.text.startswith("y = 1/")


@pytest.mark.slow
def test_a_hundred_thousand_events_are_counted() -> None:
    text = system("many", {"x": 0.0}, {"x": "1"}, "WHEN x > 1\n  x = PRE(x) - 1\n  n = PRE(n) + 1\nEND")
    found = run(text, 100_000.5, spacing=1000)

    assert final(found, "n") == 100_000
    assert times_of(found, "n")[-1] == pytest.approx(100_000, abs=1e-3)


def test_ten_thousand_switchings_of_a_relay_are_counted() -> None:
    text = system("relay", {"x": 0.0}, {"x": "u"}, "WHEN x > 1\n  u = -1\nEND\nWHEN x < -1\n  u = 1\nEND\nu: 1")
    found = run(text, 20_000, spacing=1000)

    assert len(times_of(found, "u")) == 10_000


@pytest.mark.parametrize(("start", "rate", "at"), [(1.0, "-1", 1.0), (1.0, "-0.1 - SQRT(x)", 1.520421)])
def test_a_square_root_that_leaves_its_domain_ends_the_run_there(start: float, rate: str, at: float) -> None:
    text = system("root", {"x": start}, {"x": rate}, "y = SQRT(x)")
    found = ended(text, 10)

    assert found.stop.code == "outside-domain"
    assert found.stop.time == pytest.approx(at, abs=1e-4)
    assert not np.isnan(found["y"]).any()


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize(
    ("right", "at"), first_fast([("x^2", 1.0), ("EXP(x)", math.exp(-1)), ("1 + x^2", math.pi / 4)])
)
def test_a_solution_that_grows_without_bound_ends_with_a_reason(method: str, right: str, at: float) -> None:
    found = ended(system("blow", {"x": 1.0}, {"x": right}), 5, method=method)

    assert found.stop.kind is StopKind.FAILURE
    assert found.stop.code in ("step-too-small", "not-finite")
    assert found.stop.time == pytest.approx(at, abs=1e-3)
    assert found.stop.hint


@pytest.mark.parametrize("right", ["0/p", "1/p - 1/p", "(0 - 1 - p)^0.5"])
def test_nan_at_the_start_ends_the_run_at_the_start(right: str) -> None:
    found = ended(system("nan", {"x": 1.0}, {"x": "y"}, f"y = {right}\np: 0"), 5)

    assert (found.stop.code, found.stop.time) == ("not-finite", 0.0)
    assert found.stop.message.startswith("'y' became nan")


def test_an_initial_state_that_is_nan_is_named() -> None:
    found = ended(system("endless", {"x": 1.0}, {"x": "-x"}), 5, initial={"x": math.inf})

    assert found.stop.code == "not-finite"
    assert found.stop.message.startswith("'x' became inf")


def test_a_stop_with_a_message_takes_precedence_over_other_ends() -> None:
    text = system("stop", {"x": 0.0}, {"x": "1"}, "STOP WHEN x > 1 'one'\nSTOP WHEN x > 2 'two'\nSTOP WHEN t > 3")

    assert run(text, 5).stop.message == "one"
    assert run(text, 5, initial={"x": 1.5}).stop.message == "one"
    assert run(text, 5, initial={"x": -10}).stop.message == "STOP WHEN"
    assert run(text, 0.5).stop.code == "end"


def test_a_run_of_no_length_has_one_point() -> None:
    found = run(EVENT_AT_SAMPLE, 1, 1)

    assert found.t.tolist() == [1.0]
    assert found.stop.kind is StopKind.END
    assert found.statistics.samples == 1


def test_a_model_without_states_runs() -> None:
    found = run("CONTINUOUS SYSTEM wave\nTIME t\nOUTPUT y\ny = SIN(t)\nEND\n", 7, spacing=0.5)

    assert found["y"] == pytest.approx(np.sin(found.t), abs=1e-15)


def test_a_model_of_nothing_but_parameters_runs() -> None:
    found = run("CONTINUOUS SYSTEM still\ny = 2*p\np: 3\nEND\n", 7, store=["y"])

    assert set(found["y"]) == {6.0}


def test_fifty_samplers_keep_their_own_time() -> None:
    systems = [
        f"DISCRETE SYSTEM s{k}\nOUTPUT n\nSTATE c\nNEW nc\nTIME t\nTSAMP ts\n"
        f"n = c + 1\nnc = n\nts = t + {0.01 * k}\nEND\n"
        for k in range(1, 51)
    ]
    found = run("\n".join(systems), 10)

    assert [final(found, f"n[s{k}]") for k in range(1, 51)] == [1000 // k + 1 for k in range(1, 51)]


def test_events_far_from_zero_time_are_found() -> None:
    text = system("late", {"x": 0.0}, {"x": "1"}, "WHEN x > 0.5\n  n = PRE(n) + 1\nEND")

    assert times_of(run(text, 1e9 + 1, 1e9), "n") == pytest.approx([1e9 + 0.5], abs=1e-6)


@pytest.mark.slow
def test_events_at_negative_times_are_found_too() -> None:
    text = system("early", {"x": 0.0}, {"x": "1"}, "u = IF t < -2 THEN 0 ELSE 1\nWHEN x > 1.5\n  n = PRE(n) + 1\nEND")
    found = run(text, -1, -3)

    assert times_of(found, "t < -2") == [-2.0]
    assert times_of(found, "n") == pytest.approx([-1.5], abs=1e-9)


def test_an_event_can_restart_a_clock_many_times() -> None:
    text = system("saw", {"x": 0.0}, {"x": "1 + 0.1*SIN(t)"}, "WHEN x >= 1\n  x = 0\nEND")
    found = run(text, 200)

    expected = math.floor(200 + 0.1 * (1 - math.cos(200)))
    assert len(changes_of(found, "x")) == pytest.approx(expected, abs=1)
    assert after(found, "x", 200) < 1


def test_nested_branches_switch_one_after_the_other() -> None:
    text = system("nested", {"x": 0.0}, {"x": "IF x < 1 THEN 1 ELSE IF x < 2 THEN 2 ELSE IF x < 3 THEN 4 ELSE 0.5"})
    found = run(text, 2.75)

    assert [round(entry.time, 9) for entry in found.events] == [1, 1.5, 1.75]
    assert final(found, "x") == pytest.approx(3.5)


def test_a_wave_front_of_guards_that_leave_zero_runs() -> None:
    """Two hundred cells, twenty of them with a corner, at rest until the front arrives: rounding goes before it."""
    found = run(network(400), 20, store=["x0"])

    assert found.statistics.steps < 5000


def test_a_loop_without_a_solution_after_the_start_is_reported_at_once() -> None:
    """v^3/3 - v = x has a fold at x = 2/3, which x leaves upwards."""
    text = system("fold", {"x": 2 / 3}, {"x": "-v"}, "v = v + 0.3*(x - v^3/3 + v)")
    found = ended(text, 1)

    assert found.stop.kind is StopKind.FAILURE
    assert found.stop.time == pytest.approx(0, abs=1e-12)
    assert found.statistics.steps < 100
    assert "v" in found.stop.message


def test_dense_samples_in_a_very_long_run_are_not_chattering() -> None:
    """A run over 1e15 s that a STOP WHEN ends after 2000 samples: they do not chatter."""
    text = """DISCRETE SYSTEM s
STATE n
NEW nn
TIME t
TSAMP ts
nn = n + 1
ts = t + 1
STOP WHEN n >= 2000
END
"""
    found = run(text, 1e15)

    assert found.final["n"] == 2000.0


def test_a_run_that_stops_on_the_grid_records_the_instant() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nTIME t\ndx = 1\nSTOP WHEN t >= 3\nEND\n"

    assert run(text, 10, spacing=1.0).t.tolist() == [0.0, 1.0, 2.0, 3.0]


RECTIFIER = """CONTINUOUS SYSTEM rectifier
STATE charge
DER dcharge
TIME t
v = A*SIN(6.283185307179586*t) - charge
current = IF is_on > 0.5 THEN v/Ron ELSE 0
excess = IF is_on > 0.5 THEN 0 ELSE v
dcharge = (current - charge/R)/C
WHEN excess > 0.001
  is_on = 1
END
WHEN current < 0
  is_on = 0
END
A: 14.43
Ron: 0.1
R: 4744
C: 0.001
END
"""


def test_a_guard_that_is_rounding_near_zero_still_crosses_it() -> None:
    """The current is a difference of two voltages, whose rounding is more than the guard changes just after zero."""
    generator = np.random.default_rng(1)
    for _ in range(60):
        parameters = {"R": generator.uniform(20, 5000), "C": generator.uniform(1e-4, 3e-3)}
        found = loaded(RECTIFIER).simulate(0.0, 2.0, parameters=parameters, method="dopri5", largest_step=0.05)
        assert found.stop.code == "end", found.stop
        assert len([entry for entry in found.events if entry.name == "is_on"]) == 4


PULSES = """
CONTINUOUS SYSTEM pulses
TIME t
STATE x
DER dx
dx = -0.001*x
x: 1
n: 0
WHEN SIN(w*t) > limit
  n = PRE(n) + 1
END
w: 314.1592653589793
limit: 0.5
END
"""


@pytest.mark.parametrize("method", ["dopri5", "dop853", "rodas5p", "rk4", "hampc"])
@pytest.mark.parametrize("limit", these_fast([0.1, 0.5, 0.99], 0.5))
def test_pulses_that_affect_no_state_are_all_found(method: str, limit: float) -> None:
    """Fifty a second, in steps that would grow to seconds for the state alone."""
    step = 1.0 if method == "rk4" else None
    found = loaded(PULSES).simulate(0, 10, method=method, parameters={"limit": limit}, step=step)

    assert found.final["n"] == 500


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize("height", these_fast([1e-2, 1e-4, 1e-6], 1e-4))
@pytest.mark.parametrize("stop", [10.0, 9.7, 8.74])
def test_pulses_that_hardly_reach_their_limit_are_all_found(stop: float, height: float, method: str) -> None:
    """A step spans many waves, and the limit is nearly at their crests: each is above it for a moment."""
    text = system("crests", {"x": 0.0}, {"x": f"IF SIN(20*t) > {1 - height!r} THEN 1 ELSE 0"})
    width = 2 * math.acos(1 - height) / 20
    crests = [(math.pi / 2 + 2 * math.pi * k) / 20 for k in range(40)]
    inside = [crest for crest in crests if crest + width < stop]

    assert all(abs(crest - stop) > width for crest in crests)
    assert final(run(text, stop, method=method), "x") == pytest.approx(len(inside) * width, rel=1e-6)


@pytest.mark.slow
def test_a_run_of_very_many_steps_is_not_taken_for_endless() -> None:
    """Half a million steps of a run that would take 10^11."""
    model = loaded("CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\ndx = y\ndy = -x\nx: 1\nEND\n")
    ends: list[float] = []

    def interrupt(time: float) -> None:
        ends.append(time)
        if time > 2e5:
            raise KeyboardInterrupt

    found = model.simulate(0, 1e10, spacing=1e9, progress=interrupt)

    assert found.statistics.steps > 500_000
    assert found.stop.kind is StopKind.USER
