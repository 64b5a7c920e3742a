"""The lines of one LLVM function as they are written, each pure instruction once.

The text of an instruction is its own key: if an equal one dominates, its result is used again. What is known of an
array is kept under the version of that array, which changes with a store, so a load is shared only as long as nothing
can have been written in between.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from simnon.source import frozen


class ArrayVersion(NamedTuple):
    """The version of one array: `cells` changes with a store at an unknown index, `stores` with every store."""

    cells: int
    stores: int


Memory = dict[str, ArrayVersion]
"""By pointer; an array that is missing was never written."""

UNWRITTEN = ArrayVersion(0, 0)

FARTHEST = 100
"""Lines after which a number is loaded again: a register held longer costs more than the load, up to 2x."""


@frozen
class Checkpoint:
    """A position that dominates what follows until it is released."""

    known: int
    memory: Memory


@dataclass(slots=True)
class Instructions:
    lines: list[str] = field(default_factory=list)
    allocations: list[str] = field(default_factory=list)
    library: dict[str, str] = field(default_factory=dict)
    """The functions that are neither the program's nor foreign: their parameter types, by result type and name."""
    memory: Memory = field(default_factory=dict)
    _result_of_text: dict[str, str] = field(default_factory=dict)
    _changes: list[tuple[str, str | None]] = field(default_factory=list)
    _line_of_cell: dict[str, int] = field(default_factory=dict)
    _counter: int = 0

    def fresh(self) -> int:
        self._counter += 1
        return self._counter

    def write(self, line: str) -> None:
        """Write a line that is neither shared nor has a result."""
        self.lines.append(f"  {line}")

    def start_block(self, label: str) -> None:
        self.lines.append(f"{label}:")

    def reserve(self) -> int:
        """The number of a line that is written later."""
        self.lines.append("")
        return len(self.lines) - 1

    def result(self, text: str) -> str:
        """The result of an instruction that is never shared."""
        self._counter += 1
        name = f"%v{self._counter}"
        self.lines.append(f"  {name} = {text}")
        return name

    def compute(self, text: str, key: str = "") -> str:
        """The result of a pure instruction; `key` if it depends on more than its operands."""
        key = key or text
        found = self._result_of_text.get(key)
        if found is None:
            found = self._result_of_text[key] = self.result(text)
            self._changes.append((key, None))
        return found

    def call(self, signature: str, arguments: list[tuple[str, str]]) -> str:
        """The result of a pure library function; `signature` is its type and name, `arguments` are typed operands."""
        self.library[signature] = ", ".join(type_ for type_, _ in arguments)
        return self.compute(f"call {signature}({', '.join(f'{type_} {operand}' for type_, operand in arguments)})")

    def compute_reading(self, text: str, pointers: list[str]) -> str:
        """The result of a pure instruction that reads the arrays among `pointers`."""
        versions = [str(self.memory[pointer].stores) for pointer in pointers if pointer in self.memory]
        return self.compute(text, f"{text} {' '.join(versions)}")

    def load(self, pointer: str, index: str, element: str = "double", loaded: str = "") -> str:
        """The element at `index` of an array of `element`, or its first number if that is `loaded`."""
        key = self._cell(pointer, index)
        found = self._result_of_text.get(key)
        if found is None or len(self.lines) - self._line_of_cell[key] > FARTHEST:
            found = self.result(f"load {loaded or element}, ptr {self.element(pointer, index, element)}, align 8")
            self._know_cell(key, found)
        return found

    def store(self, pointer: str, index: str, value: str, element: str = "double") -> None:
        self.write(f"store {element} {value}, ptr {self.element(pointer, index, element)}, align 8")
        version = self.memory.get(pointer, UNWRITTEN)
        cells = version.cells if is_literal(index) else self.fresh()
        self.memory[pointer] = ArrayVersion(cells, self.fresh())
        self._know_cell(self._cell(pointer, index), value)

    def zero(self, pointer: str, size: int) -> None:
        """Set the first `size` numbers of a local array to 0."""
        name = "void @llvm.memset.p0.i64"
        self.library[name] = "ptr, i8, i64, i1"
        self.write(f"call {name}(ptr align 16 {pointer}, i8 0, i64 {8 * size}, i1 false)")
        self.forget(pointer)

    def forget(self, pointer: str) -> None:
        """Anything can have been written to the array."""
        self.memory[pointer] = ArrayVersion(self.fresh(), self.fresh())

    def element(self, pointer: str, index: str, element: str = "double") -> str:
        if index == "0":
            return pointer
        return self.compute(f"getelementptr inbounds {element}, ptr {pointer}, i64 {index}")

    def allocate(self, size: int, alignment: int = 16) -> str:
        """A local array; it is allocated once, when the function starts."""
        name = f"%a{self.fresh()}"
        self.allocations.append(f"  {name} = alloca [{size} x double], align {alignment}")
        return name

    def mark(self) -> Checkpoint:
        return Checkpoint(len(self._changes), dict(self.memory))

    def release(self, mark: Checkpoint) -> None:
        """Forget what was computed since `mark`: it does not dominate what follows."""
        while len(self._changes) > mark.known:
            key, before = self._changes.pop()
            if before is None:
                del self._result_of_text[key]
            else:
                self._result_of_text[key] = before

    def merge(self, mark: Checkpoint, memories: list[Memory]) -> None:
        """After a release: an array written since `mark` on any path here is unknown."""
        pointers = dict.fromkeys(pointer for memory in memories for pointer in memory)
        self.memory = dict(mark.memory)
        for pointer in pointers:
            before = mark.memory.get(pointer, UNWRITTEN)
            if any(memory.get(pointer, UNWRITTEN) != before for memory in memories):
                self.forget(pointer)

    def _know_cell(self, key: str, value: str) -> None:
        self._changes.append((key, self._result_of_text.get(key)))
        self._result_of_text[key] = value
        self._line_of_cell[key] = len(self.lines)

    def _cell(self, pointer: str, index: str) -> str:
        version = self.memory.get(pointer, UNWRITTEN)
        return f"{pointer}[{index}] {version.cells if is_literal(index) else version.stores}"


def is_literal(operand: str) -> bool:
    return operand[0] != "%"
