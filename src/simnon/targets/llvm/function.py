"""Function -> the text of an LLVM function in SSA form, with its inline callees expanded."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from simnon.doors import loaded_on_use
from simnon.program import (
    Allocate,
    ArrayName,
    Call,
    Constant,
    For,
    ForeignFunction,
    Function,
    If,
    Load,
    Operation,
    Store,
    Type,
    While,
)

from .effects import is_always, locals_set_in, returns_only_at_end
from .flow import Edge
from .instructions import Checkpoint, is_literal
from .operations import LLVM_TYPE, constant_operand, emit_operation, float_operand
from .symbols import Symbols
from .writer import RESULT, Frame, FunctionWriter

with loaded_on_use(__name__):
    from .parallel_loops import VectorLoop, can_be_vectors


@dataclass(slots=True)
class LoopTargets:
    """The targets of `continue` and `break`, and the edges that lead there."""

    again: str
    exit: str
    continues: list[Edge] = field(default_factory=list)
    breaks: list[Edge] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class ScalarFrame(Frame):
    is_top: bool
    loops: list[LoopTargets] = field(default_factory=list)


class FunctionEmitter(FunctionWriter[str, ScalarFrame]):
    """Writes one function; `called` are the functions of the program it calls. A value is an operand."""

    target: ClassVar[str] = "llvm"

    def __init__(self, function: Function, symbols: Symbols) -> None:
        super().__init__(symbols)
        self.called: dict[str, None] = {}
        given = [f"%p{number}" for number in range(len(function.parameters))]
        self.frame = self._enter(function, given, is_top=True)

    def emit(self) -> list[str]:
        """The lines between the braces."""
        function = self.frame.function
        self.block(function.body)
        if self.flow.label is not None:
            assert function.result is None, f"llvm: '{function.name}' ends without a value"
            self.flow.end("ret void")
        return self.text()

    # Functions

    def _enter(self, function: Function, given: list[str], *, is_top: bool) -> ScalarFrame:
        """Bind the parameters to the operands `given`, and allocate local arrays."""
        result_type = "void" if function.result is None else LLVM_TYPE[function.result]
        frame = ScalarFrame(function=function, result_type=result_type, is_top=is_top)
        self.flow.locals, self.flow.type_of_local = {}, {}
        for parameter, operand in zip(function.parameters, given, strict=True):
            if parameter.type is Type.ARRAY:
                frame.pointer_of_array[parameter.name] = operand
            else:
                self.set(parameter.name, parameter.type, operand)
        for array, size in self.local_arrays(function).items():
            frame.pointer_of_array[array] = self.to.allocate(size)
        if not is_top and not returns_only_at_end(function):
            (frame.exit,) = self.flow.labels("return")
        return frame

    def _return(self, value: str | None) -> None:
        frame = self.frame
        if frame.is_top:
            self.flow.end(f"ret {frame.result_type} {value or ''}")
            return
        if value is not None:
            self.flow.set(RESULT, frame.result_type, value)
        if frame.exit is not None:
            frame.returns.append(self.flow.jump(frame.exit))

    def _join_returns(self, exit_: str, mark: Checkpoint) -> None:
        self.flow.join(exit_, self.frame.returns, mark)

    # Branches and loops

    def _if(self, statement: If) -> None:
        condition = statement.condition
        is_likely = isinstance(condition, Operation) and condition.operator == "likely"
        self.flow.join(*self.branch(statement, self.value(condition), is_likely=is_likely))

    def _while(self, loop: While) -> None:
        header, body, end = self.flow.labels("header", "body", "end")
        mark = self.to.mark()
        entry = self.flow.jump(header)
        targets = LoopTargets(header, end)
        blocks = (loop.header, loop.body)
        phis = self.flow.start_loop(header, entry, locals_set_in(*blocks), self.pointers_written_in(*blocks))
        self.frame.loops.append(targets)
        self.block(loop.header)
        if self.flow.label is not None and not is_always(loop.condition):
            targets.breaks.append(self.flow.branch(self.value(loop.condition), body, end))
            self.flow.start(body)
        self.block(loop.body)
        if self.flow.label is not None:
            targets.continues.append(self.flow.jump(header))
        self.frame.loops.pop()
        self.flow.fill(phis, [entry, *targets.continues])
        self.flow.join(end, targets.breaks, mark)

    def _for(self, loop: For) -> None:
        if can_be_vectors(loop, self.symbols.functions):
            VectorLoop(self, loop).write()
            return
        start, stop = self.value(loop.start), self.value(loop.stop)
        body, latch, end = self.flow.labels("body", "latch", "end")
        mark = self.to.mark()
        is_some = self.to.compute(f"icmp {'slt' if loop.step > 0 else 'sgt'} i64 {start}, {stop}")
        entry = self.flow.branch(is_some, body, end)
        targets = LoopTargets(latch, end, breaks=[entry])
        phis = self.flow.start_loop(body, entry, locals_set_in(loop.body), self.pointers_written_in(loop.body))
        line, counter = self.to.reserve(), f"%v{self.to.fresh()}"
        self.set(loop.name, Type.INT, counter)
        inside = self.to.mark()
        self.frame.loops.append(targets)
        self.block(loop.body)
        if self.flow.label is not None:
            targets.continues.append(self.flow.jump(latch))
        self.frame.loops.pop()
        self.flow.join(latch, targets.continues, inside)
        paths = [f"[{start}, %{entry.label}]"]
        backs = []
        if self.flow.label is not None:
            following, is_more = self._following(counter, stop, loop.step)
            backs = [self.flow.branch(is_more, body, end)]
            paths.append(f"[{following}, %{backs[0].label}]")
        self.to.lines[line] = f"  {counter} = phi i64 {', '.join(paths)}"
        self.flow.fill(phis, [entry, *backs])
        self.flow.join(end, targets.breaks + backs, mark)

    def _following(self, counter: str, stop: str, step: int) -> tuple[str, str]:
        """The next value of a counter and whether it is still in the range, without ever overflowing."""
        following = self.to.result(f"add i64 {counter}, {step}")
        if step in (1, -1):
            compare = "slt" if step > 0 else "sgt"
            return following, self.to.result(f"icmp {compare} i64 {following}, {stop}")
        distance = self.to.result("sub i64 " + (f"{stop}, {counter}" if step > 0 else f"{counter}, {stop}"))
        return following, self.to.result(f"icmp ugt i64 {distance}, {abs(step)}")

    def _break(self) -> None:
        loop = self.frame.loops[-1]
        loop.breaks.append(self.flow.jump(loop.exit))

    def _continue(self) -> None:
        loop = self.frame.loops[-1]
        loop.continues.append(self.flow.jump(loop.again))

    # Numbers

    def set(self, name: str, type_: Type, value: str) -> None:
        self.flow.set(name, LLVM_TYPE[type_], value)

    def _store(self, store: Store, index: str, value: str) -> None:
        self.to.store(self.pointer(store.array), index, value)

    def _allocate(self, allocate: Allocate) -> None:
        self.to.zero(self.pointer(allocate.array), allocate.size)

    def _constant(self, constant: Constant) -> str:
        return constant_operand(constant)

    def _operation(self, operation: Operation, arguments: list[str]) -> str:
        return emit_operation(operation, arguments, self.to)

    def _local(self, name: str) -> str:
        return self.operand_of_local(name)

    def _load(self, load: Load, index: str) -> str:
        pointer = self.pointer(load.array)
        if is_literal(index) and pointer.startswith("@"):
            values = self.symbols.values_of_symbol[pointer]
            # Out of range only in unreachable code, which the program can still contain.
            return float_operand(values[int(index)] if 0 <= int(index) < len(values) else math.nan)
        return self.to.load(pointer, index)

    # Calls

    def _call(self, call: Call, scalars: list[str]) -> str:
        if call.function in self.symbols.foreign:
            return self._call_foreign(call, scalars)
        callee, given = self.symbols.functions[call.function], self.given(call, scalars)
        if self.is_inline(call):
            caller = self.pause()
            self.frame = self._enter(callee, given, is_top=False)
            return self.write_inline(caller)
        self.called[callee.name] = None
        pairs = zip(callee.parameters, given, strict=True)
        arguments = [f"{LLVM_TYPE[parameter.type]} {operand}" for parameter, operand in pairs]
        result_type = "void" if callee.result is None else LLVM_TYPE[callee.result]
        return self.write_call(call, self.symbols.function_symbol[callee.name], result_type, arguments)

    def _part(self, array: ArrayName, waiting: Iterator[str]) -> str:
        pointer = self.pointer(array.name)
        return pointer if array.offset is None else self.to.element(pointer, next(waiting))

    def _call_foreign(self, call: Call, scalars: list[str]) -> str:
        """Never shared: a foreign function can have side effects."""
        foreign, symbol = self.symbols.foreign[call.function], self.symbols.foreign_symbol[call.function]
        arguments = [f"double {scalar}" for scalar in scalars]
        if foreign.is_by_reference or foreign.takes_arrays:
            stored = self.to.allocate(max(1, len(scalars)))
            for index, scalar in enumerate(scalars):
                self.to.store(stored, str(index), scalar)
            starts = _starts(foreign)
            pointers = [f"ptr {self.to.element(stored, str(start))}" for start in starts]
            arguments = pointers if foreign.is_by_reference else [*arguments[:1], *pointers[1:]]
        if not foreign.results:
            return self.to.result(f"call double {symbol}({', '.join(arguments)})")
        (results,) = (self.pointer(each.name) for each in call.arguments if isinstance(each, ArrayName))
        self.to.write(f"call void {symbol}({', '.join([*arguments, f'ptr {results}'])})")
        self.to.forget(results)
        return ""


def _starts(foreign: ForeignFunction) -> list[int]:
    """Where each argument begins that is passed by address: a number, or an array of them after the first."""
    if not foreign.takes_arrays:
        return list(range(foreign.arity))
    return [0, *(1 + sum(foreign.arrays[:i]) for i in range(len(foreign.arrays)))]
