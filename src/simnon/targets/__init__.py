"""Program -> Executable: the interpreter, which is the oracle, and machine code through LLVM."""

from collections.abc import Callable

from simnon.program import Executable, Program

from .foreign import ForeignError
from .interpreter import interpret
from .llvm import compile_program, llvm_text

TARGETS: dict[str, Callable[[Program], Executable]] = {
    "interpreter": interpret,
    "llvm": compile_program,
}

__all__ = ["TARGETS", "ForeignError", "compile_program", "interpret", "llvm_text"]
