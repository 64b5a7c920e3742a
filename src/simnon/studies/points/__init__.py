"""One point of a model: where it rests, and the linear model around it."""

from simnon.doors import front_door

with front_door(__name__):
    from .clock import find_clock
    from .eigenvalue_locus import EigenvalueLocus, eigenvalue_locus
    from .equilibria import ManySearches, find_equilibria
    from .equilibrium import Equilibrium, EquilibriumRequest, find_equilibrium, read_request
    from .field import Field
    from .linearize import linearize
    from .orbit import PeriodicLinearModel, linearize_orbit
    from .point import Point, end_point, place, point_at, start_point
    from .solving import Answer, Solution, solve, solving

__all__ = [
    "Answer",
    "EigenvalueLocus",
    "Equilibrium",
    "EquilibriumRequest",
    "Field",
    "ManySearches",
    "PeriodicLinearModel",
    "Point",
    "Solution",
    "eigenvalue_locus",
    "end_point",
    "find_clock",
    "find_equilibria",
    "find_equilibrium",
    "linearize",
    "linearize_orbit",
    "place",
    "point_at",
    "read_request",
    "solve",
    "solving",
    "start_point",
]
