"""The periods of samplers -> their common period, and who is due when within it."""

import math
from collections.abc import Sequence
from fractions import Fraction

from simnon.simulation import Instant, Partials
from simnon.source import UserError, frozen, listed

MAX_INSTANTS = 10_000
"""Sampling instants in a common period; with more, the periods have no useful common multiple."""
CLOSE = 1e-9
"""Two instants that differ by this fraction of a period are one."""


@frozen
class Clock:
    """The samplers that are due at each instant of the common period."""

    period: float
    instants: tuple[tuple[float, frozenset[int]], ...]


def find_clock(periods: Sequence[float], phases: Sequence[float]) -> Clock:
    """The common period of samplers, and who is due when within it."""
    first = periods[0]
    ratios = [Fraction(period / first).limit_denominator(1000) for period in periods]
    common = Fraction(math.lcm(*(r.numerator for r in ratios)), math.gcd(*(r.denominator for r in ratios)))
    is_exact = all(abs(float(r) * first - p) <= CLOSE * p for r, p in zip(ratios, periods, strict=True))
    count = sum(float(common) * first / period for period in periods)
    if not is_exact or count > MAX_INSTANTS:
        shown = listed([f"{period:g}" for period in periods])
        raise UserError("no-common-period", f"the sampling periods {shown} have no common multiple", "change one")
    period = float(common) * first
    times = [
        (phase % own + k * own, i)
        for i, (own, phase) in enumerate(zip(periods, phases, strict=True))
        for k in range(round(period / own))
    ]
    instants: list[tuple[float, set[int]]] = []
    for time, i in sorted(times):
        if instants and time - instants[-1][0] <= CLOSE * period:
            instants[-1][1].add(i)
        else:
            instants.append((time, {i}))
    return Clock(period, tuple((time, frozenset(due)) for time, due in instants))


def clock_of(partials: Partials, instant: Instant) -> Clock:
    layout = partials.layout
    slots = [sampler.next_time for sampler in layout.samplers]
    waiting = [sampler.name for sampler in layout.samplers if sampler.next_time is None]
    if waiting:
        raise UserError(
            "no-period",
            f"{listed(waiting)} is sampled by events and has no period",
            "give it a TSAMP, or open the loop",
        )
    now = instant.time
    periods = [float(instant.values[slot]) - now for slot in slots if slot is not None]
    for sampler, period in zip(layout.samplers, periods, strict=True):
        if not 0.0 < period < math.inf:
            raise UserError(
                "no-period", f"'{sampler.name}' is not sampled again after t = {now:g}", "its TSAMP must be later"
            )
    return find_clock(periods, [0.0] * len(periods))
