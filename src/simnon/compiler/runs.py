"""Compiled model + method -> a run in machine code.

The run loop and the general methods are the same for every model: their object code is kept on
disk, so that an edit compiles the model only. For a small model the step of the method is made
anew with the model inside it. Where a small model is run for long, or often, the whole loop is
made for it, in the background; that code is kept on disk too. Both loops give the same bits, and
everything a run knows is in its arrays, so that a run can change from one to the other.
"""

import hashlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
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
    run_for_model,
    run_loop,
)
from simnon.program import BandSlots, Layout, Program
from simnon.source import frozen
from simnon.targets import CompiledProgram, CompiledRun, Effort, ObjectCode, compile_objects, link_run

from .elementary import compile_with_elementary, objects_with_elementary
from .garbage import paused_collection
from .object_cache import MODEL, cached_objects, keep_objects, kept_objects, with_sound_objects
from .opened import OpenedPrograms

Fixed = Mapping[tuple[str, int], float]
"""The numbers of `control` and `plan` that are the same in all runs of a model, by array and place."""

SECONDS_WORTH_A_LOOP = 0.03
"""A loop is made for a model whose runs have taken so long; it takes some tenths of a second to make."""
SECONDS_OF_A_RUN = 0.001
"""What a run counts for at least: what is run often will be run again."""


@frozen
class OpenedCode:
    """A model whose loops are opened: its entries `times` and `derivatives`, and its Jacobian."""

    equations: CompiledProgram
    formulas: CompiledProgram


@dataclass(slots=True)
class MethodCode:
    """The run loop around a model and a method; `jacobian` says how the model's Jacobian is laid out, if it is used.

    For steps that are made outside the loop, `formulas` has the Jacobian as a program of its own, or `opened` the
    model whose algebraic loops are opened.
    `run` is the fastest code there is at present. `make_own` makes the loop for this model alone,
    None if there is nothing to be made any more.
    """

    run: CompiledRun
    jacobian: Layout | None = None
    formulas: CompiledProgram | None = None
    opened: OpenedCode | None = None
    make_own: Callable[[], CompiledRun | None] | None = None
    _spent: float = 0.0
    _maker: threading.Thread | None = None

    def note_run(self, seconds: float) -> None:
        """Count the time of a run, or of a part of it; begin to make the model's own loop when it is worth it."""
        if self.make_own is None:
            return
        self._spent += max(seconds, SECONDS_OF_A_RUN)
        if self._spent >= SECONDS_WORTH_A_LOOP:
            self._maker = threading.Thread(target=self._make, args=(self.make_own,), name="simnon loop")
            self.make_own = None
            self._maker.start()

    def finish(self) -> None:
        """Make the model's own loop, or wait until it is made."""
        if self.make_own is not None:
            make, self.make_own = self.make_own, None
            self._make(make)
        if self._maker is not None:
            self._maker.join()

    def _make(self, make: Callable[[], CompiledRun | None]) -> None:
        self.run = make() or self.run


def compile_run(
    executable: CompiledProgram,
    program: Program,
    method: str,
    jacobian: Program | None = None,
    fixed: Fixed | None = None,
    opened: OpenedPrograms | None = None,
) -> MethodCode:
    """The run loop linked with a model, a method and, where there is one, the model's Jacobian.

    Without `fixed` the general loop is all there will be.
    """
    return with_sound_objects(
        lambda: _compile_run(executable, program, method, jacobian, fixed, opened), _forget_general_code
    )


def _compile_run(
    executable: CompiledProgram,
    program: Program,
    method: str,
    jacobian: Program | None,
    fixed: Fixed | None,
    opened: OpenedPrograms | None,
) -> MethodCode:
    if METHODS[method].is_outside:
        outside = [run_loop_code(), executable.code, method_code(method, is_whole=False)]
        return MethodCode(
            link_run(outside),
            formulas=None if jacobian is None else compile_with_elementary(jacobian),
            opened=None if opened is None else _opened_code(opened),
        )
    with paused_collection():
        implicit = _implicit_parts(program, method, jacobian) if METHODS[method].has_jacobian else ()
        layout = None if jacobian is None else jacobian.layout
        own = None if fixed is None else _OwnLoop(executable, program, method, fixed, implicit)
        kept = None if own is None else own.kept()
        if kept is not None:
            return MethodCode(kept, layout)
        parts = [run_loop_code(), executable.code, *(implicit or _explicit_parts(program, method))]
        return MethodCode(link_run(parts), layout, make_own=None if own is None else own.make)


def _opened_code(opened: OpenedPrograms) -> OpenedCode:
    return OpenedCode(compile_with_elementary(opened.equations), compile_with_elementary(opened.jacobian))


def _explicit_parts(program: Program, method: str) -> tuple[ObjectCode, ...]:
    """The method, made for a small model with the model inside."""
    own = method_for_model(method, program)
    general = method_code(method, is_whole=own is None)
    return (general,) if own is None else (general, objects_with_elementary(own))


def _implicit_parts(program: Program, method: str, jacobian: Program | None) -> tuple[ObjectCode, ...]:
    """The method, the Jacobian and the matrices: put into one for the smallest models, else linked."""
    count = len(program.layout.states)
    if jacobian is None or not has_code_of_count(jacobian, count):
        matrix = None if jacobian is None else jacobian.layout.matrix
        matrices = matrix_code(matrix.below, matrix.above) if isinstance(matrix, BandSlots) else matrix_code()
        formulas = () if jacobian is None else (objects_with_elementary(jacobian),)
        return (method_code(method, is_whole=True), matrices, *formulas)
    own = implicit_for_model(method, program, jacobian)
    rest = method_code(method, is_whole=False)
    return (
        (rest, objects_with_elementary(own))
        if own
        else (rest, count_code(method, count), objects_with_elementary(jacobian))
    )


@frozen
class _OwnLoop:
    """The run loop made for one model and one method; the steps of an implicit one are linked with it."""

    executable: CompiledProgram
    program: Program
    method: str
    fixed: Fixed
    implicit: tuple[ObjectCode, ...]

    def kept(self) -> CompiledRun | None:
        code = kept_objects(self._name())
        return None if code is None else self._linked(code)

    def make(self) -> CompiledRun | None:
        """None if the model is too large to gain from it, or the process is about to end."""
        program = run_for_model(self.method, self.program, self.fixed)
        if program is None or not threading.main_thread().is_alive():
            return None
        code = compile_objects(program, Effort.THOROUGH)
        keep_objects(self._name(), code)
        return self._linked(code)

    def _linked(self, code: ObjectCode) -> CompiledRun:
        """Foreign functions are where the model has found them, in this process."""
        model = self.executable.code
        own = replace(code, imports=model.imports, foreign=model.foreign)
        return link_run([own, model, *self.implicit] if self.implicit else [own])

    def _name(self) -> str:
        """The model's machine code says all about it but the numbers of its layout."""
        digest = hashlib.sha256(repr(sorted(self.fixed.items())).encode())
        for image in self.executable.code.objects:
            digest.update(image)
        return f"{MODEL}{self.method}-{digest.hexdigest()[:32]}"


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


def _forget_general_code() -> None:
    for code in (run_loop_code, method_code, matrix_code, count_code):
        code.cache_clear()
