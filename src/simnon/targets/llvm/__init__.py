"""Program -> Executable of machine code, through LLVM."""

from .compile import CompiledProgram, ObjectCode, compile_objects, compile_program, llvm_text
from .engine import Effort, target_description
from .run import CompiledRun, link_run

__all__ = [
    "CompiledProgram",
    "CompiledRun",
    "Effort",
    "ObjectCode",
    "compile_objects",
    "compile_program",
    "link_run",
    "llvm_text",
    "target_description",
]
