"""HybridModel + method -> the complete Program that runs many members of an ensemble; or its kernel alone."""

from collections.abc import Mapping
from functools import cache

from simnon.kernels import METHODS, control, control_numbers, kernel_source
from simnon.program import ENTRIES, Constant, Function, Layout, Program, Type

from .functions import public_names
from .island_entries import functions_without_lists
from .matrix_kernels import known_fields, matrix_program
from .python_subset import signatures, translate
from .run_kernels import MODEL_ENTRIES, imported, method_for_model, method_program, nothing, reached, run_loop
from .specialize import specialize
from .unread_stores import drop_unread_stores

ENSEMBLE = "ensemble"
_DECIDED = ("has_islands",)
"""Conditions that are known before a run: what they exclude may not be valid code in lanes."""


def ensemble_program(
    method: str, model: Program, fixed: Mapping[tuple[str, int], float], jacobian: Program | None = None
) -> Program:
    """The program with the entry `ensemble`: its kernel, the run loop, the method and the model.

    `fixed` are the elements of `control` and `plan` that are the same in all runs of the model.
    """
    known = {element: Constant(number, Type.FLOAT) for element, number in fixed.items()}
    if jacobian is None or jacobian.layout.matrix is None:
        known |= known_fields({"matrix_form": control.FULL})
    general = method_program(method, is_complete=True, is_fused=model.is_fused)
    own = None if METHODS[method].has_jacobian else method_for_model(method, model)
    matrices = matrix_program(is_fused=model.is_fused) if METHODS[method].has_jacobian else None
    solving = () if matrices is None else matrices.functions
    kernels = (*run_loop().functions, *solving, *general.functions, *_ensemble_functions())
    decided = {f.name: f for f in kernels if f.name in _DECIDED}
    functions = {f.name: specialize(f, decided, known) for f in kernels}
    if own is not None:
        functions |= {f.name: f for f in own.functions if f.name != "interpolate"}
    functions |= {f.name: f for f in functions_without_lists(model)}
    constants = {c.name: c for c in (*general.constants, *model.constants)}
    if jacobian is not None:
        functions |= {f.name: f for f in jacobian.functions}
        constants |= {c.name: c for c in jacobian.constants}
    functions = {name: nothing(name) for name in ENTRIES} | functions
    name = f"ensemble of {model.name} by {method}"
    used = drop_unread_stores("control", reached((ENSEMBLE,), functions))
    return Program(name, used, (ENSEMBLE,), Layout(), tuple(constants.values()), model.foreign)


@cache
def ensemble_kernel() -> Program:
    """The program with the entry `ensemble` alone, which calls the run loop and the model of single runs."""
    loop = run_loop()
    called = signatures([function for function in loop.functions if function.name in loop.entries])
    imports = imported(called | {"outputs": MODEL_ENTRIES["outputs"]})
    return Program("ensemble", _ensemble_functions(), (ENSEMBLE,), Layout(), (), (), imports)


@cache
def _ensemble_functions() -> tuple[Function, ...]:
    known = MODEL_ENTRIES | signatures(run_loop().functions)
    return translate(kernel_source(ENSEMBLE), public_names(ENSEMBLE), known, control_numbers()).functions
