"""A loss of runs -> the parameters that minimise it."""

from simnon.doors import front_door

with front_door(__name__):
    from .inverted_calls import ask
    from .optimise import optimise
    from .problem import METHODS, Interrupted, Measured, Optimum, Problem, SearchOptions, Slopes, Trial, check_problem
    from .search import first_step

__all__ = [
    "METHODS",
    "Interrupted",
    "Measured",
    "Optimum",
    "Problem",
    "SearchOptions",
    "Slopes",
    "Trial",
    "ask",
    "check_problem",
    "first_step",
    "optimise",
]
