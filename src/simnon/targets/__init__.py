"""Program -> Executable: the interpreter, which is the oracle, and machine code through LLVM."""

from collections.abc import Callable

from simnon.program import Executable, Program

from .foreign import ForeignError
from .interpreter import InterpretedProgram, interpret
from .llvm import CompiledProgram, compile_program, llvm_text

TARGETS: dict[str, Callable[[Program], Executable]] = {
    "interpreter": interpret,
    "llvm": compile_program,
}

__all__ = [
    "TARGETS",
    "CompiledProgram",
    "ForeignError",
    "InterpretedProgram",
    "compile_program",
    "interpret",
    "llvm_text",
]
