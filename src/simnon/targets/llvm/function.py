"""Function -> the text of an LLVM function in SSA form, with its inline callees written into it."""

import math
from collections.abc import Iterator
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
from .flow import Edge, Flow
from .instructions import is_literal
from .operations import LLVM_TYPE, constant_operand, emit_operation, float_operand
from .symbols import Symbols

RESULT = ""
"""The local that holds what an inlined function returns; no local of a program has an empty name."""

ZERO = {"double": "0.0", "i64": "0", "i1": "false", "void": ""}

LARGEST_LOCALS = 16384
"""Numbers in all local arrays of one function: they lie on the stack of the calling thread."""


@dataclass(slots=True)
class Loop:
    """Where `continue` and `break` go, and the edges that went there."""

    again: str
    exit: str
    continues: list[Edge] = field(default_factory=list)
    breaks: list[Edge] = field(default_factory=list)


@dataclass(slots=True)
class Frame:
    """One function that is being written, at the top or into another.

    `exit` is where the returns of an inlined function meet, if it has several.
    """

    function: Function
    result_type: str
    is_top: bool
    exit: str | None = None
    pointer_of_array: dict[str, str] = field(default_factory=dict)
    returns: list[Edge] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)


class FunctionEmitter:
    """Writes one function; `called` are the functions of the program it calls."""

    def __init__(self, function: Function, symbols: Symbols) -> None:
        self.called: dict[str, None] = {}
        self.flow = Flow()
        self._to = self.flow.to
        self._symbols = symbols
        self._local_numbers = 0
        self._frame = self._enter(function, [f"%p{number}" for number in range(len(function.parameters))])

    def emit(self) -> list[str]:
        """The lines between the braces."""
        function = self._frame.function
        self._frame.is_top = True
        self._block(function.body)
        if self.flow.label is not None:
            assert function.result is None, f"llvm: '{function.name}' ends without a value"
            self.flow.end("ret void")
        return ["entry:", *self._to.allocations, *self._to.lines]

    def _enter(self, function: Function, given: list[str]) -> Frame:
        """Bind the parameters to the operands `given`, and make room for local arrays."""
        result_type = "void" if function.result is None else LLVM_TYPE[function.result]
        frame = Frame(function, result_type, is_top=False)
        self.flow.locals, self.flow.type_of_local = {}, {RESULT: result_type}
        for parameter, operand in zip(function.parameters, given, strict=True):
            if parameter.type is Type.ARRAY:
                frame.pointer_of_array[parameter.name] = operand
            else:
                self.flow.set(parameter.name, LLVM_TYPE[parameter.type], operand)
        for array, size in size_of_local_arrays(function).items():
            self._local_numbers += size
            frame.pointer_of_array[array] = self._to.allocate(size)
        assert self._local_numbers <= LARGEST_LOCALS, f"llvm: '{function.name}' needs too large local arrays"
        return frame

    def _block(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            if self.flow.label is None:
                return
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Set(name=name, value=value):
                type_ = type_of(value)
                assert type_ is not None, f"llvm: '{name}' is set to a call without result"
                self.flow.set(name, LLVM_TYPE[type_], self._value(value))
            case Store(array=array, index=index, value=value):
                operand = self._value(value)
                self._to.store(self._pointer(array), self._value(index), operand)
            case Allocate(array=array, size=size):
                self._to.zero(self._pointer(array), size)
            case If():
                self._if(statement)
            case While():
                self._while(statement)
            case For():
                self._for(statement)
            case Break():
                loop = self._frame.loops[-1]
                loop.breaks.append(self.flow.jump(loop.exit))
            case Continue():
                loop = self._frame.loops[-1]
                loop.continues.append(self.flow.jump(loop.again))
            case Return(value=value):
                self._return("" if value is None else self._value(value))
            case Do(call=call):
                self._value(call)
            case _:
                assert_never(statement)

    def _return(self, operand: str) -> None:
        frame = self._frame
        if frame.is_top:
            self.flow.end(f"ret {frame.result_type} {operand}")
            return
        self.flow.locals[RESULT] = operand
        if frame.exit is not None:
            frame.returns.append(self.flow.jump(frame.exit))

    def _if(self, statement: If) -> None:
        condition = self._value(statement.condition)
        then, otherwise, end = self.flow.labels("then", "else", "end")
        mark = self._to.mark()
        edges = []
        is_foreseen = isinstance(statement.condition, Operation) and statement.condition.operator == "foreseen"
        start = self.flow.branch(condition, then, otherwise if statement.otherwise else end, is_foreseen=is_foreseen)
        if not statement.otherwise:
            edges.append(start)
        for label, arm in ((then, statement.then), (otherwise, statement.otherwise)):
            if arm or label == then:
                self.flow.start_after(label, start, mark)
                self._block(arm)
                if self.flow.label is not None:
                    edges.append(self.flow.jump(end))
        self.flow.join(end, edges, mark)

    def _while(self, statement: While) -> None:
        header, body, end = self.flow.labels("header", "body", "end")
        mark = self._to.mark()
        entry = self.flow.jump(header)
        loop = Loop(header, end)
        blocks = (statement.header, statement.body)
        phis = self.flow.start_loop(header, entry, locals_set_in(*blocks), self._pointers_written_in(*blocks))
        self._frame.loops.append(loop)
        self._block(statement.header)
        if self.flow.label is not None and not is_always(statement.condition):
            loop.breaks.append(self.flow.branch(self._value(statement.condition), body, end))
            self.flow.start(body)
        self._block(statement.body)
        if self.flow.label is not None:
            loop.continues.append(self.flow.jump(header))
        self._frame.loops.pop()
        self.flow.fill(phis, [entry, *loop.continues])
        self.flow.join(end, loop.breaks, mark)

    def _for(self, statement: For) -> None:
        start, stop = self._value(statement.start), self._value(statement.stop)
        body, latch, end = self.flow.labels("body", "latch", "end")
        mark = self._to.mark()
        is_some = self._to.compute(f"icmp {'slt' if statement.step > 0 else 'sgt'} i64 {start}, {stop}")
        entry = self.flow.branch(is_some, body, end)
        loop = Loop(latch, end, breaks=[entry])
        written = self._pointers_written_in(statement.body)
        phis = self.flow.start_loop(body, entry, locals_set_in(statement.body), written)
        line, counter = self._to.reserve(), f"%v{self._to.fresh()}"
        self.flow.set(statement.name, "i64", counter)
        inside = self._to.mark()
        self._frame.loops.append(loop)
        self._block(statement.body)
        if self.flow.label is not None:
            loop.continues.append(self.flow.jump(latch))
        self._frame.loops.pop()
        self.flow.join(latch, loop.continues, inside)
        ways = [f"[{start}, %{entry.label}]"]
        backs = []
        if self.flow.label is not None:
            following, is_more = self._following(counter, stop, statement.step)
            backs = [self.flow.branch(is_more, body, end)]
            ways.append(f"[{following}, %{backs[0].label}]")
        self._to.lines[line] = f"  {counter} = phi i64 {', '.join(ways)}"
        self.flow.fill(phis, [entry, *backs])
        self.flow.join(end, loop.breaks + backs, mark)

    def _following(self, counter: str, stop: str, step: int) -> tuple[str, str]:
        """The next value of a counter and whether it is still in the range, without ever overflowing."""
        following = self._to.result(f"add i64 {counter}, {step}")
        if step in (1, -1):
            compare = "slt" if step > 0 else "sgt"
            return following, self._to.result(f"icmp {compare} i64 {following}, {stop}")
        distance = self._to.result("sub i64 " + (f"{stop}, {counter}" if step > 0 else f"{counter}, {stop}"))
        return following, self._to.result(f"icmp ugt i64 {distance}, {abs(step)}")

    def _pointers_written_in(self, *blocks: tuple[Statement, ...]) -> list[str]:
        return [self._pointer(array) for array in arrays_written_in(self._symbols.functions, *blocks)]

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
        operand = self.flow.locals.get(name)
        assert operand is not None, f"llvm: '{self._frame.function.name}' reads '{name}' before it is set"
        return operand

    def _load(self, array: str, index: str) -> str:
        pointer = self._pointer(array)
        if is_literal(index) and pointer.startswith("@"):
            values = self._symbols.values_of_symbol[pointer]
            # Outside only in code that is never reached, which the program may still contain.
            return float_operand(values[int(index)] if 0 <= int(index) < len(values) else math.nan)
        return self._to.load(pointer, index)

    def _call(self, call: Call, scalars: list[str]) -> str:
        if call.function in self._symbols.foreign:
            return self._call_foreign(call.function, scalars)
        waiting = iter(scalars)
        given = [
            self._part(argument, waiting) if isinstance(argument, ArrayName) else next(waiting)
            for argument in call.arguments
        ]
        callee = self._symbols.functions[call.function]
        if callee.is_inline:
            # What is known of an array is kept by its pointer, and a part would be a second pointer to it.
            assert all(not isinstance(a, ArrayName) or a.offset is None for a in call.arguments), callee.name
            return self._inline(callee, given)
        arrays = [self._pointer(argument.name) for argument in call.arguments if isinstance(argument, ArrayName)]
        return self._call_function(callee, given, arrays)

    def _part(self, array: ArrayName, waiting: Iterator[str]) -> str:
        pointer = self._pointer(array.name)
        return pointer if array.offset is None else self._to.element(pointer, next(waiting))

    def _call_function(self, callee: Function, given: list[str], arrays: list[str]) -> str:
        """`arrays` are the pointers to the whole arrays of which parts are given."""
        self.called[callee.name] = None
        pairs = list(zip(callee.parameters, given, strict=True))
        arguments = ", ".join(f"{LLVM_TYPE[parameter.type]} {operand}" for parameter, operand in pairs)
        symbol = self._symbols.function_symbol[callee.name]
        array_parameters = [parameter for parameter in callee.parameters if parameter.type is Type.ARRAY]
        written = [pointer for parameter, pointer in zip(array_parameters, arrays, strict=True) if parameter.is_written]
        if callee.result is None:
            self._to.write(f"call void {symbol}({arguments})")
            result = ""
        else:
            text = f"call {LLVM_TYPE[callee.result]} {symbol}({arguments})"
            result = self._to.result(text) if written else self._to.compute_reading(text, arrays)
        for pointer in written:
            self._to.forget(pointer)
        return result

    def _inline(self, callee: Function, given: list[str]) -> str:
        caller, mark = self._frame, self._to.mark()
        caller_locals, caller_types = self.flow.locals, self.flow.type_of_local
        self._frame = frame = self._enter(callee, given)
        if not returns_only_at_end(callee):
            (frame.exit,) = self.flow.labels("return")
        self._block(callee.body)
        if frame.exit is not None:
            if self.flow.label is not None:
                frame.returns.append(self.flow.jump(frame.exit))
            self.flow.join(frame.exit, frame.returns, mark)
        if self.flow.label is None:
            # The callee never returns; what stands after it needs a block all the same.
            self.flow.start(*self.flow.labels("never"))
            self.flow.locals[RESULT] = ZERO[frame.result_type]
        operand = self.flow.locals.get(RESULT, "")
        assert operand or callee.result is None, f"llvm: '{callee.name}' ends without a value"
        self._frame, self.flow.locals, self.flow.type_of_local = caller, caller_locals, caller_types
        return operand

    def _call_foreign(self, name: str, scalars: list[str]) -> str:
        """Never shared: nobody knows what a foreign function remembers."""
        symbol = self._symbols.foreign_symbol[name]
        arguments = [f"double {scalar}" for scalar in scalars]
        if self._symbols.foreign[name].is_by_reference:
            place = self._to.allocate(max(1, len(scalars)))
            for index, scalar in enumerate(scalars):
                self._to.store(place, str(index), scalar)
            arguments = [f"ptr {self._to.element(place, str(index))}" for index in range(len(scalars))]
        return self._to.result(f"call double {symbol}({', '.join(arguments)})")


def is_always(condition: Expression) -> bool:
    return isinstance(condition, Constant) and condition.value is True
