"""HybridModel+Schedule -> Program, and kernels -> Program."""

from .ensembles import ensemble_program
from .functions import ELEMENTARY_LIBRARY, Mathematics, elementary_program
from .implicit_methods import has_code_of_count, implicit_for_count, implicit_for_model
from .lower_jacobian import lower_gradients, lower_jacobian
from .lower_model import lower_model
from .matrix_kernels import has_own_code, matrix_program
from .run_kernels import method_for_model, method_program, run_for_model, run_loop

__all__ = [
    "ELEMENTARY_LIBRARY",
    "Mathematics",
    "elementary_program",
    "ensemble_program",
    "has_code_of_count",
    "has_own_code",
    "implicit_for_count",
    "implicit_for_model",
    "lower_gradients",
    "lower_jacobian",
    "lower_model",
    "matrix_program",
    "method_for_model",
    "method_program",
    "run_for_model",
    "run_loop",
]
