"""Compiled model + method -> a run in machine code.

The run loop and the general methods are the same for every model: their object code is kept on
disk, so that an edit compiles the model only. For a small model the step of the method is made
anew with the model inside it.
"""

from dataclasses import dataclass
from functools import cache

from simnon.kernels import METHODS
from simnon.lowering import (
    has_code_of_count,
    has_own_code,
    implicit_for_count,
    implicit_for_model,
    matrix_program,
    method_for_model,
    method_program,
    run_loop,
)
from simnon.program import BandSlots, Layout, Program
from simnon.targets import CompiledProgram, CompiledRun, ObjectCode, link_run

from .elementary import compile_with_elementary, objects_with_elementary
from .garbage import paused_collection
from .object_cache import cached_objects


@dataclass(frozen=True, slots=True)
class MethodCode:
    """The run loop around a model and a method; `jacobian` says how the model's Jacobian is laid out, if it is used.

    For steps that are made outside the loop, `formulas` has the Jacobian as a program of its own.
    """

    run: CompiledRun
    jacobian: Layout | None = None
    formulas: CompiledProgram | None = None


def compile_run(
    executable: CompiledProgram, program: Program, method: str, jacobian: Program | None = None
) -> MethodCode:
    """The run loop linked with a model, a method and, where there is one, the model's Jacobian."""
    if METHODS[method].is_outside:
        outside = [run_loop_code(), executable.code, method_code(method, is_whole=False)]
        return MethodCode(link_run(outside), formulas=None if jacobian is None else compile_with_elementary(jacobian))
    with paused_collection():
        parts = [run_loop_code(), executable.code]
        if METHODS[method].has_jacobian:
            parts += _implicit_parts(program, method, jacobian)
        else:
            own = method_for_model(method, program)
            parts.append(method_code(method, is_whole=own is None))
            parts += [] if own is None else [objects_with_elementary(own)]
        return MethodCode(link_run(parts), None if jacobian is None else jacobian.layout)


def _implicit_parts(program: Program, method: str, jacobian: Program | None) -> list[ObjectCode]:
    """The method, the Jacobian and the matrices: put into one for the smallest models, else linked."""
    count = len(program.layout.states)
    if jacobian is None or not has_code_of_count(jacobian, count):
        matrix = None if jacobian is None else jacobian.layout.matrix
        matrices = matrix_code(matrix.below, matrix.above) if isinstance(matrix, BandSlots) else matrix_code()
        formulas = [] if jacobian is None else [objects_with_elementary(jacobian)]
        return [method_code(method, is_whole=True), matrices, *formulas]
    own = implicit_for_model(method, program, jacobian)
    rest = method_code(method, is_whole=False)
    return (
        [rest, objects_with_elementary(own)]
        if own
        else [rest, count_code(method, count), objects_with_elementary(jacobian)]
    )


@cache
def run_loop_code() -> ObjectCode:
    return cached_objects("run loop", run_loop)


@cache
def method_code(method: str, *, is_whole: bool) -> ObjectCode:
    """Both entries of a method, or only those that are never made for one model."""
    name = f"{method} {'whole' if is_whole else 'interpolant'}"
    return cached_objects(name, lambda: method_program(method, is_whole=is_whole))


@cache
def matrix_code(below: int = 0, above: int = 0) -> ObjectCode:
    """What solves with the matrices of a model of more than a few states."""
    if not has_own_code(below, above):
        return cached_objects("matrices", matrix_program)
    return cached_objects(f"band {below} {above}", lambda: matrix_program(below, above))


@cache
def count_code(method: str, count: int) -> ObjectCode:
    """The step of a linearly implicit method for a few states."""
    return cached_objects(f"{method} for {count}", lambda: implicit_for_count(method, count))
