"""SideWalk: the end of an interval, also if a point of the profile happens to be it."""

import numpy as np
import pytest

from simnon.simulation import RunOptions
from simnon.studies.fitting.losses import LOSSES
from simnon.studies.fitting.measurements import Measurements
from simnon.studies.fitting.problem import Experiment, FitProblem, Unknown
from simnon.studies.fitting.profile import SideWalk
from simnon.studies.fitting.searching import Minimum

BEST = 1000.0
"""Large, so that the end can be as close to a point of the profile as the rounding of the parameter."""
FREE = np.full(1, np.inf)


def end_of_interval(step: float, half_width: float) -> float:
    """From the optimum, for a parameter whose loss is the square of its distance from that."""
    measured = Measurements(np.zeros(1), {"y": np.zeros(1)})
    experiment = Experiment("1", measured, RunOptions(0.0, 1.0))
    problem = FitProblem(
        (experiment,), (Unknown("a"),), np.zeros(1), -FREE, FREE, {}, LOSSES["linear"], has_sigmas=False
    )
    walk = SideWalk(problem, Minimum(np.full(1, BEST), 0.0), 0, step, half_width).walk()
    point = next(walk)
    try:
        while True:
            point = walk.send((point - BEST, np.ones((1, 1))))
    except StopIteration as end:
        return float(end.value.end) - BEST


@pytest.mark.parametrize("half_width", [np.nextafter(1.0, 0.0), 1.0, np.nextafter(1.0, 2.0), 1.0 + 1e-9, 1.3, 0.1])
def test_an_interval_ends_where_the_distance_is_its_half_width(half_width: float) -> None:
    assert end_of_interval(0.25, half_width) == pytest.approx(half_width, rel=2e-6)
    assert end_of_interval(-0.25, half_width) == pytest.approx(-half_width, rel=2e-6)
