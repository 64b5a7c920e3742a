"""Object code of a model, a method and the run loop -> one run, linked."""

import ctypes
from collections.abc import Callable, Iterable
from dataclasses import field
from functools import cache

from simnon.program import ENTRY_PARAMETERS, Array, Function, Layout, Program
from simnon.source import frozen

from .compile import ObjectCode, address_of, compile_objects, exported
from .engine import MachineCode, link

RUN, BEGIN = "run", "begin"
ARRAYS_OF_A_RUN, ARRAYS_OF_ITS_BEGINNING = 7, 5
RUN_PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * ARRAYS_OF_A_RUN)
BEGIN_PROTOTYPE = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * ARRAYS_OF_ITS_BEGINNING)
NOTHING = "nothing"


@frozen
class CompiledRun:
    """The run loop in machine code, around one model and one method; Python's lock is released while it runs."""

    _function: Callable[..., int] = field(repr=False)
    _begin: Callable[..., None] = field(repr=False)
    _machine: MachineCode = field(repr=False)
    _parts: tuple[ObjectCode, ...] = field(repr=False)

    def __call__(self, *arrays: Array) -> int:
        return self._function(*map(address_of, arrays))

    def begin(self, *arrays: Array) -> None:
        """Make of the parameters all that a run begins with; `arrays` are those of the run."""
        self._begin(*map(address_of, arrays[:ARRAYS_OF_ITS_BEGINNING]))


def link_run(parts: Iterable[ObjectCode]) -> CompiledRun:
    """`parts` together define `run`; entries that the model does not have do nothing."""
    parts = tuple(parts)
    defined = {entry for part in parts for entry in part.entries}
    missing = dict.fromkeys(name for part in parts for name in part.wanted if name not in defined)
    imports = {symbol: address for part in parts for symbol, address in part.imports.items()}
    imports |= dict.fromkeys(map(exported, missing), _nothing().address)
    objects = [image for part in parts for image in part.objects]
    machine = link(objects, (exported(RUN), exported(BEGIN)), imports)
    function = RUN_PROTOTYPE(machine.address_of_symbol[exported(RUN)])
    begin = BEGIN_PROTOTYPE(machine.address_of_symbol[exported(BEGIN)])
    return CompiledRun(function, begin, machine, parts)


@frozen
class _Nothing:
    address: int
    machine: MachineCode


@cache
def _nothing() -> _Nothing:
    """A function that does nothing, in the place of the entries a model does not need."""
    program = Program(NOTHING, (Function(NOTHING, ENTRY_PARAMETERS, None, ()),), (NOTHING,), Layout())
    machine = link(compile_objects(program).objects, (exported(NOTHING),), {})
    return _Nothing(machine.address_of_symbol[exported(NOTHING)], machine)
