"""A run at its start -> the common period of its discrete systems."""

import math

from simnon.simulation import Run
from simnon.source import UserError

from .points import find_clock


def common_period(run: Run) -> float | None:
    """None if nothing is sampled at intervals that are known, and have a common multiple."""
    samplers = run.layout.samplers
    slots = [sampler.next_time for sampler in samplers if sampler.next_time is not None]
    if not samplers or len(slots) < len(samplers):
        return None
    periods = [float(period) - run.time for period in run.values_if_sampled()[slots]]
    if not all(0.0 < period < math.inf for period in periods):
        return None
    try:
        return find_clock(periods, [0.0] * len(periods)).period
    except UserError:
        return None
