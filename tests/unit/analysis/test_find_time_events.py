"""find_time_events: guards that are linear in time get the time at which they change sign, others none."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from simnon.analysis.find_time_events import find_time_events
from simnon.model import print_expression
from simnon.targets.interpreter import interpret
from tests.examples import examples
from tests.targets.running_models import call, numbers_at_start
from tests.unit.analysis.small_models import passed, program_without, text_of

VALUES = ("a: 2", "b: 3", "c: -1")


def times_of(*lines: str) -> list[str]:
    """The times of the events, as text."""
    model = passed(text_of(*lines, *VALUES), find_time_events)
    return [print_expression(event.at) for event in model.time_events]


def event_times(*lines: str, **parameters: float) -> list[float]:
    """The times of the events, as numbers."""
    program = program_without(text_of(*lines, *VALUES))
    numbers = numbers_at_start(program.layout)
    slots = program.layout.slot_of_name()
    for name, value in parameters.items():
        numbers.values[slots[name]] = value
    executable = interpret(program)
    for entry in ("initial", "held", "time_events"):
        call(executable, entry, numbers)
    return [float(time) for time in numbers.out[: len(program.layout.time_events)]]


@pytest.mark.parametrize(
    ("condition", "time"),
    [
        ("t < 100", "100"),
        ("t > a", "a"),
        ("b <= t", "b"),
        ("t > 2*a", "2*a"),
        ("t > ABS(c)", "ABS(c)"),
        ("t > MAX(a, MIN(b, c))", "MAX(a, MIN(b, c))"),
    ],
)
def test_a_plain_instant_is_found_as_written(condition: str, time: str) -> None:
    assert times_of(f"y = IF {condition} THEN 1 ELSE 2") == [time]


@examples(60)
@given(a=st.floats(-100, 100), b=st.floats(-100, 100), c=st.floats(-100, 100))
def test_with_a_coefficient_the_guard_is_zero_at_the_time(a: float, b: float, c: float) -> None:
    assume(abs(a) > 1e-3)

    (time,) = event_times("y = IF a*(t - b) + t/2 < c + 3*t THEN 1 ELSE 2", a=a, b=b, c=c)

    slope = a + 0.5 - 3
    assume(abs(slope) > 1e-3)
    assert time == pytest.approx((c + a * b) / slope, rel=1e-9, abs=1e-9)


def test_time_is_followed_through_auxiliary_variables() -> None:
    assert event_times("u = 2*t", "w = u - 1", "y = IF w + u > 7 THEN 1 ELSE 2") == [2.0]


@pytest.mark.parametrize(
    "condition",
    [
        "SIN(t) > 0",
        "t^2 > 4",
        "t*x > 1",
        "x > 1",
        "t*t > 2",
        "t - t > c",
        "EXP(t) > a",
        "t/(1 + t) > 1",
        "look(t) > 1",
        "0*t > a",
    ],
)
def test_other_guards_are_located_during_the_run(condition: str) -> None:
    table = ("TABLE look(u) SPLINE", "0 0", "1 1", "2 5", "END") if "look" in condition else ()

    assert times_of(*table, f"y = IF {condition} THEN 1 ELSE 2") == []


def test_a_long_chain_of_variables_is_abandoned_rather_than_mistaken() -> None:
    chain = [f"u{i + 1} = u{i} + t" for i in range(80)]

    assert times_of("u0 = t", *chain, "y = IF t > u80 THEN 1 ELSE 2") == []


def test_the_next_jump_of_a_sawtooth_is_known() -> None:
    times = event_times("y = MOD(t, a)")

    assert times == [-2.0, 2.0]


def test_guards_with_a_known_time_are_not_located() -> None:
    layout = program_without(text_of("y = IF t > 1 AND x > 1 THEN 1 ELSE 2")).layout

    assert (len(layout.guards), len(layout.time_events)) == (1, 1)
    assert not np.intersect1d([g.name for g in layout.guards], [e.name for e in layout.time_events]).size
