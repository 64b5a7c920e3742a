"""Model+Schedule -> Program, and kernels -> Program."""

from .ensembles import ensemble_program
from .lower_jacobian import lower_jacobian
from .lower_model import lower_model
from .run_kernels import method_for_model, method_program, run_for_model, run_loop

__all__ = [
    "ensemble_program",
    "lower_jacobian",
    "lower_model",
    "method_for_model",
    "method_program",
    "run_for_model",
    "run_loop",
]
