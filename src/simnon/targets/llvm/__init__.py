"""Program -> Executable of machine code, through LLVM."""

from .compile import (
    CompiledProgram,
    ObjectCode,
    ReadyFunctions,
    compile_objects,
    compile_program,
    llvm_text,
    make_ready,
)
from .engine import Effort, target_description
from .run import CompiledRun, link_run

__all__ = [
    "CompiledProgram",
    "CompiledRun",
    "Effort",
    "ObjectCode",
    "ReadyFunctions",
    "compile_objects",
    "compile_program",
    "link_run",
    "llvm_text",
    "make_ready",
    "target_description",
]
