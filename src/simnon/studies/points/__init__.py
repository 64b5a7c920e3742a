"""One point of a model: where it rests, and the linear model around it."""

from .equilibrium import Equilibrium, find_equilibrium, read_request
from .linearize import linearize
from .point import Point, end_point, start_point
from .solving import solve

__all__ = [
    "Equilibrium",
    "Point",
    "end_point",
    "find_equilibrium",
    "linearize",
    "read_request",
    "solve",
    "start_point",
]
