"""Runs whose loop and method are the plain Python they are written in, around an interpreted model."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import cast

import numpy as np
import pytest

from simnon import Model
from simnon.compiler import CompiledModel, MethodCode
from simnon.kernels import METHODS, RUN_LOOP, Method
from simnon.program import ENTRIES, Array, Program
from simnon.simulation import RunOptions, Trajectory
from simnon.simulation.first_method import CodeOfMethod
from simnon.simulation.run import Run
from simnon.targets import CompiledRun, interpret

Entry = Callable[[float, Array, Array, Array], None]


@dataclass(frozen=True, slots=True)
class PlainRun:
    """What a compiled run does, in Python."""

    run: Callable[..., int]
    beginning: Callable[..., None]

    def __call__(self, *arrays: Array) -> int:
        return self.run(*arrays)

    def begin(self, *arrays: Array) -> None:
        self.beginning(*arrays[:5])


def run_plainly(model: Model, options: RunOptions, patch: pytest.MonkeyPatch) -> Trajectory:
    """As `model.simulate` does, without machine code for the loop and the method."""
    assert model._simulator.program is not None
    method = METHODS[options.method]
    programs = [model._simulator.program]
    if method.has_jacobian and model._simulator._jacobian is not None:
        programs.append(model._simulator._jacobian)
    loop = _put_in_place(programs, method, patch)
    jacobian = (
        model._simulator._jacobian.layout if method.has_jacobian and model._simulator._jacobian is not None else None
    )
    outside = model._simulator._code(method.name) if method.is_outside else None
    plain = PlainRun(loop.run, _module("beginning").begin)
    code = MethodCode(cast("CompiledRun", plain), jacobian)
    if outside is not None:
        code.formulas, code.opened = outside.formulas, outside.opened

    def sliding() -> tuple[CompiledModel, CodeOfMethod]:
        compiled, _ = model._simulator.sliding()
        _put_in_place([compiled.program, *programs[1:]], method, patch)
        return compiled, lambda _: code

    run = Run(
        model._simulator,
        lambda _: code,
        options,
        model._simulator.start_values(options),
        model._simulator._stored(None),
        sliding,
    )
    return model._simulator.trajectory(run, run.go_on())


def _put_in_place(programs: list[Program], method: Method, patch: pytest.MonkeyPatch) -> ModuleType:
    """Give the kernels the entries of the model and of the method; the module of the loop."""
    entries = _entries(programs)
    kernel = _module(method.module)
    own = {name: getattr(kernel, name) for name in ("step", "interpolate") if hasattr(kernel, name)}
    functions = entries | own
    for name in RUN_LOOP:
        _replace(_module(name), functions, patch)
    for name in (*method.parts, method.module):
        _replace(_module(name), entries, patch)
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
