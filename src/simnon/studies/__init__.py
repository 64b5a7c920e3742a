"""Many runs: the optimiser."""

from .asking import ask
from .optimise import METHODS, Interrupted, Measured, Optimum, Problem, SearchOptions, Trial, check_problem, optimise

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
