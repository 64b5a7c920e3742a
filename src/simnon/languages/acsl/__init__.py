"""ACSL, files `.csl`."""

from .building import METHOD_OF_IALG, OF_FIXED_STEP, USUAL_STEPS, end_of_run
from .reader import read_systems

__all__ = ["METHOD_OF_IALG", "OF_FIXED_STEP", "USUAL_STEPS", "end_of_run", "read_systems"]
