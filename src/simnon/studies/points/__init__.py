"""One point of a model: where it rests, and the linear model around it."""

from .equilibrium import Equilibrium, EquilibriumRequest, find_equilibrium, free_names
from .linearize import linearize
from .point import Point, end_point, start_point
from .solving import solve

__all__ = [
    "Equilibrium",
    "EquilibriumRequest",
    "Point",
    "end_point",
    "find_equilibrium",
    "free_names",
    "linearize",
    "solve",
    "start_point",
]
