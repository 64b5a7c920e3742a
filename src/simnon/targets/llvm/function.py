"""Function -> the text of an LLVM function in SSA form, with its inline callees written into it.

Control flow is structured, so each join and loop header is known where it is written: a local that
differs between the ways to a join gets a phi there. A local that some way does not set is unknown
after the join, and reading it is a mistake of the program's maker.
"""

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
    operands,
    postorder,
    type_of,
)

from .effects import arrays_written_in, locals_set_in, returns_only_at_end, size_of_local_arrays
from .instructions import Instructions, Mark, Memory, is_literal
from .operations import LLVM_TYPE, constant_operand, emit_operation, float_operand
from .symbols import Symbols

RESULT = ""
"""The local that holds what an inlined function returns; no local of a program has an empty name."""

ZERO = {"double": "0.0", "i64": "0", "i1": "false", "void": ""}

LARGEST_LOCALS = 16384
"""Numbers in all local arrays of one function: they lie on the stack of the calling thread."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A jump to a join: the block it comes from and what is known at its end."""

    label: str
    locals: dict[str, str]
    memory: Memory


@dataclass(slots=True)
class Loop:
    """Where `continue` and `break` go, and the edges that went there."""

    again: str
    exit: str
    continues: list[Edge] = field(default_factory=list)
    breaks: list[Edge] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Phi:
    """A phi of a loop header; its line is filled in when the ends of the loop are known."""

    line: int
    name: str
    local: str
    type: str


@dataclass(slots=True)
class Frame:
    """One function that is being written, at the top or into another."""

    function: Function
    locals: dict[str, str]
    pointer_of_array: dict[str, str]
    exit: str | None = None
    """Where returns go, for an inlined function with several; the value is then a local too."""
    is_top: bool = False
    returns: list[Edge] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    type_of_local: dict[str, str] = field(default_factory=dict)


class FunctionEmitter:
    """Writes one function; `called` are the functions of the program it calls."""

    def __init__(self, symbols: Symbols) -> None:
        self.called: dict[str, None] = {}
        self.has_loop = False
        self._symbols = symbols
        self._to = Instructions()
        self._label: str | None = "entry"
        self._frame: Frame
        self._local_numbers = 0

    def emit(self, function: Function) -> list[str]:
        """The lines between the braces."""
        names = [f"%p{number}" for number in range(len(function.parameters))]
        self._frame = self._frame_of(function, names)
        self._frame.is_top = True
        self._block(function.body)
        if self._label is not None:
            assert function.result is None, f"llvm: '{function.name}' ends without a value"
            self._to.write("ret void")
        return ["entry:", *self._to.allocations, *self._to.lines]

    @property
    def library(self) -> tuple[str, ...]:
        return tuple(self._to.library)

    def _frame_of(self, function: Function, given: list[str]) -> Frame:
        frame = Frame(function, {}, {})
        for parameter, operand in zip(function.parameters, given, strict=True):
            if parameter.type is Type.ARRAY:
                frame.pointer_of_array[parameter.name] = operand
            else:
                frame.locals[parameter.name] = operand
                frame.type_of_local[parameter.name] = LLVM_TYPE[parameter.type]
        for array, size in size_of_local_arrays(function).items():
            self._local_numbers += size
            frame.pointer_of_array[array] = self._to.allocate(size)
        assert self._local_numbers <= LARGEST_LOCALS, f"llvm: '{function.name}' needs too large local arrays"
        return frame

    # Statements

    def _block(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            if self._label is None:
                return
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Set(name=name, value=value):
                self._set(name, type_of(value), self._value(value))
            case Store(array=array, index=index, value=value):
                position = self._value(index)
                self._to.store(self._pointer(array), position, self._value(value))
            case Allocate(array=array, size=size):
                self._zero(self._pointer(array), size)
            case If():
                self._if(statement)
            case While():
                self._while(statement)
            case For():
                self._for(statement)
            case Break():
                loop = self._frame.loops[-1]
                loop.breaks.append(self._jump(loop.exit))
            case Continue():
                loop = self._frame.loops[-1]
                loop.continues.append(self._jump(loop.again))
            case Return(value=value):
                self._return(value)
            case Do(call=call):
                self._value(call)
            case _:
                assert_never(statement)

    def _set(self, name: str, type_: Type | None, operand: str) -> None:
        assert type_ is not None, f"llvm: '{name}' is set to a call without result"
        self._frame.locals[name] = operand
        self._frame.type_of_local[name] = LLVM_TYPE[type_]

    def _zero(self, pointer: str, size: int) -> None:
        self._to.library["void @llvm.memset.p0.i64"] = None
        self._to.write(f"call void @llvm.memset.p0.i64(ptr align 16 {pointer}, i8 0, i64 {8 * size}, i1 false)")
        self._to.forget(pointer)

    def _return(self, value: Expression | None) -> None:
        operand = None if value is None else self._value(value)
        frame = self._frame
        if frame.is_top:
            self._to.write("ret void" if operand is None else f"ret {self._result_type(frame)} {operand}")
            self._label = None
            return
        if operand is not None:
            frame.locals[RESULT] = operand
        if frame.exit is not None:
            frame.returns.append(self._jump(frame.exit))

    def _result_type(self, frame: Frame) -> str:
        return "void" if frame.function.result is None else LLVM_TYPE[frame.function.result]

    # Control flow

    def _if(self, statement: If) -> None:
        condition = self._value(statement.condition)
        then, otherwise, end = self._labels("then", "else", "end")
        mark = self._to.mark()
        if statement.otherwise:
            start = self._branch(condition, then, otherwise)
            edges = self._arm(then, start, statement.then, end, mark)
            edges += self._arm(otherwise, start, statement.otherwise, end, mark)
        else:
            start = self._branch(condition, then, end)
            edges = [start, *self._arm(then, start, statement.then, end, mark)]
        self._join(end, edges, mark)

    def _arm(
        self, label: str, start: Edge, statements: tuple[Statement, ...], end: str, mark: Mark
    ) -> list[Edge]:
        self._to.release(mark)
        self._to.memory = dict(start.memory)
        self._frame.locals = dict(start.locals)
        self._start(label)
        self._block(statements)
        return [] if self._label is None else [self._jump(end)]

    def _while(self, statement: While) -> None:
        header, body, end = self._labels("header", "body", "end")
        mark = self._to.mark()
        entry = self._jump(header)
        loop = Loop(header, end)
        phis = self._start_loop(header, entry, (statement.header, statement.body))
        self._frame.loops.append(loop)
        self._block(statement.header)
        if self._label is not None:
            if not is_always(statement.condition):
                loop.breaks.append(self._branch(self._value(statement.condition), body, end))
                self._start(body)
            self._block(statement.body)
        if self._label is not None:
            loop.continues.append(self._jump(header))
        self._frame.loops.pop()
        self._fill(phis, [entry, *loop.continues])
        self._join(end, loop.breaks, mark)

    def _for(self, statement: For) -> None:
        start, stop = self._value(statement.start), self._value(statement.stop)
        body, latch, end = self._labels("body", "latch", "end")
        mark = self._to.mark()
        is_up = statement.step > 0
        is_some = self._to.compute(f"icmp {'slt' if is_up else 'sgt'} i64 {start}, {stop}")
        entry = self._branch(is_some, body, end)
        loop = Loop(latch, end, breaks=[entry])
        phis = self._start_loop(body, entry, (statement.body,))
        counter_line, counter = self._to.reserve(), f"%v{self._to.fresh()}"
        self._set(statement.name, Type.INT, counter)
        self._frame.loops.append(loop)
        inside = self._to.mark()
        self._block(statement.body)
        if self._label is not None:
            loop.continues.append(self._jump(latch))
        self._frame.loops.pop()
        self._join(latch, loop.continues, inside)
        incoming, backs = [f"[{start}, %{entry.label}]"], []
        if self._label is not None:
            following, is_more = self._following(counter, stop, statement.step)
            back = self._branch(is_more, body, end)
            incoming.append(f"[{following}, %{back.label}]")
            backs.append(back)
        self._to.lines[counter_line] = f"  {counter} = phi i64 {', '.join(incoming)}"
        self._fill(phis, [entry, *backs])
        self._join(end, loop.breaks + backs, mark)

    def _following(self, counter: str, stop: str, step: int) -> tuple[str, str]:
        """The next value of a counter and whether it is still in the range, without ever overflowing."""
        following = self._to.result(f"add i64 {counter}, {step}")
        if step in (1, -1):
            compare = "slt" if step > 0 else "sgt"
            return following, self._to.result(f"icmp {compare} i64 {following}, {stop}")
        ends = f"{stop}, {counter}" if step > 0 else f"{counter}, {stop}"
        distance = self._to.result(f"sub i64 {ends}")
        return following, self._to.result(f"icmp ugt i64 {distance}, {abs(step)}")

    def _start_loop(self, label: str, entry: Edge, blocks: tuple[tuple[Statement, ...], ...]) -> list[Phi]:
        """Begin the block that a loop comes back to: what the loop changes is not known in it."""
        self.has_loop = True
        self._start(label)
        self._frame.locals = dict(entry.locals)
        phis = []
        for name in locals_set_in(*blocks):
            if name in entry.locals:
                type_ = self._frame.type_of_local[name]
                phi = Phi(self._to.reserve(), f"%v{self._to.fresh()}", name, type_)
                self._frame.locals[name] = phi.name
                phis.append(phi)
        for array in arrays_written_in(self._symbols.functions, *blocks):
            self._to.forget(self._pointer(array))
        return phis

    def _fill(self, phis: list[Phi], edges: list[Edge]) -> None:
        for phi in phis:
            incoming = ", ".join(f"[{edge.locals[phi.local]}, %{edge.label}]" for edge in edges)
            self._to.lines[phi.line] = f"  {phi.name} = phi {phi.type} {incoming}"

    def _labels(self, *names: str) -> list[str]:
        number = self._to.fresh()
        return [f"{name}{number}" for name in names]

    def _start(self, label: str) -> None:
        self._to.start_block(label)
        self._label = label

    def _jump(self, target: str) -> Edge:
        return self._leave(f"br label %{target}")

    def _branch(self, condition: str, if_true: str, if_false: str) -> Edge:
        return self._leave(f"br i1 {condition}, label %{if_true}, label %{if_false}")

    def _leave(self, jump: str) -> Edge:
        assert self._label is not None, "llvm: a jump where control never comes"
        self._to.write(jump)
        edge = Edge(self._label, self._frame.locals, self._to.memory)
        self._frame.locals, self._to.memory = dict(edge.locals), dict(edge.memory)
        self._label = None
        return edge

    def _join(self, label: str, edges: list[Edge], mark: Mark) -> None:
        """Begin the block where `edges` meet; without any, control never comes here."""
        self._to.release(mark)
        if not edges:
            return
        self._start(label)
        self._to.merge(mark, [edge.memory for edge in edges])
        self._frame.locals = {}
        for name, first in edges[0].locals.items():
            values = [edge.locals.get(name) for edge in edges]
            if None in values:
                continue
            if any(value != first for value in values):
                incoming = ", ".join(f"[{v}, %{e.label}]" for v, e in zip(values, edges, strict=True))
                first = self._to.result(f"phi {self._frame.type_of_local[name]} {incoming}")
            self._frame.locals[name] = first

    # Values

    def _pointer(self, array: str) -> str:
        pointer = self._frame.pointer_of_array.get(array)
        return self._symbols.constant_symbol[array] if pointer is None else pointer

    def _value(self, expression: Expression) -> str:
        """The operand that holds the value of `expression`; empty for a call without result."""
        stack: list[str] = []
        for node in postorder(expression):
            match node:
                case Constant():
                    stack.append(constant_operand(node))
                case Operation():
                    start = len(stack) - len(node.arguments)
                    stack[start:] = [emit_operation(node, stack[start:], self._to)]
                case Load():
                    stack[-1] = self._load(node.array, stack[-1])
                case Local():
                    stack.append(self._local(node.name))
                case Call():
                    start = len(stack) - len(operands(node))
                    stack[start:] = [self._call(node, stack[start:])]
                case _:
                    assert_never(node)
        return stack[0]

    def _local(self, name: str) -> str:
        operand = self._frame.locals.get(name)
        assert operand is not None, f"llvm: '{self._frame.function.name}' reads '{name}' before it is set"
        return operand

    def _load(self, array: str, index: str) -> str:
        pointer = self._pointer(array)
        if is_literal(index) and pointer.startswith("@"):
            return float_operand(self._symbols.constant_values[array][int(index)])
        return self._to.load(pointer, index)

    # Calls

    def _call(self, call: Call, scalars: list[str]) -> str:
        if call.function in self._symbols.foreign:
            return self._call_foreign(call.function, scalars)
        waiting = iter(scalars)
        given = [
            self._pointer(argument.name) if isinstance(argument, ArrayName) else next(waiting)
            for argument in call.arguments
        ]
        callee = self._symbols.functions[call.function]
        return self._inline(callee, given) if callee.is_inline else self._call_function(callee, given)

    def _call_function(self, callee: Function, given: list[str]) -> str:
        self.called[callee.name] = None
        typed = zip(callee.parameters, given, strict=True)
        arguments = ", ".join(f"{LLVM_TYPE[parameter.type]} {operand}" for parameter, operand in typed)
        result = "void" if callee.result is None else LLVM_TYPE[callee.result]
        text = f"call {result} {self._symbols.function_symbol[callee.name]}({arguments})"
        written = [operand for p, operand in zip(callee.parameters, given, strict=True) if p.is_written]
        if not written and callee.result is not None:
            arrays = [operand for operand in given if operand in self._to.memory]
            versions = " ".join(str(self._to.memory[pointer].stores) for pointer in arrays)
            return self._to.compute(text, f"{text} {versions}")
        operand = ""
        if callee.result is None:
            self._to.write(text)
        else:
            operand = self._to.result(text)
        for pointer in written:
            self._to.forget(pointer)
        return operand

    def _inline(self, callee: Function, given: list[str]) -> str:
        caller, mark = self._frame, self._to.mark()
        self._frame = frame = self._frame_of(callee, given)
        frame.type_of_local[RESULT] = self._result_type(frame)
        if not returns_only_at_end(callee):
            (frame.exit,) = self._labels("return")
        self._block(callee.body)
        if frame.exit is not None:
            if self._label is not None:
                frame.returns.append(self._jump(frame.exit))
            self._join(frame.exit, frame.returns, mark)
        if self._label is None:
            # The callee never returns; what stands after it needs a block all the same.
            self._start(*self._labels("never"))
            frame.locals[RESULT] = ZERO[self._result_type(frame)]
        operand = frame.locals.get(RESULT, "")
        assert operand or callee.result is None, f"llvm: '{callee.name}' ends without a value"
        self._frame = caller
        return operand

    def _call_foreign(self, name: str, scalars: list[str]) -> str:
        symbol = self._symbols.foreign_symbol[name]
        if not self._symbols.foreign[name].is_by_reference:
            return self._to.result(f"call double {symbol}({', '.join(f'double {s}' for s in scalars)})")
        place = self._to.allocate(max(1, len(scalars)))
        for index, operand in enumerate(scalars):
            self._to.store(place, str(index), operand)
        pointers = [f"ptr {self._to.element(place, str(index))}" for index in range(len(scalars))]
        self._to.forget(place)
        return self._to.result(f"call double {symbol}({', '.join(pointers)})")


def is_always(condition: Expression) -> bool:
    return isinstance(condition, Constant) and condition.value is True
