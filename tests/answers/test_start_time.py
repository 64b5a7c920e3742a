"""A run does not depend on when it starts: the integrated steps are exactly the advances of the time."""

import math

import numpy as np
import pytest

import simnon
from simnon.simulation import MemberOutputs, RunOptions, run_members
from tests.answers.running import FIXED, METHOD_CASES, PRESENT, ended, final, loaded, run, times_of
from tests.seeds import first_fast

STARTS = (0.0, 1.0, 1e3, 1.7e9, 1e12, -1e9)
UNIX = 1.7e9
SPAN = 100.0
RAMP = "CONTINUOUS SYSTEM ramp\nSTATE r\nDER dr\ndr = k\nk: 1\nEND\n"
VDPOL = """CONTINUOUS SYSTEM vdpol
STATE x y
DER dx dy
dx = y
dy = (1 - x^2)*y - x
x: 2
END
"""
SAWTOOTH = """CONTINUOUS SYSTEM saw
STATE r
DER dr
dr = 1
WHEN r > 0.7
  r = PRE(r) - 0.7
  n = PRE(n) + 1
END
n: 0
END
"""
SAMPLED = """CONNECTING SYSTEM both
END
CONTINUOUS SYSTEM ramp
STATE r
DER dr
dr = 1
END
DISCRETE SYSTEM often
STATE n
NEW nn
TIME t
TSAMP ts
nn = n + 1
ts = t + 0.1
END
DISCRETE SYSTEM rarely
STATE n
NEW nn
TIME t
TSAMP ts
nn = n + 1
ts = t + 0.3
END
"""
DELAYED = """CONTINUOUS SYSTEM delayed
STATE r x
DER dr dx
dr = 1
dx = -DELAY(x, 1, 0.5)
x: 1
END
"""


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("method", PRESENT)
def test_a_ramp_is_as_long_as_the_run_whenever_it_starts(method: str, start: float) -> None:
    found = run(RAMP, start + SPAN, start, method=method)

    assert final(found, "r") == pytest.approx(SPAN, abs=1e-11)
    assert np.abs(found["r"] - (found.t - start)).max() < 1e-11


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("method", PRESENT)
def test_records_on_a_grid_are_those_of_their_times(method: str, start: float) -> None:
    found = run(RAMP, start + SPAN, start, method=method, spacing=0.37)

    assert len(found) == 271
    assert np.abs(found["r"] - (found.t - start)).max() < 1e-11


@pytest.mark.parametrize("start", STARTS[1:])
@pytest.mark.parametrize("method", METHOD_CASES)
def test_an_autonomous_system_has_the_same_trajectory_whenever_it_starts(method: str, start: float) -> None:
    """Ends of steps are rounded to floats, so that the small errors of steps differ a little.

    IDA fails here on the way and is restarted with a step that floats can resolve.
    """
    options = {"method": method, **({"step": 0.01} if method in FIXED else {})}
    at_zero, found = (run(VDPOL, begin + 10.0, begin, **options) for begin in (0.0, start))

    tolerated = 1e-5 if method == "ida" else 1e-11 + 4 * math.ulp(start)
    assert final(found, "x") == pytest.approx(final(at_zero, "x"), abs=tolerated)


@pytest.mark.parametrize("start", [UNIX, 1e12])
@pytest.mark.parametrize("method", first_fast(["dopri5", "rodas5p", "hampc", "rk4"]))
def test_machine_code_the_interpreter_and_lanes_agree_at_late_times(method: str, start: float) -> None:
    model = loaded(RAMP)
    options = RunOptions(start, start + SPAN, method=method, spacing=SPAN)
    single = model.simulate(start, start + SPAN, method=method, spacing=SPAN)

    lanes = run_members(model._simulator, np.array([[1.0], [2.0]]), ["k"], options, MemberOutputs(final=["r"]))
    plain = model.simulate(start, start + SPAN, method=method, spacing=SPAN, target="interpreter")

    assert final(plain, "r") == final(single, "r")
    assert lanes.final["r"][0] == final(single, "r")
    assert lanes.final["r"].tolist() == pytest.approx([SPAN, 2 * SPAN], abs=1e-11)


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("method", METHOD_CASES)
def test_located_events_lose_no_time(method: str, start: float) -> None:
    found = run(SAWTOOTH, start + SPAN, start, method=method)

    assert final(found, "n") == 142
    assert 0.7 * final(found, "n") + final(found, "r") == pytest.approx(SPAN, abs=1e-9 + 4 * math.ulp(start))
    assert times_of(found, "n")[0] - start == pytest.approx(0.7, abs=1e-9 + 2 * math.ulp(start))


@pytest.mark.parametrize("start", [0.0, UNIX, -1e9])
@pytest.mark.parametrize("method", METHOD_CASES)
def test_sampling_instants_coincide_at_late_times_too(method: str, start: float) -> None:
    found = run(SAMPLED, start + 30.0, start, method=method, spacing=30.0)

    assert (found.final["n[often]"], found.final["n[rarely]"]) == (300, 100)
    assert found.statistics.samples == 301
    assert found.final["r[ramp]"] == pytest.approx(30.0, abs=1e-11)


@pytest.mark.parametrize("start", [0.0, 1.0, UNIX, -1e9])
@pytest.mark.parametrize("method", METHOD_CASES)
def test_a_delay_loses_no_time(method: str, start: float) -> None:
    found = run(DELAYED, start + 20.0, start, method=method)
    at_zero = run(DELAYED, 20.0, method=method)

    assert final(found, "r") == pytest.approx(20.0, abs=1e-11)
    assert final(found, "x") == pytest.approx(final(at_zero, "x"), abs=1e-9 + 2 * math.ulp(start))


@pytest.mark.parametrize("method", FIXED)
def test_fixed_steps_are_counted(method: str) -> None:
    found = run(RAMP, UNIX + 10.0, UNIX, method=method, step=0.1)

    assert found.t.tolist() == [UNIX + 0.1 * k for k in range(100)] + [UNIX + 10.0]


def test_a_fixed_step_too_small_to_advance_the_time_is_refused_before_the_run() -> None:
    with pytest.raises(simnon.UserError, match=r"step is 1e-05: too small"):
        ended(RAMP, 1e12 + 1.0, 1e12, method="rk4", step=1e-5)


def test_a_step_too_small_to_advance_the_time_ends_the_run_with_the_reason() -> None:
    found = ended(RAMP, 1e12 + 1.0, 1e12, method="dopri5", largest_step=1e-5)

    assert found.stop.code == "step-too-small"
    assert found.stop.message == (
        "a step of 1e-05 does not change the time t = 1000000000000, where numbers are 0.00012 apart"
    )
    assert found.stop.hint == "take longer steps, or start the run nearer to t = 0"


@pytest.mark.parametrize("method", PRESENT)
def test_a_run_of_a_few_floats_completes(method: str) -> None:
    stop = 1e12 + 8 * math.ulp(1e12)
    options = {"step": 2 * math.ulp(1e12)} if method in FIXED else {}
    found = run(RAMP, stop, 1e12, method=method, **options)

    assert final(found, "r") == pytest.approx(stop - 1e12, rel=1e-12)


@pytest.mark.parametrize("method", ["dopri5", "rodas5p", "rk4"])
def test_a_function_of_time_is_as_exact_as_the_time(method: str) -> None:
    text = "CONTINUOUS SYSTEM wave\nSTATE x\nDER dx\nTIME t\ndx = COS(t - 1.7E9)\nEND\n"
    found = run(text, UNIX + 20.0, UNIX, method=method, **({"step": 0.01} if method in FIXED else {}))

    assert final(found, "x") == pytest.approx(math.sin(20.0), abs=1e-5)
