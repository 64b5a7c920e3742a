"""Program -> System: equations in order, blocks with memory, events, and the experiment."""

from .builder import build
from .experiment import METHOD_OF_IALG, OF_FIXED_STEP, USUAL_STEPS, end_of_run

__all__ = ["METHOD_OF_IALG", "OF_FIXED_STEP", "USUAL_STEPS", "build", "end_of_run"]
