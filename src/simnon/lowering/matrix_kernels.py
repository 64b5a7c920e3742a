"""Kernels -> Programs that solve for linearly implicit methods, for any matrix or for a band of known widths."""

from functools import cache

from simnon.kernels import MATRICES, Control, control, control_numbers, kernel_source
from simnon.program import Constant, Function, Layout, Program, Type

from .functions import public_names
from .fuse import fuse_functions
from .python_subset import Signature, signatures, translate
from .specialize import specialize

MATRIX_ENTRIES = ("factor_matrix", "solve_matrix")
ALWAYS_CALLED = (
    "subtract",
    "substitute_exchanging",
    "place_jacobian",
    "factor_large",
    "factor_sparse",
    "solve_sparse",
)
"""The matrix functions that are never inlined."""
MAX_UNROLLED_DIAGONALS = 6
"""Code for a narrow band is compiled for its widths, up to this many diagonals on one side."""


@cache
def matrix_program(below: int = 0, above: int = 0, *, is_fused: bool = False) -> Program:
    """The program with the entries that factor and solve; for a band of these widths, if any."""
    functions = matrix_functions(is_fused=is_fused)
    name = "matrices"
    if below or above:
        name = f"band {below} {above}"
        widths = {"diagonals_below": below, "diagonals_above": above}
        known = known_fields({"matrix_form": control.BANDED, **widths})
        inner = inlined_matrix_functions(is_fused=is_fused)
        functions = tuple(specialize(f, inner, known) if f.name in MATRIX_ENTRIES else f for f in functions)
    return Program(name, functions, MATRIX_ENTRIES, Layout())


def has_own_code(below: int, above: int) -> bool:
    """True if a band is so narrow that code is compiled for its widths."""
    return 0 < below <= MAX_UNROLLED_DIAGONALS and 0 < above <= MAX_UNROLLED_DIAGONALS


@cache
def matrix_functions(*, is_fused: bool = False) -> tuple[Function, ...]:
    known: dict[str, Signature] = {}
    functions: list[Function] = []
    for module in MATRICES:
        translation = translate(kernel_source(module), public_names(module), known, control_numbers())
        functions += translation.functions
        known = known | signatures(translation.functions)
    return fuse_functions(functions) if is_fused else tuple(functions)


def matrix_signatures() -> dict[str, Signature]:
    return signatures(f for f in matrix_functions() if f.name in MATRIX_ENTRIES)


def inlined_matrix_functions(*, is_fused: bool = False) -> dict[str, Function]:
    """Those that are inlined if sizes are known, by name."""
    return {f.name: f for f in matrix_functions(is_fused=is_fused) if f.name not in ALWAYS_CALLED}


def known_fields(numbers: dict[str, int]) -> dict[tuple[str, int], Constant]:
    """Fields of `control` that never change."""
    return {("control", Control.offset(name)): Constant(float(value), Type.FLOAT) for name, value in numbers.items()}
