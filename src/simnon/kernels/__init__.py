"""The numerical methods, written once as plain Python in a small typed subset."""

from pathlib import Path

from . import control, ensemble, newton
from .methods import METHODS, Method
from .natural_splines import natural_spline, natural_spline_surface

__all__ = [
    "KERNELS",
    "METHODS",
    "RUN_LOOP",
    "Method",
    "control",
    "control_numbers",
    "ensemble",
    "kernel_source",
    "natural_spline",
    "natural_spline_surface",
    "newton",
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
    "beginning",
    "run",
)
"""The modules of the run loop, each after those whose functions it calls."""


def kernel_source(name: str) -> str:
    """The text of a kernel module."""
    return (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8")


def control_numbers() -> dict[str, int]:
    """The names of `control` and what they stand for."""
    return {name: value for name, value in vars(control).items() if name.isupper()}
