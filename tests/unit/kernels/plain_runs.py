"""Runs whose loop and method are plain Python, around an interpreted model."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType

import numpy as np
import pytest

from simnon import Model
from simnon.compiler import CompiledModel, MethodCode
from simnon.kernels import METHODS, RUN_LOOP, Control, Integers, Method
from simnon.program import ARRAYS_OF_BEGIN, ENTRIES, Array, Program
from simnon.simulation import RunOptions, Trajectory
from simnon.simulation.first_method import CodeOfMethod
from simnon.simulation.prepared_run import PreparedRun
from simnon.simulation.run import Run
from simnon.targets.interpreter import interpret

Entry = Callable[[float, Array, Array, Array], None]
METHOD_ENTRIES = ("step", "interpolate")


@dataclass(frozen=True, slots=True)
class PlainRun:
    """What a compiled run does, in Python."""

    run: Callable[..., int]
    beginning: Callable[..., None]

    def arguments(self, *arrays: Array) -> tuple[Array, ...]:
        return arrays

    def arguments_in(self, block: Array, starts: Sequence[int]) -> tuple[Array, ...]:
        return tuple(block[start:] for start in starts)

    def __call__(self, *arrays: Array) -> int:
        control, plan, *others = arrays
        return self.run(Control(control), Integers(plan), *others)

    def begin(self, *arrays: Array) -> None:
        control, plan, *others = arrays[:ARRAYS_OF_BEGIN]
        self.beginning(Control(control), Integers(plan), *others)

    def note_run(self, seconds: float) -> None:
        """There is no other code to switch to."""

    def finish(self) -> None:
        """Nothing is compiled in the background."""


def run_plainly(model: Model, options: RunOptions, patch: pytest.MonkeyPatch) -> Trajectory:
    """As `model.simulate` does, without machine code for the loop and the method."""
    method = METHODS[options.method]
    programs = [model._simulator.program]
    if method.has_jacobian and model._simulator._jacobian is not None:
        programs.append(model._simulator._jacobian)
    loop = put_in_place(programs, method, patch)
    jacobian = (
        model._simulator._jacobian.layout if method.has_jacobian and model._simulator._jacobian is not None else None
    )
    plain = PlainRun(loop.run, module("start").begin)
    code = (
        replace(model._simulator._code(method.name), run=plain)
        if method.has_library_steps
        else MethodCode(plain, jacobian)
    )

    def sliding() -> tuple[CompiledModel, CodeOfMethod]:
        compiled, _ = model._simulator.sliding()
        put_in_place([compiled.program, *programs[1:]], method, patch)
        return compiled, lambda _: code

    run = Run(
        PreparedRun(
            model._simulator,
            lambda _: code,
            options,
            model._simulator.start_values(options),
            model._simulator._stored(None),
            sliding,
        ),
        options,
    )
    return model._simulator.trajectory(run, run.resume())


def put_in_place(programs: list[Program], method: Method, patch: pytest.MonkeyPatch) -> ModuleType:
    """Give the kernels the entries of the model and of the method; return the module of the loop."""
    entries = _entries(programs)
    kernels = [module(name) for name in (*method.parts, method.module)]
    own = {name: getattr(kernel, name) for kernel in kernels for name in METHOD_ENTRIES if hasattr(kernel, name)}
    for name in RUN_LOOP:
        replace_functions(module(name), entries | own, patch)
    for kernel in kernels:
        replace_functions(kernel, entries, patch)
    return module("run")


def module(name: str) -> ModuleType:
    return importlib.import_module(f"simnon.kernels.{name}")


def replace_functions(
    kernel: ModuleType, functions: Mapping[str, Callable[..., object]], patch: pytest.MonkeyPatch
) -> None:
    for name, function in functions.items():
        if hasattr(kernel, name):
            patch.setattr(kernel, name, function)


def _entries(programs: list[Program]) -> dict[str, Entry]:
    executables = [interpret(program) for program in programs]

    def entry(name: str) -> Entry:
        def call(time: float, states: Array, values: Array, out: Array) -> None:
            for executable in executables:
                if name in executable.entries:
                    executable.call(name, time, np.asarray(states), np.asarray(values), np.asarray(out))

        return call

    return {name: entry(name) for name in ENTRIES}
