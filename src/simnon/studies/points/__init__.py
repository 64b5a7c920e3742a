"""One point of a model: where it rests, and the linear model around it."""

from .equilibrium import Equilibrium, Request, find_equilibrium, free_names
from .linearize import linearize
from .point import Point, end_point, start_point

__all__ = ["Equilibrium", "Point", "Request", "end_point", "find_equilibrium", "free_names", "linearize", "start_point"]
