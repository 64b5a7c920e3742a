"""A model and the derivatives of its variables -> the Program that evaluates both at many points."""

from functools import cache

from simnon.kernels import kernel_source
from simnon.program import ENTRIES, Function, Program

from .functions import public_names
from .python_subset import translate
from .run_kernels import MODEL_ENTRIES, nothing, reached

POINTS = "points"


def points_program(model: Program, gradients: Program) -> Program:
    """The program with the entry `points`; its layout is that of the gradients."""
    functions = {entry: nothing(entry) for entry in ENTRIES}
    functions |= {f.name: f for f in (*model.functions, *gradients.functions, *_kernel())}
    constants = {c.name: c for c in (*model.constants, *gradients.constants)}
    foreign = {f.name: f for f in (*model.foreign, *gradients.foreign)}
    return Program(
        f"points of {model.name}",
        reached((POINTS,), functions),
        (POINTS,),
        gradients.layout,
        tuple(constants.values()),
        tuple(foreign.values()),
    )


@cache
def _kernel() -> tuple[Function, ...]:
    return translate(kernel_source(POINTS), public_names(POINTS), MODEL_ENTRIES).functions
