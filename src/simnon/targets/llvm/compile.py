"""Program -> Executable of machine code."""

import ctypes
from collections.abc import Callable
from dataclasses import field
from typing import TypeAlias

import numpy as np

from simnon.program import Array, Layout, Program
from simnon.source import frozen

from ..foreign import ForeignLibrary, load_foreign
from .engine import Effort, MachineCode, compile_modules, host, link
from .module import emit_modules
from .symbols import entry_symbol, symbols_of

NativeEntry: TypeAlias = Callable[[float, int, int, int], None]

FLOAT64 = np.dtype(np.float64)
PROTOTYPE = ctypes.CFUNCTYPE(None, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)

_addressof, _from_buffer = ctypes.addressof, ctypes.c_char.from_buffer


@frozen
class ReadyFunctions:
    """Functions already in memory, which programs that contain them need not compile again."""

    address_of_function: dict[str, int]
    _machine: MachineCode = field(repr=False)


@frozen
class ObjectCode:
    """Machine code that is not in memory so far: what it defines, what it imports."""

    objects: tuple[bytes, ...]
    entries: tuple[str, ...]
    undefined: tuple[str, ...]
    imports: dict[str, int] = field(default_factory=dict)
    """The addresses of its foreign functions and of those that are ready, by symbol."""
    foreign: ForeignLibrary = field(default_factory=ForeignLibrary, repr=False)
    ready: ReadyFunctions | None = field(default=None, repr=False)
    """Kept here, so that the callees stay in memory."""


@frozen
class CompiledProgram:
    """Machine code of one program; calls release Python's lock, so threads run in parallel."""

    layout: Layout
    entries: tuple[str, ...]
    code: ObjectCode = field(repr=False)
    _function_of_entry: dict[str, NativeEntry] = field(repr=False)
    _address_of_entry: dict[str, int] = field(repr=False)
    _machine: MachineCode = field(repr=False)

    @property
    def foreign_errors(self) -> dict[str, str]:
        return self.code.foreign.errors

    @property
    def foreign_losses(self) -> list[str]:
        return self.code.foreign.losses

    def address(self, entry: str) -> int:
        """The start address of `entry`; valid as long as this object is alive."""
        return self._address_of_entry[entry]

    def call(self, entry: str, time: float, states: Array, values: Array, out: Array) -> None:
        self._function_of_entry[entry](time, address_of(states), address_of(values), address_of(out))


def address_of(array: Array) -> int:
    """The address of the numbers of `array`."""
    assert array.dtype is FLOAT64 or array.dtype == FLOAT64, "llvm: an array of a program must hold float64"
    try:
        # Five times faster than `array.ctypes`, but requires a writable and contiguous array.
        return _addressof(_from_buffer(array))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        assert array.flags.c_contiguous, "llvm: an array of a program must be contiguous"
        return array.ctypes.data


def make_ready(code: ObjectCode) -> ReadyFunctions:
    """Put the entries of `code`, which imports nothing, into memory."""
    machine = link(code.objects, map(exported, code.entries), code.imports)
    return ReadyFunctions({name: machine.address_of_symbol[exported(name)] for name in code.entries}, machine)


def compile_program(program: Program, ready: ReadyFunctions | None = None) -> CompiledProgram:
    """Machine code for `program`, for the processor this runs on."""
    code = compile_objects(program, ready=ready)
    machine = link(code.objects, map(exported, program.entries), code.imports)
    addresses = {entry: machine.address_of_symbol[exported(entry)] for entry in program.entries}
    functions: dict[str, NativeEntry] = {entry: PROTOTYPE(address) for entry, address in addresses.items()}
    return CompiledProgram(program.layout, program.entries, code, functions, addresses, machine)


def compile_objects(
    program: Program,
    effort: Effort = Effort.QUICK,
    ready: ReadyFunctions | None = None,
    foreign: ForeignLibrary | None = None,
) -> ObjectCode:
    """The object files of `program`, to be linked with those of others; `ready` functions are called in place.

    The programs of one model share its `foreign` functions: a Python file is run once, and keeps its own state.
    """
    foreign = foreign or load_foreign(program.foreign)
    addresses = {} if ready is None else ready.address_of_function
    present = {f.name: addresses[f.name] for f in program.functions if f.name in addresses}
    symbols = symbols_of(program, present)
    is_whole = effort.is_optimised
    objects = compile_modules(emit_modules(program, symbols, host().attributes, is_whole=is_whole), effort)
    imports = {symbol[1:]: foreign.functions[name].address for name, symbol in symbols.foreign_symbol.items()}
    imports |= {exported(name): address for name, address in present.items()}
    undefined = tuple(function.name for function in program.imports)
    return ObjectCode(objects, program.entries, undefined, imports, foreign, ready)


def exported(entry: str) -> str:
    return entry_symbol(entry)[1:]


def llvm_text(program: Program) -> str:
    """The LLVM text of `program`, for reading; nothing foreign is loaded."""
    symbols = symbols_of(program)
    return "\n".join(module.text for module in emit_modules(program, symbols, host().attributes))
