"""Parallel loops -> LLVM text with several rounds in the lanes of vectors.

The last vector ends with the last round and repeats some that are done already, so there is no loop for a rest. A value
is the same in all rounds, and a scalar, or a vector with one number for each. Sums within a round stay in their order.

A function is computed for all lanes without its IFs, which are for unusual arguments; if one of them would be taken in
some lane, the function is called for each lane instead.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from simnon.program import (
    ArrayName,
    Call,
    Constant,
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
    expressions_of,
    postorder,
    statements_within,
    type_of,
)
from simnon.source import frozen

from .effects import locals_set_in
from .flow import Flow
from .instructions import is_literal
from .operations import LIBRARY_FUNCTIONS, LLVM_TYPE, constant_operand, emit_operation, same_in_all, vector
from .symbols import Symbols

RESULT = "\0lanes"
"""The local that holds the results of a call; no local of a program has such a name."""
WIDTH = 8
"""Rounds in a vector."""
FEWEST_ROUNDS = 2 * WIDTH
LONGEST = 400
"""The most parts of an expression: it is written by recursion."""


class Emitter(Protocol):
    """What the writer of the function has for its loops."""

    flow: Flow

    def pointer(self, array: str) -> str: ...

    def pointers_written_in(self, *blocks: tuple[Statement, ...]) -> list[str]: ...

    def value(self, expression: Expression) -> str: ...

    @property
    def symbols(self) -> Symbols: ...

    @property
    def called(self) -> dict[str, None]: ...


def can_be_vectors(loop: For, functions: Mapping[str, Function]) -> bool:
    """Whether it has enough rounds, of arithmetic on numbers that are adjacent in memory."""
    if not loop.is_parallel or not isinstance(loop.start, Constant) or not isinstance(loop.stop, Constant):
        return False
    if loop.step != 1 or loop.stop.value - loop.start.value < FEWEST_ROUNDS:
        return False
    return all(_is_plain(statement, loop.name, functions) for statement in statements_within(loop.body))


def _is_plain(statement: Statement, index: str, functions: Mapping[str, Function]) -> bool:
    match statement:
        case Store():
            is_adjacent = factor_of(statement.index, index) == 1
        case For():
            is_adjacent = not _reads(statement.start, index) and not _reads(statement.stop, index)
        case Set():
            is_adjacent = type_of(statement.value) is not Type.INT or not _reads(statement.value, index)
        case _:
            return False
    nodes = [node for each in expressions_of(statement) for node in postorder(each)]
    return is_adjacent and len(nodes) <= LONGEST and all(_is_arithmetic(node, index, functions) for node in nodes)


def _is_arithmetic(node: Expression, index: str, functions: Mapping[str, Function]) -> bool:
    match node:
        case Call():
            callee = functions.get(node.function)
            if callee is None or (index and (callee.is_inline or callee.result is not Type.FLOAT)):
                return False
            return _is_straight(callee, functions)
        case Load():
            return factor_of(node.index, index) in (0, 1)
        case Operation():
            return node.operator not in LIBRARY_FUNCTIONS
        case _:
            return True


def _is_straight(function: Function, functions: Mapping[str, Function]) -> bool:
    """Whether it is arithmetic from its arguments to its result, but for IFs without an alternative."""
    if function.result is None or any(parameter.type is Type.ARRAY for parameter in function.parameters):
        return False
    *body, last = function.body
    if not isinstance(last, Return) or last.value is None:
        return False
    for statement in (*body, last):
        if isinstance(statement, If) and not statement.otherwise:
            expressions: Iterable[Expression] = (statement.condition,)
        elif isinstance(statement, Set | Return):
            expressions = expressions_of(statement)
        else:
            return False
        nodes = [node for expression in expressions for node in postorder(expression)]
        if any(isinstance(node, Load) or not _is_arithmetic(node, "", functions) for node in nodes):
            return False
    return True


def _reads(expression: Expression, name: str) -> bool:
    return any(isinstance(node, Local) and node.name == name for node in postorder(expression))


def factor_of(expression: Expression, name: str) -> int | None:
    """By how much an index moves with a local; None if that is not the same everywhere."""
    match expression:
        case Local():
            return int(expression.name == name)
        case Constant():
            return 0
        case Operation("+" | "-" as operator, (left, right)):
            one, other = factor_of(left, name), factor_of(right, name)
            if one is None or other is None:
                return None
            return one + other if operator == "+" else one - other
        case Operation("*", (left, Constant(value=factor))):
            inner = factor_of(left, name)
            return None if inner is None else inner * int(factor)
        case _:
            return None if _reads(expression, name) else 0


@frozen
class Lanes:
    """A value: one for all rounds, or one for each."""

    operand: str
    is_vector: bool


class VectorLoop:
    """Writes the rounds of one loop."""

    def __init__(self, emitter: Emitter, loop: For) -> None:
        self.emitter = emitter
        self.loop = loop
        self.flow, self.to = emitter.flow, emitter.flow.to
        self.vectors: set[str] = set()
        """The locals that have a number for each round."""
        self.first = ""
        """The first of the rounds in the vector."""
        self.inside: dict[str, Lanes] | None = None
        """The locals of the function that is being written in place of its call."""
        self.unusual: list[Lanes] = []
        """The conditions of its IFs."""

    def write(self) -> None:
        loop = self.loop
        assert isinstance(loop.start, Constant)
        assert isinstance(loop.stop, Constant)
        start, stop = int(loop.start.value), int(loop.stop.value)
        body, end = self.flow.labels("vectors", "end")
        mark = self.to.mark()
        before = dict(self.flow.locals)
        entry = self.flow.jump(body)
        self.flow.start_loop(body, entry, (), self.emitter.pointers_written_in(loop.body))
        line, counter = self.to.reserve(), f"%v{self.to.fresh()}"
        is_before = self.to.result(f"icmp slt i64 {counter}, {stop - WIDTH}")
        self.first = self.to.result(f"select i1 {is_before}, i64 {counter}, i64 {stop - WIDTH}")
        self.flow.set(loop.name, "i64", self.first)
        self._block(loop.body)
        following = self.to.result(f"add i64 {counter}, {WIDTH}")
        is_more = self.to.result(f"icmp slt i64 {following}, {stop}")
        back = self.flow.branch(is_more, body, end)
        self.to.lines[line] = f"  {counter} = phi i64 [{start}, %{entry.label}], [{following}, %{back.label}]"
        self.flow.join(end, [back], mark)
        # Nothing after a parallel loop reads what it has set.
        lost = {loop.name, *locals_set_in(loop.body)}
        self.flow.locals = {name: operand for name, operand in before.items() if name not in lost}

    def _block(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            match statement:
                case Set(name, value):
                    self._set(name, value)
                case Store(array, index, value):
                    self._store(array, index, self._spread(self._value(value), "double"))
                case For():
                    self._counted(statement)
                case _:
                    raise AssertionError("llvm: a loop of vectors has only arithmetic")

    def _set(self, name: str, value: Expression) -> None:
        """Numbers are vectors, also if all are the same: in a sum the next ones may differ."""
        found, type_ = self._value(value), type_of(value)
        assert type_ is not None
        scalar = LLVM_TYPE[type_]
        if type_ is Type.INT:
            self.vectors.discard(name)
            self.flow.set(name, scalar, found.operand)
            return
        self.vectors.add(name)
        self.flow.set(name, vector(scalar, WIDTH), self._spread(found, scalar))

    def _store(self, array: str, index: Expression, value: str) -> None:
        pointer = self.emitter.pointer(array)
        address = self.to.element(pointer, self.emitter.value(index))
        self.to.write(f"store {vector('double', WIDTH)} {value}, ptr {address}, align 8")
        self.to.forget(pointer)

    def _counted(self, loop: For) -> None:
        """A loop within a round: the same rounds for all lanes."""
        start, stop = self.emitter.value(loop.start), self.emitter.value(loop.stop)
        body, end = self.flow.labels("body", "end")
        mark = self.to.mark()
        is_some = self.to.compute(f"icmp slt i64 {start}, {stop}")
        entry = self.flow.branch(is_some, body, end)
        names = tuple(name for name in locals_set_in(loop.body) if name in entry.locals)
        phis = self.flow.start_loop(body, entry, names, self.emitter.pointers_written_in(loop.body))
        line, counter = self.to.reserve(), f"%v{self.to.fresh()}"
        self.vectors.discard(loop.name)
        self.flow.set(loop.name, "i64", counter)
        self._block(loop.body)
        following = self.to.result(f"add i64 {counter}, {loop.step}")
        is_more = self.to.result(f"icmp slt i64 {following}, {stop}")
        back = self.flow.branch(is_more, body, end)
        self.to.lines[line] = f"  {counter} = phi i64 [{start}, %{entry.label}], [{following}, %{back.label}]"
        self.flow.fill(phis, [entry, back])
        self.flow.join(end, [entry, back], mark)

    def _value(self, expression: Expression) -> Lanes:
        match expression:
            case Constant():
                return Lanes(constant_operand(expression), is_vector=False)
            case Local(name=name) if self.inside is not None:
                return self.inside[name]
            case Local(name=name) if name == self.loop.name:
                return Lanes(self._rounds(), is_vector=True)
            case Local(name=name):
                return Lanes(self.flow.locals[name], name in self.vectors)
            case Load():
                return self._load(expression)
            case Operation():
                return self._operation(expression)
            case Call():
                return self._call(expression)

    def _call(self, call: Call) -> Lanes:
        arguments = [self._value(each) for each in call.arguments if not isinstance(each, ArrayName)]
        function = self.emitter.symbols.functions[call.function]
        if self.inside is not None:
            return self._in_place(function, arguments)
        if not any(each.is_vector for each in arguments):
            return Lanes(self._called(function, [each.operand for each in arguments]), is_vector=False)
        found = self._in_place(function, arguments)
        conditions, self.unusual = self.unusual, []
        if not found.is_vector or not conditions:
            return found
        return Lanes(self._corrected(function, arguments, found.operand, conditions), is_vector=True)

    def _in_place(self, function: Function, arguments: list[Lanes]) -> Lanes:
        """The body of the function, without the blocks of its IFs."""
        outer, self.inside = self.inside, {}
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            self.inside[parameter.name] = argument
        result = None
        for statement in function.body:
            match statement:
                case Set(name, value):
                    self.inside[name] = self._value(value)
                case If(condition=condition):
                    self.unusual.append(self._value(condition))
                case Return(value) if value is not None:
                    result = self._value(value)
                case _:
                    raise AssertionError("llvm: a function in a loop of vectors is straight")
        assert result is not None
        self.inside = outer
        return result

    def _corrected(self, function: Function, arguments: list[Lanes], usual: str, conditions: list[Lanes]) -> str:
        """The result as it is, or that of calls for each lane if an argument is unusual in one."""
        bools, numbers = vector("i1", WIDTH), vector("double", WIDTH)
        either = self._spread(conditions[0], "i1")
        for condition in conditions[1:]:
            either = self.to.compute(f"or {bools} {either}, {self._spread(condition, 'i1')}")
        bits = self.to.compute(f"bitcast {bools} {either} to i{WIDTH}")
        is_some = self.to.compute(f"icmp ne i{WIDTH} {bits}, 0")
        slow, end = self.flow.labels("unusual", "end")
        mark = self.to.mark()
        self.flow.set(RESULT, numbers, usual)
        start = self.flow.branch(is_some, slow, end, is_likely=True)
        self.flow.start_after(slow, start, mark)
        spread = [self._spread(a, LLVM_TYPE[p.type]) for p, a in zip(function.parameters, arguments, strict=True)]
        result = "poison"
        for lane in range(WIDTH):
            given = []
            for parameter, operand in zip(function.parameters, spread, strict=True):
                type_ = LLVM_TYPE[parameter.type]
                given.append(self.to.result(f"extractelement {vector(type_, WIDTH)} {operand}, i64 {lane}"))
            one = self._called(function, given)
            result = self.to.result(f"insertelement {numbers} {result}, double {one}, i64 {lane}")
        self.flow.set(RESULT, numbers, result)
        self.flow.join(end, [start, self.flow.jump(end)], mark)
        return self.flow.locals[RESULT]

    def _called(self, function: Function, operands: list[str]) -> str:
        self.emitter.called[function.name] = None
        pairs = zip(function.parameters, operands, strict=True)
        given = ", ".join(f"{LLVM_TYPE[parameter.type]} {operand}" for parameter, operand in pairs)
        return self.to.result(f"call double {self.emitter.symbols.function_symbol[function.name]}({given})")

    def _rounds(self) -> str:
        """The number of each round."""
        lanes = vector("i64", WIDTH)
        steps = ", ".join(f"i64 {i}" for i in range(WIDTH))
        first = self._spread(Lanes(self.first, is_vector=False), "i64")
        return self.to.compute(f"add {lanes} {first}, <{steps}>")

    def _load(self, load: Load) -> Lanes:
        pointer, index = self.emitter.pointer(load.array), self.emitter.value(load.index)
        if not factor_of(load.index, self.loop.name):
            return Lanes(self.to.load(pointer, index), is_vector=False)
        address = self.to.element(pointer, index)
        text = f"load {vector('double', WIDTH)}, ptr {address}, align 8"
        return Lanes(self.to.compute_reading(text, [pointer]), is_vector=True)

    def _operation(self, operation: Operation) -> Lanes:
        values = [self._value(argument) for argument in operation.arguments]
        if not any(value.is_vector for value in values):
            operands = [value.operand for value in values]
            return Lanes(emit_operation(operation, operands, self.to), is_vector=False)
        spread = list(self._spread_all(operation, values))
        return Lanes(emit_operation(operation, spread, self.to, WIDTH), is_vector=True)

    def _spread_all(self, operation: Operation, values: list[Lanes]) -> Iterator[str]:
        for argument, value in zip(operation.arguments, values, strict=True):
            type_ = type_of(argument)
            assert type_ is not None
            yield self._spread(value, LLVM_TYPE[type_])

    def _spread(self, value: Lanes, scalar: str) -> str:
        """The value in every lane."""
        if value.is_vector:
            return value.operand
        if is_literal(value.operand):
            return same_in_all(scalar, value.operand, WIDTH)
        lanes = vector(scalar, WIDTH)
        first = self.to.compute(f"insertelement {lanes} poison, {scalar} {value.operand}, i64 0")
        zeros = f"<{WIDTH} x i32> zeroinitializer"
        return self.to.compute(f"shufflevector {lanes} {first}, {lanes} poison, {zeros}")
