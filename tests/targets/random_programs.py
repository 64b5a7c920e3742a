"""Random programs that are well typed and terminate, for comparing targets.

A program is drawn from a `Choices`: hypothesis draws ones it can shrink, `random` generates very many.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import numpy as np
from hypothesis import strategies as st

from simnon.program import (
    ENTRY_PARAMETERS,
    OPERATORS,
    Allocate,
    Array,
    ArrayName,
    Break,
    Call,
    Constant,
    ConstantArray,
    Continue,
    Do,
    Expression,
    For,
    Function,
    If,
    Layout,
    Load,
    Local,
    Operation,
    Parameter,
    Program,
    Return,
    Set,
    Statement,
    Store,
    Type,
    While,
)

FLOAT, INT, BOOL, ARRAY = Type.FLOAT, Type.INT, Type.BOOL, Type.ARRAY
SCALARS = (FLOAT, INT, BOOL)
Item = TypeVar("Item")

SIZE = 4
"""The length of every array: indices are taken modulo it."""

SMALL = 2**53
"""Integers below this are exact as floats."""

LARGEST_COST = 2000
"""A bound on the statements one call can run, so that nested loops and calls end soon."""

FLOATS = (
    0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -2.5, 3.0, 0.1, 1e-3, 7.25, 100.0, 709.8, -745.2, 1e16,
    9007199254740994.0, 1e22, 1e300, -1e300, 1.7976931348623157e308, 2.2250738585072014e-308, 5e-324,
    -1e-310, 9.3e18, -9.3e18,
    float("inf"), float("-inf"), float("nan"),
)  # fmt: skip
INTS = (
    0, 1, -1, 2, 3, -3, 5, 7, 10, 63, 64, 65, -64, 1000, 2**31, 2**53 + 1, 2**62, 2**63 - 1, -(2**63),
    -(2**63) + 1, 0x7FF0_0000_0000_0000, 0x7FF0_0000_0000_0001, 0x3FF0_0000_0000_0000,
)  # fmt: skip
RANGES = (
    (0, 3, 1), (0, 0, 1), (2, -1, -1), (-1, 4, 2), (5, 0, -2), (0, 7, 3), (3, 1, 1), (0, 2, -1),
    (2**63 - 3, 2**63 - 1, 1), (2**63 - 4, 2**63 - 1, 2), (-(2**63) + 4, -(2**63), -3),
    (-(2**63) + 1, -(2**63), -1), (2**63 - 2, 2**63 - 1, 5), (0, 3, 2**62), (3, 0, -(2**62)),
)  # fmt: skip
NAMES = (
    "f",
    "DELAY(x)",
    "derivatives.1",
    'a "quoted" name',
    "back\\slash",
    "two\nlines",
    "häßlich",
    "",
    "@%{}",
    "sin",
)
"""Functions of a program can have any name; a number keeps them distinct."""


class Choices(Protocol):
    def below(self, count: int) -> int:
        """A number of range(count)."""
        ...


@dataclass(frozen=True, slots=True)
class RandomChoices:
    generator: random.Random

    def below(self, count: int) -> int:
        return self.generator.randrange(count)


@dataclass(frozen=True, slots=True)
class DrawnChoices:
    draw: Callable[[st.SearchStrategy[int]], int]

    def below(self, count: int) -> int:
        return self.draw(st.integers(0, count - 1))


@dataclass(slots=True)
class Scope:
    """What a statement can use: locals that are certainly set, arrays that certainly exist."""

    locals: dict[str, Type]
    arrays: dict[str, bool]
    """Whether it can be written."""

    def copy(self) -> "Scope":
        return Scope(dict(self.locals), dict(self.arrays))

    def keep(self, others: list["Scope"]) -> None:
        """Keep what all paths to this point have in common."""
        self.locals = {name: self.locals[name] for name in self.locals if all(name in o.locals for o in others)}
        self.arrays = {name: self.arrays[name] for name in self.arrays if all(name in o.arrays for o in others)}


@dataclass(slots=True)
class ProgramMaker:
    choices: Choices
    functions: list[Function] = field(default_factory=list)
    cost_of_function: dict[str, int] = field(default_factory=dict)
    result: Type | None = None
    scope: Scope = field(default_factory=lambda: Scope({}, {}))
    times: int = 1
    """How often the current position can run in one call of its function."""
    cost: int = 0
    loops: int = 0
    fresh: int = 0

    def program(self) -> Program:
        for _ in range(self.choices.below(4)):
            self.functions.append(self.helper())
        entries = [self.function(name, ENTRY_PARAMETERS, None, False) for name in ("derivatives", "outputs")]
        table = ConstantArray("table", tuple(self.pick(FLOATS) for _ in range(SIZE)))
        layout = Layout()
        return Program("random", (*self.functions, *entries), ("derivatives", "outputs"), layout, (table,))

    # Choosing

    def pick(self, items: "tuple[Item, ...] | list[Item]") -> Item:
        return items[self.choices.below(len(items))]

    def chance(self, one_in: int) -> bool:
        return self.choices.below(one_in) == one_in - 1

    def number(self) -> int:
        self.fresh += 1
        return self.fresh

    # Functions

    def helper(self) -> Function:
        parameters = [Parameter(f"p{i}", self.pick((*SCALARS, ARRAY, ARRAY))) for i in range(self.choices.below(5))]
        parameters = [Parameter(p.name, p.type, is_written=p.type is ARRAY and self.chance(2)) for p in parameters]
        result = self.pick((FLOAT, INT, BOOL, FLOAT, None))
        name = f"{self.pick(NAMES)}{len(self.functions)}"
        return self.function(name, tuple(parameters), result, self.chance(2))

    def function(self, name: str, parameters: tuple[Parameter, ...], result: Type | None, is_inline: bool) -> Function:
        self.scope = Scope({p.name: p.type for p in parameters if p.type is not ARRAY}, {"table": False})
        self.scope.arrays |= {p.name: p.is_written for p in parameters if p.type is ARRAY}
        self.result, self.times, self.cost, self.loops = result, 1, 1, 0
        body, ends = self.block(3, 2 + self.choices.below(5))
        if result is not None and not ends:
            body += (Return(self.whole_value(result)),)
        self.cost_of_function[name] = self.cost
        return Function(name, parameters, result, body, is_inline)

    # Statements

    def block(self, depth: int, length: int) -> tuple[tuple[Statement, ...], bool]:
        """Some statements, and whether their end is unreachable."""
        statements: list[Statement] = []
        for _ in range(length):
            made, ends = self.statement(depth)
            statements += made
            if ends:
                return tuple(statements), True
        return tuple(statements), False

    def statement(self, depth: int) -> tuple[list[Statement], bool]:
        self.cost += self.times
        kinds = ["set", "set", "store", "store", "store", "store", "allocate", "do"]
        if depth > 0:
            kinds += ["if", "if", "if"]
            kinds += ["while", "for", "for"] if self.times <= 16 else []
            kinds += ["break", "continue"] if self.loops else []
            kinds += ["return"] if self.chance(3) else []
        match self.pick(kinds):
            case "set":
                return [self.set()], False
            case "store":
                return [self.store()], False
            case "allocate":
                return [self.allocate()], False
            case "do":
                return self.do(), False
            case "if":
                return self.make_if(depth)
            case "while":
                return self.make_while(depth), False
            case "for":
                return [self.make_for(depth)], False
            case "break":
                return [Break()], True
            case "continue":
                return [Continue()], True
            case _:
                value = None if self.result is None else self.whole_value(self.result)
                return [Return(value)], True

    def set(self) -> Statement:
        type_ = self.pick(SCALARS)
        own = [name for name, of in self.scope.locals.items() if of is type_ and not name.startswith("fuel")]
        name = self.pick([f"{type_.value} {self.choices.below(3)}", *own])
        value = self.whole_value(type_)
        self.scope.locals[name] = type_
        return Set(name, value)

    def store(self) -> Statement:
        written = [name for name, is_written in self.scope.arrays.items() if is_written]
        if not written:
            return self.set()
        return Store(self.pick(written), self.index(), self.whole_value(FLOAT))

    def allocate(self) -> Statement:
        name = f"local {self.choices.below(2)}"
        self.scope.arrays[name] = True
        return Allocate(name, SIZE + self.choices.below(3))

    def do(self) -> list[Statement]:
        call = self.call_of([function for function in self.functions if self.can_call(function)])
        return [] if call is None else [Do(call)]

    def make_if(self, depth: int) -> tuple[list[Statement], bool]:
        condition = self.value(BOOL, 2)
        before = self.scope
        ways, arms, ends = [], [], []
        for length in (1 + self.choices.below(3), self.choices.below(3)):
            self.scope = before.copy()
            arm, is_end = self.block(depth - 1, length)
            arms.append(arm)
            ends.append(is_end)
            if not is_end:
                ways.append(self.scope)
        self.scope = ways[0] if ways else before
        self.scope.keep(ways)
        return [If(condition, arms[0], arms[1])], all(ends)

    def make_while(self, depth: int) -> list[Statement]:
        """The header burns fuel, which nothing else sets, so the loop ends whatever its condition."""
        fuel = f"fuel {self.number()}"
        turns = 1 + self.choices.below(3)
        start = Set(fuel, Constant(turns, INT))
        self.scope.locals[fuel] = INT
        has_fuel = Operation(">", (Local(fuel, INT), Constant(0, INT)), BOOL)
        burn = Set(fuel, Operation("-", (Local(fuel, INT), Constant(1, INT)), INT))
        with self.loop(turns + 1):
            if self.chance(3):
                body, _ = self.block(depth - 1, 1 + self.choices.below(3))
                stop = If(has_fuel, (burn,), (Break(),))
                return [start, While((stop,), Constant(True, BOOL), body)]
            header, _ = self.block(depth - 1, self.choices.below(2))
            # A header that always jumps would leave the condition unreachable.
            header = tuple(s for s in header if not isinstance(s, Break | Continue | Return))
            guard = If(has_fuel, (burn,), (Break(),))
            condition = self.value(BOOL, 2)
            body, _ = self.block(depth - 1, 1 + self.choices.below(3))
        return [start, While((guard, *header), condition, body)]

    def make_for(self, depth: int) -> Statement:
        start, stop, step = self.pick(RANGES)
        bounds: list[Expression] = [Constant(start, INT), Constant(stop, INT)]
        if self.chance(2):
            step = self.pick((1, -1, 2))
            bounds = [Operation("%", (self.value(INT, 1), Constant(4, INT)), INT) for _ in range(2)]
        name = f"int {self.choices.below(3)}"
        with self.loop(4):
            self.scope.locals[name] = INT
            body, _ = self.block(depth - 1, 1 + self.choices.below(3))
        return For(name, bounds[0], bounds[1], step, body)

    @contextmanager
    def loop(self, turns: int) -> Iterator[None]:
        """What a loop sets is not certain after it."""
        before, self.scope = self.scope, self.scope.copy()
        self.times *= turns
        self.loops += 1
        yield
        self.loops -= 1
        self.times //= turns
        self.scope = before

    # Values

    def whole_value(self, type_: Type) -> Expression:
        """A right-hand side, which can also be a call that writes arrays."""
        if self.chance(4):
            callable_ = [f for f in self.functions if f.result is type_ and self.can_call(f)]
            call = self.call_of(callable_)
            if call is not None:
                return call
        return self.simple_value() if type_ is FLOAT and self.chance(2) else self.value(type_, 3)

    def simple_value(self) -> Expression:
        """A float that shows what it was computed from: deep expressions too often end in nan, 0 or infinity."""
        operator = self.pick(("+", "-", "min", ""))
        if not operator:
            return self.leaf(FLOAT, [])
        return Operation(operator, (self.leaf(FLOAT, []), self.leaf(FLOAT, self.locals_of(FLOAT))), FLOAT)

    def locals_of(self, type_: Type) -> list[str]:
        return [name for name, of in self.scope.locals.items() if of is type_]

    def value(self, type_: Type, depth: int) -> Expression:
        locals_ = self.locals_of(type_)
        kind = self.choices.below(8)
        if depth == 0 or kind == 0:
            return self.leaf(type_, locals_)
        if kind == 1 and locals_:
            return Local(self.pick(locals_), type_)
        if kind == 2:
            pure = [f for f in self.functions if f.result is type_ and self.can_call(f) and is_pure(f)]
            call = self.call_of(pure)
            if call is not None:
                return call
        operator, takes = self.pick(OPERATORS_OF_RESULT[type_])
        if operator == "whole":
            # Only for a float that holds an integer.
            small = Operation("%", (self.value(INT, depth - 1), Constant(SMALL, INT)), INT)
            return Operation(operator, (Operation("float", (small,), FLOAT),), type_)
        return Operation(operator, tuple(self.value(taken, depth - 1) for taken in takes), type_)

    def leaf(self, type_: Type, locals_: list[str]) -> Expression:
        if locals_ and self.chance(2):
            return Local(self.pick(locals_), type_)
        match type_:
            case Type.FLOAT:
                if self.chance(4):
                    return Constant(self.pick(FLOATS), FLOAT)
                written = [name for name, is_written in self.scope.arrays.items() if is_written]
                few = bool(written) and self.chance(2)
                return Load(self.pick(written if few else list(self.scope.arrays)), self.index())
            case Type.INT:
                return Constant(self.pick(INTS), INT)
            case _:
                return Constant(self.chance(2), BOOL)

    def index(self) -> Expression:
        """Often the same few indices, so that loads and stores meet."""
        if self.chance(3):
            return Operation("%", (self.value(INT, 1), Constant(self.pick((1, 2, SIZE)), INT)), INT)
        return Constant(self.pick((0, 0, 1, SIZE - 1)), INT)

    def can_call(self, function: Function) -> bool:
        return self.times * self.cost_of_function[function.name] + self.cost <= LARGEST_COST

    def call_of(self, functions: list[Function]) -> Call | None:
        """A call of one of `functions`; a written array has no second name."""
        if not functions:
            return None
        function = self.pick(functions)
        free = dict(self.scope.arrays)
        array_of_parameter = {}
        for parameter in sorted(function.parameters, key=lambda p: not p.is_written):
            if parameter.type is ARRAY:
                fitting = [name for name in free if free[name] or not parameter.is_written]
                if not fitting:
                    return None
                array_of_parameter[parameter.name] = name = self.pick(fitting)
                if parameter.is_written:
                    del free[name]
        self.cost += self.times * self.cost_of_function[function.name]
        arguments = tuple(
            ArrayName(array_of_parameter[p.name]) if p.type is ARRAY else self.value(p.type, 1)
            for p in function.parameters
        )
        return Call(function.name, arguments, function.result)


def is_pure(function: Function) -> bool:
    return not any(parameter.is_written for parameter in function.parameters)


OPERATORS_OF_RESULT: dict[Type, list[tuple[str, tuple[Type, ...]]]] = {
    type_: [(name, takes) for name, all_ in OPERATORS.items() for takes, gives in all_ if gives is type_]
    for type_ in SCALARS
}


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of an entry."""

    time: float
    states: Array
    values: Array
    out: Array

    def copy(self) -> "Arguments":
        return Arguments(self.time, self.states.copy(), self.values.copy(), self.out.copy())


def make_case(choices: Choices) -> tuple[Program, Arguments]:
    program = ProgramMaker(choices).program()
    inputs = (*FLOATS, *(1.0 + 0.37 * number for number in range(4 * SIZE * len(FLOATS) // 10)))
    numbers = [inputs[choices.below(len(inputs))] for _ in range(3 * SIZE + 1)]
    states, values, out = np.array(numbers[1:]).reshape(3, SIZE)
    return program, Arguments(numbers[0], states.copy(), values.copy(), out.copy())


def random_case(seed: int) -> tuple[Program, Arguments]:
    return make_case(RandomChoices(random.Random(seed)))  # noqa: S311  nothing here is secret


@st.composite
def cases(draw: Callable[[st.SearchStrategy[int]], int]) -> tuple[Program, Arguments]:
    return make_case(DrawnChoices(draw))
