"""Program -> Executable: the interpreter, which is the oracle, and machine code through LLVM."""

from collections.abc import Callable

from simnon.program import Executable, Program

from .foreign import ForeignError
from .interpreter import InterpretedProgram, interpret
from .llvm import (
    CompiledProgram,
    CompiledRun,
    Effort,
    ObjectCode,
    ReadyFunctions,
    compile_objects,
    compile_program,
    link_run,
    llvm_text,
    make_ready,
    target_description,
)

TARGETS: dict[str, Callable[[Program], Executable]] = {
    "interpreter": interpret,
    "llvm": compile_program,
}

__all__ = [
    "TARGETS",
    "CompiledProgram",
    "CompiledRun",
    "Effort",
    "ForeignError",
    "InterpretedProgram",
    "ObjectCode",
    "ReadyFunctions",
    "compile_objects",
    "compile_program",
    "interpret",
    "link_run",
    "llvm_text",
    "make_ready",
    "target_description",
]
