"""Kernels -> Programs: the run loop and the methods, in general or compiled for one model."""

from collections.abc import Iterable, Mapping
from functools import cache

from simnon.doors import loaded_on_use
from simnon.kernels import METHODS, RUN_LOOP, Control, control_numbers, kernel_source, share_numbers
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
    statements_within,
)

from .functions import called_by, public_names
from .python_subset import Signature, signatures, translate
from .specialize import specialize

with loaded_on_use(__name__):
    from .fuse import fuse_functions
    from .matrix_kernels import matrix_signatures

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
KEPT_ENTRIES = ("interpolate", "take_differences")
"""Entries of methods that are the same for all models."""
MAX_UNROLLED_STATES = 8
MAX_UNROLLED_STATEMENTS = 600
MAX_STATEMENTS_WITH_DIRECTIONS = 3000
"""Derivatives by parameters are the same formulas for each of them, side by side, which is worth vectorising."""


@cache
def run_loop() -> Program:
    """The program with the entries `begin` and `run`, which call the entries of a model and a method."""
    known = MODEL_ENTRIES | {"step": STEP, "interpolate": INTERPOLATE}
    imports = imported(known)
    functions: list[Function] = []
    numbers = control_numbers() | share_numbers()
    for module in RUN_LOOP:
        translation = translate(kernel_source(module), public_names(module), known, numbers)
        functions += translation.functions
        known = known | signatures(translation.functions)
    return Program("run loop", tuple(functions), ("begin", "run"), Layout(), (), (), imports)


@cache
def method_program(method: str, *, is_complete: bool, is_fused: bool = False) -> Program:
    """The program with the entries of a method for models of any size, or only those never compiled for one model."""
    known = external_signatures(method)
    functions: list[Function] = []
    constants: list[ConstantArray] = []
    for module in (*METHODS[method].parts, METHODS[method].module):
        translation = translate(kernel_source(module), public_names(module), known, control_numbers())
        functions += fuse_functions(translation.functions) if is_fused else translation.functions
        constants += translation.constants
        known = known | signatures(translation.functions)
    if constants:
        functions, constants = unrolled(functions, constants), []
    kept = tuple(function.name for function in functions if function.name in KEPT_ENTRIES)
    entries = ("step", *kept) if is_complete else kept
    imports = imported(external_signatures(method))
    return Program(f"method {method}", tuple(functions), entries, Layout(), tuple(constants), (), imports, is_fused)


def unrolled(functions: list[Function], tables: list[ConstantArray]) -> list[Function]:
    """The functions of a tableau, with `inline` functions inlined, which unrolls the loops over its numbers."""
    in_place = {f.name: f for f in functions if f.is_inline}
    known = {(table.name, k): Constant(x, FLOAT) for table in tables for k, x in enumerate(table.values)}
    return [specialize(f, in_place, known) for f in functions if f.name not in in_place]


@cache
def method_for_count(method: str, count: int, *, is_fused: bool = False) -> Program:
    """The entry `step` of an explicit method for models with this many states, which calls the entries of the model."""
    general = method_program(method, is_complete=True, is_fused=is_fused)
    functions = {f.name: _for_count(f, method, count, {}) for f in general.functions}
    name = f"{method} for {count} states"
    used = reached(("step",), functions)
    return Program(name, used, ("step",), Layout(), general.constants, (), imported(MODEL_ENTRIES))


def _for_count(function: Function, method: str, count: int, inner: Mapping[str, Function]) -> Function:
    """A function of a method for a known number of states; calls of `inner` are inlined."""
    if function.name == "interpolate" or function.name not in public_names(METHODS[method].module):
        return function
    known = {("control", Control.offset("state_count")): Constant(float(count), FLOAT)}
    return specialize(function, inner, known)


def method_for_model(method: str, model: Program) -> Program | None:
    """An explicit method with the model inlined, or None if the model is too large to gain from it."""
    general = method_program(method, is_complete=True, is_fused=model.is_fused)
    count = len(model.layout.states)
    inner = inner_entries(model)
    size = sum(len(function.body) for function in inner.values())
    if not 0 < count <= MAX_UNROLLED_STATES or size > MAX_UNROLLED_STATEMENTS:
        return None
    functions = tuple(_for_count(f, method, count, inner) for f in general.functions)
    behind = called_by(functions, model.functions)
    functions += tuple(f for f in model.functions if f.name not in model.entries and f.name in behind)
    constants = (*general.constants, *model.constants)
    name = f"{method} of {model.name}"
    return Program(name, functions, ("step",), Layout(), constants, model.foreign, imported(MODEL_ENTRIES))


def run_for_model(method: str, model: Program, fixed: Mapping[tuple[str, int], float]) -> Program | None:
    """The run loop, the method and the model in one program with the entries `begin` and `run`.

    None if the model is too large.

    The steps of a linearly implicit method are not included: compiling them alone takes long enough.

    `fixed` are the elements of `control` and `plan` that are the same in all its runs: code for features the model does
    not have is dropped.
    """
    count = len(model.layout.states)
    size = sum(1 for function in model.functions for _ in statements_within(function.body))
    is_small = count <= MAX_UNROLLED_STATES and size <= MAX_UNROLLED_STATEMENTS
    if not is_small and not (model.layout.sensitivities and size <= MAX_STATEMENTS_WITH_DIRECTIONS):
        return None
    known = {element: Constant(number, FLOAT) for element, number in fixed.items()}
    functions = {f.name: specialize(f, {}, known) for f in run_loop().functions}
    constants = model.constants
    imports = imported({"step": STEP, "interpolate": INTERPOLATE}) if METHODS[method].has_jacobian else ()
    if not METHODS[method].has_jacobian:
        general = method_program(method, is_complete=True, is_fused=model.is_fused)
        own = method_for_model(method, model)
        functions |= {f.name: specialize(f, {}, known) for f in general.functions}
        functions |= {} if own is None else {f.name: f for f in own.functions if f.name != "interpolate"}
        constants = (*general.constants, *constants)
    functions |= {f.name: f for f in model.functions}
    functions |= {entry: nothing(entry) for entry in ENTRIES if entry not in functions}
    name = f"run of {model.name} by {method}"
    used = reached(("begin", "run"), functions)
    return Program(name, used, ("begin", "run"), Layout(), constants, model.foreign, imports)


def reached(entries: Iterable[str], functions: Mapping[str, Function]) -> tuple[Function, ...]:
    """The entries and what they call; features the model does not have leave some functions without calls."""
    called = called_by([functions[entry] for entry in entries], functions.values()) | set(entries)
    return tuple(function for name, function in functions.items() if name in called)


def inner_entries(model: Program) -> dict[str, Function]:
    """The entries of a model that a step calls at every stage, by name."""
    by_name = {function.name: function for function in model.functions}
    return {name: by_name.get(name, nothing(name)) for name in ("times", "derivatives")}


def external_signatures(method: str) -> dict[str, Signature]:
    """The functions a method calls that are not its own: the model, and the matrices of a linearly implicit one."""
    return MODEL_ENTRIES | matrix_signatures() if METHODS[method].has_jacobian else MODEL_ENTRIES


def imported(known: dict[str, Signature]) -> tuple[Function, ...]:
    return tuple(Function(s.name, s.parameters, s.result, ()) for s in known.values())


def nothing(name: str) -> Function:
    """Takes the place of an entry that a model does not need."""
    return Function(name, ENTRY_PARAMETERS, None, ())
