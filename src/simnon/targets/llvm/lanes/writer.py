"""The state of the lanes while a function is written: which can be inactive, and where they meet again.

The mask of the active lanes is never empty, except in arms that are written without a jump over them. If no lane is
left, control jumps to where lanes can meet next: the end of the innermost branch that varies, the next iteration or the
end of the loop, the end of the function.
"""

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from simnon.program import Type

from ..flow import Edge
from ..instructions import Checkpoint
from ..operations import zero
from ..writer import Frame, FunctionWriter
from .divergence import Divergence
from .variants import Variants
from .vectors import Value, Vectors

LIVE = "\0live"
"""A reserved local, whose name no program has: the lanes that have not returned."""


@dataclass(slots=True)
class Landing:
    """Where lanes can meet next, for control that has lost all of its lanes."""

    label: str
    edges: list[Edge]


class LaneState(NamedTuple):
    """What is known of the lanes at the current position."""

    landing: Landing | None = None
    met: int = 0
    """The locals that are live where the active lanes meet the inactive ones."""
    has_diverged: bool = False
    """Whether lanes that have not returned can be inactive."""
    in_arm: bool = False
    """Whether there is a branch that varies between here and the innermost loop."""
    is_flat: bool = False
    """Whether control gets here even if no lane is active."""


@dataclass(slots=True)
class LaneLoopTargets:
    """`is_left_by_all`: whether a `break` outside of branches that vary takes along every lane in the loop.

    The local `continued` has the lanes that wait for the next iteration.
    """

    again: str
    exit: str
    is_left_by_all: bool
    continued: str
    continues: list[Edge] = field(default_factory=list)
    breaks: list[Edge] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class LaneFrame(Frame):
    divergence: Divergence
    local_arrays: frozenset[str]
    loops: list[LaneLoopTargets] = field(default_factory=list)
    lane_state: LaneState = LaneState()
    free_of_array: dict[str, frozenset[int]] = field(default_factory=dict)
    """Elements that only the lanes in the function need."""
    is_loop: bool = False
    """Whether lanes that have returned do not need these either."""
    has_returned: bool = False
    """Whether lanes can have returned before."""
    has_caller_diverged: bool = False

    @property
    def has_others(self) -> bool:
        """Whether inactive lanes can need what is free."""
        may_return = self.has_returned or (self.divergence.has_varying_return and bool(self.loops))
        return self.lane_state.has_diverged or self.has_caller_diverged or (may_return and not self.is_loop)


class LaneWriter(FunctionWriter[Value, LaneFrame]):
    """`helpers` are the runtime functions that the written code calls."""

    target: ClassVar[str] = "lanes"

    def __init__(self, variants: Variants) -> None:
        super().__init__(variants.symbols)
        self.helpers: dict[str, None] = {}
        self.variants = variants
        self.vectors = Vectors(self.flow, variants.width)

    def helper(self, name: str) -> str:
        """The symbol of a runtime function."""
        self.helpers[name] = None
        return self.variants.helper(name)

    # Locals

    def set(self, name: str, type_: Type, value: Value) -> None:
        """Inactive lanes keep locals that are live."""
        divergence = self.frame.divergence
        if name not in divergence.varying:
            self.set_local(name, type_, value.operand, varies=False)
            return
        operand, old = self.vectors.widened(value, type_), self.flow.locals.get(name)
        if old is not None and divergence.liveness.bit_of_local[name] & self.frame.lane_state.met:
            operand = self.vectors.selected(self.vectors.type_of(type_, varies=True), operand, old)
        self.set_local(name, type_, operand, varies=True)

    def set_local(self, name: str, type_: Type, operand: str, *, varies: bool) -> None:
        self.flow.set(name, self.vectors.type_of(type_, varies=varies), operand)

    def initialise_live(self, names: tuple[str, ...], live: int) -> None:
        """Locals that lanes set at different times begin as zero, if they have no value."""
        divergence = self.frame.divergence
        for name in names:
            is_live = divergence.liveness.bit_of_local[name] & live
            if is_live and name in divergence.varying and name not in self.flow.locals:
                type_ = divergence.liveness.type_of_local[name]
                self.set_local(name, type_, zero(self.vectors.type_of(type_, varies=True)), varies=True)

    # Meeting

    def lose_all_lanes(self) -> None:
        """Every active lane has left: jump to where lanes can meet next."""
        self.vectors.here = self.vectors.no_lane
        if self.frame.lane_state.is_flat:
            return
        landing = self.frame.lane_state.landing
        assert landing is not None, "lanes: lanes diverge where they never meet again"
        landing.edges.append(self.flow.jump(landing.label))

    def check_lanes(self) -> None:
        """Continue only if a lane is left."""
        landing = self.frame.lane_state.landing
        if self.flow.label is None or landing is None or self.frame.lane_state.is_flat:
            return
        (here,) = self.flow.labels("here")
        landing.edges.append(self.flow.branch(self.vectors.has_any(self.vectors.here), here, landing.label))
        self.flow.start(here)

    def join(self, label: str, edges: list[Edge], mark: Checkpoint, live: int) -> None:
        """Begin the block where `edges` meet; a live local that an edge lacks is zero there, as no lane needs it."""
        names = dict.fromkeys(name for edge in edges for name in edge.locals)
        bits = self.frame.divergence.liveness.bit_of_local
        kept = [name for name in names if name[0:1] == "\0" or bits.get(name, 0) & live]
        filled = []
        for edge in edges:
            missing = {name: zero(self.flow.type_of_local[name]) for name in kept if name not in edge.locals}
            filled.append(Edge(edge.label, edge.locals | missing, edge.memory) if missing else edge)
        self.flow.join(label, filled, mark)

    def _join_returns(self, exit_: str, mark: Checkpoint) -> None:
        self.join(exit_, self.frame.returns, mark, 0)
