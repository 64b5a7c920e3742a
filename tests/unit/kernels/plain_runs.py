"""Runs whose loop and method are the plain Python they are written in, around an interpreted model."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import cast

import numpy as np
import pytest

from simnon.compiler import CompiledModel, MethodCode
from simnon.kernels import METHODS, RUN_LOOP, Control, Integers, Method
from simnon.program import ENTRIES, Array, Program
from simnon.simulation import Model, RunOptions, Trajectory
from simnon.simulation.first_method import CodeOfMethod
from simnon.simulation.run import Run
from simnon.targets import CompiledRun, interpret

Entry = Callable[[float, Array, Array, Array], None]
METHOD_ENTRIES = ("step", "interpolate")


@dataclass(frozen=True, slots=True)
class PlainRun:
    """What a compiled run does, in Python."""

    run: Callable[..., int]
    beginning: Callable[..., None]

    def __call__(self, *arrays: Array) -> int:
        control, plan, *others = arrays
        return self.run(Control(control), Integers(plan), *others)

    def begin(self, *arrays: Array) -> None:
        control, plan, *others = arrays[:5]
        self.beginning(Control(control), Integers(plan), *others)


def run_plainly(model: Model, options: RunOptions, patch: pytest.MonkeyPatch) -> Trajectory:
    """As `model.simulate` does, without machine code for the loop and the method."""
    assert model.program is not None
    method = METHODS[options.method]
    programs = [model.program]
    if method.has_jacobian and model._jacobian is not None:
        programs.append(model._jacobian)
    loop = _put_in_place(programs, method, patch)
    jacobian = model._jacobian.layout if method.has_jacobian and model._jacobian is not None else None
    outside = model._code(method.name) if method.is_outside else None
    plain = PlainRun(loop.run, _module("beginning").begin)
    code = MethodCode(cast("CompiledRun", plain), jacobian)
    if outside is not None:
        code.formulas, code.opened = outside.formulas, outside.opened

    def sliding() -> tuple[CompiledModel, CodeOfMethod]:
        compiled, _ = model.sliding()
        _put_in_place([compiled.program, *programs[1:]], method, patch)
        return compiled, lambda _: code

    run = Run(model.compiled, lambda _: code, options, model._start_values(options), model._stored(None), sliding)
    return model.trajectory(run, run.go_on())


def _put_in_place(programs: list[Program], method: Method, patch: pytest.MonkeyPatch) -> ModuleType:
    """Give the kernels the entries of the model and of the method; the module of the loop."""
    entries = _entries(programs)
    kernels = [_module(name) for name in (*method.parts, method.module)]
    own = {name: getattr(kernel, name) for kernel in kernels for name in METHOD_ENTRIES if hasattr(kernel, name)}
    for name in RUN_LOOP:
        _replace(_module(name), entries | own, patch)
    for kernel in kernels:
        _replace(kernel, entries, patch)
    return _module("run")


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"simnon.kernels.{name}")


def _replace(module: ModuleType, functions: dict[str, Entry], patch: pytest.MonkeyPatch) -> None:
    for name, function in functions.items():
        if hasattr(module, name):
            patch.setattr(module, name, function)


def _entries(programs: list[Program]) -> dict[str, Entry]:
    executables = [interpret(program) for program in programs]

    def entry(name: str) -> Entry:
        def call(time: float, states: Array, values: Array, out: Array) -> None:
            for executable in executables:
                if name in executable.entries:
                    executable.call(name, time, np.asarray(states), np.asarray(values), np.asarray(out))

        return call

    return {name: entry(name) for name in ENTRIES}
