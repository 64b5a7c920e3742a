"""Many samplers of different rates: a model with a calendar gives what its systems give one by one."""

from fractions import Fraction
from functools import cache

import simnon
from simnon import Model
from simnon.simulation import StopKind
from tests.targets.comparing import same_bits

COUNT = 70
"""Three blocks of the calendar, the last of them not full."""
STOP = 6.0


def period(k: int) -> Fraction:
    return Fraction(1 + k % 7, 8)


def counter(k: int, next_sample: str = "t + h") -> str:
    """Counts its samples, and adds the sum of the system before it."""
    return "\n".join(
        [
            f"DISCRETE SYSTEM c{k}",
            "INPUT before",
            "OUTPUT sum",
            "STATE n",
            "NEW nn",
            "TIME t",
            "TSAMP ts",
            "nn = n + 1",
            "sum = n + before + weight*t",
            f"ts = {next_sample}",
            f"h: {float(period(k))}",
            "weight: 0",
            "END\n",
        ]
    )


CHAIN = "\n".join(["CONNECTING SYSTEM chain", "before[c0] = 0"])
CHAIN += "".join(f"\nbefore[c{k}] = sum[c{k - 1}]" for k in range(1, COUNT)) + "\nEND\n"


@cache
def chained() -> Model:
    return simnon.load(*(counter(k) for k in range(COUNT)), CHAIN)


def expected_sums() -> list[float]:
    """The sums after the last sample of each: all systems that are due are sampled in the order of the chain."""
    counts, sums = [0] * COUNT, [0] * COUNT
    for eighth in range(int(8 * STOP) + 1):
        for k in range(COUNT):
            if eighth % (8 * period(k)) == 0:
                sums[k] = counts[k] + (sums[k - 1] if k else 0)
                counts[k] += 1
    return [float(each) for each in sums]


def test_all_are_sampled_at_their_own_instants_in_the_order_of_the_chain() -> None:
    final = chained().simulate(0, STOP).final

    assert [final[f"sum[c{k}]"] for k in range(COUNT)] == expected_sums()


def test_the_interpreter_gives_the_same_bits() -> None:
    parameters = {f"weight[c{k}]": 0.1 * k for k in range(COUNT)}
    names = [f"sum[c{k}]" for k in range(COUNT)]
    compiled, interpreted = (
        chained().simulate(0, STOP, parameters=parameters, target=target) for target in ("llvm", "interpreter")
    )

    assert same_bits(tuple(compiled[name] for name in names), tuple(interpreted[name] for name in names))


def test_a_run_that_is_continued_goes_on_with_the_calendar() -> None:
    run = chained().begin(0, STOP)
    run.advance_to(STOP / 3)
    run.advance_to(STOP)

    assert [run.trajectory().final[f"sum[c{k}]"] for k in range(COUNT)] == expected_sums()


def test_a_changed_period_counts_from_the_next_sample_on() -> None:
    last = COUNT - 1
    final = chained().simulate(0, STOP, parameters={f"h[c{last}]": 2.5}).final

    assert final[f"nn[c{last}]"] == 3
    assert final["nn[c0]"] == 8 * STOP + 1


def test_a_sampler_of_the_last_block_that_is_stuck_is_named() -> None:
    texts = [counter(k, "IF t < 2.1 THEN t + h ELSE t" if k == COUNT - 1 else "t + h") for k in range(COUNT)]
    stop = simnon.load(*texts, CHAIN).simulate(0, STOP).stop

    assert (stop.kind, stop.code) == (StopKind.FAILURE, "sampling-stuck")
    assert f"c{COUNT - 1}" in stop.message


def test_a_sampler_that_an_event_triggers_is_not_in_the_calendar_but_is_sampled() -> None:
    triggered = "DISCRETE SYSTEM follower\nEVENT e\nINPUT u level\nSTATE kept\nNEW nkept\ne = level\nnkept = u\nEND\n"
    ramp = "CONTINUOUS SYSTEM ramp\nOUTPUT level u\nTIME t\nlevel = t - 1.37\nu = 2*t\nEND\n"
    joined = CHAIN.replace("END\n", "level[follower] = level[ramp]\nu[follower] = u[ramp]\nEND\n")
    model = simnon.load(*(counter(k) for k in range(COUNT)), triggered, ramp, joined)

    final = model.simulate(0, STOP).final

    assert abs(final["nkept[follower]"] - 2.74) < 1e-9
    assert final["nn[c0]"] == 8 * STOP + 1
