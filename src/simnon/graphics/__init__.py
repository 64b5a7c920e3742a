"""Figures as data, and how they are drawn."""

from .figure import Area, Axis, Curve, Direction, Figure, Words

__all__ = ["Area", "Axis", "Curve", "Direction", "Figure", "Words"]
