"""Function -> the text of an LLVM function that runs in all lanes at once, its inline callees written into it.

What is the same in all lanes is computed once, as in scalar code; what varies is a vector with a number a
lane. `MASK` are the lanes that are where control is: it is never empty there. A branch whose condition varies
is gone through by both kinds of lanes, one after the other; `break`, `continue` and `return` take lanes out of
the mask until they meet the others again. Where none is left, control jumps to where lanes may meet next: the
end of the innermost such branch, the next round or the end of the loop, the end of the function.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, assert_never

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
    expressions_of,
    operands,
    postorder,
    type_of,
)

from ..effects import arrays_written_in, locals_set_in, returns_only_at_end, size_of_local_arrays
from ..flow import Edge, Flow, Phi
from ..instructions import Mark, is_literal
from ..operations import (
    LIBRARY_FUNCTIONS,
    LLVM_TYPE,
    constant_operand,
    emit_operation,
    same_in_all,
    vector,
)
from .cells import NOTHING, moved
from .divergence import Divergence, LoopTraits, is_same, may_lose_lanes
from .kinds import VARYING, PerLane, Scalar, has_lanes
from .variants import Variant, Variants

RESULT, MASK, LIVE = "\0result", "\0mask", "\0live"
"""Locals of our own, whose names no program has: what is returned, the lanes here, those that have not returned."""

ZERO_OF_TYPE = {"double": "0.0", "i64": "0", "i1": "false"}
LARGEST_LOCALS = 16384
"""Numbers a lane in all local arrays of one function: they lie on the stack of the calling thread."""


KEEP_ONE_LOOP = 'call void asm sideeffect "", ""() nounwind'
"""At the end of a round. Without it LLVM makes two nested loops of one that has a way back on which little changes, and
computes what rare branches need ahead of the inner one."""
MOST_OF_A_FLAT_ARM = 12
MOST_CELLS = 200
"""So many elements of arrays are kept in registers, or rather on the stack: a store there needs no mask."""
TOO_MANY = 1000


class Value(NamedTuple):
    operand: str
    varies: bool


@dataclass(slots=True)
class Landing:
    """Where lanes may meet next, for control that has lost all of its lanes."""

    label: str
    edges: list[Edge]


Place: TypeAlias = tuple[Landing | None, int, bool, bool]
"""What a frame knows of the place that is written: `landing`, `met`, `is_parted`, `in_arm`."""


@dataclass(slots=True)
class Loop:
    """`is_left_by_all`: whether a `break` outside of branches that vary takes along every lane in the loop.

    The local `continued` has the lanes that wait for the next round.
    """

    again: str
    exit: str
    is_left_by_all: bool
    continued: str
    continues: list[Edge] = field(default_factory=list)
    breaks: list[Edge] = field(default_factory=list)


@dataclass(slots=True)
class Frame:
    """One function that is being written, at the top or into another."""

    divergence: Divergence
    pointer_of_array: dict[str, str]
    local_arrays: frozenset[str]
    exit: str | None
    """Where the returns of a function that has several meet."""
    returns: list[Edge] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    landing: Landing | None = None
    met: int = 0
    """The locals that lanes still want where they meet those that are elsewhere now."""
    is_parted: bool = False
    """Whether lanes that have not returned may be elsewhere."""
    in_arm: bool = False
    """Whether there is a branch that varies between here and the innermost loop."""
    is_flat: bool = False
    """Whether control is here also where no lane is."""
    free_of_array: dict[str, frozenset[int]] = field(default_factory=dict)
    """Elements that only the lanes need that are in the function."""
    is_loop: bool = False
    """Whether lanes that have returned need none of these either."""
    has_returned: bool = False
    """Whether lanes may have returned before."""
    is_caller_parted: bool = False

    @property
    def has_others(self) -> bool:
        """Whether lanes that need what is free may be elsewhere."""
        may_return = self.has_returned or (self.divergence.has_varying_return and bool(self.loops))
        return self.is_parted or self.is_caller_parted or (may_return and not self.is_loop)


class Copy(NamedTuple):
    """Of the elements `cells` of an array."""

    pointer: str
    original: str
    cells: tuple[int, ...]


class LaneEmitter:
    """Writes one variant of a function; `called` are the variants it calls."""

    def __init__(self, variant: Variant, variants: Variants) -> None:
        self.called: dict[Variant, None] = {}
        self.flow = Flow()
        self.helpers: dict[str, None] = {}
        self._to = self.flow.to
        self._variants = variants
        self._symbols = variants.symbols
        self._width = variants.width
        self._numbers = vector("double", self._width)
        self._mask_type = vector("i1", self._width)
        self._no_lane = self._zero(self._mask_type)
        self._local_numbers = 0
        divergence = variants.divergence(variant)
        given = [Value(f"%p{n}", kind == VARYING) for n, kind in enumerate(variant.kinds)]
        self._frame = self._enter(divergence, given, "%mask" if has_lanes(variant.kinds) else "")
        names = [parameter.name for parameter in divergence.function.parameters]
        self._frame.free_of_array = dict(zip(names, variant.free, strict=False))
        self._copies = self._make_copies(variant)

    def emit(self) -> list[str]:
        """The lines between the braces."""
        frame = self._frame
        function = frame.divergence.function
        self._block(function.body)
        self._leave(frame, self._to.mark())
        for copy in self._copies:
            self._copy_cells(copy, copy.pointer, copy.original)
        result_type = self._result_type(frame.divergence)
        if self.flow.label is not None:
            self.flow.end("ret void" if function.result is None else f"ret {result_type} {self.flow.locals[RESULT]}")
        return ["entry:", *self._to.allocations, *self._to.lines]

    # Functions

    def _make_copies(self, variant: Variant) -> list[Copy]:
        """Local copies of arrays whose elements are all known: LLVM keeps those in registers, one by one."""
        own = self._variants.convention.loops.get(variant.function)
        if own is None:
            return []
        frame = self._frame
        frame.is_loop = True
        uses = {
            parameter.name: use
            for parameter in frame.divergence.function.parameters
            if parameter.type is Type.ARRAY and isinstance(frame.divergence.kind_of(parameter.name), PerLane)
            if (use := self._variants.uses.use(variant.function, parameter.name)).touched
        }
        if sum(len(use.touched) for use in uses.values()) > MOST_CELLS:
            return []
        copies = []
        for array, use in uses.items():
            free = use.touched - use.exposed - own[array] if array in own else NOTHING
            copy = Copy(
                self._to.allocate((max(use.touched) + 1) * self._width, 64),
                frame.pointer_of_array[array],
                tuple(sorted(use.touched - free)),
            )
            self._copy_cells(copy, copy.original, copy.pointer)
            frame.pointer_of_array[array] = copy.pointer
            frame.free_of_array[array] = free
            copies.append(copy)
        written = {parameter.name for parameter in frame.divergence.function.parameters if parameter.is_written}
        return [copy for array, copy in zip(uses, copies, strict=True) if array in written]

    def _copy_cells(self, copy: Copy, source: str, target: str) -> None:
        """Nothing is known of either array before or after: what is the same in all lanes is loaded as one number."""
        if self.flow.label is not None:
            self._to.forget(source)
            for cell in copy.cells:
                self._to.store(target, str(cell), self._to.load(source, str(cell), self._numbers), self._numbers)
            self._to.forget(source)
            self._to.forget(target)

    def _enter(self, divergence: Divergence, given: list[Value], mask: str) -> Frame:
        function = divergence.function
        self.flow.locals, self.flow.type_of_local = {}, {}
        pointers: dict[str, str] = {}
        for parameter, value in zip(function.parameters, given, strict=True):
            if parameter.type is Type.ARRAY:
                pointers[parameter.name] = value.operand
            elif parameter.name in divergence.varying:
                self._set_local(parameter.name, parameter.type, self._widened(value, parameter.type), varies=True)
            else:
                self._set_local(parameter.name, parameter.type, value.operand, varies=False)
        sizes = size_of_local_arrays(function)
        for array, size in sizes.items():
            self._local_numbers += size
            is_per_lane = isinstance(divergence.kind_of(array), PerLane)
            pointers[array] = self._to.allocate(size * self._width if is_per_lane else size, 64 if is_per_lane else 16)
        assert self._local_numbers <= LARGEST_LOCALS, f"lanes: '{function.name}' needs too large local arrays"
        exit_ = None if returns_only_at_end(function) else self.flow.labels("return")[0]
        frame = Frame(divergence, pointers, frozenset(sizes), exit_)
        if mask:
            self.flow.set(MASK, self._mask_type, mask)
        if divergence.has_varying_return:
            assert exit_ is not None, f"lanes: '{function.name}' returns from one place"
            self.flow.set(LIVE, self._mask_type, mask)
            frame.landing = Landing(exit_, frame.returns)
            if function.result is not None:
                self.flow.set(RESULT, self._result_type(divergence), self._zero(self._result_type(divergence)))
        return frame

    def _leave(self, frame: Frame, mark: Mark) -> None:
        """Come to the end of the function, from everywhere it returns."""
        if frame.exit is not None:
            if self.flow.label is not None:
                frame.returns.append(self.flow.jump(frame.exit))
            self._join(frame.exit, frame.returns, mark, 0)

    def _result_type(self, divergence: Divergence) -> str:
        result = divergence.function.result
        if result is None:
            return "void"
        return vector(LLVM_TYPE[result], self._width if divergence.result_varies else 0)

    def _return(self, value: Value | None) -> None:
        frame = self._frame
        divergence = frame.divergence
        if value is not None:
            type_ = divergence.function.result
            assert type_ is not None, f"lanes: '{divergence.function.name}' has no result"
            operand = self._widened(value, type_) if divergence.result_varies else value.operand
            if divergence.has_varying_return:
                operand = self._selected(self._result_type(divergence), operand, self.flow.locals[RESULT])
            self.flow.set(RESULT, self._result_type(divergence), operand)
        if frame.is_parted:
            frame.has_returned = True
            live = self._to.compute(f"xor {self._mask_type} {self._mask}, {self._literal('i1', 'true')}")
            live = self._to.compute(f"and {self._mask_type} {self.flow.locals[LIVE]}, {live}")
            self.flow.locals[LIVE] = live
            self._lose_all_lanes()
        elif frame.exit is not None:
            frame.returns.append(self.flow.jump(frame.exit))

    # Masks

    @property
    def _mask(self) -> str:
        return self.flow.locals[MASK]

    def _any(self, mask: str) -> str:
        if self._width == 1:
            return mask
        bits = self._to.compute(f"bitcast {self._mask_type} {mask} to i{self._width}")
        return self._to.compute(f"icmp ne i{self._width} {bits}, 0")

    def _and(self, one: str, other: str) -> str:
        return self._to.compute(f"and {self._mask_type} {one}, {other}")

    def _or(self, one: str, other: str) -> str:
        if self._no_lane in (one, other):
            return one if other == self._no_lane else other
        return self._to.compute(f"or {self._mask_type} {one}, {other}")

    def _not(self, mask: str) -> str:
        return self._to.compute(f"xor {self._mask_type} {mask}, {self._literal('i1', 'true')}")

    def _selected(self, type_: str, new: str, old: str) -> str:
        """The new value in the lanes that are here, the old one in the others."""
        return self._to.compute(f"select {self._mask_type} {self._mask}, {type_} {new}, {type_} {old}")

    def _literal(self, type_: str, literal: str) -> str:
        return same_in_all(type_, literal, self._width)

    def _widened(self, value: Value, type_: Type) -> str:
        """The same in all lanes as a vector."""
        if value.varies:
            return value.operand
        scalar = LLVM_TYPE[type_]
        if is_literal(value.operand) or self._width == 1:
            return self._literal(scalar, value.operand)
        lanes = vector(scalar, self._width)
        first = self._to.compute(f"insertelement {lanes} poison, {scalar} {value.operand}, i64 0")
        zeros = f"<{self._width} x i32> zeroinitializer"
        return self._to.compute(f"shufflevector {lanes} {first}, {lanes} poison, {zeros}")

    def _lose_all_lanes(self) -> None:
        """Every lane here has gone elsewhere: go to where lanes may meet next."""
        self.flow.locals[MASK] = self._no_lane
        if self._frame.is_flat:
            return
        landing = self._frame.landing
        assert landing is not None, "lanes: lanes part where they never meet again"
        landing.edges.append(self.flow.jump(landing.label))

    def _check_lanes(self) -> None:
        """Go on only where a lane is left."""
        landing = self._frame.landing
        if self.flow.label is None or landing is None or self._frame.is_flat:
            return
        (here,) = self.flow.labels("here")
        landing.edges.append(self.flow.branch(self._any(self._mask), here, landing.label))
        self.flow.start(here)

    def _join(self, label: str, edges: list[Edge], mark: Mark, wanted: int) -> None:
        """Begin the block where `edges` meet; a local that is wanted has no lane that wants it where it is missing."""
        names = dict.fromkeys(name for edge in edges for name in edge.locals)
        bits = self._frame.divergence.liveness.bit_of_local
        kept = [name for name in names if name[0:1] == "\0" or bits.get(name, 0) & wanted]
        filled = []
        for edge in edges:
            missing = {name: self._zero(self.flow.type_of_local[name]) for name in kept if name not in edge.locals}
            filled.append(Edge(edge.label, edge.locals | missing, edge.memory) if missing else edge)
        self.flow.join(label, filled, mark)

    def _zero(self, type_: str) -> str:
        return ZERO_OF_TYPE.get(type_, "zeroinitializer")

    # Statements

    def _block(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            if self.flow.label is None:
                return
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Set(name=name, value=value):
                type_ = type_of(value)
                assert type_ is not None, f"lanes: '{name}' is set to a call without result"
                self._set(name, type_, self._value(value))
            case Store(array=array, index=index, value=value):
                stored = self._value(value)
                self._store(array, index, self._value(index), stored)
            case Allocate(array=array, size=size):
                self._allocate(array, size)
            case If():
                self._if(statement)
            case While():
                self._while(statement)
            case For():
                self._for(statement)
            case Break():
                self._break()
            case Continue():
                self._continue()
            case Return(value=value):
                self._return(None if value is None else self._value(value))
            case Do(call=call):
                self._value(call)
            case _:
                assert_never(statement)

    def _set(self, name: str, type_: Type, value: Value) -> None:
        divergence = self._frame.divergence
        if name not in divergence.varying:
            self._set_local(name, type_, value.operand, varies=False)
            return
        operand, old = self._widened(value, type_), self.flow.locals.get(name)
        if old is not None and divergence.liveness.bit_of_local[name] & self._frame.met:
            operand = self._selected(vector(LLVM_TYPE[type_], self._width), operand, old)
        self._set_local(name, type_, operand, varies=True)

    def _set_local(self, name: str, type_: Type, operand: str, *, varies: bool) -> None:
        self.flow.set(name, vector(LLVM_TYPE[type_], self._width if varies else 0), operand)

    def _make_wanted(self, names: tuple[str, ...], wanted: int) -> None:
        """Locals that lanes set at different times begin as zero, where they have no value yet."""
        divergence = self._frame.divergence
        for name in names:
            is_wanted = divergence.liveness.bit_of_local[name] & wanted
            if is_wanted and name in divergence.varying and name not in self.flow.locals:
                type_ = divergence.liveness.type_of_local[name]
                zero = self._zero(vector(LLVM_TYPE[type_], self._width))
                self._set_local(name, type_, zero, varies=True)

    def _break(self) -> None:
        loop = self._frame.loops[-1]
        if loop.is_left_by_all and not self._frame.in_arm:
            loop.breaks.append(self.flow.jump(loop.exit))
        else:
            self._lose_all_lanes()

    def _continue(self) -> None:
        loop = self._frame.loops[-1]
        if not self._frame.in_arm:
            loop.continues.append(self.flow.jump(loop.again))
            return
        self.flow.locals[loop.continued] = self._or(self.flow.locals[loop.continued], self._mask)
        self._lose_all_lanes()

    def _allocate(self, array: str, size: int) -> None:
        pointer = self._pointer(array)
        if not isinstance(self._frame.divergence.kind_of(array), PerLane):
            self._to.zero(pointer, size)
        elif not self._frame.is_parted:
            self._to.zero(pointer, size * self._width)
        else:
            self.helpers["clear"] = None
            symbol = self._variants.helper("clear")
            self._to.write(f"call void {symbol}(ptr {pointer}, i64 {size}, {self._mask_type} {self._mask})")
            self._to.forget(pointer)

    # Branches

    def _if(self, statement: If) -> None:
        condition = self._value(statement.condition)
        if condition.varies:
            self._varying_if(statement, condition.operand)
        else:
            self._uniform_if(statement, condition.operand)

    def _uniform_if(self, statement: If, condition: str) -> None:
        then, otherwise, end = self.flow.labels("then", "else", "end")
        mark = self._to.mark()
        edges = []
        start = self.flow.branch(condition, then, otherwise if statement.otherwise else end)
        if not statement.otherwise:
            edges.append(start)
        for label, arm in ((then, statement.then), (otherwise, statement.otherwise)):
            if arm or label == then:
                self.flow.start_after(label, start, mark)
                self._block(arm)
                if self.flow.label is not None:
                    edges.append(self.flow.jump(end))
        self._join(end, edges, mark, self._frame.divergence.liveness.after(statement))

    def _varying_if(self, statement: If, condition: str) -> None:
        """First the lanes for which the condition holds, then the others."""
        frame = self._frame
        wanted = frame.divergence.liveness.after(statement)
        self._make_wanted(locals_set_in(statement.then, statement.otherwise), wanted | frame.met)
        outer, before = self._mask, dict(self.flow.locals)
        others = self._and(outer, self._not(condition))
        after_then = self._arm(statement.then, self._and(outer, condition), wanted)
        after_otherwise = others
        if statement.otherwise:
            self._restore(locals_set_in(statement.then), before, wanted | frame.met)
            self.flow.locals[MASK] = outer
            after_otherwise = self._arm(statement.otherwise, others, wanted)
        if may_lose_lanes(statement.then, statement.otherwise):
            self.flow.locals[MASK] = self._or(after_then, after_otherwise)
            self._check_lanes()
        else:
            self.flow.locals[MASK] = outer

    def _restore(self, names: tuple[str, ...], before: dict[str, str], kept: int) -> None:
        """Locals that one arm has set have their old values in the other; those in `kept` have them lane by lane."""
        for name in names:
            if not self._frame.divergence.liveness.bit_of_local[name] & kept:
                self.flow.locals.pop(name, None)
                if name in before:
                    self.flow.locals[name] = before[name]

    def _arm(self, statements: tuple[Statement, ...], mask: str, wanted: int) -> str:
        """Run `statements` in the lanes of `mask`, unless there are none; the lanes that come to their end."""
        if self._frame.is_flat or self._cost(statements) <= MOST_OF_A_FLAT_ARM:
            return self._flat_arm(statements, mask, wanted)
        return self._branching_arm(statements, mask, wanted)

    def _cost(self, statements: tuple[Statement, ...]) -> int:
        """How many instructions, or too many where they must not run unless a lane wants them."""
        divergence = self._frame.divergence
        cost = 0
        for statement in statements:
            match statement:
                case Set() | Store() | Return():
                    cost += 1 + sum(map(cost_of, expressions_of(statement)))
                    if isinstance(statement, Store) and not isinstance(divergence.kind_of(statement.array), PerLane):
                        return TOO_MANY
                    if isinstance(statement, Store) and not isinstance(statement.index, Constant):
                        return TOO_MANY
                case If(condition=condition) if divergence.varies(condition):
                    cost += 2 + cost_of(condition) + sum(map(self._cost, blocks_of(statement)))
                case Break() | Continue():
                    cost += 1
                case _:
                    return TOO_MANY
        return cost

    def _flat_arm(self, statements: tuple[Statement, ...], mask: str, wanted: int) -> str:
        """Without a jump over it: a jump that is not foreseen costs more."""
        frame = self._frame
        before = frame.landing, frame.met, frame.is_parted, frame.in_arm, frame.is_flat
        frame.met |= wanted
        frame.is_parted = frame.in_arm = frame.is_flat = True
        self.flow.locals[MASK] = mask
        for statement in statements:
            self._statement(statement)
            if isinstance(statement, Break | Continue | Return):
                break
        frame.landing, frame.met, frame.is_parted, frame.in_arm, frame.is_flat = before
        return self._mask

    def _branching_arm(self, statements: tuple[Statement, ...], mask: str, wanted: int) -> str:
        frame = self._frame
        arm, end = self.flow.labels("arm", "end")
        is_any = self._any(mask)
        mark = self._to.mark()
        start = self.flow.branch(is_any, arm, end)
        skipped = Edge(start.label, start.locals | {MASK: self._no_lane}, start.memory)
        self.flow.start_after(arm, start, mark)
        self.flow.locals[MASK] = mask
        landing = Landing(end, [skipped])
        before = frame.landing, frame.met, frame.is_parted, frame.in_arm
        frame.landing, frame.met, frame.is_parted, frame.in_arm = landing, frame.met | wanted, True, True
        self._block(statements)
        if self.flow.label is not None:
            landing.edges.append(self.flow.jump(end))
        frame.landing, frame.met, frame.is_parted, frame.in_arm = before
        self._join(end, landing.edges, mark, wanted | frame.met)
        return self._mask

    # Loops

    def _while(self, statement: While) -> None:
        frame = self._frame
        divergence = frame.divergence
        traits = divergence.loop_traits(statement)
        blocks = (statement.header, statement.body)
        names = locals_set_in(*blocks)
        wanted = self._begin_loop(statement, names, traits)
        entry_mask = self.flow.locals.get(MASK, "")
        header, body, latch, end = self.flow.labels("header", "body", "latch", "end")
        mark = self._to.mark()
        entry = self.flow.jump(header)
        own = (MASK, LIVE, RESULT) if traits.loses_lanes else ()
        phis = self.flow.start_loop(header, entry, (*names, *own), self._pointers_written_in(*blocks))
        loop = self._make_loop(latch if traits.has_varying_continue else header, end, traits)
        before = self._enter_loop(loop, traits, wanted)
        inside = self._to.mark()
        self._block(statement.header)
        if self.flow.label is not None and not is_always(statement.condition):
            self._leave_where_false(self._value(statement.condition), body, loop)
        self._block(statement.body)
        if self.flow.label is not None:
            self._to.write(KEEP_ONE_LOOP)
            loop.continues.append(self.flow.jump(loop.again))
        self._exit_loop(before)
        backs = loop.continues
        if traits.has_varying_continue:
            self._join(latch, loop.continues, inside, divergence.liveness.at_next_round(statement) | wanted)
            backs = []
            if self.flow.label is not None:
                self.flow.locals[MASK] = self._or(self._mask, self.flow.locals[loop.continued])
                backs = [self.flow.branch(self._any(self._mask), header, end)]
                loop.breaks += backs
        self._end_loop(phis, entry, backs, loop, mark, divergence.liveness.after(statement), entry_mask, traits)

    def _leave_where_false(self, condition: Value, body: str, loop: Loop) -> None:
        if not condition.varies and loop.is_left_by_all:
            loop.breaks.append(self.flow.branch(condition.operand, body, loop.exit))
        else:
            self.flow.locals[MASK] = self._and(self._mask, self._widened(condition, Type.BOOL))
            landing = self._frame.landing
            assert landing is not None
            landing.edges.append(self.flow.branch(self._any(self._mask), body, landing.label))
        self.flow.start(body)

    def _for(self, statement: For) -> None:
        frame = self._frame
        divergence = frame.divergence
        traits = divergence.loop_traits(statement)
        start, stop = self._value(statement.start), self._value(statement.stop)
        names = locals_set_in((statement,))
        wanted = self._begin_loop(statement, names, traits)
        entry_mask = self.flow.locals.get(MASK, "")
        body, latch, end = self.flow.labels("body", "latch", "end")
        mark = self._to.mark()
        compare = "slt" if statement.step > 0 else "sgt"
        is_some = self._on_ints(f"icmp {compare}", start, stop)
        entry = self.flow.branch(self._keep(is_some), body, end)
        loop = self._make_loop(latch, end, traits)
        loop.breaks.append(entry)
        own = (MASK, LIVE, RESULT) if traits.loses_lanes else ()
        phis = self.flow.start_loop(body, entry, (*names, *own), self._pointers_written_in(statement.body))
        line, counter = self._to.reserve(), Value(f"%v{self._to.fresh()}", start.varies)
        before = self._enter_loop(loop, traits, wanted)
        self._set(statement.name, Type.INT, counter)
        inside = self._to.mark()
        self._block(statement.body)
        if self.flow.label is not None:
            loop.continues.append(self.flow.jump(latch))
        self._exit_loop(before)
        self._join(latch, loop.continues, inside, divergence.liveness.at_next_round(statement) | wanted)
        ways = [f"[{start.operand}, %{entry.label}]"]
        backs = []
        if self.flow.label is not None:
            following, is_more = self._following(counter, stop, statement.step)
            if traits.has_varying_continue:
                self.flow.locals[MASK] = self._or(self._mask, self.flow.locals[loop.continued])
            more = self._keep(is_more)
            if traits.has_varying_continue and not is_more.varies:
                more = self._to.compute(f"and i1 {more}, {self._any(self._mask)}")
            backs = [self.flow.branch(more, body, end)]
            loop.breaks += backs
            ways.append(f"[{following.operand}, %{backs[0].label}]")
        ints = vector("i64", self._width if start.varies else 0)
        self._to.lines[line] = f"  {counter.operand} = phi {ints} {', '.join(ways)}"
        self._end_loop(phis, entry, backs, loop, mark, divergence.liveness.after(statement), entry_mask, traits)

    def _keep(self, condition: Value) -> str:
        """Keep the lanes for which the condition holds; whether there are any."""
        if not condition.varies:
            return condition.operand
        self.flow.locals[MASK] = self._and(self._mask, condition.operand)
        return self._any(self._mask)

    def _on_ints(self, instruction: str, one: Value, other: Value) -> Value:
        """Where one of them varies, in all lanes."""
        varies = one.varies or other.varies
        operands_ = [self._widened(value, Type.INT) if varies else value.operand for value in (one, other)]
        ints = vector("i64", self._width if varies else 0)
        return Value(self._to.compute(f"{instruction} {ints} {operands_[0]}, {operands_[1]}"), varies)

    def _following(self, counter: Value, stop: Value, step: int) -> tuple[Value, Value]:
        """The next value of a counter and whether it is still in the range, without ever overflowing."""
        following = self._on_ints("add", counter, Value(str(step), False))
        if step in (1, -1):
            return following, self._on_ints("icmp slt" if step > 0 else "icmp sgt", following, stop)
        distance = self._on_ints("sub", *((stop, counter) if step > 0 else (counter, stop)))
        return following, self._on_ints("icmp ugt", distance, Value(str(abs(step)), False))

    def _begin_loop(self, loop: While | For, names: tuple[str, ...], traits: LoopTraits) -> int:
        """The locals that lanes want where they meet after parting in the loop."""
        met = self._frame.divergence.met_in(loop, traits)
        self._make_wanted(names, met | self._frame.met)
        return met

    def _make_loop(self, again: str, exit_: str, traits: LoopTraits) -> Loop:
        return Loop(again, exit_, not traits.has_varying_continue, f"\0continued {self._to.fresh()}")

    def _enter_loop(self, loop: Loop, traits: LoopTraits, wanted: int) -> Place:
        frame = self._frame
        before = frame.landing, frame.met, frame.is_parted, frame.in_arm
        frame.loops.append(loop)
        if traits.loses_lanes:
            is_next = traits.has_varying_continue
            frame.landing = Landing(loop.again if is_next else loop.exit, loop.continues if is_next else loop.breaks)
        frame.met |= wanted
        frame.is_parted |= traits.parts_lanes
        frame.in_arm = False
        if traits.has_varying_continue:
            self.flow.set(loop.continued, self._mask_type, self._no_lane)
        return before

    def _exit_loop(self, before: Place) -> None:
        frame = self._frame
        frame.loops.pop()
        frame.landing, frame.met, frame.is_parted, frame.in_arm = before

    def _end_loop(
        self,
        phis: list[Phi],
        entry: Edge,
        backs: list[Edge],
        loop: Loop,
        mark: Mark,
        live: int,
        entry_mask: str,
        traits: LoopTraits,
    ) -> None:
        self.flow.fill(phis, [entry, *backs])
        self._join(loop.exit, loop.breaks, mark, live | self._frame.met)
        if self.flow.label is None or not traits.loses_lanes:
            return
        self.flow.locals[MASK] = entry_mask
        if self._frame.divergence.has_varying_return:
            self.flow.locals[MASK] = self._and(entry_mask, self.flow.locals[LIVE])
            self._check_lanes()

    # Arrays

    def _pointers_written_in(self, *blocks: tuple[Statement, ...]) -> list[str]:
        return [self._pointer(array) for array in arrays_written_in(self._symbols.functions, *blocks)]

    def _pointer(self, array: str) -> str:
        pointer = self._frame.pointer_of_array.get(array)
        return self._symbols.constant_symbol[array] if pointer is None else pointer

    def _store(self, array: str, index: Expression, at: Value, stored: Value) -> None:
        frame = self._frame
        kind, pointer = frame.divergence.kind_of(array), self._pointer(array)
        name = frame.divergence.function.name
        if at.varies:
            self._scatter(pointer, at.operand, self._widened(stored, Type.FLOAT), is_per_lane=isinstance(kind, PerLane))
        elif isinstance(kind, PerLane):
            assert not is_same(kind, index), f"lanes: '{name}' writes to '{array}' where all lanes are the same"
            value = self._widened(stored, Type.FLOAT)
            is_local = array in frame.local_arrays and not frame.is_parted
            if not is_local and not (at.operand.isdigit() and int(at.operand) in self._free(array)):
                value = self._selected(self._numbers, value, self._to.load(pointer, at.operand, self._numbers))
            self._to.store(pointer, at.operand, value, self._numbers)
        else:
            assert not stored.varies, f"lanes: '{name}' stores what varies in the shared array '{array}'"
            self._to.store(pointer, at.operand, stored.operand)

    def _free(self, array: str) -> frozenset[int]:
        """The elements that no lane needs that is not here."""
        return NOTHING if self._frame.has_others else self._frame.free_of_array.get(array, NOTHING)

    def _load(self, load: Load, index: Value) -> Value:
        kind, pointer = self._frame.divergence.kind_of(load.array), self._pointer(load.array)
        if isinstance(kind, PerLane):
            if is_same(kind, load.index):
                return Value(self._to.load(pointer, index.operand, self._numbers, "double"), False)
            if not index.varies:
                return Value(self._to.load(pointer, index.operand, self._numbers), True)
            return Value(self._gather(pointer, index.operand, is_per_lane=True), True)
        if index.varies:
            return Value(self._gather(pointer, index.operand, is_per_lane=False), True)
        return Value(self._to.load(pointer, index.operand), False)

    def _places(self, pointer: str, index: str, *, is_per_lane: bool) -> str:
        """The addresses of a different element in each lane."""
        ints = vector("i64", self._width)
        if is_per_lane and self._width > 1:
            scaled = self._to.compute(f"mul {ints} {index}, {self._literal('i64', str(self._width))}")
            lanes = "<" + ", ".join(f"i64 {lane}" for lane in range(self._width)) + ">"
            index = self._to.compute(f"add {ints} {scaled}, {lanes}")
        return self._to.compute(f"getelementptr double, ptr {pointer}, {ints} {index}")

    def _gather(self, pointer: str, index: str, *, is_per_lane: bool) -> str:
        if self._width == 1:
            return self._to.load(pointer, index)
        places = self._places(pointer, index, is_per_lane=is_per_lane)
        lanes = self._width
        pointers = vector("ptr", lanes)
        signature = f"{self._numbers} @llvm.masked.gather.v{lanes}f64.v{lanes}p0"
        self._to.library[signature] = f"{pointers}, i32, {self._mask_type}, {self._numbers}"
        arguments = f"{pointers} {places}, i32 8, {self._mask_type} {self._mask}, {self._numbers} zeroinitializer"
        return self._to.compute_reading(f"call {signature}({arguments})", [pointer])

    def _scatter(self, pointer: str, index: str, value: str, *, is_per_lane: bool) -> None:
        if self._width == 1:
            self._to.store(pointer, index, value)
            return
        places = self._places(pointer, index, is_per_lane=is_per_lane)
        lanes = self._width
        pointers = vector("ptr", lanes)
        signature = f"void @llvm.masked.scatter.v{lanes}f64.v{lanes}p0"
        self._to.library[signature] = f"{self._numbers}, {pointers}, i32, {self._mask_type}"
        arguments = f"{self._numbers} {value}, {pointers} {places}, i32 8, {self._mask_type} {self._mask}"
        self._to.write(f"call {signature}({arguments})")
        self._to.forget(pointer)

    # Values

    def _value(self, expression: Expression) -> Value:
        stack: list[Value] = []
        for node in postorder(expression):
            match node:
                case Constant():
                    stack.append(Value(constant_operand(node), False))
                case Operation():
                    start = len(stack) - len(node.arguments)
                    stack[start:] = [self._operation(node, stack[start:])]
                case Load():
                    stack[-1] = self._load(node, stack[-1])
                case Local(name=name):
                    stack.append(Value(self._local(name), name in self._frame.divergence.varying))
                case Call():
                    start = len(stack) - len(operands(node))
                    stack[start:] = [self._call(node, stack[start:])]
                case _:
                    assert_never(node)
        return stack[0]

    def _local(self, name: str) -> str:
        operand = self.flow.locals.get(name)
        function = self._frame.divergence.function.name
        assert operand is not None, f"lanes: '{function}' reads '{name}' before it is set"
        return operand

    def _operation(self, operation: Operation, arguments: list[Value]) -> Value:
        if not any(argument.varies for argument in arguments):
            return Value(emit_operation(operation, [argument.operand for argument in arguments], self._to), False)
        types = [type_of(argument) or Type.FLOAT for argument in operation.arguments]
        widened = [self._widened(argument, type_) for argument, type_ in zip(arguments, types, strict=True)]
        if operation.operator in LIBRARY_FUNCTIONS and self._width > 1:
            self.helpers[operation.operator] = None
            given = ", ".join(f"{self._numbers} {operand}" for operand in widened)
            symbol = self._variants.helper(operation.operator)
            text = f"call {self._numbers} {symbol}({given}, {self._mask_type} {self._mask})"
            return Value(self._to.compute(text), True)
        return Value(emit_operation(operation, widened, self._to, self._width), True)

    # Calls

    def _call(self, call: Call, scalars: list[Value]) -> Value:
        divergence = self._frame.divergence
        waiting = iter(scalars)
        given = [
            self._part(argument, waiting) if isinstance(argument, ArrayName) else next(waiting)
            for argument in call.arguments
        ]
        kinds = tuple(
            divergence.kind_of(a.name) if isinstance(a, ArrayName) else Scalar(value.varies)
            for a, value in zip(call.arguments, given, strict=True)
        )
        kinds = tuple(
            PerLane() if isinstance(a, ArrayName) and a.offset is not None and isinstance(kind, PerLane) else kind
            for a, kind in zip(call.arguments, kinds, strict=True)
        )
        variant = self._variants.variant(call.function, kinds)
        callee = self._symbols.functions[call.function]
        if callee.is_inline:
            assert all(not isinstance(a, ArrayName) or a.offset is None for a in call.arguments), callee.name
            return self._inline(variant, call, given)
        variant = self._with_free(variant, call, scalars)
        arrays = [self._pointer(argument.name) for argument in call.arguments if isinstance(argument, ArrayName)]
        return self._call_variant(variant, given, arrays)

    def _with_free(self, variant: Variant, call: Call, scalars: list[Value]) -> Variant:
        """The same, knowing what no lane needs that is not here."""
        waiting = iter(scalars)
        free = []
        for parameter, argument in zip(self._symbols.functions[call.function].parameters, call.arguments, strict=True):
            offset = "0"
            if not isinstance(argument, ArrayName) or argument.offset is not None:
                offset = next(waiting).operand
            cells = NOTHING
            if isinstance(argument, ArrayName) and offset.isdigit():
                cells = moved(self._free(argument.name), -int(offset))
                cells &= self._variants.uses.use(call.function, parameter.name).touched if cells else NOTHING
            free.append(cells)
        is_own = call.function not in self._symbols.imported
        return Variant(variant.function, variant.kinds, tuple(free)) if is_own and any(free) else variant

    def _part(self, array: ArrayName, waiting: Iterator[Value]) -> Value:
        pointer = self._pointer(array.name)
        if array.offset is None:
            return Value(pointer, False)
        is_per_lane = isinstance(self._frame.divergence.kind_of(array.name), PerLane)
        offset = next(waiting)
        return Value(self._to.element(pointer, offset.operand, self._numbers if is_per_lane else "double"), False)

    def _call_variant(self, variant: Variant, given: list[Value], arrays: list[str]) -> Value:
        """`arrays` are the pointers to the whole arrays of which parts are given."""
        self.called[variant] = None
        callee = self._symbols.functions[variant.function]
        arguments = [f"{self._mask_type} {self._mask}"] if has_lanes(variant.kinds) else []
        for parameter, kind, value in zip(callee.parameters, variant.kinds, given, strict=True):
            if kind == VARYING:
                type_ = vector(LLVM_TYPE[parameter.type], self._width)
                arguments.append(f"{type_} {self._widened(value, parameter.type)}")
            else:
                assert not value.varies, f"lanes: '{callee.name}' is given what varies"
                arguments.append(f"{LLVM_TYPE[parameter.type]} {value.operand}")
        symbol = self._variants.symbol(variant)
        array_parameters = [parameter for parameter in callee.parameters if parameter.type is Type.ARRAY]
        written = [pointer for parameter, pointer in zip(array_parameters, arrays, strict=True) if parameter.is_written]
        varies = self._variants.result_varies(variant.function, variant.kinds)
        if callee.result is None:
            self._to.write(f"call void {symbol}({', '.join(arguments)})")
            result = ""
        else:
            type_ = vector(LLVM_TYPE[callee.result], self._width if varies else 0)
            text = f"call {type_} {symbol}({', '.join(arguments)})"
            result = self._to.result(text) if written else self._to.compute_reading(text, arrays)
        for pointer in written:
            self._to.forget(pointer)
        return Value(result, varies)

    def _inline(self, variant: Variant, call: Call, given: list[Value]) -> Value:
        caller, mark = self._frame, self._to.mark()
        caller_locals, caller_types = self.flow.locals, self.flow.type_of_local
        divergence = self._variants.divergence(variant)
        mask = caller_locals.get(MASK, "") if has_lanes(variant.kinds) else ""
        self._frame = frame = self._enter(divergence, given, mask)
        frame.is_caller_parted = caller.has_others
        for parameter, argument in zip(divergence.function.parameters, call.arguments, strict=True):
            if isinstance(argument, ArrayName):
                frame.free_of_array[parameter.name] = caller.free_of_array.get(argument.name, NOTHING)
        self._block(divergence.function.body)
        self._leave(frame, mark)
        result_type = self._result_type(divergence)
        if self.flow.label is None:
            # The callee never returns; what stands after it needs a block all the same.
            self.flow.start(*self.flow.labels("never"))
            self.flow.locals[RESULT] = self._zero(result_type)
        operand = self.flow.locals.get(RESULT, "")
        function = divergence.function
        assert operand or function.result is None, f"lanes: '{function.name}' ends without a value"
        self._frame, self.flow.locals, self.flow.type_of_local = caller, caller_locals, caller_types
        return Value(operand, divergence.result_varies and function.result is not None)


def cost_of(expression: Expression) -> int:
    """How many instructions it takes, or too many where it may not be computed unless a lane wants it."""
    cost = 0
    for node in postorder(expression):
        match node:
            case Call():
                return TOO_MANY
            case Load(index=index) if not isinstance(index, Constant):
                return TOO_MANY
            case Operation(operator=operator) if operator in (*LIBRARY_FUNCTIONS, "/", "sqrt", "//", "%"):
                cost += 10
            case Operation() | Load():
                cost += 1
            case _:
                pass
    return cost


def is_always(condition: Expression) -> bool:
    return isinstance(condition, Constant) and condition.value is True
