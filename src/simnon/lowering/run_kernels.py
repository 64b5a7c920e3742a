"""Kernels -> Programs: the run loop, and the methods in general or made for one model."""

from functools import cache

from simnon.kernels import (
    MATRICES,
    METHODS,
    MOST_STATES_OF_SMALL,
    RUN_LOOP,
    control,
    control_numbers,
    kernel_source,
    places_of_small,
)
from simnon.program import (
    ENTRIES,
    ENTRY_PARAMETERS,
    Constant,
    ConstantArray,
    Function,
    Layout,
    Parameter,
    Program,
    Type,
)

from .functions import public_names
from .python_subset import Signature, signatures, translate
from .specialize import specialize

FLOAT, ARRAY = Type.FLOAT, Type.ARRAY
STEP = Signature(
    "step",
    (
        Parameter("time", FLOAT),
        Parameter("h", FLOAT),
        Parameter("control", ARRAY, is_written=True),
        Parameter("states", ARRAY),
        Parameter("values", ARRAY, is_written=True),
        Parameter("work", ARRAY, is_written=True),
    ),
    FLOAT,
)
INTERPOLATE = Signature(
    "interpolate",
    (
        Parameter("fraction", FLOAT),
        Parameter("control", ARRAY),
        Parameter("states", ARRAY),
        Parameter("work", ARRAY),
        Parameter("out", ARRAY, is_written=True),
    ),
    None,
)
MODEL_ENTRIES = {entry: Signature(entry, ENTRY_PARAMETERS, None) for entry in ENTRIES}
MATRIX_ENTRIES = ("factor_matrix", "solve_matrix")
WRITTEN_OUT = ("prepare_jacobian",)
"""What methods call and is put into them together with a small model, besides what has to do with matrices."""
CALLED_OF_MATRICES = (
    "subtract",
    "substitute_exchanging",
    "place_jacobian",
    "factor_large",
    "factor_sparse",
    "solve_sparse",
)
"""Of the functions for matrices those that are never put into others."""
MOST_STATEMENTS_WRITTEN_OUT = 600
MOST_DIAGONALS_WRITTEN_OUT = 6
"""Code for a narrow band is made for its widths, up to so many diagonals on one side."""


@cache
def run_loop() -> Program:
    """The program with the entry `run`, which calls the entries of a model and a method."""
    known = MODEL_ENTRIES | {"step": STEP, "interpolate": INTERPOLATE}
    imports = _imported(known)
    functions: list[Function] = []
    for module in RUN_LOOP:
        translation = translate(kernel_source(module), public_names(module), known, control_numbers())
        functions += translation.functions
        known = known | signatures(translation.functions)
    return Program("run loop", tuple(functions), ("run",), Layout(), (), (), imports)


@cache
def method_program(method: str, *, is_whole: bool) -> Program:
    """The program with the entries `step` and `interpolate` of a method, or only the latter; for models of any size."""
    known = outside = _outside(method)
    functions: list[Function] = []
    constants: list[ConstantArray] = []
    for module in (*METHODS[method].parts, METHODS[method].module):
        translation = translate(kernel_source(module), public_names(module), known, control_numbers())
        functions += translation.functions
        constants += translation.constants
        known = known | signatures(translation.functions)
    entries = ("step", "interpolate") if is_whole else ("interpolate",)
    return Program(f"method {method}", tuple(functions), entries, Layout(), tuple(constants), (), _imported(outside))


@cache
def matrix_program(below: int = 0, above: int = 0) -> Program:
    """The program with which linearly implicit methods solve, for any matrix or for a band of these widths."""
    functions = _matrix_functions()
    name = "matrices"
    if below or above:
        name = f"band {below} {above}"
        inner = {f.name: f for f in functions if f.name not in CALLED_OF_MATRICES}
        known = _known(
            {control.MATRIX_FORM: control.BANDED, control.DIAGONALS_BELOW: below, control.DIAGONALS_ABOVE: above}
        )
        functions = tuple(specialize(f, inner, known) if f.name in MATRIX_ENTRIES else f for f in functions)
    return Program(name, functions, MATRIX_ENTRIES, Layout())


def has_own_code(below: int, above: int) -> bool:
    """Whether a band is so narrow that code is made for its widths."""
    return 0 < below <= MOST_DIAGONALS_WRITTEN_OUT and 0 < above <= MOST_DIAGONALS_WRITTEN_OUT


def method_for_model(method: str, model: Program, jacobian: Program | None = None) -> Program | None:
    """The method with the model put into it, or None for a model that is too large to gain from it."""
    general = method_program(method, is_whole=True)
    count = len(model.layout.states)
    programs = (model,) if jacobian is None else (model, jacobian)
    by_name = {function.name: function for program in programs for function in program.functions}
    inner = {name: by_name.get(name, _nothing(name)) for name in ("times", "derivatives")}
    size = sum(len(function.body) for function in inner.values())
    if not 0 < count <= MOST_STATES_OF_SMALL or size > MOST_STATEMENTS_WRITTEN_OUT:
        return None
    inner |= {function.name: function for function in general.functions if function.name in WRITTEN_OUT}
    places = {control.STATE_COUNT: count, control.ORDER: METHODS[method].order}
    if METHODS[method].has_jacobian:
        inner |= {f.name: f for f in _matrix_functions() if f.name not in CALLED_OF_MATRICES}
        places |= {control.MATRIX_FORM: control.FULL, control.HAS_JACOBIAN: int(jacobian is not None)}
        places |= {place: at for place, at in places_of_small(count).items() if place != control.JACOBIAN}
        if jacobian is None or jacobian.layout.jacobian_size == count * count + count:
            places |= {control.JACOBIAN_SIZE: count * count, **places_of_small(count)}
    if jacobian is not None:
        inner["jacobian"] = by_name["jacobian"]
    own = set(public_names(METHODS[method].module)) - {"interpolate"}
    functions = [specialize(f, inner, _known(places)) if f.name in own else f for f in general.functions]
    functions += [f for name, f in by_name.items() if name not in ENTRIES]
    constants = {constant.name: constant for program in (general, *programs) for constant in program.constants}
    foreign = {function.name: function for program in programs for function in program.foreign}
    return Program(
        f"{method} of {model.name}",
        tuple(functions),
        ("step",),
        Layout(),
        tuple(constants.values()),
        tuple(foreign.values()),
        _imported(_outside(method)),
    )


@cache
def _matrix_functions() -> tuple[Function, ...]:
    known: dict[str, Signature] = {}
    functions: list[Function] = []
    for module in MATRICES:
        translation = translate(kernel_source(module), public_names(module), known, control_numbers())
        functions += translation.functions
        known = known | signatures(translation.functions)
    return tuple(functions)


def _outside(method: str) -> dict[str, Signature]:
    """What a method calls that is not its own: the model, and the matrices of a linearly implicit one."""
    if not METHODS[method].has_jacobian:
        return MODEL_ENTRIES
    of_matrices = signatures(f for f in _matrix_functions() if f.name in MATRIX_ENTRIES)
    return MODEL_ENTRIES | of_matrices


def _known(places: dict[int, int]) -> dict[tuple[str, int], Constant]:
    return {("control", place): Constant(float(value), FLOAT) for place, value in places.items()}


def _imported(known: dict[str, Signature]) -> tuple[Function, ...]:
    return tuple(Function(s.name, s.parameters, s.result, ()) for s in known.values())


def _nothing(name: str) -> Function:
    return Function(name, ENTRY_PARAMETERS, None, ())
