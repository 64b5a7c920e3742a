"""Kernels -> Programs: the run loop and the methods, in general or made for one model."""

from collections.abc import Mapping
from functools import cache

from simnon.kernels import METHODS, RUN_LOOP, control, control_numbers, kernel_source
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
WRITTEN_OUT = ("factor", "exchange_rows", "solve")
"""What methods call and is put into them together with a small model."""
MOST_STATES_WRITTEN_OUT = 8
MOST_STATEMENTS_WRITTEN_OUT = 600


@cache
def run_loop() -> Program:
    """The program with the entries `begin` and `run`, which call the entries of a model and a method."""
    known = MODEL_ENTRIES | {"step": STEP, "interpolate": INTERPOLATE}
    imports = _imported(known)
    functions: list[Function] = []
    for module in RUN_LOOP:
        translation = translate(kernel_source(module), public_names(module), known, control_numbers())
        functions += translation.functions
        known = known | signatures(translation.functions)
    return Program("run loop", tuple(functions), ("begin", "run"), Layout(), (), (), imports)


@cache
def method_program(method: str, *, is_whole: bool) -> Program:
    """The program with the entries `step` and `interpolate` of a method, or only the latter; for models of any size."""
    known = MODEL_ENTRIES
    functions: list[Function] = []
    constants: list[ConstantArray] = []
    for module in (*METHODS[method].parts, METHODS[method].module):
        translation = translate(kernel_source(module), public_names(module), known, control_numbers())
        functions += translation.functions
        constants += translation.constants
        known = known | signatures(translation.functions)
    entries = ("step", "interpolate") if is_whole else ("interpolate",)
    imports = _imported(MODEL_ENTRIES)
    return Program(f"method {method}", tuple(functions), entries, Layout(), tuple(constants), (), imports)


def method_for_model(method: str, model: Program) -> Program | None:
    """The method with the model put into it, or None for a model that is too large to gain from it."""
    general = method_program(method, is_whole=True)
    count = len(model.layout.states)
    by_name = {function.name: function for function in model.functions}
    inner = {name: by_name.get(name, nothing(name)) for name in ("times", "derivatives")}
    size = sum(len(function.body) for function in inner.values())
    inner |= {function.name: function for function in general.functions if function.name in WRITTEN_OUT}
    if not 0 < count <= MOST_STATES_WRITTEN_OUT or size > MOST_STATEMENTS_WRITTEN_OUT:
        return None
    known = {("control", control.STATE_COUNT): Constant(float(count), FLOAT)}
    own = set(public_names(METHODS[method].module)) - {"interpolate"}
    functions = tuple(specialize(f, inner, known) if f.name in own else f for f in general.functions)
    functions += tuple(f for f in model.functions if f.name not in model.entries)
    constants = (*general.constants, *model.constants)
    name = f"{method} of {model.name}"
    return Program(name, functions, ("step",), Layout(), constants, model.foreign, _imported(MODEL_ENTRIES))


def run_for_model(
    method: str, model: Program, fixed: Mapping[tuple[str, int], float], *, has_jacobian: bool
) -> Program | None:
    """The run loop, the method and the model in one program with the entries `begin` and `run`.

    None for a model too large for it.

    `fixed` are the numbers of `control` and `plan` that are the same in all its runs: what the model
    does not have is left out.
    """
    count = len(model.layout.states)
    size = sum(1 for function in model.functions for _ in statements_within(function.body))
    if count > MOST_STATES_WRITTEN_OUT or size > MOST_STATEMENTS_WRITTEN_OUT:
        return None
    known = {place: Constant(number, FLOAT) for place, number in fixed.items()}
    general = method_program(method, is_whole=True)
    own = method_for_model(method, model)
    functions = {f.name: specialize(f, {}, known) for f in (*run_loop().functions, *general.functions)}
    if own is not None:
        functions |= {f.name: f for f in own.functions if f.name != "interpolate"}
    functions |= {f.name: f for f in model.functions}
    imports = tuple(f for f in _imported(MODEL_ENTRIES) if has_jacobian and f.name == "jacobian")
    for entry in ENTRIES:
        if entry not in functions and entry not in {f.name for f in imports}:
            functions[entry] = nothing(entry)
    constants = (*general.constants, *model.constants)
    name = f"run of {model.name} by {method}"
    return Program(name, tuple(functions.values()), ("begin", "run"), Layout(), constants, model.foreign, imports)


def _imported(known: dict[str, Signature]) -> tuple[Function, ...]:
    return tuple(Function(s.name, s.parameters, s.result, ()) for s in known.values())


def nothing(name: str) -> Function:
    """In the place of an entry that a model does not need."""
    return Function(name, ENTRY_PARAMETERS, None, ())
