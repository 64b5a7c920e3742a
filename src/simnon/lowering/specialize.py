"""Function -> the same function for one model: sizes known, loops unrolled, calls inlined.

A method's step is a few loops over the states around calls of the model. With the number of states known it becomes
straight-line code without any call, as one would write it by hand for that model. The values are the same bit for bit.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import copysign
from operator import add, eq, floordiv, ge, gt, le, lt, mul, ne, sub
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
    postorder,
    statements_within,
)

Known = Mapping[tuple[str, int], Constant]

ZERO = Constant(0, Type.INT)
MAX_UNROLLED_ITERATIONS = 16


def specialize(function: Function, functions: Mapping[str, Function], known: Known) -> Function:
    """`known` are elements of arrays that never change; calls of `functions` are inlined."""
    writer = _Writer(functions, known)
    scope = _Scope({p.name: (p.name, ZERO) for p in function.parameters if p.type is Type.ARRAY})
    writer.block(function.body, scope)
    return replace(function, body=tuple(writer.statements))


@dataclass(slots=True)
class _Scope:
    """What the names of one function mean: its arrays as slices of the caller's, its constants.

    A function that becomes an expression has no variables: a name it sets stands for its expression, as a constant
    does.
    """

    arrays: dict[str, tuple[str, Expression]]
    prefix: str = ""
    constants: dict[str, Expression] = field(default_factory=dict)
    is_expression: bool = False
    inlined: str = ""
    """The function, if its statements become those of its caller."""
    is_nested: bool = False
    """Within a branch or a loop."""


class _Writer:
    def __init__(self, functions: Mapping[str, Function], known: Known) -> None:
        self.functions = functions
        self.known = known
        self.statements: list[Statement] = []
        self._inlined = 0

    def block(self, statements: Iterable[Statement], scope: _Scope) -> None:
        for statement in statements:
            if self.statements and isinstance(self.statements[-1], Return | Break | Continue):
                return
            self._statement(statement, scope)

    def _statement(self, statement: Statement, scope: _Scope) -> None:
        match statement:
            case Set(name, value):
                self._set(name, self._expression(value, scope), scope)
            case Store(array, index, value):
                base, position = self._element(array, index, scope)
                self.statements.append(Store(base, position, self._expression(value, scope)))
            case Allocate(array, size):
                scope.arrays[array] = (scope.prefix + array, ZERO)
                self.statements.append(Allocate(scope.prefix + array, size))
            case If(condition, then, otherwise):
                self._if(self._expression(condition, scope), then, otherwise, scope)
            case For():
                self._for(statement, scope)
            case While(header, condition, body):
                self._forget(statement, scope)
                inner_header = self._apart(header, scope)
                test = self._expression(condition, scope)
                self.statements.append(While(inner_header, test, self._apart(body, scope)))
            case Do(call):
                self._do(call, scope)
            case Return(value):
                # It would end the caller.
                assert not (scope.inlined and scope.is_nested), (
                    f"specialize: '{scope.inlined}' can return before its end"
                )
                self.statements.append(Return(None if value is None else self._expression(value, scope)))
            case Break() | Continue():
                self.statements.append(statement)
            case _:
                assert_never(statement)

    def _set(self, name: str, value: Expression, scope: _Scope) -> None:
        if scope.is_expression or (isinstance(value, Constant) and value.type in (Type.INT, Type.BOOL)):
            scope.constants[name] = value
            return
        scope.constants.pop(name, None)
        self.statements.append(Set(scope.prefix + name, value))

    def _if(
        self,
        condition: Expression,
        then: tuple[Statement, ...],
        otherwise: tuple[Statement, ...],
        scope: _Scope,
    ) -> None:
        if isinstance(condition, Constant):
            self.block(then if condition.value else otherwise, scope)
            return
        self._forget(If(condition, then, otherwise), scope)
        written = If(condition, self._apart(then, scope), self._apart(otherwise, scope))
        if written.then or written.otherwise or any(isinstance(node, Call) for node in postorder(condition)):
            self.statements.append(written)

    def _for(self, loop: For, scope: _Scope) -> None:
        start, stop = self._expression(loop.start, scope), self._expression(loop.stop, scope)
        if isinstance(start, Constant) and isinstance(stop, Constant) and _is_unrolled(loop, start, stop):
            for i in range(int(start.value), int(stop.value), loop.step):
                scope.constants[loop.name] = Constant(i, Type.INT)
                self.block(loop.body, scope)
            scope.constants.pop(loop.name, None)
            return
        self._forget(loop, scope)
        scope.constants.pop(loop.name, None)
        body = self._apart(loop.body, scope)
        self.statements.append(For(scope.prefix + loop.name, start, stop, loop.step, body, loop.is_parallel))

    def _apart(self, statements: tuple[Statement, ...], scope: _Scope) -> tuple[Statement, ...]:
        """The statements of a branch or a loop, as a separate list; the names they set stay variables."""
        outer, self.statements = self.statements, []
        inner = replace(scope, constants=dict(scope.constants), is_nested=True)
        self.block(statements, inner)
        for name, value in inner.constants.items():
            if scope.constants.get(name) != value:
                self.statements.append(Set(scope.prefix + name, value))
        written, self.statements = self.statements, outer
        return tuple(written)

    def _forget(self, statement: Statement, scope: _Scope) -> None:
        """Turn the constants that a branch or a loop changes into variables."""
        for inner in statements_within((statement,)):
            name = inner.name if isinstance(inner, Set | For) else ""
            value = scope.constants.pop(name, None)
            if value is not None:
                self.statements.append(Set(scope.prefix + name, value))

    def _do(self, call: Call, scope: _Scope) -> None:
        callee = self.functions.get(call.function)
        if callee is None:
            self.statements.append(Do(self._call(call, scope)))
            return
        count = len(self.statements)
        self._inline(call, callee, scope)
        if len(self.statements) > count and isinstance(self.statements[-1], Return):
            self.statements.pop()

    def _inline(self, call: Call, callee: Function, scope: _Scope, *, is_expression: bool = False) -> None:
        self._inlined += 1
        prefix = f"{call.function}.{self._inlined}."
        inner = _Scope({}, prefix, is_expression=is_expression, inlined=call.function)
        for parameter, argument in zip(callee.parameters, call.arguments, strict=True):
            if isinstance(argument, ArrayName):
                inner.arrays[parameter.name] = self._slice(argument, scope)
                continue
            value = self._expression(argument, scope)
            if isinstance(value, Local):
                # It cannot change before the call ends.
                inner.constants[parameter.name] = value
            else:
                self._set(parameter.name, value, inner)
        self.block(callee.body, inner)

    def _inlined_value(self, call: Call, callee: Function, scope: _Scope) -> Expression:
        """The value a function returns at its end, after its statements; one that becomes an expression must have
        none."""
        is_expression = not any(parameter.is_written for parameter in callee.parameters)
        outer, self.statements = self.statements, []
        self._inline(call, callee, scope, is_expression=is_expression)
        *written, last = self.statements
        self.statements = outer
        self.statements += written
        assert isinstance(last, Return), f"specialize: '{call.function}' does not end with a return"
        assert last.value is not None, f"specialize: '{call.function}' has no value"
        assert not (written and is_expression), f"specialize: '{call.function}' is not an expression"
        return last.value

    def _slice(self, argument: ArrayName, scope: _Scope) -> tuple[str, Expression]:
        base, offset = scope.arrays.get(argument.name, (argument.name, ZERO))
        if argument.offset is None:
            return base, offset
        return base, _added(offset, self._expression(argument.offset, scope))

    def _element(self, array: str, index: Expression, scope: _Scope) -> tuple[str, Expression]:
        base, offset = scope.arrays.get(array, (array, ZERO))
        return base, _added(offset, self._expression(index, scope))

    def _call(self, call: Call, scope: _Scope) -> Call:
        arguments: list[Expression | ArrayName] = []
        for argument in call.arguments:
            if isinstance(argument, ArrayName):
                base, offset = self._slice(argument, scope)
                arguments.append(ArrayName(base) if offset == ZERO else ArrayName(base, offset))
            else:
                arguments.append(self._expression(argument, scope))
        return replace(call, arguments=tuple(arguments))

    def _expression(self, node: Expression, scope: _Scope) -> Expression:
        match node:
            case Constant():
                return node
            case Local(name, type_):
                constant = scope.constants.get(name)
                return Local(scope.prefix + name, type_) if constant is None else constant
            case Load(array, index):
                base, position = self._element(array, index, scope)
                known = self.known.get((base, int(position.value))) if isinstance(position, Constant) else None
                return Load(base, position) if known is None else known
            case Operation(operator, arguments, type_):
                return _folded(operator, tuple([self._expression(a, scope) for a in arguments]), type_)
            case Call(function):
                callee = self.functions.get(function)
                return self._call(node, scope) if callee is None else self._inlined_value(node, callee, scope)
            case _:
                assert_never(node)


def _is_unrolled(loop: For, start: Constant, stop: Constant) -> bool:
    """True if the loop is short, and left only at its end or by a return."""
    count = len(range(int(start.value), int(stop.value), loop.step))
    return count <= MAX_UNROLLED_ITERATIONS and not _has_jump(loop.body)


def _has_jump(body: tuple[Statement, ...]) -> bool:
    """True if there is a `break` or `continue` of the loop itself."""
    return any(
        isinstance(statement, Break | Continue)
        or (isinstance(statement, If) and (_has_jump(statement.then) or _has_jump(statement.otherwise)))
        for statement in body
    )


_NUMBER: dict[Type, Callable[[float], float]] = {Type.FLOAT: float, Type.INT: int, Type.BOOL: bool}
_ARITHMETIC: dict[str, Callable[[float, float], float]] = {"+": add, "-": sub, "*": mul}
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}
_OF_TWO: dict[tuple[str, Type], Callable[[float, float], float]] = {
    **{(operator, type_): compute for operator, compute in _COMPARISONS.items() for type_ in (Type.FLOAT, Type.INT)},
    **{(operator, type_): compute for operator, compute in _ARITHMETIC.items() for type_ in (Type.FLOAT, Type.INT)},
    ("//", Type.INT): floordiv,
    ("min", Type.INT): min,
    ("max", Type.INT): max,
}


def _folded(operator: str, arguments: tuple[Expression, ...], type_: Type) -> Expression:
    """Fold arithmetic and comparisons of constants, and operations that leave a value unchanged, bit for bit."""
    for argument in arguments:
        if isinstance(argument, Constant):
            break
    else:
        return Operation(operator, arguments, type_)
    match operator, arguments:
        case _, (Constant(left, of), Constant(right)) if (operator, of) in _OF_TWO:
            return Constant(_NUMBER[type_](_OF_TWO[operator, of](left, right)), type_)
        case ("*", (Constant(1), other)) | ("+", (Constant(0, Type.INT), other)):
            return other
        case "*", (Constant(0, Type.INT), _):
            return ZERO
        case "+", (Constant(0.0, Type.FLOAT) as zero, other) if copysign(1.0, zero.value) < 0.0:
            # Adding 0.0 would turn -0.0 into 0.0.
            return other
        case (("int" | "whole"), (Constant(value, Type.FLOAT),)) if float(value).is_integer():
            return Constant(int(value), Type.INT)
        case "float", (Constant(value, Type.INT),):
            return Constant(float(value), Type.FLOAT)
        case "likely", (Constant() as known,):
            return known
        case "not", (Constant(value, Type.BOOL),):
            return Constant(not value, Type.BOOL)
        case (("and" | "or"), (Constant(value, Type.BOOL), other) | (other, Constant(value, Type.BOOL))):
            return other if value == (operator == "and") else Constant(value, Type.BOOL)
        case "select", (Constant(value, Type.BOOL), then, otherwise):
            return then if value else otherwise
        case _:
            return Operation(operator, arguments, type_)


def _added(left: Expression, right: Expression) -> Expression:
    if left is ZERO:
        return right
    return _folded("+", (left, right), Type.INT)
