"""Functions for the language tests: some can be compiled, some have to be called."""

import math

GAIN = 2.0
NAMES = {"half": 0.5}


def smooth(x: float) -> float:
    """Within the subset: compiled with the model."""
    if x < 0.0:
        return 0.0
    return GAIN * x * x


def ring(x: float, y: float) -> float:
    return math.sqrt(x * x + y * y)


def looked_up(x: float) -> float:
    """A dictionary is outside the subset: called."""
    return NAMES["half"] * x


def failing(x: float) -> float:
    """Called, and raises an exception for 0."""
    return NAMES["half"] / x
