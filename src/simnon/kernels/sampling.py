"""When a system is sampled next: instants that coincide in exact arithmetic coincide here too.

At `offset` in `values` are the number of samples so far, the instant from which periods are counted, the number of the
sample at that instant, and the period.
"""

from .subset import Array, inline

SAMPLES = 0
ORIGIN = 1
ORIGIN_SAMPLES = 2
PERIOD = 3
ROUNDING = 1e-14


@inline
def next_instant(values: Array, offset: int, time: float, period: float) -> float:
    """`time + period`, counted from the first instant with this period: sums of 0.1 would drift."""
    passed = values[offset + SAMPLES] - values[offset + ORIGIN_SAMPLES]
    expected = values[offset + ORIGIN] + passed * values[offset + PERIOD]
    if period != values[offset + PERIOD] or abs(time - expected) > ROUNDING * (abs(time) + abs(period)):
        values[offset + ORIGIN] = time
        values[offset + ORIGIN_SAMPLES] = values[offset + SAMPLES]
        values[offset + PERIOD] = period
        passed = 0.0
    return values[offset + ORIGIN] + (passed + 1.0) * period
