"""The blocks of one LLVM function: where control is, and the value of each local there.

Control flow is structured, so each join and loop header is known when it is written: a local that differs between the
paths to a join gets a phi there. A local that some path does not set is unknown after the join.
"""

from dataclasses import dataclass, field

from simnon.source import frozen

from .instructions import Checkpoint, Instructions, Memory

SELDOM = "!0"
SELDOM_TEXT = f'{SELDOM} = !{{!"branch_weights", i32 1, i32 4000}}'
"""The metadata of branches whose first target is assumed to be rare."""


@frozen
class Edge:
    """A jump to a join: its source block and what is known at its end."""

    label: str
    locals: dict[str, str]
    memory: Memory


@frozen
class Phi:
    """A phi of a loop header; its line is filled in when the ends of the loop are known."""

    line: int
    name: str
    local: str
    type: str


@dataclass(slots=True)
class Flow:
    """`label` is the block being written, None if it is unreachable."""

    to: Instructions = field(default_factory=Instructions)
    label: str | None = "entry"
    locals: dict[str, str] = field(default_factory=dict)
    type_of_local: dict[str, str] = field(default_factory=dict)
    is_straight: bool = True
    """Whether there is only one block."""

    def labels(self, *names: str) -> list[str]:
        number = self.to.fresh()
        return [f"{name}{number}" for name in names]

    def set(self, name: str, type_: str, operand: str) -> None:
        self.locals[name] = operand
        self.type_of_local[name] = type_

    def start(self, label: str) -> None:
        self.is_straight = False
        self.to.start_block(label)
        self.label = label

    def start_after(self, label: str, edge: Edge, mark: Checkpoint) -> None:
        """Begin a block that only `edge` leads to, and that nothing after `mark` but it dominates."""
        self.to.release(mark)
        self.to.memory = dict(edge.memory)
        self.locals = dict(edge.locals)
        self.start(label)

    def jump(self, target: str) -> Edge:
        return self._leave(f"br label %{target}")

    def branch(self, condition: str, if_true: str, if_false: str, *, is_likely: bool = False) -> Edge:
        """A likely one remains a branch: LLVM does not compute unlikely results in advance."""
        weights = f", !prof {SELDOM}" if is_likely else ""
        return self._leave(f"br i1 {condition}, label %{if_true}, label %{if_false}{weights}")

    def end(self, instruction: str) -> None:
        """Leave the function."""
        self.to.write(instruction)
        self.label = None

    def _leave(self, jump: str) -> Edge:
        assert self.label is not None, "llvm: an unreachable jump"
        edge = Edge(self.label, self.locals, self.to.memory)
        self.locals, self.to.memory = dict(edge.locals), dict(edge.memory)
        self.end(jump)
        return edge

    def join(self, label: str, edges: list[Edge], mark: Checkpoint) -> None:
        """Begin the block where `edges` meet; without any, it is unreachable."""
        self.to.release(mark)
        if not edges:
            return
        self.start(label)
        self.to.merge(mark, [edge.memory for edge in edges])
        self.locals = {}
        for name, operand in edges[0].locals.items():
            values = [edge.locals.get(name) for edge in edges]
            if None in values:
                continue
            if values.count(operand) == len(values):
                self.locals[name] = operand
            else:
                incoming = ", ".join(f"[{v}, %{e.label}]" for v, e in zip(values, edges, strict=True))
                self.locals[name] = self.to.result(f"phi {self.type_of_local[name]} {incoming}")

    def start_loop(self, label: str, entry: Edge, names: tuple[str, ...], pointers: list[str]) -> list[Phi]:
        """Begin the header of a loop; the loop sets `names` and writes to `pointers`."""
        self.start(label)
        phis = []
        for name in names:
            if name in entry.locals:
                phi = Phi(self.to.reserve(), f"%v{self.to.fresh()}", name, self.type_of_local[name])
                self.locals[name] = phi.name
                phis.append(phi)
        for pointer in pointers:
            self.to.forget(pointer)
        return phis

    def fill(self, phis: list[Phi], edges: list[Edge]) -> None:
        """Write the phis of a loop header, which `edges` lead to."""
        for phi in phis:
            incoming = ", ".join(f"[{edge.locals[phi.local]}, %{edge.label}]" for edge in edges)
            self.to.lines[phi.line] = f"  {phi.name} = phi {phi.type} {incoming}"
