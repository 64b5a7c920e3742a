"""verify: the reference does not miss what the run misses, and disagreements are reported."""

import math

import numpy as np
import pytest

from simnon import load
from simnon.simulation import EventEntry, RunOptions, StopKind, StopReason
from simnon.simulation.accuracy import compare, disagreements, reference_options

PULSES = """CONTINUOUS SYSTEM pulses
STATE x
DER dx
dx = 1
WHEN SIN(20*x) > 0.9
  n = PRE(n) + 1
END
n: 0
END
"""
OPTIONS = RunOptions(0.0, 10.0)
END = StopReason(StopKind.END, "end", "the end of the run", 10.0)


def crossings(*times: float) -> list[EventEntry]:
    return [EventEntry(time, "x > 1", 0.0, 1.0) for time in times]


@pytest.mark.parametrize("method", ["auto", "dop853", "rodas5p", "hampc", "rk4"])
def test_a_run_that_passes_over_events_is_not_certified(method: str) -> None:
    found = load(PULSES).simulate(0, 20, method=method, verify=True)

    assert found.accuracy is not None
    assert bool(found.disagreements) == (found.final["n"] != 64)
    assert (found.accuracy["n"].absolute == 0.0) == (found.final["n"] == 64)


def test_a_run_with_too_long_steps_reports_the_number_of_missed_events() -> None:
    found = load(PULSES).simulate(0, 20, method="euler", step=10, verify=True)

    messages = [text for text in found.disagreements if text.startswith("n:")]
    assert found.final["n"] == 64 or (messages and "64 in the reference" in messages[0])


def test_a_run_with_the_right_events_agrees() -> None:
    found = load(PULSES).simulate(0, 20, largest_step=0.01, verify=True)

    assert found.final["n"] == 64
    assert found.disagreements == ()


def test_a_late_run_can_be_verified() -> None:
    late = 1e12
    found = load(PULSES).simulate(late, late + 0.1, largest_step=0.01, verify=True)

    assert found.disagreements == ()
    assert found.accuracy is not None
    assert found.accuracy["x"].absolute < 1e-12


def test_the_error_of_a_fixed_step_is_that_of_the_method() -> None:
    text = "CONTINUOUS SYSTEM decay\nSTATE x\nDER dx\ndx = -x\nx: 1\nEND\n"
    for start in (0.0, 1.7e9):
        found = load(text).simulate(start, start + 5, method="heun", step=0.05, verify=True)
        time = 0.05 * np.arange(101)
        exact = np.abs(found["x"] - np.exp(-time)).max()
        assert found.accuracy is not None
        assert found.accuracy["x"].absolute == pytest.approx(exact, rel=0.02)
        assert found.statistics.steps == 100


def test_missing_events_are_counted_and_the_first_is_reported() -> None:
    (message,) = disagreements(OPTIONS, crossings(1.0, 3.0), crossings(1.0, 2.0, 3.0), END, END)

    assert message == "x > 1: 2 changes in the run, 3 in the reference; they first differ at t = 2"


def test_events_at_different_times_are_reported() -> None:
    (message,) = disagreements(OPTIONS, crossings(1.0, 3.5), crossings(1.0, 3.0), END, END)

    assert message == "x > 1: the times differ by up to 0.5"


def test_events_nearer_than_records_agree() -> None:
    assert disagreements(OPTIONS, crossings(1.0, 3.001), crossings(1.0, 3.0), END, END) == ()


def test_a_different_end_is_reported() -> None:
    early = StopReason(StopKind.CONDITION, "stop-condition", "full", 4.0)

    (message,) = disagreements(OPTIONS, (), (), END, early)

    assert message == "the run ended at t = 10 (end), the reference at t = 4 (stop-condition)"


def test_only_records_between_the_two_times_of_an_event_are_skipped() -> None:
    time = np.arange(0.0, 10.0)
    own, other = np.where(time > 2.9, 1.0, 0.0), np.where(time > 3.1, 1.0, 0.0)

    near = compare(time, {"y": own}, {"y": other}, crossings(2.9), crossings(3.1))
    missing = compare(time, {"y": own}, {"y": other}, crossings(2.9), crossings(2.9, 3.1))
    far = compare(time, {"y": own}, {"y": other}, crossings(0.0), crossings(9.0))

    assert [found["y"].absolute for found in (near, missing, far)] == [0.0, 1.0, 1.0]


def test_every_tolerance_of_the_reference_is_tighter() -> None:
    reference = reference_options(RunOptions(0.0, 1.0, atol={"x": 1e-6}), "dopri5", 10, ["x", "y"])

    assert reference.atol == pytest.approx({"x": 1e-9, "y": 1e-12})
    assert reference.method == "dop853"
    assert reference.largest_step == pytest.approx(1 / 2020)
    assert reference_options(RunOptions(0.0, 1.0, rtol=1e-13), "dopri5", 10, ["x"]).rtol == 1e-13
    assert math.isfinite(reference_options(RunOptions(1.0, 1.0), "dopri5", 0, ["x"]).largest_step)
