"""A loss of runs -> the parameters that minimise it."""

from .inverted_calls import ask
from .optimise import optimise
from .problem import METHODS, Interrupted, Measured, Optimum, Problem, SearchOptions, Trial, check_problem

__all__ = [
    "METHODS",
    "Interrupted",
    "Measured",
    "Optimum",
    "Problem",
    "SearchOptions",
    "Trial",
    "ask",
    "check_problem",
    "optimise",
]
