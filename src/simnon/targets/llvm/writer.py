"""Function -> LLVM text: what scalar code and code in lanes have in common.

A writer walks the statements and expressions of a function and of its inline callees; the concrete writers decide what
each of them becomes.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Generic, NamedTuple, TypeVar, assert_never

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

from .effects import arrays_written_in, size_of_local_arrays
from .flow import Edge, Flow
from .instructions import Checkpoint
from .operations import zero
from .symbols import Symbols

RESULT = "\0result"
"""The local that holds the result of a function; no local of a program has such a name."""

LARGEST_LOCALS = 16384
"""Numbers in all local arrays of one function, in one lane: they are on the stack of the calling thread."""


@dataclass(slots=True, kw_only=True)
class Frame:
    """One function that is being written, at the top or inlined.

    `exit` is where its returns meet, if it has several.
    """

    function: Function
    result_type: str
    exit: str | None = None
    pointer_of_array: dict[str, str] = field(default_factory=dict)
    returns: list[Edge] = field(default_factory=list)


ValueT = TypeVar("ValueT")
"""What is known of a value: its operand, and more if it can differ from lane to lane."""
FrameT = TypeVar("FrameT", bound=Frame)


class Caller(NamedTuple, Generic[FrameT]):
    """The suspended state of a caller while an inlined callee is written."""

    frame: FrameT
    locals: dict[str, str]
    type_of_local: dict[str, str]
    mark: Checkpoint


class FunctionWriter(ABC, Generic[ValueT, FrameT]):
    """`frame` is the function being written, `target` the name used in assertions."""

    target: ClassVar[str]
    frame: FrameT

    def __init__(self, symbols: Symbols) -> None:
        self.flow = Flow()
        self.to = self.flow.to
        self.symbols = symbols
        self._local_numbers = 0

    def text(self) -> list[str]:
        """The lines between the braces that are written so far."""
        return ["entry:", *self.to.allocations, *self.to.lines]

    def block(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            if self.flow.label is None:
                return
            self.statement(statement)

    def statement(self, statement: Statement) -> None:
        match statement:
            case Set(name=name, value=value):
                type_ = type_of(value)
                assert type_ is not None, f"{self.target}: '{name}' is set to a call without result"
                self.set(name, type_, self.value(value))
            case Store(value=value):
                stored = self.value(value)
                self._store(statement, self.value(statement.index), stored)
            case Allocate():
                self._allocate(statement)
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
                self._return(None if value is None else self.value(value))
            case Do(call=call):
                self.value(call)
            case _:
                assert_never(statement)

    def value(self, expression: Expression) -> ValueT:
        """The value of `expression`; without an operand for a call without result."""
        stack: list[ValueT] = []
        for node in postorder(expression):
            match node:
                case Constant():
                    stack.append(self._constant(node))
                case Operation():
                    start = len(stack) - len(node.arguments)
                    stack[start:] = [self._operation(node, stack[start:])]
                case Load():
                    stack[-1] = self._load(node, stack[-1])
                case Local():
                    stack.append(self._local(node.name))
                case Call():
                    start = len(stack) - len(operands(node))
                    stack[start:] = [self._call(node, stack[start:])]
                case _:
                    assert_never(node)
        return stack[0]

    def operand_of_local(self, name: str) -> str:
        operand = self.flow.locals.get(name)
        assert operand is not None, f"{self.target}: '{self.frame.function.name}' reads '{name}' before it is set"
        return operand

    def branch(self, statement: If, condition: str, *, is_likely: bool = False) -> tuple[str, list[Edge], Checkpoint]:
        """Take one of two paths; returns what is needed to join them."""
        then, otherwise, end = self.flow.labels("then", "else", "end")
        mark = self.to.mark()
        edges = []
        start = self.flow.branch(condition, then, otherwise if statement.otherwise else end, is_likely=is_likely)
        if not statement.otherwise:
            edges.append(start)
        for label, arm in ((then, statement.then), (otherwise, statement.otherwise)):
            if arm or label == then:
                self.flow.start_after(label, start, mark)
                self.block(arm)
                if self.flow.label is not None:
                    edges.append(self.flow.jump(end))
        return end, edges, mark

    # Arrays

    def pointer(self, array: str) -> str:
        pointer = self.frame.pointer_of_array.get(array)
        return self.symbols.constant_symbol[array] if pointer is None else pointer

    def pointers_written_in(self, *blocks: tuple[Statement, ...]) -> list[str]:
        return [self.pointer(array) for array in arrays_written_in(self.symbols.functions, *blocks)]

    def local_arrays(self, function: Function) -> dict[str, int]:
        """Their sizes, which fit on the stack."""
        sizes = size_of_local_arrays(function)
        self._local_numbers += sum(sizes.values())
        is_small = self._local_numbers <= LARGEST_LOCALS
        assert is_small, f"{self.target}: '{function.name}' needs too large local arrays"
        return sizes

    # Calls

    def given(self, call: Call, scalars: list[ValueT]) -> list[ValueT]:
        """All arguments of the callee; `scalars` are its numbers and the offsets of slices of arrays."""
        waiting = iter(scalars)
        return [
            self._part(argument, waiting) if isinstance(argument, ArrayName) else next(waiting)
            for argument in call.arguments
        ]

    def is_inline(self, call: Call) -> bool:
        """What is known of an array is kept by its pointer, and a slice would be a second pointer to it."""
        callee = self.symbols.functions[call.function]
        if callee.is_inline:
            assert all(not isinstance(a, ArrayName) or a.offset is None for a in call.arguments), callee.name
        return callee.is_inline

    def write_call(self, call: Call, symbol: str, result_type: str, arguments: list[str]) -> str:
        """The operand of the result; it is shared if the callee writes nothing."""
        arrays = [self.pointer(argument.name) for argument in call.arguments if isinstance(argument, ArrayName)]
        array_parameters = [p for p in self.symbols.functions[call.function].parameters if p.type is Type.ARRAY]
        written = [pointer for parameter, pointer in zip(array_parameters, arrays, strict=True) if parameter.is_written]
        text = f"call {result_type} {symbol}({', '.join(arguments)})"
        if result_type == "void":
            self.to.write(text)
            result = ""
        else:
            result = self.to.result(text) if written else self.to.compute_reading(text, arrays)
        for pointer in written:
            self.to.forget(pointer)
        return result

    def pause(self) -> Caller[FrameT]:
        """Before entering a callee that is inlined."""
        return Caller(self.frame, self.flow.locals, self.flow.type_of_local, self.to.mark())

    def write_inline(self, caller: Caller[FrameT]) -> str:
        """Write the body of the entered function; return its result to `caller`, where writing continues."""
        frame = self.frame
        self.block(frame.function.body)
        self.leave(caller.mark)
        if self.flow.label is None:
            # The callee never returns; the code after it needs a block anyway.
            self.flow.start(*self.flow.labels("never"))
            self.flow.locals[RESULT] = zero(frame.result_type)
        operand = self.flow.locals.get(RESULT, "")
        name = frame.function.name
        assert operand or frame.function.result is None, f"{self.target}: '{name}' ends without a value"
        self.frame, self.flow.locals, self.flow.type_of_local, _ = caller
        return operand

    def leave(self, mark: Checkpoint) -> None:
        """Reach the end of the function, from all its returns."""
        frame = self.frame
        if frame.exit is not None:
            if self.flow.label is not None:
                frame.returns.append(self.flow.jump(frame.exit))
            self._join_returns(frame.exit, mark)

    # What differs between one and many lanes

    @abstractmethod
    def set(self, name: str, type_: Type, value: ValueT) -> None: ...

    @abstractmethod
    def _store(self, store: Store, index: ValueT, value: ValueT) -> None: ...

    @abstractmethod
    def _allocate(self, allocate: Allocate) -> None: ...

    @abstractmethod
    def _if(self, statement: If) -> None: ...

    @abstractmethod
    def _while(self, loop: While) -> None: ...

    @abstractmethod
    def _for(self, loop: For) -> None: ...

    @abstractmethod
    def _break(self) -> None: ...

    @abstractmethod
    def _continue(self) -> None: ...

    @abstractmethod
    def _return(self, value: ValueT | None) -> None: ...

    @abstractmethod
    def _constant(self, constant: Constant) -> ValueT: ...

    @abstractmethod
    def _operation(self, operation: Operation, arguments: list[ValueT]) -> ValueT: ...

    @abstractmethod
    def _load(self, load: Load, index: ValueT) -> ValueT: ...

    @abstractmethod
    def _local(self, name: str) -> ValueT: ...

    @abstractmethod
    def _call(self, call: Call, scalars: list[ValueT]) -> ValueT: ...

    @abstractmethod
    def _part(self, array: ArrayName, waiting: Iterator[ValueT]) -> ValueT: ...

    @abstractmethod
    def _join_returns(self, exit_: str, mark: Checkpoint) -> None:
        """Begin the block where the paths through the function meet."""
