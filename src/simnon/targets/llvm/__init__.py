"""Program -> Executable of machine code, through LLVM."""

from .compile import CompiledProgram, compile_program, llvm_text

__all__ = ["CompiledProgram", "compile_program", "llvm_text"]
