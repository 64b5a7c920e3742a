"""The semantics of runs: one test for each sentence of docs/language/semantics.md, named there."""

import ast
import math
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.simulation import MemberOutputs, StopKind, Trajectory, run_members
from tests.answers.running import after, before, changes_of, ended, final, loaded, run, times_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "language" / "semantics.md"

SAMPLED_SINE = """
DISCRETE SYSTEM sampler
INPUT u
OUTPUT y
STATE x
NEW nx
TIME t
TSAMP ts
y = u + x
nx = u
ts = t + 0.5
y: -1
x: 7
ts: 0.25
END
CONNECTING SYSTEM line
TIME t
u[sampler] = 100*t
END
"""


def values_of(found: Trajectory, name: str, *times: float) -> list[float]:
    return [after(found, name, time) for time in times]


# Samples


def test_outputs_and_states_are_held_between_samples() -> None:
    found = run(SAMPLED_SINE, 2, spacing=0.05)

    held = (found.t >= 0.25) & (found.t < 0.749)
    assert set(found["y"][held]) == {32.0}
    assert set(found["x"][held]) == {7.0}


def test_before_the_first_sample_outputs_and_states_have_their_initial_values() -> None:
    found = run(SAMPLED_SINE, 2, spacing=0.05)

    early = found.t < 0.249
    assert set(found["y"][early]) == {-1.0}
    assert set(found["x"][early]) == {7.0}


def test_an_output_without_a_value_is_zero_before_the_first_sample() -> None:
    found = run(SAMPLED_SINE.replace("y: -1\n", ""), 0.2)

    assert found.final["y[sampler]"] == 0.0


def test_the_initial_state_is_the_state_at_the_first_sample() -> None:
    assert after(run(SAMPLED_SINE, 2), "y", 0.25) == 25.0 + 7.0


def test_a_new_value_becomes_the_state_at_the_next_sample() -> None:
    found = run(SAMPLED_SINE, 2, spacing=0.05)

    assert values_of(found, "x", 0.3, 0.8, 1.3) == pytest.approx([7, 25, 75])
    assert values_of(found, "nx", 0.3, 0.8, 1.3) == pytest.approx([25, 75, 125])


CLOCK = """
DISCRETE SYSTEM clock
OUTPUT last
TIME t
TSAMP ts
last = t
ts = t + 1
END
"""


@pytest.mark.parametrize("start", [0.0, 2.5, -3.0])
def test_the_first_sample_is_at_the_start(start: float) -> None:
    found = run(CLOCK.replace("last = t", "last = t\nlast: 99"), start + 2, start)

    assert sorted(set(found["last"])) == [start, start + 1, start + 2]


def test_a_value_of_tsamp_is_the_time_of_the_first_sample() -> None:
    found = run(CLOCK.replace("END", "ts: 0.75\nEND"), 3)

    assert sorted(set(found["last"])) == [0, 0.75, 1.75, 2.75]


def test_initial_can_compute_the_time_of_the_first_sample() -> None:
    found = run(CLOCK.replace("END", "INITIAL\nts = t + 0.25\nEND"), 4, 2)

    assert sorted(set(found["last"])) == [0, 2.25, 3.25]


def test_samples_need_not_be_equidistant() -> None:
    found = run(CLOCK.replace("t + 1", "IF t < 1 THEN 1 ELSE 2*t"), 10)

    assert sorted(set(found["last"])) == [0, 1, 2, 4, 8]


TWO_RATES = """
DISCRETE SYSTEM fast
OUTPUT n
STATE k
NEW nk
TIME t
TSAMP ts
n = k + 1
nk = n
ts = t + 0.1
END
DISCRETE SYSTEM slow
INPUT u
OUTPUT seen
TIME t
TSAMP ts
seen = u
ts = t + 0.3
END
CONNECTING SYSTEM both
u[slow] = n[fast]
END
"""


def test_every_system_has_its_own_samples() -> None:
    found = run(TWO_RATES, 0.95)

    assert len(set(found["n"][found.t > 0])) == 10
    assert len(set(found["seen"][found.t > 0])) == 4


def test_instants_that_coincide_in_exact_arithmetic_coincide() -> None:
    found = run(TWO_RATES, 300)

    assert found.statistics.samples == 3001
    assert found.final["n[fast]"] == found.final["seen[slow]"] == 3001


def test_a_sample_at_the_end_of_the_run_is_taken() -> None:
    assert run(CLOCK, 3).final["last"] == 3.0


@pytest.mark.parametrize("constraint", ["t", "t - 1", "0/0*t"])
def test_a_next_sample_that_is_not_later_ends_the_run(constraint: str) -> None:
    found = ended(CLOCK.replace("ts = t + 1", f"ts = IF t < 2 THEN t + 1 ELSE {constraint}"), 5)

    assert (found.stop.code, found.stop.time) == ("sampling-stuck", 2.0)
    assert "'clock'" in found.stop.message


COUNTER = """
CONTINUOUS SYSTEM wave
TIME t
OUTPUT y
y = SIN(t)
END
DISCRETE SYSTEM counter
INPUT u
OUTPUT n when
STATE k
NEW nk
TIME t
EVENT e
e = u - 0.5
n = k + 1
nk = n
when = t
END
CONNECTING SYSTEM both
u[counter] = y[wave]
END
"""


def test_event_samples_a_system_when_it_becomes_positive() -> None:
    found = run(COUNTER, 20)

    crossings = [math.pi / 6 + 2 * math.pi * k for k in range(4)]
    assert final(found, "n") == 4
    assert sorted(set(found["when"]))[1:] == pytest.approx(crossings, abs=1e-9)


SEVERAL_EVENTS = """
DISCRETE SYSTEM d
TIME t
OUTPUT at
STATE n
NEW nn
EVENT early late
early = t - 1
late = SIN(t - 2)
at = t
nn = n + 1
END
CONTINUOUS SYSTEM c
STATE x
DER dx
dx = 1
END
"""


def test_each_of_several_events_samples_a_system() -> None:
    found = run(SEVERAL_EVENTS, 9)

    assert sorted(set(found["at"])) == pytest.approx([0.0, 1.0, 2.0, 2.0 + 2 * math.pi])
    assert found["n"][-1] == 2.0


def test_a_system_can_have_samples_of_both_kinds() -> None:
    text = COUNTER.replace("TIME t\nEVENT e", "TIME t\nTSAMP ts\nEVENT e\nts = t + 100\nts: 0.25")

    assert sorted(set(run(text, 10)["when"])) == pytest.approx(
        [0, 0.25, math.pi / 6, math.pi / 6 + 2 * math.pi], abs=1e-9
    )


# One instant

EXCHANGE = [
    """
DISCRETE SYSTEM one
INPUT u
OUTPUT y
STATE x
NEW nx
TIME t
TSAMP ts
y = x + 1
nx = u
ts = t + 1
END
""",
    """
DISCRETE SYSTEM two
INPUT u
OUTPUT y
STATE x
NEW nx
TIME t
TSAMP ts
y = 10*u
nx = y + x
ts = t + 1
END
""",
    """
CONNECTING SYSTEM both
u[one] = y[two]
u[two] = y[one]
END
""",
]


def exchanged(found: Trajectory) -> list[tuple[float, ...]]:
    names = ("x[one]", "y[one]", "nx[one]", "x[two]", "y[two]", "nx[two]")
    return [tuple(after(found, name, time) for name in names) for time in (0, 1, 2)]


def test_at_an_instant_states_come_first_then_outputs_then_new_values() -> None:
    assert exchanged(loaded(*EXCHANGE).simulate(0, 2)) == [
        (0, 1, 10, 0, 10, 10),
        (10, 11, 110, 10, 110, 120),
        (110, 111, 1110, 120, 1110, 1230),
    ]


def test_the_order_of_the_texts_does_not_matter() -> None:
    one, two, both = EXCHANGE
    orders = [(one, two, both), (two, one, both), (both, two, one)]

    assert len({tuple(exchanged(loaded(*order).simulate(0, 2))) for order in orders}) == 1


STEP_AND_SAMPLE = """
DISCRETE SYSTEM edge
INPUT u
OUTPUT now earlier
TIME t
TSAMP ts
now = u
earlier = PRE(u)
ts = t + 1
END
CONNECTING SYSTEM step
TIME t
u[edge] = IF {condition} THEN 3 ELSE 5
END
"""


@pytest.mark.parametrize("condition", ["t < 1", "t <= 1", "NOT t > 1", "NOT t >= 1"])
def test_a_sample_at_a_jump_sees_the_values_after_it(condition: str) -> None:
    found = run(STEP_AND_SAMPLE.format(condition=condition), 2)

    assert values_of(found, "now", 0, 1, 2) == [3, 5, 5]


@pytest.mark.parametrize("condition", ["t < 1", "t <= 1", "NOT t > 1", "NOT t >= 1"])
def test_pre_in_a_sample_is_the_value_just_before_it(condition: str) -> None:
    found = run(STEP_AND_SAMPLE.format(condition=condition), 2)

    assert values_of(found, "earlier", 0, 1, 2) == [3, 3, 5]


def test_pre_sees_the_outputs_that_were_held_until_the_sample() -> None:
    one, two, both = EXCHANGE
    text = two.replace("OUTPUT y", "OUTPUT y earlier").replace("y = 10*u", "y = 10*u\nearlier = PRE(u)")

    assert values_of(loaded(one, text, both).simulate(0, 2), "earlier", 0, 1, 2) == [0, 1, 11]


RESET_AND_SAMPLE = """
CONTINUOUS SYSTEM ramp
STATE x
DER dx
TIME t
dx = 1
WHEN t >= 1
  x = 10
END
END
DISCRETE SYSTEM meter
INPUT u
OUTPUT y
TIME t
TSAMP ts
y = u
ts = t + 0.5
END
CONNECTING SYSTEM both
u[meter] = x[ramp]
END
"""


def test_samples_and_events_of_one_instant_start_from_the_same_values() -> None:
    found = run(RESET_AND_SAMPLE, 1.5)

    assert values_of(found, "y", 0.5, 1.0, 1.5) == pytest.approx([0.5, 1.0, 10.5])


# Events

FALL = """
CONTINUOUS SYSTEM fall
STATE h v
DER dh dv
dh = v
dv = -2
WHEN h < 0
  n = PRE(n) + 1
  v = -PRE(v)
  h = 0
END
h: 1
END
"""


def test_an_event_is_located_on_the_interpolant() -> None:
    times = times_of(run(FALL, 10), "n")

    assert times == pytest.approx([1, 3, 5, 7, 9], abs=1e-10)


SMOOTH_SWITCH = """
CONTINUOUS SYSTEM switch
STATE x
DER dx
dx = IF x < 1 THEN 1 ELSE 1000*(x - 1) + 1
END
"""


def test_the_branch_is_not_changed_before_the_event_is_established() -> None:
    found = run(SMOOTH_SWITCH, 0.999)

    assert found.statistics.rejected == 0
    assert found.final["x"] == pytest.approx(0.999, abs=1e-12)


@pytest.mark.parametrize("beyond", ["SQRT(x)", "LN(x)", "1/x", "x^0.5", "ARCSIN(1/x)"])
def test_an_inactive_branch_can_be_undefined(beyond: str) -> None:
    text = f"CONTINUOUS SYSTEM d\nSTATE x\nDER dx\ndx = IF x > 1 THEN -1 - 0*{beyond} ELSE -1\nx: 2\nEND\n"

    assert run(text, 3).final["x"] == pytest.approx(-1)


def test_two_crossings_within_a_step_are_found() -> None:
    text = "CONTINUOUS SYSTEM dip\nTIME t\nx = (t - 5)^2 - 0.25\nWHEN x < 0\n  n = PRE(n) + 1\nEND\nEND\n"
    found = run(text, 10)

    assert found.statistics.steps < 30
    assert times_of(found, "n") == pytest.approx([4.5], abs=1e-10)
    assert changes_of(found, "x < 0") == [(0, 1), (1, 0)]


def test_a_guard_that_only_touches_zero_is_not_an_event() -> None:
    text = (
        "CONTINUOUS SYSTEM touch\nSTATE x\nDER dx\nTIME t\ndx = 2*(t - 1)\n"
        "WHEN x < 0\n  n = PRE(n) + 1\nEND\nx: 1.000001\nEND\n"
    )

    assert run(text, 2).events == ()


@pytest.mark.parametrize(("condition", "expected"), [("t > 1", 1), ("t >= 1", 1), ("t < 1", 0), ("t <= 1", 0)])
def test_a_comparison_is_what_it_is_just_after_the_instant(condition: str, expected: float) -> None:
    found = run(f"CONTINUOUS SYSTEM c\nTIME t\ny = IF {condition} THEN 1 ELSE 0\nEND\n", 2)

    assert before(found, "y", 1.0) == 1 - expected
    assert after(found, "y", 1.0) == expected


def test_in_a_discrete_system_a_comparison_is_that_of_the_instant() -> None:
    found = run(CLOCK.replace("last = t", "last = IF t <= 1 THEN 1 ELSE 0"), 2)

    assert values_of(found, "last", 0, 1, 2) == [1, 1, 0]


def test_when_acts_once_each_time_its_condition_becomes_true() -> None:
    text = "CONTINUOUS SYSTEM w\nTIME t\nWHEN SIN(t) > 0.5\n  n = PRE(n) + 1\nEND\nEND\n"

    assert times_of(run(text, 20), "n") == pytest.approx([math.pi / 6 + 2 * math.pi * k for k in range(4)], abs=1e-9)


def test_a_condition_that_holds_at_the_start_acts_there() -> None:
    text = "CONTINUOUS SYSTEM w\nTIME t\nWHEN t > -1\n  n = PRE(n) + 1\nEND\nn: 5\nEND\n"
    found = run(text, 1)

    assert times_of(found, "n") == [0.0]
    assert found.final["n"] == 6.0


def test_a_plain_name_in_a_when_is_the_new_value_and_pre_the_old_one() -> None:
    text = "CONTINUOUS SYSTEM w\nTIME t\nWHEN t >= 1\n  b = a + PRE(a)\n  a = PRE(a) + 1\nEND\na: 10\nb: 0\nEND\n"
    found = run(text, 2)

    assert (found.final["a"], found.final["b"]) == (11.0, 21.0)


SWAP = """
CONTINUOUS SYSTEM swap
STATE a b
DER da db
TIME t
da = 0
db = 0
WHEN t >= 1
  a = PRE(b)
END
WHEN 2*t >= 2
  b = PRE(a)
END
a: 1
b: 2
END
"""


def test_events_of_one_instant_are_applied_together() -> None:
    found = run(SWAP, 2)

    assert (found.final["a"], found.final["b"]) == (2.0, 1.0)


CHAIN = """
CONTINUOUS SYSTEM chain
TIME t
WHEN t >= 1
  a = 1
END
WHEN a > 0.5
  b = 1
END
WHEN b > 0.5
  c = PRE(c) + 1
END
a: 0
b: 0
c: 0
END
"""


def test_after_an_event_the_instant_is_evaluated_again() -> None:
    found = run(CHAIN, 2)

    assert [(entry.name, entry.time) for entry in found.events if entry.name in "abc"] == [
        ("a", 1.0),
        ("b", 1.0),
        ("c", 1.0),
    ]


PRE_AT_A_JUMP = """
CONTINUOUS SYSTEM jump
TIME t
u = IF t < 1 THEN 3 ELSE 5
WHEN t >= 1
  before = PRE(u)
END
before: 0
END
"""


def test_pre_in_a_when_is_the_value_just_before_the_event() -> None:
    assert run(PRE_AT_A_JUMP, 2).final["before"] == 3.0


ENDLESS = """
CONTINUOUS SYSTEM endless
TIME t
WHEN t >= 1 AND a < 0.5
  a = 1
END
WHEN a > 0.5
  a = 0
END
a: 0
END
"""


def test_an_endless_event_iteration_ends_the_run() -> None:
    found = ended(ENDLESS, 2)

    assert (found.stop.code, found.stop.time) == ("event-chattering", 1.0)
    assert "a" in found.stop.message


def test_events_that_pile_up_end_the_run() -> None:
    found = ended(FALL.replace("-PRE(v)", "-0.5*PRE(v)"), 10)

    assert found.stop.code == "event-chattering"
    assert found.stop.time == pytest.approx(3, abs=1e-8)
    assert "h < 0" in found.stop.message


NEIGHBOURS = 400


def test_many_guards_that_cross_in_quick_succession_do_not_chatter() -> None:
    """Guards 2e-13 of the run apart, each crossing once: nothing repeats."""
    lines = [f"y{i} = IF x > {1 + 2e-13 * i!r} THEN 1 ELSE 0" for i in range(NEIGHBOURS)]
    found = run("\n".join(["CONTINUOUS SYSTEM row", "STATE x", "DER dx", "dx = 1", *lines, "END", ""]), 2, store=["x"])

    assert len(found.events) == NEIGHBOURS
    assert found.final["x"] == pytest.approx(2, abs=1e-9)


def test_a_guard_that_leaves_zero_without_effect_is_not_an_event() -> None:
    text = "CONTINUOUS SYSTEM leave\nSTATE x\nDER dx\nTIME t\ndx = t^3*(1 + ABS(x))\nEND\n"
    found = run(text, 1)

    assert found.events == ()
    assert found.final["x"] == pytest.approx(math.exp(0.25) - 1, abs=1e-6)


def test_the_event_table_has_time_name_direction_and_the_values_on_both_sides() -> None:
    crossing, count, speed, height, back = run(FALL, 2).events

    assert [entry.name for entry in (crossing, back)] == ["h < 0", "h < 0"]
    assert [entry.direction for entry in (crossing, back)] == [1, -1]
    assert sorted(entry.name for entry in (count, speed, height)) == ["h", "n", "v"]
    by_name = {entry.name: entry for entry in (count, speed, height)}
    assert by_name["v"].time == pytest.approx(1)
    assert (by_name["v"].before, by_name["v"].after) == pytest.approx((-2, 2))
    assert (by_name["n"].before, by_name["n"].after, by_name["n"].direction) == (0, 1, 1)


@pytest.mark.parametrize(
    ("condition", "expected"), [("x > 0.5", 1), ("x < -0.5", -1), ("t >= 1", 1), ("x < 2", 1), ("0.5 - x < 0", -1)]
)
def test_an_event_that_changes_nothing_has_the_direction_of_its_guard(condition: str, expected: int) -> None:
    text = f"CONTINUOUS SYSTEM w\nTIME t\nx = SIN(t)\nWHEN {condition}\n  c = 3\nEND\nc: 3\nEND\n"
    entry = next(entry for entry in run(text, 5).events if entry.name == "c")

    assert (entry.before, entry.after, entry.direction) == (3, 3, expected)


def test_the_event_table_has_the_signal_that_samples_a_system() -> None:
    entries = [(entry.name, entry.direction, entry.before, entry.after) for entry in run(COUNTER, 7).events]

    assert entries == [("e", 1, 0, 1), ("e", -1, 1, 0), ("e", 1, 0, 1)]


def test_the_event_table_ends_with_the_message_of_a_stop() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 1\nSTOP WHEN x > 2 'full'\nEND\n"
    last = run(text, 5).events[-1]

    assert (last.name, last.direction, last.before, last.after) == ("full", 1, 0, 1)


def test_stop_when_ends_the_run_at_the_instant_with_its_message() -> None:
    found = run("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 1\nSTOP WHEN x > 2 'full'\nEND\n", 5)

    assert (found.stop.kind, found.stop.message) == (StopKind.CONDITION, "full")
    assert found.stop.time == found.t[-1] == pytest.approx(2, abs=1e-10)


def test_a_stop_ends_the_run_before_the_events_of_the_instant() -> None:
    found = run(FALL.replace("h: 1\n", "STOP WHEN h < 0 'down'\nh: 1\n"), 5)

    assert found.stop.message == "down"
    assert found.final["n"] == 0.0


# Time


def test_steps_land_exactly_on_time_events_and_on_the_end() -> None:
    text = "CONTINUOUS SYSTEM c\nSTATE x\nDER dx\nTIME t\ndx = IF t < 0.7 THEN 1 ELSE 2\nEND\n"
    found = run(text, 1.3)

    assert 0.7 in found.t
    assert [entry.time for entry in found.events] == [0.7]
    assert found.t[-1] == found.stop.time == 1.3


# Records


def test_a_discontinuity_is_two_points_at_one_time() -> None:
    found = run("CONTINUOUS SYSTEM c\nTIME t\ny = IF t < 1 THEN 3 ELSE 5\nEND\n", 2)

    assert found["y"][found.t == 1.0].tolist() == [3.0, 5.0]
    assert all(earlier <= later for earlier, later in pairwise(found.t))


@pytest.mark.parametrize("rest", ["", "STOP WHEN x > 2 'full'", "STOP WHEN t >= 1.5"])
def test_the_end_of_a_run_is_recorded_once(rest: str) -> None:
    text = f"CONTINUOUS SYSTEM s\nTIME t\nSTATE x\nDER dx\ndx = 1\n{rest}\nEND\n"
    half = run(text, 0.75)
    whole = loaded(text).resume(half, 3.0)

    assert (np.diff(half.t) > 0).all()
    assert (np.diff(whole.t) > 0).all()


def test_with_a_spacing_records_are_on_a_grid_from_the_start() -> None:
    found = run(FALL, 2.05, spacing=0.1)

    assert found.t.tolist() == pytest.approx([0.1 * k for k in range(21)], abs=1e-15)
    assert found["h"][:10] == pytest.approx(1 - found.t[:10] ** 2, abs=1e-8)


@pytest.mark.parametrize(("stop", "spacing", "count"), [(0.3, 0.1, 4), (1.1, 0.1, 12), (0.7, 0.1, 8), (1.0, 0.3, 4)])
def test_the_end_is_recorded_if_it_is_on_the_grid(stop: float, spacing: float, count: int) -> None:
    found = run(FALL, stop, spacing=spacing)

    assert len(found) == count
    assert (found.t[-1] == stop) == (stop != 1.0)


def test_a_record_on_the_grid_at_an_event_is_that_after_it() -> None:
    found = run("CONTINUOUS SYSTEM c\nTIME t\ny = IF t < 1 THEN 3 ELSE 5\nEND\n", 2, spacing=0.25)

    assert found.t.tolist() == [0.25 * k for k in range(9)]
    assert found["y"].tolist() == [3.0] * 4 + [5.0] * 5


def test_final_has_the_values_after_the_last_event() -> None:
    assert run("CONTINUOUS SYSTEM c\nTIME t\ny = IF t < 1 THEN 3 ELSE 5\nEND\n", 1).final["y"] == 5.0


# Delays

ECHO = "CONTINUOUS SYSTEM echo\nSTATE x\nDER dx\nTIME t\ndx = 1\ny = {delay}\nx: 3\nlag: 0.5\nEND\n"


def test_before_the_start_a_delayed_signal_has_its_value_at_the_start() -> None:
    found = run(ECHO.format(delay="DELAY(x, lag)"), 2, spacing=0.125)

    assert found["y"] == pytest.approx(np.maximum(3, 3 + found.t - 0.5), abs=1e-10)


def test_delay_can_be_given_a_value_for_before_the_start() -> None:
    found = run(ECHO.format(delay="DELAY(x, lag, 7)"), 2, spacing=0.125)

    assert found["y"] == pytest.approx(np.where(found.t < 0.5, 7, 3 + found.t - 0.5), abs=1e-10)


def test_a_lag_can_vary() -> None:
    found = run(ECHO.format(delay="DELAY(x, 0.5*t + 0.1)"), 2, spacing=0.125)

    assert found["y"] == pytest.approx(3 + np.maximum(0, 0.5 * found.t - 0.1), abs=1e-9)


def test_a_jump_arrives_after_the_lag_and_the_step_ends_there() -> None:
    text = "CONTINUOUS SYSTEM d\nTIME t\nSTATE x\nDER dx\nu = IF t < 1 THEN 0 ELSE 1\ndx = DELAY(u, 0.5)\nEND\n"
    found = run(text, 3)

    assert np.min(np.abs(found.t - 1.5)) < 1e-14
    assert found["x"] == pytest.approx(np.maximum(0, found.t - 1.5), abs=1e-12)


def test_a_delay_breaks_an_algebraic_loop() -> None:
    text = "CONTINUOUS SYSTEM d\nTIME t\ny = 1 + DELAY(y, 1, 0)\nEND\n"
    found = run(text, 3.5, spacing=0.25)

    assert found["y"] == pytest.approx(1 + np.floor(found.t))


# Random numbers

NOISE = "DISCRETE SYSTEM noise\nOUTPUT a b\nTIME t\nTSAMP ts\na = RECT(1)\nb = RECT(1)\nts = t + 1\nEND\n"


def draws(found: Trajectory, name: str) -> list[float]:
    return values_of(found, name, *(k + 0.5 for k in range(5)))


def test_a_random_number_is_drawn_at_each_sample_and_held() -> None:
    found = run(NOISE, 5, spacing=0.25)

    assert len(set(draws(found, "a"))) == 5
    assert all(0 < value < 1 for value in draws(found, "a"))
    assert all(len(set(found["a"][(found.t >= k) & (found.t < k + 1)])) == 1 for k in range(5))


def test_random_numbers_depend_on_the_seed_of_the_run() -> None:
    same = [draws(run(NOISE, 5, spacing=0.25, seed=3), "a") for _ in range(2)]

    assert same[0] == same[1] != draws(run(NOISE, 5, spacing=0.25, seed=4), "a")


def test_random_numbers_depend_on_the_seed_in_the_text() -> None:
    other = NOISE.replace("a = RECT(1)", "a = RECT(2)")

    assert draws(run(NOISE, 5, spacing=0.25), "a") != draws(run(other, 5, spacing=0.25), "a")


def test_the_same_seed_in_two_expressions_gives_two_signals() -> None:
    found = run(NOISE, 5, spacing=0.25)

    assert set(draws(found, "a")).isdisjoint(draws(found, "b"))


def test_random_numbers_do_not_depend_on_when_the_samples_are() -> None:
    faster = run(NOISE.replace("t + 1", "t + 0.5"), 5, spacing=0.25)

    assert draws(run(NOISE, 5, spacing=0.25), "a") == values_of(faster, "a", 0.25, 0.75, 1.25, 1.75, 2.25)


def test_in_initial_a_random_number_is_drawn_once() -> None:
    found = run("CONTINUOUS SYSTEM d\nSTATE x\nDER dx\ndx = 0\nINITIAL\nx = NORM(4)\nEND\n", 2)

    assert len(set(found["x"])) == 1
    assert found.final["x"] != 0


# Functions outside their domain


@pytest.mark.parametrize(
    ("function", "start", "at"),
    [("SQRT(x)", 1, 1), ("LN(x)", 1, 1), ("LOG(x)", 1, 1), ("ARCSIN(x)", 0.5, 1.5), ("ARCCOS(x)", 0.5, 1.5)],
)
def test_leaving_the_domain_of_a_function_ends_the_run(function: str, start: float, at: float) -> None:
    text = f"CONTINUOUS SYSTEM d\nSTATE x\nDER dx\ndx = -1\ny = {function}\nx: {start}\nEND\n"
    found = ended(text, 3)

    assert (found.stop.kind, found.stop.code) == (StopKind.FAILURE, "outside-domain")
    assert found.stop.time == pytest.approx(at, abs=1e-9)
    assert found.stop.span is not None
    assert found.stop.span.text == function


def test_a_value_that_is_not_finite_ends_the_run_and_is_named() -> None:
    found = ended("CONTINUOUS SYSTEM d\nSTATE x\nDER dx\ny = 1/p\ndx = y*x\np: 0\nx: 1\nEND\n", 3)

    assert (found.stop.code, found.stop.time) == ("not-finite", 0.0)
    assert found.stop.message.startswith("'y' became inf")
    assert found.stop.hint


def test_a_state_that_an_event_makes_infinite_ends_the_run() -> None:
    text = "CONTINUOUS SYSTEM d\nTIME t\nSTATE x\nDER dx\ndx = 1\nz = t - t\nWHEN t > 1\n  x = 1/z\nEND\nEND\n"
    found = ended(text, 3)

    assert (found.stop.code, found.stop.time) == ("not-finite", 1.0)
    assert found.stop.message.startswith("'x' became inf")


# The start

START = """
CONTINUOUS SYSTEM start
STATE x
DER dx
TIME t
dx = 0
y = 2*x
INITIAL
c = y + p
x = 3*p + t
p: 1

END
"""


def test_initial_is_computed_once_from_parameters_time_and_equations() -> None:
    found = run(START, 5, 4, parameters={"p": 2}, store=["x", "c"])

    assert (set(found["x"]), set(found["c"])) == ({10.0}, {22.0})


def test_an_initial_value_given_to_the_run_overrides_initial_sections() -> None:
    assert run(START, 1, initial={"x": 5}).final["x"] == 5.0


def test_events_at_the_start_come_after_initial_sections() -> None:
    text = START.replace("INITIAL", "WHEN x > 2\n  x = -1\nEND\nINITIAL")
    found = run(text, 1, store=["x", "c"])

    assert changes_of(found, "x") == [(3.0, -1.0)]
    assert set(found["c"]) == {7.0}


def test_a_condition_that_holds_at_the_start_is_not_an_event() -> None:
    assert run("CONTINUOUS SYSTEM c\nTIME t\ny = IF t < 5 THEN 1 ELSE 2\nEND\n", 1).events == ()


AT_THE_START = """
CONTINUOUS SYSTEM signal
TIME t
STATE x
DER dx
OUTPUT y
dx = 1
y = IF {condition} THEN 1 ELSE 0
WHEN {condition}
  n = PRE(n) + 1
END
END
DISCRETE SYSTEM meter
INPUT u
OUTPUT seen
TIME t
TSAMP ts
seen = u
ts = t + 1
END
CONNECTING SYSTEM both
u[meter] = y[signal]
END
"""


@pytest.mark.parametrize("start", [0.0, 1.0, -3.0, 1e6])
@pytest.mark.parametrize(("relation", "expected"), [("<", 0), ("<=", 0), (">", 1), (">=", 1)])
def test_samples_and_events_at_the_start_see_the_values_just_after_it(
    start: float, relation: str, expected: int
) -> None:
    found = run(AT_THE_START.format(condition=f"t {relation} {start!r}"), start + 1, start)

    assert (found["y"][0], found["seen"][0], found["n"][0]) == (expected,) * 3
    assert [entry.name for entry in found.events] == ["n[signal]"] * expected


def test_comparisons_with_states_begin_with_the_initial_values() -> None:
    found = run(AT_THE_START.format(condition="x <= 0"), 1)

    assert (found["seen"][0], found["y"][0], found["n"][0]) == (1, 0, 1)


# Ends


def test_a_vanishing_step_ends_the_run_and_names_the_state() -> None:
    text = "CONTINUOUS SYSTEM grow\nSTATE y x\nDER dy dx\ndy = -y\ndx = x^2\ny: 1\nx: 1\nEND\n"
    found = ended(text, 3)

    assert found.stop.code == "step-too-small"
    assert found.stop.time == pytest.approx(1, abs=1e-5)
    assert "'x'" in found.stop.message
    assert found.stop.span is not None
    assert found.stop.span.text == "dx = x^2"


@pytest.mark.parametrize(
    ("text", "kind", "code"),
    [
        (CLOCK, StopKind.END, "end"),
        (CLOCK.replace("END", "STOP WHEN last > 1\nEND"), StopKind.CONDITION, "stop-condition"),
        (CLOCK.replace("t + 1", "t"), StopKind.FAILURE, "sampling-stuck"),
    ],
)
def test_a_run_ends_with_a_reason(text: str, kind: StopKind, code: str) -> None:
    found = ended(text, 3)

    assert (found.stop.kind, found.stop.code) == (kind, code)
    assert found.stop.message


def test_an_interrupted_run_reports_it_and_can_be_continued() -> None:
    def interrupt(_time: float) -> None:
        raise KeyboardInterrupt

    model = simnon.load("CONTINUOUS SYSTEM c\nSTATE x y\nDER dx dy\ndx = y\ndy = -x\nx: 1\nEND\n")
    found = model.simulate(0, 30_000, rtol=1e-9, spacing=1000, progress=interrupt)

    assert (found.stop.kind, found.stop.code) == (StopKind.USER, "interrupted")
    assert 0 < found.stop.time < 30_000
    assert model.resume(found).stop.kind is StopKind.END


# Divisions in derivatives

NOT_QUITE_ONE = 49 * (1 / 49)
QUOTIENTS = """CONTINUOUS SYSTEM s
STATE x y z
DER dx dy dz
dx = (49*k + 0*x)/p
dy = INT((49*k + 0*x)/p)
ratio = (49*k + 0*x)/p
dz = IF ratio >= 1 THEN 1 ELSE 0
p: 49
k: 1
END
"""


def test_quotients_are_products_with_reciprocals_only_in_steps() -> None:
    assert NOT_QUITE_ONE < 1.0

    found = run(QUOTIENTS, 1)

    assert set(found["dx"]) == set(found["ratio"]) == {1.0}
    assert set(found["dy"]) == {1.0}
    assert set(found["dz"]) == {1.0}
    assert [final(found, name) for name in ("x", "y", "z")] == pytest.approx([1.0, 1.0, 1.0], abs=1e-14)


# The page


def sentences() -> list[tuple[int, str]]:
    text = re.sub(r"\s+", " ", PAGE.read_text("utf-8"))
    found = re.findall(r"(?:^| )(\d+)\. (.*?)(?= \d+\. | ## |$)", text)
    return [(int(number), sentence) for number, sentence in found]


def names_of_tests_in(folder: Path) -> set[str]:
    names: set[str] = set()
    for path in folder.glob("test_*.py"):
        names |= {node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)}
    return {name for name in names if name.startswith("test_")}


def test_the_sentences_of_the_page_are_numbered() -> None:
    assert [number for number, _ in sentences()] == list(range(1, len(sentences()) + 1))
    assert len(sentences()) >= 40


def test_every_sentence_of_the_page_names_a_test_that_exists() -> None:
    known = names_of_tests_in(Path(__file__).parent)

    for number, sentence in sentences():
        named = re.findall(r"`(test_\w+)`", sentence)
        assert named, f"sentence {number} names no test"
        assert set(named) <= known, f"sentence {number}: {set(named) - known}"


def test_every_test_of_the_semantics_is_named_by_the_page() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text("utf-8")))
    here = {name for name in names_of_tests_in(Path(__file__).parent) if name in globals()}

    assert {name for name in here - named if "_page" not in name} == set()


# Values that only a record needs


def continuous(*lines: str) -> str:
    return "\n".join(["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "TIME t", *lines, "x: 1", "END"]) + "\n"


RECORDED = "y = MOD(x, 0*x)", "y = 0/(x - x)", "y = 1/(x - x) - 1/(x - x)"


@pytest.mark.parametrize("equation", RECORDED)
@pytest.mark.parametrize("options", [{}, {"spacing": 0.3}, {"store": ["x"]}, {"method": "euler", "step": 0.1}])
def test_a_recorded_value_that_is_not_finite_at_the_end_ends_the_run(equation: str, options: dict[str, object]) -> None:
    found = ended(continuous("dx = 1", equation), 2, 0.0, **options)
    time, x = (2, 3) if "store" in options else (0, 1)

    assert (found.stop.kind, found.stop.code) == (StopKind.FAILURE, "not-finite")
    assert found.stop.message == f"'y' became nan at t = {time}, where x = {x}"
    assert found.stop.span is not None
    assert found.stop.span.text == equation
    assert found.final["x"] == pytest.approx(3.0)
    assert np.isnan(found.final["y"])


def test_a_recorded_value_that_is_not_finite_for_a_while_is_a_note() -> None:
    found = ended(continuous("dx = 1", "y = IF x > 2 THEN 1 ELSE 0/(x - x)"), 2)

    assert (found.stop.code, found.notes) == ("end", ("'y' became nan at t = 0, where x = 1",))


def test_a_run_that_a_condition_stops_has_its_reason_and_a_note() -> None:
    found = ended(continuous("dx = 1", "y = 0/(x - x)", "STOP WHEN x > 2 'far'"), 2)

    assert (found.stop.message, found.notes) == ("far", ("'y' became nan at t = 0, where x = 1",))


def test_a_singular_loop_that_only_a_record_reads_is_the_reason() -> None:
    found = ended(continuous("dx = 1", "y = k*z + x", "z = y + 1", "k: 1"), 2)

    assert (found.stop.kind, found.stop.code) == (StopKind.FAILURE, "singular-equations")
    assert found.stop.message.startswith("the equations for y, z")


@pytest.mark.parametrize("is_alone", [False, True])
def test_a_member_that_keeps_what_is_not_finite_has_that_reason(is_alone: bool) -> None:
    model = loaded(continuous("dx = 1", "y = p/(x - x)", "z = p/(p - 2)", "p: 1"))
    keep = MemberOutputs(final=["x", "z"]), MemberOutputs(final=["x"], reduced=["z"]), MemberOutputs(final=["x"])
    options = model._simulator.options(0, 2, method="rodas5p" if is_alone else "dopri5", spacing=1)
    codes = [
        run_members(model._simulator, np.array([[1.0], [2.0], [3.0]]), ["p"], options, each).codes for each in keep
    ]

    assert codes == [["end", "not-finite", "end"]] * 2 + [["end"] * 3]


# Inputs of discrete systems

RAMP = """
DISCRETE SYSTEM sampler
INPUT u
OUTPUT y
TIME t
TSAMP ts
y = u
ts = t + 0.5
END
CONTINUOUS SYSTEM reader
INPUT v
STATE s
DER ds
ds = v
END
CONNECTING SYSTEM line
TIME t
u[sampler] = 100*t
v[reader] = u[sampler]
END
"""


def test_an_input_of_a_discrete_system_is_held_between_its_samples() -> None:
    found = run(RAMP, 1.4, spacing=0.2)

    assert found["u"] == pytest.approx([0, 0, 0, 50, 50, 100, 100, 100])
    assert found["v"] == pytest.approx(found["u"])
    assert found.final["s"] == pytest.approx(0.5 * 50 + 0.4 * 100)
    assert found.final["y"] == 100


def test_an_input_is_zero_before_the_first_sample() -> None:
    found = run(RAMP.replace("y = u", "ts: 0.7\ny = u"), 1, spacing=0.1)

    assert values_of(found, "u", 0.4, 0.65, 0.75) == pytest.approx([0, 0, 70])


def test_event_and_pre_use_the_signal_behind_an_input() -> None:
    text = RAMP.replace("TSAMP ts\ny = u\nts = t + 0.5", "EVENT e\ne = u - 30\ny = PRE(u)")
    jump = text.replace("100*t", "IF t < 0.25 THEN 5 ELSE 40")

    found, jumped = run(text, 1, spacing=0.1), run(jump, 1)

    assert values_of(found, "u", 0.2, 0.4, 1) == pytest.approx([0, 30, 30])
    assert values_of(jumped, "u", 0.2, 0.4) == [0, 40]
    assert values_of(jumped, "y", 0.2, 0.4) == [0, 5]


def test_an_input_changes_at_the_samples_of_its_own_system() -> None:
    slow = "DISCRETE SYSTEM slow\nINPUT x\nTIME t\nTSAMP ts\nz = x\nts = t + 1\nEND\n"
    text = RAMP.replace("CONNECTING", f"{slow}CONNECTING").replace("v[reader]", "x[slow] = y[sampler] + 1\nv[reader]")
    found = run(text, 2, spacing=0.25)

    assert values_of(found, "x", 0.25, 0.75, 1, 1.75, 2) == [1, 1, 101, 101, 201]


def test_a_branch_that_is_not_finite_is_avoided_where_signals_meet() -> None:
    """x' = sin(x)/x: the time until x is the integral of u/sin(u), here from the series of the integrand."""
    text = "STATE x\nDER dx\ndx = IF x = 0 THEN 1 ELSE SIN(x)/x\nz = IF x <> 0 THEN SIN(x)/x ELSE 1\n"
    found = run(f"CONTINUOUS SYSTEM s\n{text}END\n", 1, rtol=1e-9, atol=1e-12)
    x = found.final["x"]

    assert found["dx"][0] == found["z"][0] == 1.0
    time = x + x**3 / 18 + 7 * x**5 / 1800 + 31 * x**7 / 105840 + 127 * x**9 / 5443200
    assert time + 73 * x**11 / 37635840 == pytest.approx(1.0, abs=1e-6)


def test_signals_that_stay_equal_are_equal_until_they_part() -> None:
    text = "STATE s\nDER ds\nTIME t\nlevel = MAX(t - 1, 0)\nds = IF level = 0 THEN 1 ELSE 0\n"
    found = run(f"CONTINUOUS SYSTEM s\n{text}END\n", 3)

    assert found.final["s"] == pytest.approx(1.0, abs=1e-9)
