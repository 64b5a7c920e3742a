"""Load, Store, Allocate -> text for arrays with one number per lane and for those that all lanes share.

An array per lane is interleaved, so that an element is loaded as one vector; if the index varies, each lane accesses
its own element.
"""

from typing import NamedTuple

from simnon.program import Allocate, Load, Store, Type

from ..operations import vector
from .cells import NOTHING, Use
from .divergence import is_same
from .kinds import PerLane
from .variants import Variant
from .vectors import Value
from .writer import LaneWriter

MAX_CELLS = 200
"""The maximum number of array elements kept in registers, or rather on the stack: a store there needs no mask."""


class Copy(NamedTuple):
    """A local copy of the elements `cells` of an array."""

    pointer: str
    original: str
    cells: tuple[int, ...]


def write_load(writer: LaneWriter, load: Load, index: Value) -> Value:
    """An element that is equal in all lanes is loaded as one number."""
    kind, pointer = writer.frame.divergence.kind_of(load.array), writer.pointer(load.array)
    is_per_lane, numbers = isinstance(kind, PerLane), writer.vectors.numbers
    if isinstance(kind, PerLane) and is_same(kind, load.index):
        return Value(writer.to.load(pointer, index.operand, numbers, "double"), False)
    if index.varies:
        return Value(_gather(writer, pointer, index.operand, is_per_lane=is_per_lane), True)
    return Value(writer.to.load(pointer, index.operand, numbers if is_per_lane else "double"), is_per_lane)


def write_store(writer: LaneWriter, store: Store, index: Value, stored: Value) -> None:
    """Inactive lanes keep their elements, if they need them."""
    frame, vectors = writer.frame, writer.vectors
    kind, pointer = frame.divergence.kind_of(store.array), writer.pointer(store.array)
    name, array = frame.function.name, store.array
    if index.varies:
        widened = vectors.widened(stored, Type.FLOAT)
        _scatter(writer, pointer, index.operand, widened, is_per_lane=isinstance(kind, PerLane))
    elif isinstance(kind, PerLane):
        assert not is_same(kind, store.index), f"lanes: '{name}' writes to '{array}' where all lanes are the same"
        value = vectors.widened(stored, Type.FLOAT)
        if not _is_own(writer, array, index.operand):
            old = writer.to.load(pointer, index.operand, vectors.numbers)
            value = vectors.selected(vectors.numbers, value, old)
        writer.to.store(pointer, index.operand, value, vectors.numbers)
    else:
        assert not stored.varies, f"lanes: '{name}' stores what varies in the shared array '{array}'"
        writer.to.store(pointer, index.operand, stored.operand)


def write_allocate(writer: LaneWriter, allocate: Allocate) -> None:
    """Zero an array in the active lanes."""
    pointer, vectors = writer.pointer(allocate.array), writer.vectors
    if not isinstance(writer.frame.divergence.kind_of(allocate.array), PerLane):
        writer.to.zero(pointer, allocate.size)
    elif not writer.frame.lane_state.has_diverged:
        writer.to.zero(pointer, allocate.size * vectors.width)
    else:
        given = f"ptr {pointer}, i64 {allocate.size}, {vectors.mask} {vectors.here}"
        writer.to.write(f"call void {writer.helper('clear')}({given})")
        writer.to.forget(pointer)


def free_elements(writer: LaneWriter, array: str) -> frozenset[int]:
    """The elements that no inactive lane needs."""
    return NOTHING if writer.frame.has_others else writer.frame.free_of_array.get(array, NOTHING)


def _is_own(writer: LaneWriter, array: str, index: str) -> bool:
    """Whether no inactive lane needs the element."""
    if array in writer.frame.local_arrays and not writer.frame.lane_state.has_diverged:
        return True
    return index.isdigit() and int(index) in free_elements(writer, array)


# A different index in each lane


def _addresses(writer: LaneWriter, pointer: str, index: str, *, is_per_lane: bool) -> str:
    """The addresses of a different element in each lane."""
    vectors = writer.vectors
    if is_per_lane and vectors.width > 1:
        scaled = writer.to.compute(f"mul {vectors.ints} {index}, {vectors.literal('i64', str(vectors.width))}")
        lanes = "<" + ", ".join(f"i64 {lane}" for lane in range(vectors.width)) + ">"
        index = writer.to.compute(f"add {vectors.ints} {scaled}, {lanes}")
    return writer.to.compute(f"getelementptr double, ptr {pointer}, {vectors.ints} {index}")


def _gather(writer: LaneWriter, pointer: str, index: str, *, is_per_lane: bool) -> str:
    """A load in each active lane."""
    vectors = writer.vectors
    if vectors.width == 1:
        return writer.to.load(pointer, index)
    addresses = _addresses(writer, pointer, index, is_per_lane=is_per_lane)
    lanes, numbers, mask = vectors.width, vectors.numbers, vectors.mask
    pointers = vector("ptr", lanes)
    signature = f"{numbers} @llvm.masked.gather.v{lanes}f64.v{lanes}p0"
    writer.to.library[signature] = f"{pointers}, i32, {mask}, {numbers}"
    arguments = f"{pointers} {addresses}, i32 8, {mask} {vectors.here}, {numbers} zeroinitializer"
    return writer.to.compute_reading(f"call {signature}({arguments})", [pointer])


def _scatter(writer: LaneWriter, pointer: str, index: str, value: str, *, is_per_lane: bool) -> None:
    """A store in each active lane."""
    vectors = writer.vectors
    if vectors.width == 1:
        writer.to.store(pointer, index, value)
        return
    addresses = _addresses(writer, pointer, index, is_per_lane=is_per_lane)
    lanes, numbers, mask = vectors.width, vectors.numbers, vectors.mask
    pointers = vector("ptr", lanes)
    signature = f"void @llvm.masked.scatter.v{lanes}f64.v{lanes}p0"
    writer.to.library[signature] = f"{numbers}, {pointers}, i32, {mask}"
    writer.to.write(f"call {signature}({numbers} {value}, {pointers} {addresses}, i32 8, {mask} {vectors.here})")
    writer.to.forget(pointer)


# Arrays in registers


def make_copies(writer: LaneWriter, variant: Variant) -> list[Copy]:
    """Local copies of arrays whose elements are all known: LLVM keeps those in registers, one by one.

    Returns those that must be copied back at the end.
    """
    own = writer.variants.convention.loops.get(variant.function)
    if own is None:
        return []
    frame = writer.frame
    frame.is_loop = True
    uses = _uses_of_arrays(writer)
    if sum(len(use.touched) for use in uses.values()) > MAX_CELLS:
        return []
    written = {parameter.name for parameter in frame.function.parameters if parameter.is_written}
    copies = []
    for array, use in uses.items():
        free = use.touched - use.exposed - own[array] if array in own else NOTHING
        space = writer.to.allocate((max(use.touched) + 1) * writer.vectors.width, 64)
        copy = Copy(space, frame.pointer_of_array[array], tuple(sorted(use.touched - free)))
        _copy_cells(writer, copy.cells, copy.original, copy.pointer)
        frame.pointer_of_array[array] = copy.pointer
        frame.free_of_array[array] = free
        copies += [copy] if array in written else []
    return copies


def copy_back(writer: LaneWriter, copies: list[Copy]) -> None:
    """At the end of the function."""
    for copy in copies:
        _copy_cells(writer, copy.cells, copy.pointer, copy.original)


def _uses_of_arrays(writer: LaneWriter) -> dict[str, Use]:
    """The uses of the arrays per lane that the function accesses, by name."""
    function, divergence = writer.frame.function, writer.frame.divergence
    return {
        parameter.name: use
        for parameter in function.parameters
        if parameter.type is Type.ARRAY and isinstance(divergence.kind_of(parameter.name), PerLane)
        if (use := writer.variants.uses.use(function.name, parameter.name)).touched
    }


def _copy_cells(writer: LaneWriter, cells: tuple[int, ...], source: str, target: str) -> None:
    """Nothing is known of either array before or after: an element equal in all lanes is loaded as one number."""
    numbers = writer.vectors.numbers
    if writer.flow.label is not None:
        writer.to.forget(source)
        for cell in cells:
            writer.to.store(target, str(cell), writer.to.load(source, str(cell), numbers), numbers)
        writer.to.forget(source)
        writer.to.forget(target)
