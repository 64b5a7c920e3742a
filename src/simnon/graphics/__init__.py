"""Figures as data, and how they are drawn."""

from .figure import Area, Array, Axis, Curve, Direction, Figure, Words
from .fitting import with_chosen_ends

__all__ = ["Area", "Array", "Axis", "Curve", "Direction", "Figure", "Words", "with_chosen_ends"]
