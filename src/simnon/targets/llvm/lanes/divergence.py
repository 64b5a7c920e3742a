"""Function + kinds of its arguments -> what varies from lane to lane within it.

A local varies if it is set to a value that varies, or if it is live where diverged lanes meet: after a branch whose
condition varies, after a loop that lanes leave in different iterations, at the next iteration of a loop that some lanes
have continued to before others.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import assert_never

from simnon.program import (
    Allocate,
    ArrayName,
    Break,
    Call,
    Constant,
    Continue,
    Do,
    Expression,
    For,
    Function,
    If,
    Load,
    Local,
    Operation,
    Return,
    Set,
    Statement,
    Store,
    Type,
    While,
    blocks_of,
    operands,
    postorder,
    statements_within,
)
from simnon.source import frozen

from .kinds import PER_LANE, SHARED, ArrayKind, Kind, Kinds, PerLane, Scalar, has_lanes
from .liveness import Liveness, find_liveness


@frozen
class LoopTraits:
    """How lanes diverge in a loop. `loses_lanes`: some can leave it, or the function, before the others."""

    has_varying_exit: bool
    has_varying_continue: bool
    loses_lanes: bool

    @property
    def diverges(self) -> bool:
        return self.has_varying_exit or self.has_varying_continue


ResultVaries = Callable[[str, Kinds], bool]
"""Whether the result of a function varies if it is called with arguments of these kinds."""


@dataclass(slots=True)
class Divergence:
    """What is known of one function for one choice of kinds."""

    function: Function
    kinds: Kinds
    liveness: Liveness
    kind_of_array: dict[str, ArrayKind]
    result_varies_of: ResultVaries
    varying: set[str] = field(default_factory=set)
    result_varies: bool = False
    has_varying_return: bool = False
    """Whether lanes can return from different points."""

    def varies(self, expression: Expression) -> bool:
        stack: list[bool] = []
        for node in postorder(expression):
            match node:
                case Constant():
                    stack.append(False)
                case Local(name=name):
                    stack.append(name in self.varying)
                case Operation(arguments=arguments):
                    start = len(stack) - len(arguments)
                    stack[start:] = [any(stack[start:])]
                case Load():
                    stack[-1] = self._load_varies(node, stack[-1])
                case Call():
                    start = len(stack) - len(operands(node))
                    stack[start:] = [self.result_varies_of(node.function, self._kinds_of(node, stack[start:]))]
                case _:
                    assert_never(node)
        return stack[0]

    def loop_traits(self, loop: While | For) -> LoopTraits:
        """Only a `continue` that varies counts; after it, no `break` takes all lanes along."""
        if isinstance(loop, For):
            is_varying_exit = self.varies(loop.start) or self.varies(loop.stop)
        else:
            is_varying_exit = self.varies(loop.condition)
        jumps = _Jumps()
        for block in blocks_of(loop):
            self._find_jumps(block, jumps, in_varying=False)
        is_counted = isinstance(loop, For)
        exits = jumps.has_varying_break or (jumps.has_varying_continue and (jumps.has_break or not is_counted))
        is_varying_exit = is_varying_exit or exits
        loses = is_varying_exit or jumps.has_varying_continue or (self.has_varying_return and jumps.has_return)
        return LoopTraits(is_varying_exit, jumps.has_varying_continue, loses)

    def kind_of(self, array: str) -> ArrayKind:
        """Tables of constants are shared, local arrays are per lane."""
        return self.kind_of_array.get(array, SHARED)

    def _load_varies(self, load: Load, is_index_varying: bool) -> bool:
        kind = self.kind_of(load.array)
        if isinstance(kind, PerLane):
            return not is_same(kind, load.index)
        return is_index_varying

    def _kinds_of(self, call: Call, varies: list[bool]) -> Kinds:
        waiting = iter(varies)
        kinds: list[Kind] = []
        for argument in call.arguments:
            if isinstance(argument, ArrayName):
                kind = self.kind_of(argument.name)
                if argument.offset is not None:
                    is_varying = next(waiting)
                    assert not is_varying, f"lanes: '{self.function.name}' passes a slice whose offset varies"
                    kind = PER_LANE if isinstance(kind, PerLane) else kind
                kinds.append(kind)
            else:
                kinds.append(Scalar(next(waiting)))
        return tuple(kinds)

    def _find_jumps(self, statements: tuple[Statement, ...], jumps: "_Jumps", *, in_varying: bool) -> None:
        for statement in statements:
            match statement:
                case Break():
                    jumps.has_break = True
                    jumps.has_varying_break |= in_varying
                case Continue():
                    jumps.has_varying_continue |= in_varying
                case Return():
                    jumps.has_return = True
                case If(condition=condition, then=then, otherwise=otherwise):
                    inside = in_varying or self.varies(condition)
                    self._find_jumps(then, jumps, in_varying=inside)
                    self._find_jumps(otherwise, jumps, in_varying=inside)
                case While() | For():
                    jumps.has_return |= any(isinstance(s, Return) for s in statements_within((statement,)))
                case _:
                    pass

    def _walk(self, statements: tuple[Statement, ...], met: int, *, has_diverged: bool) -> None:
        """`met` are the locals that are live where lanes meet; `has_diverged` is whether any lane can be inactive."""
        for statement in statements:
            match statement:
                case Set(name=name, value=value):
                    self._set(name, met, varies=self.varies(value))
                case If(condition=condition):
                    is_varying = self.varies(condition)
                    inside = met | self.liveness.after(statement) if is_varying else met
                    for block in blocks_of(statement):
                        self._walk(block, inside, has_diverged=has_diverged or is_varying)
                case While() | For():
                    self._walk_loop(statement, met, has_diverged=has_diverged)
                case Return(value=value):
                    self.has_varying_return |= has_diverged
                    self.result_varies |= has_diverged or (value is not None and self.varies(value))
                case Store() | Allocate() | Do() | Break() | Continue():
                    pass
                case _:
                    assert_never(statement)

    def _walk_loop(self, loop: While | For, met: int, *, has_diverged: bool) -> None:
        traits = self.loop_traits(loop)
        inside = met | self.met_in(loop, traits)
        if isinstance(loop, For):
            self._set(loop.name, inside, varies=self.varies(loop.start))
        for block in blocks_of(loop):
            self._walk(block, inside, has_diverged=has_diverged or traits.diverges)

    def met_in(self, loop: While | For, traits: LoopTraits) -> int:
        """The locals that are live where lanes meet again after diverging in the loop."""
        met = self.liveness.after(loop) if traits.has_varying_exit else 0
        return met | (self.liveness.at_next_iteration(loop) if traits.has_varying_continue else 0)

    def _set(self, name: str, met: int, *, varies: bool) -> None:
        if varies or self.liveness.bit_of_local[name] & met:
            self.varying.add(name)

    def solve(self) -> None:
        """Iterate until nothing more is found to vary."""
        before: tuple[int, bool, bool] | None = None
        while before != (now := (len(self.varying), self.result_varies, self.has_varying_return)):
            before = now
            self._walk(self.function.body, 0, has_diverged=False)


@dataclass(slots=True)
class _Jumps:
    has_break: bool = False
    has_varying_break: bool = False
    has_varying_continue: bool = False
    has_return: bool = False


def is_same(kind: PerLane, index: Expression) -> bool:
    """Whether all lanes have the same number at this index."""
    return isinstance(index, Constant) and int(index.value) in kind.same


def find_divergence(function: Function, kinds: Kinds, result_varies_of: ResultVaries) -> Divergence:
    arrays: dict[str, ArrayKind] = {}
    varying: set[str] = set()
    for parameter, kind in zip(function.parameters, kinds, strict=True):
        if isinstance(kind, Scalar):
            assert parameter.type is not Type.ARRAY, f"lanes: '{function.name}' is called with a number for an array"
            varying |= {parameter.name} if kind.varies else set()
        else:
            arrays[parameter.name] = kind
    has_diverged = has_lanes(kinds)
    for statement in statements_within(function.body):
        if isinstance(statement, Allocate):
            arrays[statement.array] = PER_LANE if has_diverged else SHARED
    found = Divergence(function, kinds, find_liveness(function), arrays, result_varies_of, varying)
    if has_diverged:
        found.solve()
    return found


def may_lose_lanes(*blocks: tuple[Statement, ...]) -> bool:
    """Whether control can leave `blocks` other than at their ends."""
    return any(_leaves(statement, in_loop=False) for block in blocks for statement in block)


def _leaves(statement: Statement, *, in_loop: bool) -> bool:
    if isinstance(statement, Return):
        return True
    if isinstance(statement, Break | Continue):
        return not in_loop
    inside = in_loop or isinstance(statement, While | For)
    return any(_leaves(inner, in_loop=inside) for block in blocks_of(statement) for inner in block)
