"""sampling: clocks that do not drift, holds and shifts."""

import numpy as np
import pytest

from tests.answers.running import after, final, run

SHIFTED = """CONNECTING SYSTEM shifted
TIME t
SYSTEM early, late: sampling.sampler
early.u = t
late.u = t
early.period: 0.1
late.period: 0.1
late.shift: 0.03
END
"""


def test_a_sampler_holds_what_it_saw_at_its_instants() -> None:
    found = run(SHIFTED, 0.45)
    assert final(found, "early.y") == pytest.approx(0.4)
    assert final(found, "late.y") == pytest.approx(0.43)
    assert after(found, "late.y", 0.13) == pytest.approx(0.13)


def test_a_clock_does_not_drift_in_a_hundred_thousand_samples() -> None:
    found = run(SHIFTED, 1e4, spacing=1000.0)
    assert final(found, "early.clock.k") == 100_000
    assert final(found, "early.ts") == 100_001 * 0.1
    assert final(found, "late.ts") == 100_000 * 0.1 + 0.03


def test_a_unit_delay_gives_the_previous_sample() -> None:
    text = """CONNECTING SYSTEM delayed
TIME t
SYSTEM d: sampling.unit_delay
d.u = t^2
d.period: 0.5
d.x: 7
END
"""
    found = run(text, 2.2)
    assert final(found, "d.y") == pytest.approx(1.5**2)
    assert after(found, "d.y", 0.4) == 7.0


def test_a_triggered_sampler_samples_when_the_trigger_rises() -> None:
    text = """CONNECTING SYSTEM triggered
TIME t
SYSTEM s: sampling.triggered
s.u = t
s.trigger = SIN(6.283185307179586*(t - 0.25))
END
"""
    found = run(text, 3.0)
    assert sorted({round(float(v), 9) for v in found["s.y"]}) == [0.0, 0.25, 1.25, 2.25]
    assert np.all(np.diff(found["s.y"]) >= 0)


def test_a_system_with_its_own_clock_reads_its_next_instant() -> None:
    text = """DISCRETE SYSTEM two_rates
OUTPUT y
TSAMP ts
STATE n
NEW nn
SYSTEM clock: sampling.clock
clock.period = 0.2
ts = clock.tick - 0.05
y = n
nn = n + 1
END

CONNECTING SYSTEM counted
SYSTEM c: two_rates
y = c.y
END
"""
    found = run(text, 1.0)
    changes = found.t[1:][np.diff(found["y"]) != 0]
    assert changes == pytest.approx([0.15, 0.35, 0.55, 0.75, 0.95])
