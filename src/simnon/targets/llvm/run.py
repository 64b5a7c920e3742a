"""Object code of a model, a method and the run loop -> the loop in memory."""

import ctypes
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import cache

from simnon.program import ARRAYS_OF_BEGIN, ARRAYS_OF_RUN, BEGIN, ENTRY_PARAMETERS, RUN, Function, Layout, Program
from simnon.source import frozen

from .compile import ObjectCode, compile_objects, exported
from .engine import MachineCode, link

RUN_PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * ARRAYS_OF_RUN)
BEGIN_PROTOTYPE = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * ARRAYS_OF_BEGIN)
NOTHING = "nothing"


@frozen
class LinkedRun:
    """A run loop in memory, around one model and one method; Python's lock is released while it runs."""

    run: Callable[..., int] = field(repr=False)
    begin: Callable[..., None] = field(repr=False)
    """Both take the addresses of their arrays."""
    _machine: MachineCode = field(repr=False)
    parts: tuple[ObjectCode, ...] = field(repr=False)


def link_objects(parts: Iterable[ObjectCode]) -> LinkedRun:
    """`parts` together define `run` and `begin`."""
    parts = tuple(parts)
    machine = machine_of(parts, (RUN, BEGIN))
    function = RUN_PROTOTYPE(machine.address_of_symbol[exported(RUN)])
    begin = BEGIN_PROTOTYPE(machine.address_of_symbol[exported(BEGIN)])
    return LinkedRun(function, begin, machine, parts)


def machine_of(parts: Sequence[ObjectCode], entries: Iterable[str]) -> MachineCode:
    """The parts in memory, which together define the entries; entries that the model does not have do nothing."""
    defined = {entry for part in parts for entry in part.entries}
    missing = dict.fromkeys(name for part in parts for name in part.undefined if name not in defined)
    imports = {symbol: address for part in parts for symbol, address in part.imports.items()}
    imports |= dict.fromkeys(map(exported, missing), _nothing().address)
    objects = [image for part in parts for image in part.objects]
    return link(objects, map(exported, entries), imports)


@frozen
class _Nothing:
    address: int
    machine: MachineCode


@cache
def _nothing() -> _Nothing:
    """A function that does nothing, for the entries that a model does not need."""
    program = Program(NOTHING, (Function(NOTHING, ENTRY_PARAMETERS, None, ()),), (NOTHING,), Layout())
    machine = link(compile_objects(program).objects, (exported(NOTHING),), {})
    return _Nothing(machine.address_of_symbol[exported(NOTHING)], machine)
