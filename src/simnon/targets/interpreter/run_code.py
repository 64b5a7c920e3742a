"""RunParts and EnsembleProgram -> the run loop and the kernel of ensembles as plain Python."""

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cache, partial
from typing import cast

from simnon.program import (
    ARRAYS_OF_BEGIN,
    BEGIN,
    ENSEMBLE,
    RUN,
    Array,
    EnsembleProgram,
    Program,
    RunCode,
    RunParts,
    SharedProgram,
)
from simnon.source import frozen, interrupts_held

from ..foreign import ForeignLibrary
from .interpret import InterpretedProgram, Loaded, PythonFunction, Translated, interpret, load, memory_of, translate


@frozen
class InterpretedRun:
    """Ctrl-C waits until a call returns: in the middle of one, the arrays are not those of a run that can continue."""

    _run: Callable[..., int] = field(repr=False)
    _begin: PythonFunction = field(repr=False)
    functions: dict[str, PythonFunction] = field(repr=False)
    foreign: ForeignLibrary = field(repr=False)

    def arguments(self, *arrays: Array) -> tuple[memoryview, ...]:
        return tuple(memory_of(arrays))

    def arguments_in(self, block: Array, starts: Sequence[int]) -> tuple[memoryview, ...]:
        return tuple(memory_of(block[start:] for start in starts))

    def __call__(self, *memory: memoryview) -> int:
        with interrupts_held():
            return self._run(*memory)

    def begin(self, *memory: memoryview) -> None:
        self._begin(*memory[:ARRAYS_OF_BEGIN])

    def note_run(self, seconds: float) -> None:
        """There is no better code, however long it runs."""

    def finish(self) -> None:
        """Nothing is compiled later."""


@frozen
class InterpretedEnsemble:
    """Members one after another."""

    width: int
    _function: PythonFunction = field(repr=False)

    def prepared(self, *arrays: Array) -> Callable[[], None]:
        return cast("Callable[[], None]", partial(self._function, *memory_of(arrays)))


def link_run(parts: RunParts) -> InterpretedRun:
    """The general loop; a specialised one would take longer to translate than most runs take here."""
    model = parts.model
    assert isinstance(model, InterpretedProgram), "interpreter: a run must be linked with a program of this target"
    loop, *steps = [_loaded(part, model.foreign) for part in (parts.loop, *parts.make_steps())]
    functions = {**loop.entries, **model.function_of_entry}
    for step in steps:
        functions |= step.entries
    for loaded in (loop, *steps):
        loaded.take(functions)
    return InterpretedRun(cast("Callable[..., int]", functions[RUN]), functions[BEGIN], functions, model.foreign)


def link_members(run: RunCode, kernel: SharedProgram) -> InterpretedEnsemble:
    assert isinstance(run, InterpretedRun), "interpreter: members must be linked with a run of this target"
    loaded = _loaded(kernel, run.foreign)
    loaded.take(run.functions)
    return InterpretedEnsemble(1, loaded.entries[ENSEMBLE])


def build_ensemble(ensemble: EnsembleProgram, width: int) -> InterpretedEnsemble:
    assert width == 1, "interpreter: members run one after another"
    return InterpretedEnsemble(width, interpret(ensemble.make()).function_of_entry[ENSEMBLE])


def _loaded(part: Program | SharedProgram, foreign: ForeignLibrary) -> Loaded:
    return load(_translated(part) if isinstance(part, SharedProgram) else translate(part), foreign)


@cache
def _translated(shared: SharedProgram) -> Translated:
    return translate(shared.make())
