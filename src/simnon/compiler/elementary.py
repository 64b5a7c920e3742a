"""Program -> machine code that calls the elementary functions, which are compiled once and kept.

They are the same for every model: their object code is kept on disk, and put into memory once
in a process, where all programs find it.
"""

from functools import cache

from simnon.lowering import ELEMENTARY_NAMES, elementary_program
from simnon.program import Program
from simnon.targets import CompiledProgram, ObjectCode, ReadyFunctions, compile_objects, compile_program, make_ready

from .object_cache import cached_objects, with_sound_objects


def compile_with_elementary(program: Program) -> CompiledProgram:
    return compile_program(program, _ready_for(program))


def objects_with_elementary(program: Program) -> ObjectCode:
    return compile_objects(program, ready=_ready_for(program))


def _ready_for(program: Program) -> ReadyFunctions | None:
    """The elementary functions, where the program has any."""
    return _ready() if any(function.name in ELEMENTARY_NAMES for function in program.functions) else None


@cache
def _ready() -> ReadyFunctions:
    return with_sound_objects(lambda: make_ready(cached_objects("elementary functions", elementary_program)))
