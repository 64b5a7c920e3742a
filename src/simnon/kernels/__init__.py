"""The numerical methods, written once as plain Python in a small typed subset."""

from simnon.doors import front_door

with front_door(__name__):
    from . import accumulation, column_factors, control, ensemble, fmu, newton, points, shares
    from .contents import (
        ELEMENTARY,
        KERNELS,
        MATRICES,
        MATRIX_FUNCTIONS,
        RUN_LOOP,
        SLIDING,
        control_numbers,
        kernel_source,
        newton_numbers,
        share_numbers,
    )
    from .control import Control
    from .elementary.own import OWN_FUNCTIONS, own_function
    from .instance import Fmu
    from .interpolants import is_interpolant_needed
    from .job import Job
    from .methods import METHODS, Method
    from .natural_splines import natural_spline, natural_spline_surface
    from .offsets import MAX_STATES_OF_SMALL, small_matrix_offsets, small_matrix_size
    from .points import Sheet
    from .records import RECORDS
    from .shares import Shape
    from .stiffness import is_crawling
    from .subset import Field, Integers, Record
    from .tableaus import TABLEAUS

__all__ = [
    "ELEMENTARY",
    "KERNELS",
    "MATRICES",
    "MATRIX_FUNCTIONS",
    "MAX_STATES_OF_SMALL",
    "METHODS",
    "OWN_FUNCTIONS",
    "RECORDS",
    "RUN_LOOP",
    "SLIDING",
    "TABLEAUS",
    "Control",
    "Field",
    "Fmu",
    "Integers",
    "Job",
    "Method",
    "Record",
    "Shape",
    "Sheet",
    "accumulation",
    "column_factors",
    "control",
    "control_numbers",
    "ensemble",
    "fmu",
    "is_crawling",
    "is_interpolant_needed",
    "kernel_source",
    "natural_spline",
    "natural_spline_surface",
    "newton",
    "newton_numbers",
    "own_function",
    "points",
    "share_numbers",
    "shares",
    "small_matrix_offsets",
    "small_matrix_size",
]
