"""Model+Schedule -> Program, and kernels -> Program."""

from .lower_jacobian import lower_jacobian
from .lower_model import lower_model
from .run_kernels import has_own_code, matrix_program, method_for_model, method_program, run_loop

__all__ = [
    "has_own_code",
    "lower_jacobian",
    "lower_model",
    "matrix_program",
    "method_for_model",
    "method_program",
    "run_loop",
]
