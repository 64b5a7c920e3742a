"""Random hybrid models: a run does not depend on what is stored, on the spacing, on a pause, or on the target."""

import math
import random
from functools import cache

import numpy as np
import pytest

import simnon
from simnon import Model
from simnon.simulation import StopKind, Trajectory
from tests.seeds import seeds
from tests.targets.random_models import ModelWriter
from tests.targets.random_programs import RandomChoices

STOP = 3.0
ADAPTIVE = ("dopri5", "dop853", "hampc", "rodas5p")
FEW, MANY = 5, 200
MAX_STEPS = 500
ILL_CONDITIONED = {46, 118}
"""In one a guard is the difference of two numbers that differ only by rounding. In one the logarithm of 2.5E-310 at
the start comes back through a DELAY as an exponent; the result of the first step depends on its size."""


@cache
def random_model(seed: int) -> Model:
    choices = RandomChoices(random.Random(seed))  # noqa: S311  nothing here is secret
    return simnon.load(ModelWriter(choices).write())


def events_of(found: Trajectory) -> str:
    return repr([(e.time, e.name, e.before, e.after, e.direction) for e in found.events])


def states_of(found: Trajectory) -> bytes:
    assert found.run is not None
    return found.run.buffers.states.tobytes()


@pytest.mark.parametrize("seed", seeds(range(MANY), FEW))
def test_a_random_run_does_not_depend_on_what_is_stored_or_on_the_spacing(seed: int) -> None:
    model = random_model(seed)
    found = model.simulate(0, STOP, method="dopri5")
    unstored = model.simulate(0, STOP, method="dopri5", store=[])
    spaced = model.simulate(0, STOP, method="dopri5", spacing=0.07)

    for other in (unstored, spaced):
        assert (events_of(other), states_of(other), other.stop.code) == (
            events_of(found),
            states_of(found),
            found.stop.code,
        )
    assert np.array_equal(unstored.t, found.t)


@pytest.mark.parametrize("seed", seeds(sorted(set(range(MANY)) - ILL_CONDITIONED), FEW))
def test_a_random_run_continued_from_its_middle_is_the_whole_run(seed: int) -> None:
    model = random_model(seed)
    whole = model.simulate(0, STOP, method="dopri5", rtol=1e-8)
    half = model.simulate(0, STOP / 2, method="dopri5", rtol=1e-8)
    if half.stop.kind is not StopKind.END:
        return
    joined = model.resume(half, STOP)

    assert [entry.name for entry in joined.events] == [entry.name for entry in whole.events]
    assert joined.stop.code == whole.stop.code
    if whole.stop.kind is StopKind.END:
        for name, value in whole.final.items():
            is_same = joined.final[name] == value or (math.isnan(value) and math.isnan(joined.final[name]))
            assert is_same or abs(joined.final[name] - value) <= 1e-4 * (1 + abs(value)), name


@pytest.mark.parametrize("seed", seeds(range(MANY), FEW))
def test_a_random_run_is_the_same_on_the_interpreter(seed: int) -> None:
    model, method = random_model(seed), ADAPTIVE[seed % len(ADAPTIVE)]
    found = model.simulate(0, STOP, method=method)
    if found.statistics.steps > MAX_STEPS:
        return
    plain = model.simulate(0, STOP, method=method, target="interpreter")

    assert (events_of(plain), plain.stop.code) == (events_of(found), found.stop.code)
    assert np.array_equal(plain.t, found.t)
    for name, column in found.columns.items():
        assert np.array_equal(plain.columns[name], column, equal_nan=True), name
