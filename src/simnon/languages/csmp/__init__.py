"""CSMP III, IBM's Continuous System Modeling Program of 1972."""

from .reader import read_systems

__all__ = ["read_systems"]
