"""Compiled model + method -> a run, linked by the model's target.

The run loop and the general methods are the same for every model: a target compiles them once. For a small model the
step of the method is compiled with the model inlined, and so is the whole run loop if the target finds it worthwhile.
"""

from functools import partial

from simnon.doors import loaded_on_use
from simnon.kernels import METHODS
from simnon.lowering import (
    ELEMENTARY_LIBRARY,
    MAX_UNROLLED_STATES,
    has_code_of_count,
    implicit_for_count,
    implicit_for_model,
    method_for_count,
    method_for_model,
    method_program,
    run_for_model,
    run_loop,
)
from simnon.program import (
    BandSlots,
    Executable,
    Fixed,
    Layout,
    Program,
    RunCode,
    RunParts,
    SharedProgram,
    SpecialisedLoop,
)
from simnon.source import frozen

from .compile_model import CompiledModel
from .garbage import paused_collection

with loaded_on_use(__name__):
    from simnon.lowering import ensemble_kernel, has_own_code, matrix_program

    from .exposed import ExposedPrograms

RUN_LOOP = SharedProgram("run loop", run_loop)
KERNEL = SharedProgram("ensemble", ensemble_kernel)
"""For members that run one after another, in the code of single runs."""
MAX_EXPANDED_STATES = 50_000
"""For more, compiling the elements of whole arrays costs more than anything it could gain."""


@frozen
class ExposedCode:
    """A model whose loops are exposed: its entries `times` and `derivatives`, and its Jacobian."""

    equations: Executable
    formulas: Executable


@frozen
class MethodCode:
    """The run loop around a model and a method; `jacobian` is the layout of the model's Jacobian, if it is used.

    For library steps, `formulas` has the Jacobian as a separate program, or `exposed` the model whose algebraic loops
    are exposed, or `tangents` the products of the Jacobian with a direction, if its matrix is too large.
    """

    run: RunCode
    jacobian: Layout | None = None
    formulas: Executable | None = None
    exposed: ExposedCode | None = None
    tangents: Executable | None = None


def compile_run(
    model: CompiledModel,
    method: str,
    jacobian: Program | None = None,
    fixed: Fixed | None = None,
    exposed: ExposedPrograms | None = None,
    tangents: Program | None = None,
) -> MethodCode:
    """The run loop linked with a model, a method and, if there is one, the model's Jacobian.

    Without `fixed` there is no specialised run loop.
    """
    target, program = model.target, model.program
    if METHODS[method].has_library_steps:
        steps = (_method_part(method, is_whole=False, is_fused=program.is_fused),)
        run = target.link_run(RunParts(model.executable, RUN_LOOP, lambda: steps, ELEMENTARY_LIBRARY))
        formulas = None if jacobian is None else compile_formulas(model, jacobian)
        products = None if tangents is None else compile_formulas(model, tangents)
        return MethodCode(run, None, formulas, None if exposed is None else _exposed_code(model, exposed), products)
    has_jacobian = METHODS[method].has_jacobian
    own = None
    if fixed is not None:
        make = partial(run_for_model, method, program, fixed)
        has_loops = len(program.layout.states) > MAX_UNROLLED_STATES
        own = SpecialisedLoop(
            named(method, is_fused=program.is_fused),
            fixed,
            make,
            not has_jacobian,
            (_method_part(method, is_whole=False, is_fused=program.is_fused),),
            partial(_implicit_step, program, method, jacobian),
            has_loops,
            jacobian if has_code_of_count(jacobian, len(program.layout.states)) else None,
        )
    make_steps = (
        partial(_implicit_steps, program, method, jacobian)
        if has_jacobian
        else partial(_explicit_steps, program, method, is_first=own is not None)
    )
    with paused_collection():
        run = target.link_run(RunParts(model.executable, RUN_LOOP, make_steps, ELEMENTARY_LIBRARY, own))
    return MethodCode(run, None if jacobian is None else jacobian.layout)


def compile_formulas(model: CompiledModel, jacobian: Program) -> Executable:
    """The Jacobian as separate code, for the target of the model."""
    return model.target.build(jacobian, ELEMENTARY_LIBRARY)


def _exposed_code(model: CompiledModel, exposed: ExposedPrograms) -> ExposedCode:
    build = model.target.build
    return ExposedCode(build(exposed.equations, ELEMENTARY_LIBRARY), build(exposed.jacobian, ELEMENTARY_LIBRARY))


def _explicit_steps(program: Program, method: str, *, is_first: bool) -> tuple[Program | SharedProgram, ...]:
    """The method. For a few states it is code that all models with as many of them share, if it is only used for the
    `first` runs; otherwise the model is inlined."""
    count, is_fused = len(program.layout.states), program.is_fused
    if is_first and 0 < count <= MAX_UNROLLED_STATES:
        name = named(f"{method} for {count} states", is_fused=is_fused)
        of_count = SharedProgram(name, partial(method_for_count, method, count, is_fused=is_fused))
        return (_method_part(method, is_whole=False, is_fused=is_fused), of_count)
    own = method_for_model(method, program)
    general = _method_part(method, is_whole=own is None, is_fused=is_fused)
    return (general,) if own is None else (general, own)


def _implicit_steps(program: Program, method: str, jacobian: Program | None) -> tuple[Program | SharedProgram, ...]:
    """The method, the Jacobian and the matrices; for a few states, the code that all models with as many share."""
    count, is_fused = len(program.layout.states), program.is_fused
    if jacobian is None or not has_code_of_count(jacobian, count):
        matrix = None if jacobian is None else jacobian.layout.matrix
        widths = (matrix.below, matrix.above) if isinstance(matrix, BandSlots) else (0, 0)
        formulas = () if jacobian is None else (jacobian,)
        return (
            _method_part(method, is_whole=True, is_fused=is_fused),
            _matrix_part(*widths, is_fused=is_fused),
            *formulas,
        )
    return (
        _method_part(method, is_whole=False, is_fused=is_fused),
        _count_part(method, count, is_fused=is_fused),
        jacobian,
    )


def _implicit_step(program: Program, method: str, jacobian: Program | None) -> Program | None:
    """For the smallest models, the step with the model and its Jacobian inlined."""
    if jacobian is None or not has_code_of_count(jacobian, len(program.layout.states)):
        return None
    return implicit_for_model(method, program, jacobian)


def named(name: str, *, is_fused: bool) -> str:
    """The name of code that is shared or cached, which differs if it is fused."""
    return f"{name} fused" if is_fused else name


def _method_part(method: str, *, is_whole: bool, is_fused: bool) -> SharedProgram:
    """Both entries of a method, or only those that are never specialised for a model."""
    name = named(f"{method} {'whole' if is_whole else 'interpolant'}", is_fused=is_fused)
    return SharedProgram(name, partial(method_program, method, is_complete=is_whole, is_fused=is_fused))


def _matrix_part(below: int, above: int, *, is_fused: bool) -> SharedProgram:
    """The linear solver for a model with more than a few states."""
    if not has_own_code(below, above):
        return SharedProgram(named("matrices", is_fused=is_fused), partial(matrix_program, is_fused=is_fused))
    name = named(f"band {below} {above}", is_fused=is_fused)
    return SharedProgram(name, partial(matrix_program, below, above, is_fused=is_fused))


def _count_part(method: str, count: int, *, is_fused: bool) -> SharedProgram:
    """The step of a linearly implicit method for a few states."""
    name = named(f"{method} for {count}", is_fused=is_fused)
    return SharedProgram(name, partial(implicit_for_count, method, count, is_fused=is_fused))
