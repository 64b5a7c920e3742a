"""The numerical methods, written once as plain Python in a small typed subset."""

from pathlib import Path

from . import control, newton
from .interpolants import is_interpolant_needed
from .methods import METHODS, Method
from .natural_splines import natural_spline, natural_spline_surface
from .places import MOST_STATES_OF_SMALL, places_of_small, room_of_small

__all__ = [
    "KERNELS",
    "MATRICES",
    "METHODS",
    "MOST_STATES_OF_SMALL",
    "RUN_LOOP",
    "Method",
    "control",
    "control_numbers",
    "is_interpolant_needed",
    "kernel_source",
    "natural_spline",
    "natural_spline_surface",
    "newton",
    "places_of_small",
    "room_of_small",
]

KERNELS = ("polynomials", "random", "tables", "surfaces", "history", "sampling", "linear", "newton")
"""The modules that models call, each after those whose functions it calls."""

RUN_LOOP = (
    "polynomials",
    "history",
    "steps",
    "delays",
    "recording",
    "settling",
    "location",
    "stiffness",
    "guesses",
    "outside",
    "run",
)
"""The modules of the run loop, each after those whose functions it calls."""

MATRICES = ("linear", "banded", "sparse", "matrices")
"""The modules behind the matrices of linearly implicit methods, each after those whose functions it calls."""


def kernel_source(name: str) -> str:
    """The text of a kernel module."""
    return (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8")


def control_numbers() -> dict[str, int]:
    """The names of `control` and what they stand for."""
    return {name: value for name, value in vars(control).items() if name.isupper()}
