"""A model and a method -> the Programs of a functional mock-up unit: its loop, and the model with the method."""

from dataclasses import replace
from functools import cache

from simnon.kernels import METHODS, control, control_numbers, kernel_source
from simnon.program import ENTRIES, Function, Layout, Program

from .functions import public_names
from .island_entries import functions_without_lists
from .matrix_kernels import known_fields, matrix_program
from .python_subset import signatures, translate
from .run_kernels import (
    INTERPOLATE,
    MODEL_ENTRIES,
    STEP,
    imported,
    method_for_model,
    method_program,
    nothing,
    reached,
    run_loop,
)
from .specialize import specialize

FMU = "fmu"
FMU_ENTRIES = (
    "prepare_fmu",
    "start_fmu",
    "move_to",
    "set_number",
    "refresh",
    "get_number",
    "advance_fmu",
    "resume_fmu",
    "differentiate_fmu",
    "indicate",
    "update_fmu",
    "activate_fmu",
    "interval_of",
    "gradient_of",
)
GRADIENTS = "gradients"


@cache
def fmu_loop() -> Program:
    """The run loop as an importer drives it: the same for all models, and linked with one and its method."""
    functions = {f.name: f for f in (*run_loop().functions, *_kernel())}
    imports = imported(MODEL_ENTRIES | {"step": STEP, "interpolate": INTERPOLATE})
    return Program("fmu loop", reached(FMU_ENTRIES, functions), FMU_ENTRIES, Layout(), (), (), imports)


def fmu_model(
    method: str, model: Program, jacobian: Program | None = None, gradients: Program | None = None
) -> Program:
    """The method and the model in one program, with all their entries; those that the model does not need do nothing.

    `gradients` are the derivatives that importers ask for.
    """
    known = {} if jacobian is not None and jacobian.layout.matrix is not None else {"matrix_form": control.FULL}
    general = method_program(method, is_complete=True)
    own = None if METHODS[method].has_jacobian else method_for_model(method, model)
    solving = matrix_program().functions if METHODS[method].has_jacobian else ()
    functions = {f.name: specialize(f, {}, known_fields(known)) for f in (*solving, *general.functions)}
    if own is not None:
        functions |= {f.name: f for f in own.functions if f.name != "interpolate"}
    functions |= {f.name: f for f in functions_without_lists(model)}
    constants = {c.name: c for c in (*general.constants, *model.constants)}
    entries = (*ENTRIES, "step", "interpolate")
    for formulas, name in ((jacobian, "jacobian"), (gradients, GRADIENTS)):
        if formulas is not None:
            functions |= {_renamed(f, name).name: _renamed(f, name) for f in formulas.functions}
            constants |= {c.name: c for c in formulas.constants}
    if gradients is not None:
        entries = (*entries, GRADIENTS)
    functions = {name: nothing(name) for name in ENTRIES} | functions
    title = f"fmu of {model.name} by {method}"
    return Program(title, reached(entries, functions), entries, Layout(), tuple(constants.values()), model.foreign)


def _renamed(function: Function, entry: str) -> Function:
    return replace(function, name=entry) if function.name == "jacobian" else function


def _kernel() -> tuple[Function, ...]:
    known = MODEL_ENTRIES | signatures(run_loop().functions)
    return translate(kernel_source(FMU), public_names(FMU), known, control_numbers()).functions
