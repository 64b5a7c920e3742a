"""The numerical methods, written once as plain Python in a small typed subset."""

from pathlib import Path

from .natural_splines import natural_spline, natural_spline_surface

__all__ = ["KERNELS", "kernel_source", "natural_spline", "natural_spline_surface"]

KERNELS = ("random", "tables", "surfaces", "history")
"""The modules that can be translated, each after those whose functions it calls."""


def kernel_source(name: str) -> str:
    """The text of one of the `KERNELS`."""
    return (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8")
