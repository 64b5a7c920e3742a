"""Program -> Executable of machine code."""

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from simnon.program import Array, Layout, Program

from ..foreign import ForeignError, ForeignLibrary, load_foreign
from .engine import MachineCode, generate_code, host
from .module import emit_modules
from .symbols import symbols_of

NativeEntry: TypeAlias = Callable[[float, int, int, int], None]

PROTOTYPE = ctypes.CFUNCTYPE(None, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


@dataclass(frozen=True, slots=True)
class CompiledProgram:
    """Machine code of one program; calls release Python's lock, so threads run side by side."""

    layout: Layout
    entries: tuple[str, ...]
    _function_of_entry: dict[str, NativeEntry] = field(repr=False)
    _address_of_entry: dict[str, int] = field(repr=False)
    _foreign: ForeignLibrary = field(repr=False)
    _code: MachineCode = field(repr=False)

    @property
    def foreign_errors(self) -> tuple[ForeignError, ...]:
        return self._foreign.errors

    def address(self, entry: str) -> int:
        """Where the code of `entry` starts; valid as long as this object is alive."""
        return self._address_of_entry[entry]

    def call(self, entry: str, time: float, states: Array, values: Array, out: Array) -> None:
        self._function_of_entry[entry](time, address_of(states), address_of(values), address_of(out))


def address_of(array: Array) -> int:
    """Where the numbers of `array` lie."""
    assert array.dtype == np.float64, "llvm: an array of a program holds float64"
    assert array.flags.c_contiguous, "llvm: an array of a program lies in one piece"
    if array.size and array.flags.writeable:
        # Three times faster than `array.ctypes`, but needs a first byte that may be written.
        return ctypes.addressof(ctypes.c_char.from_buffer(array.data))
    return array.ctypes.data


def compile_program(program: Program) -> CompiledProgram:
    """Machine code for `program`, for the processor this runs on."""
    foreign = load_foreign(program.foreign)
    symbols = symbols_of(program, foreign.functions)
    modules = emit_modules(program, symbols, host().attributes)
    exports = {entry: symbols.function_symbol[entry][1:] for entry in program.entries}
    imports = {symbol[1:]: foreign.functions[name].address for name, symbol in symbols.foreign_symbol.items()}
    code = generate_code(modules, tuple(exports.values()), imports)
    addresses = {entry: code.address_of_symbol[symbol] for entry, symbol in exports.items()}
    functions: dict[str, NativeEntry] = {entry: PROTOTYPE(address) for entry, address in addresses.items()}
    return CompiledProgram(program.layout, program.entries, functions, addresses, foreign, code)


def llvm_text(program: Program) -> str:
    """The LLVM text of `program`, for reading."""
    symbols = symbols_of(program, load_foreign(program.foreign).functions)
    return "\n".join(module.text for module in emit_modules(program, symbols, host().attributes))
