"""HybridModel+Schedule -> Program, and kernels -> Program."""

from simnon.doors import front_door

with front_door(__name__):
    from .ensembles import ensemble_kernel, ensemble_program
    from .fmu import FMU_ENTRIES, GRADIENTS, fmu_loop, fmu_model
    from .functions import ELEMENTARY_LIBRARY, Mathematics, elementary_program
    from .fuse import fuse_model
    from .implicit_methods import has_code_of_count, implicit_for_count, implicit_for_model
    from .lower_jacobian import lower_gradients, lower_jacobian
    from .lower_model import lower_model
    from .lower_tangents import lower_tangents
    from .matrix_kernels import has_own_code, matrix_program
    from .points import points_program
    from .run_kernels import (
        MAX_UNROLLED_STATES,
        method_for_count,
        method_for_model,
        method_program,
        run_for_model,
        run_loop,
    )
    from .specialize import specialize
    from .whole_jacobian import lower_whole_jacobian

__all__ = [
    "ELEMENTARY_LIBRARY",
    "FMU_ENTRIES",
    "GRADIENTS",
    "MAX_UNROLLED_STATES",
    "Mathematics",
    "elementary_program",
    "ensemble_kernel",
    "ensemble_program",
    "fmu_loop",
    "fmu_model",
    "fuse_model",
    "has_code_of_count",
    "has_own_code",
    "implicit_for_count",
    "implicit_for_model",
    "lower_gradients",
    "lower_jacobian",
    "lower_model",
    "lower_tangents",
    "lower_whole_jacobian",
    "matrix_program",
    "method_for_count",
    "method_for_model",
    "method_program",
    "points_program",
    "run_for_model",
    "run_loop",
    "specialize",
]
