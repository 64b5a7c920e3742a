"""Program -> machine code that runs it in all lanes at once."""

import ctypes
from collections.abc import Callable, Iterable
from dataclasses import field
from functools import partial

from simnon.program import Array, Layout, Program, Type
from simnon.source import frozen

from ..compile import ObjectCode, address_of
from ..engine import Effort, MachineCode, compile_text, host, link
from ..symbols import symbols_of
from .kinds import VARYING, LaneConvention
from .module import emit_lanes
from .variants import wrapper_symbol

WIDEST_REGISTER = 8
FEW_STATES = 8
LANES_OF_FEATURE = {"+avx512f": 8, "+avx": 4, "+sse2": 2, "+neon": 2}
"""How many floats fit into a register, by feature of the processor."""


@frozen
class LaneProgram:
    """Machine code of one program in lanes; calls release Python's lock, so threads run in parallel."""

    layout: Layout
    entries: tuple[str, ...]
    width: int
    _function_of_entry: dict[str, Callable[..., None]] = field(repr=False)
    _machine: MachineCode = field(repr=False)
    _parts: tuple[ObjectCode, ...] = field(repr=False)

    def call(self, entry: str, lanes: int, *arguments: float | Array) -> None:
        """`lanes` has a bit for each lane that runs; what varies, and the result at the end, is given as an array."""
        self.prepared(entry, lanes, *arguments)()

    def prepared(self, entry: str, lanes: int, *arguments: float | Array) -> Callable[[], None]:
        """The same call, to be repeated, also from other threads; the caller keeps the arrays alive."""
        given = (a if isinstance(a, float | int) else address_of(a) for a in arguments)
        return partial(self._function_of_entry[entry], lanes, *given)


def natural_width(states: int) -> int:
    """As many lanes as fit into a register, for a small model into two: one executes while the other waits."""
    features = host().features.split(",")
    width = next((width for feature, width in LANES_OF_FEATURE.items() if feature in features), 1)
    return 2 * width if width == WIDEST_REGISTER and states <= FEW_STATES else width


def compile_lanes(program: Program, width: int, convention: LaneConvention | None = None) -> LaneProgram:
    """Machine code for `program` alone, for the processor this runs on."""
    convention = convention or LaneConvention()
    return link_lanes((lane_objects(program, width, convention),), program, width, convention)


def lane_objects(program: Program, width: int, convention: LaneConvention, effort: Effort = Effort.FULL) -> ObjectCode:
    """The object file of `program` in lanes, ready to be linked with those of others."""
    text = lanes_text(program, width, convention)
    undefined = tuple(function.name for function in program.imports)
    return ObjectCode((compile_text(text, effort),), program.entries, undefined)


def lanes_text(program: Program, width: int, convention: LaneConvention) -> str:
    """The LLVM text of `program` in lanes."""
    return emit_lanes(program, symbols_of(program), width, convention, host().attributes)


def link_lanes(parts: Iterable[ObjectCode], program: Program, width: int, convention: LaneConvention) -> LaneProgram:
    """`parts` together define the entries of `program`, and all their imports."""
    parts = tuple(parts)
    doors = {entry: wrapper_symbol(entry, width)[1:] for entry in program.entries}
    objects = [image for part in parts for image in part.objects]
    machine = link(objects, doors.values(), {})
    function_of_name = {function.name: function for function in program.functions}
    functions: dict[str, Callable[..., None]] = {}
    for entry, symbol in doors.items():
        function = function_of_name[entry]
        kinds = convention.kinds(function)
        types = [_c_type(p.type, kind) for p, kind in zip(function.parameters, kinds, strict=True)]
        types += [ctypes.c_void_p] if function.result is not None else []
        functions[entry] = ctypes.CFUNCTYPE(None, ctypes.c_int64, *types)(machine.address_of_symbol[symbol])
    return LaneProgram(program.layout, program.entries, width, functions, machine, parts)


def _c_type(type_: Type, kind: object) -> type:
    if type_ is Type.ARRAY or kind == VARYING:
        return ctypes.c_void_p
    return ctypes.c_double if type_ is Type.FLOAT else ctypes.c_int64
