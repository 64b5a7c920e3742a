"""destinations: which point a state is near, by weighted distance."""

from array import array

import pytest

from simnon.kernels.control import Control
from simnon.kernels.destinations import find_destination

FIRST = 3
"""Where the destinations begin, each with its point and the weights of the squared distances."""
POINTS = [(5.0, -2.0), (-1.0, 4.0), (5.0, -2.0)]
WEIGHTS = [(1.0, 0.25), (100.0, 1.0), (1e-6, 1e-6)]


@pytest.mark.parametrize(
    ("states", "number"),
    [
        ((5.0, -2.0), 0),
        ((5.9, -2.0), 0),
        ((5.0, -0.1), 0),
        ((-1.0, 4.5), 1),
        ((-0.95, 3.5), 1),
        ((-0.8, 4.0), 2),
        ((5.0, 2.0), 2),
        ((-5.0, 2.0), 2),
        ((5000.0, 0.0), -1),
    ],
)
def test_the_first_destination_within_a_weighted_distance_of_one_is_found(
    states: tuple[float, float], number: int
) -> None:
    control = Control(array("d", [0.0] * 1000))
    control.state_count, control.destinations, control.destination_count = len(states), FIRST, len(POINTS)
    laid_out = [number for pair in zip(POINTS, WEIGHTS, strict=True) for numbers in pair for number in numbers]

    assert find_destination(control, array("d", states), array("d", [9.0] * FIRST + laid_out)) == number
