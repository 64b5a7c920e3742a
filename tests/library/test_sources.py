"""sources: each signal at times at which it is known."""

import math

import numpy as np
import pytest

from tests.answers.running import after, final, run, times_of


def signal(source: str, *lines: str) -> str:
    return "\n".join(["CONNECTING SYSTEM heard", f"SYSTEM s: sources.{source}", *lines, "y = s.y", "END", ""])


@pytest.mark.parametrize(("time", "expected"), [(0.5, 2.0), (1.0, 5.0), (3.0, 5.0)])
def test_a_step_rises_at_its_time(time: float, expected: float) -> None:
    assert final(run(signal("step", "s.start: 1", "s.height: 3", "s.before: 2"), time), "y") == expected


@pytest.mark.parametrize(("time", "expected"), [(0.5, 1.0), (2.0, 3.0), (4.0, 5.0), (9.0, 5.0)])
def test_a_ramp_rises_for_its_duration(time: float, expected: float) -> None:
    text = signal("ramp", "s.start: 1", "s.slope: 2", "s.duration: 2", "s.before: 1")
    assert final(run(text, time), "y") == pytest.approx(expected)


def test_a_sine_begins_at_its_phase() -> None:
    text = signal("sine", "s.start: 1", "s.amplitude: 2", "s.frequency: 0.25", "s.phase: 0.5", "s.offset: 3")
    assert final(run(text, 0.9), "y") == 3.0
    assert final(run(text, 2.5), "y") == pytest.approx(3 + 2 * math.sin(math.pi / 2 * 1.5 + 0.5))


def test_a_train_of_pulses_keeps_its_times() -> None:
    found = run(signal("square", "s.start: 1", "s.period: 2", "s.width: 0.25", "s.amplitude: 3", "s.offset: 1"), 8.0)
    changes = found.t[1:][np.diff(found["y"]) != 0]
    assert changes == pytest.approx([1, 1.5, 3, 3.5, 5, 5.5, 7, 7.5])
    assert sorted(set(found["y"])) == [1.0, 4.0]


def test_a_pulse_comes_once() -> None:
    found = run(signal("pulse", "s.start: 1", "s.width: 2", "s.height: 3", "s.before: 1"), 8.0)
    assert found.t[1:][np.diff(found["y"]) != 0] == pytest.approx([1.0, 3.0])
    assert after(found, "y", 2.9) == 4.0


@pytest.mark.parametrize(
    ("time", "expected"), [(0.5, 0.0), (1.5, 1.0), (2.0, 2.0), (3.0, 0.0), (4.0, -2.0), (6.0, 2.0)]
)
def test_a_triangle_goes_up_and_down_evenly(time: float, expected: float) -> None:
    text = signal("triangle", "s.start: 1", "s.amplitude: 2", "s.period: 4")
    assert final(run(text, time), "y") == pytest.approx(expected, abs=1e-12)


def test_a_chirp_has_the_frequency_of_its_time() -> None:
    text = signal("chirp", "s.first: 1", "s.last: 3", "s.duration: 4")
    found = run(text, 5.0)
    assert after(found, "y", 5.0) == pytest.approx(math.sin(2 * math.pi * (4 * 2 + 3)), abs=1e-9)
    assert final(run(text, 2.1), "y") == pytest.approx(math.sin(2 * math.pi * (2.1 + 2.1**2 / 4)))


def test_a_formula_is_replaced() -> None:
    assert final(run(signal("formula", "FUNCTION s.f(t) = t^3"), 2.0), "y") == pytest.approx(8.0)


def test_noise_has_its_mean_and_deviation() -> None:
    found = run(signal("noise", "s.period: 0.001", "s.mean: 3", "s.deviation: 2"), 10.0, spacing=0.001)
    values = found["y"]
    assert np.mean(values) == pytest.approx(3.0, abs=4 * 2 / 100)
    assert np.std(values) == pytest.approx(2.0, abs=0.06)
    assert abs(np.corrcoef(values[1:], values[:-1])[0, 1]) < 0.04


def test_a_binary_signal_has_two_levels_equally_often() -> None:
    found = run(signal("binary", "s.period: 0.001", "s.low: 0", "s.high: 1"), 10.0, spacing=0.001)
    assert set(found["y"]) == {0.0, 1.0}
    assert np.mean(found["y"]) == pytest.approx(0.5, abs=0.02)
    assert not times_of(found, "y")
