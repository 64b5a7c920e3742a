"""Function -> nothing, or an AssertionError that reports where it breaks the rules of `instructions.py`.

Follows the control flow, keeping what is certain at each point: a local is read only if every path to that point has
set it.
"""

from dataclasses import dataclass, field
from typing import NoReturn, assert_never

from simnon.source import frozen

from .instructions import (
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
    Parameter,
    Return,
    Set,
    Statement,
    Store,
    Type,
    While,
)
from .operators import result_type
from .printer import print_expression
from .walk import operands, postorder, statements_within, type_of

SMALLEST_INT, LARGEST_INT = -(2**63), 2**63 - 1


@frozen
class Signature:
    parameters: tuple[Parameter, ...]
    result: Type | None


@frozen
class _Known:
    """What is certain at one point of a function: which locals are set, which local arrays are created."""

    locals: frozenset[str]
    arrays: frozenset[str]

    def with_local(self, name: str) -> "_Known":
        return self if name in self.locals else _Known(self.locals | {name}, self.arrays)

    def with_array(self, name: str) -> "_Known":
        return _Known(self.locals, self.arrays | {name})

    def both(self, other: "_Known") -> "_Known":
        return _Known(self.locals & other.locals, self.arrays & other.arrays)


@dataclass(slots=True)
class FunctionChecker:
    """`known` is None if control never gets there."""

    function: Function
    signatures: dict[str, Signature]
    size_of_constant: dict[str, int]
    type_of_local: dict[str, Type] = field(default_factory=dict)
    is_written: dict[str, bool] = field(default_factory=dict)
    known: _Known | None = None
    breaks: list[list[_Known]] = field(default_factory=list)

    def check(self) -> None:
        self._enter()
        self._collect()
        self._block(self.function.body)
        self._demand(self.known is None or self.function.result is None, "it can end without a value")

    def _enter(self) -> None:
        parameters = self.function.parameters
        names = [parameter.name for parameter in parameters]
        self._demand(len(set(names)) == len(names), "two parameters have the same name")
        self.type_of_local = {p.name: p.type for p in parameters if p.type is not Type.ARRAY}
        self.is_written = {p.name: p.is_written for p in parameters if p.type is Type.ARRAY}
        self.known = _Known(frozenset(self.type_of_local), frozenset(self.is_written))

    def _collect(self) -> None:
        """The one type of each local, and the names of local arrays."""
        parameters = [parameter.name for parameter in self.function.parameters]
        for statement in statements_within(self.function.body):
            match statement:
                case Set(name=name, value=value):
                    self._declare(name, type_of(value))
                case For(name=name):
                    self._declare(name, Type.INT)
                case Allocate(array=array, size=size):
                    self._demand(size > 0, f"the array '{array}' has no elements")
                    self._demand(array not in self.size_of_constant, f"'{array}' is also a constant array")
                    self._demand(array not in parameters, f"'{array}' is also a parameter")
                    self.is_written[array] = True
                case _:
                    pass
        shared = self.type_of_local.keys() & self.is_written.keys()
        self._demand(not shared, f"a number and an array have the same name: {', '.join(sorted(shared))}")

    def _declare(self, name: str, type_: Type | None) -> None:
        self._demand(name != "", "a local has an empty name")
        self._demand(type_ is not None and type_ is not Type.ARRAY, f"'{name}' is set to something that is not a value")
        assert type_ is not None
        before = self.type_of_local.setdefault(name, type_)
        self._demand(before is type_, f"'{name}' is a {before.value} and a {type_.value}")

    def _block(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            if self.known is None:
                return
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Set(name=name, value=value):
                self._value(value, may_write=True)
                self.known = self._here.with_local(name)
            case Store(array=array, index=index, value=value):
                self._index(array, index)
                self._demand(self.is_written.get(array, False), f"'{array}' is read-only")
                self._typed(value, Type.FLOAT, may_write=True)
            case Allocate(array=array):
                self.known = self._here.with_array(array)
            case If():
                self._if(statement)
            case While():
                self._while(statement)
            case For():
                self._for(statement)
            case Break():
                self._demand(bool(self.breaks), "break outside a loop")
                self.breaks[-1].append(self._here)
                self.known = None
            case Continue():
                self._demand(bool(self.breaks), "continue outside a loop")
                self.known = None
            case Return(value=value):
                self._return(value)
            case Do(call=call):
                self._value(call, may_write=True)
            case _:
                assert_never(statement)

    @property
    def _here(self) -> _Known:
        assert self.known is not None, "program: an unreachable statement is checked"
        return self.known

    def _return(self, value: Expression | None) -> None:
        if value is None:
            self._demand(self.function.result is None, "return without a value")
        else:
            self._demand(self.function.result is not None, "return with a value")
            self._typed(value, self.function.result, may_write=True)
        self.known = None

    def _if(self, statement: If) -> None:
        self._typed(statement.condition, Type.BOOL)
        before = self.known
        self._block(statement.then)
        after_then, self.known = self.known, before
        self._block(statement.otherwise)
        if self.known is None:
            self.known = after_then
        elif after_then is not None:
            self.known = self.known.both(after_then)

    def _while(self, statement: While) -> None:
        self.breaks.append([])
        self._block(statement.header)
        paths = []
        if self.known is not None:
            self._typed(statement.condition, Type.BOOL)
            if not (isinstance(statement.condition, Constant) and statement.condition.value is True):
                paths.append(self.known)
        self._block(statement.body)
        self._meet(paths + self.breaks.pop())

    def _for(self, statement: For) -> None:
        self._typed(statement.start, Type.INT)
        self._typed(statement.stop, Type.INT)
        self._demand(statement.step != 0, "a range with step 0")
        self._demand(abs(statement.step) <= LARGEST_INT, "a range whose step is not an int")
        before = self._here
        self.breaks.append([])
        self.known = before.with_local(statement.name)
        self._block(statement.body)
        self.breaks.pop()
        # The loop may not run at all.
        self.known = before

    def _meet(self, paths: list[_Known]) -> None:
        self.known = None
        for way in paths:
            self.known = way if self.known is None else self.known.both(way)

    def _typed(self, expression: Expression, type_: Type | None, may_write: bool = False) -> None:
        self._value(expression, may_write)
        if type_of(expression) is not type_:
            self._fail(f"'{print_expression(expression)}' is not a {'' if type_ is None else type_.value}")

    def _index(self, array: str, index: Expression) -> None:
        self._array(array)
        self._typed(index, Type.INT)
        if isinstance(index, Constant):
            size = LARGEST_INT if array in self.is_written else self.size_of_constant[array]
            self._demand(0 <= index.value < size, f"'{array}' has no element {index.value}")

    def _array(self, name: str) -> None:
        if name in self.is_written:
            self._demand(name in self._here.arrays, f"the array '{name}' is used before it is created")
        else:
            self._demand(name in self.size_of_constant, f"there is no array '{name}'")

    def _value(self, expression: Expression, may_write: bool = False) -> None:
        for node in postorder(expression):
            match node:
                case Constant():
                    self._constant(node)
                case Local(name=name, type=type_):
                    self._demand(name in self.type_of_local, f"there is no local '{name}'")
                    self._demand(self.type_of_local[name] is type_, f"'{name}' is not a {type_.value}")
                    self._demand(name in self._here.locals, f"'{name}' is read where it may be unset")
                case Load(array=array, index=index):
                    self._index(array, index)
                case Operation(operator=operator, type=type_):
                    self._operation(node, operator, type_)
                case Call():
                    self._call(node, may_write and node is expression)
                case _:
                    assert_never(node)

    def _constant(self, constant: Constant) -> None:
        value = constant.value
        match constant.type:
            case Type.FLOAT:
                is_right = not isinstance(value, bool)
            case Type.INT:
                is_int = isinstance(value, int) and not isinstance(value, bool)
                is_right = is_int and SMALLEST_INT <= value <= LARGEST_INT
            case Type.BOOL:
                is_right = isinstance(value, bool)
            case Type.ARRAY:
                is_right = False
            case _:
                assert_never(constant.type)
        self._demand(is_right, f"{value!r} is not a {constant.type.value}")

    def _operation(self, node: Operation, operator: str, type_: Type) -> None:
        takes = tuple(type_of(argument) for argument in operands(node))
        gives = None if None in takes else result_type(operator, tuple(t for t in takes if t is not None))
        if gives is not type_:
            self._fail(f"'{print_expression(node)}' is not a {type_.value}")

    def _call(self, call: Call, may_write: bool) -> None:
        signature = self.signatures.get(call.function)
        if signature is None:
            self._fail(f"there is no function '{call.function}'")
        self._demand(signature.result is call.type, f"'{call.function}' does not return the type of its call")
        is_right = len(signature.parameters) == len(call.arguments)
        self._demand(is_right, f"'{call.function}' takes {len(signature.parameters)} arguments")
        for parameter, argument in zip(signature.parameters, call.arguments, strict=True):
            self._argument(call.function, parameter, argument, may_write)
        arrays = [argument.name for argument in call.arguments if isinstance(argument, ArrayName)]
        for parameter, argument in zip(signature.parameters, call.arguments, strict=True):
            if parameter.is_written and isinstance(argument, ArrayName):
                is_alone = argument.offset is not None or arrays.count(argument.name) == 1
                self._demand(is_alone, f"'{call.function}' gets the written array '{argument.name}' twice")

    def _argument(self, function: str, parameter: Parameter, argument: Expression | ArrayName, may_write: bool) -> None:
        if not isinstance(argument, ArrayName):
            is_right = type_of(argument) is parameter.type
            self._demand(is_right, f"'{parameter.name}' of '{function}' is a {parameter.type.value}")
            return
        self._demand(parameter.type is Type.ARRAY, f"'{parameter.name}' of '{function}' is not an array")
        self._array(argument.name)
        is_offset = argument.offset is None or type_of(argument.offset) is Type.INT
        self._demand(is_offset, f"'{parameter.name}' of '{function}' starts at something that is not an int")
        if parameter.is_written:
            self._demand(may_write, f"'{function}' writes an array inside an expression")
            is_free = self.is_written.get(argument.name, False)
            self._demand(is_free, f"'{function}' writes '{argument.name}', which is read-only")

    def _demand(self, is_true: bool, message: str) -> None:
        if not is_true:
            self._fail(message)

    def _fail(self, message: str) -> NoReturn:
        raise AssertionError(f"program: function '{self.function.name}': {message}")
