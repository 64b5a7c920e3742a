"""Python expressions -> Expression; what cannot be one becomes statements before it.

Values in a program are computed whether they are needed or not. If Python would not evaluate the right side of `and`,
`or`, a chained comparison or a conditional expression, and that side could fail (it reads an array, it calls), it
becomes an `if` before the expression.
"""

import ast
import math
from collections.abc import Callable, Sequence
from typing import TypeGuard

from simnon.kernels import Field
from simnon.program import ArrayName, Constant, Expression, If, Load, Local, Operation, Set, Statement

from .calls import call
from .constants import Number
from .operations import binary, is_plain_shift
from .scope import BOOL, FLOAT, INT, Scope, convert, exactly, operate, type_of, widest

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
INT_RANGE = range(-(2**63), 2**63)


def expression(scope: Scope, node: ast.expr) -> Expression:
    match node:
        case ast.Name():
            return _name(scope, node)
        case ast.Constant(value=bool() | int() | float() as value):
            return _constant(scope, node, value)
        case ast.BinOp(op=ast.BitAnd(), left=ast.BinOp(op=ast.RShift()) as shift) if is_plain_shift(
            scope, shift, node.right
        ):
            return _masked_shift(scope, shift, node)
        case ast.BinOp():
            left = expression(scope, node.left)
            return binary(scope, node, left, expression(scope, node.right))
        case ast.Subscript():
            return load(scope, node)
        case ast.Call():
            return _call(scope, node)
        case ast.Compare():
            return _compare(scope, node)
        case ast.BoolOp():
            operator = "and" if isinstance(node.op, ast.And) else "or"
            first, *rest = node.values
            terms = [_later(scope, term) for term in rest]
            return _connect(scope, operator, condition(scope, first), terms)
        case ast.UnaryOp():
            return _unary(scope, node)
        case ast.IfExp():
            return _choose(scope, node)
        case ast.Attribute(value=ast.Name(id=name)) if name in scope.records:
            return load_field(scope, node)
        case ast.Attribute():
            number = scope.constant(node)
            if number is None:
                raise scope.refuse(node, f"'.{node.attr}' is not in the subset")
            return _constant(scope, node, number)
        case _:
            raise scope.refuse(node, f"{type(node).__name__} is not an expression of the subset")


def condition(scope: Scope, node: ast.expr) -> Expression:
    """A bool: numbers are not accepted as conditions."""
    value = expression(scope, node)
    if type_of(value) is not BOOL:
        raise scope.refuse(node, "expected a condition, found a number; compare it with 0")
    return value


def load_field(scope: Scope, node: ast.Attribute) -> Expression:
    """`record.field`."""
    array, found = field(scope, node)
    value = Load(array, Constant(found.offset, INT))
    if found.kind is bool:
        return exactly("!=", value, Constant(0.0, FLOAT))
    return exactly("whole", value) if found.kind is int else value


def field(scope: Scope, node: ast.Attribute) -> tuple[str, Field]:
    """The array of a record in the program, and the field."""
    array = array_name(scope, node.value)
    record = scope.records.get(array) if array is not None else None
    if record is None:
        raise scope.refuse(node, f"'.{node.attr}' is not in the subset")
    if node.attr not in record.record_fields:
        raise scope.refuse(node, f"'{record.__name__}' has no '{node.attr}'")
    assert array is not None
    return array, record.record_fields[node.attr]


def load(scope: Scope, node: ast.Subscript) -> Expression:
    """`array[index]`."""
    array = array_name(scope, node.value)
    if array is None:
        raise scope.refuse(node.value, "only arrays can be indexed")
    position = index(scope, node)
    is_of_ints = _is_of_ints(scope, node.value)
    if scope.is_user and not isinstance(position, Constant):
        if is_of_ints:
            raise scope.refuse(node, "a table of ints has no value for an index out of range: write floats")
        return _load_checked(scope, array, position)
    value = Load(array, position)
    if not is_of_ints:
        return value
    is_table = isinstance(node.value, ast.Name) and node.value.id in scope.module.tables
    return exactly("int" if is_table else "whole", value)


def index(scope: Scope, node: ast.Subscript) -> Expression:
    """The index, an int; a constant one is checked if the size is known."""
    position = expression(scope, node.slice)
    if type_of(position) is not INT:
        raise scope.refuse(node.slice, "an index must be an int")
    if isinstance(position, Constant):
        assert isinstance(node.value, ast.Name)
        size = _size(scope, node.value.id)
        if position.value < 0 or (size is not None and position.value >= size):
            raise scope.refuse(node.slice, f"the index {position.value} is outside '{node.value.id}'")
    return position


def array_name(scope: Scope, node: ast.expr) -> str | None:
    """The name in the program of the array that `node` names, if it does."""
    if not isinstance(node, ast.Name):
        return None
    name = node.id
    if name in scope.array_sizes:
        if name not in scope.assigned:
            raise scope.refuse(node, f"'{name}' may be used before it is created")
        return name
    table = None if name in scope.variables else scope.module.tables.get(name)
    if table is None:
        return None
    return scope.table(name, table)


def arguments(scope: Scope, node: ast.Call) -> list[Expression | ArrayName]:
    if node.keywords:
        raise scope.refuse(node, "arguments must be positional")
    values: list[Expression | ArrayName] = []
    for argument in node.args:
        given = _unwrapped(scope, argument)
        if is_slice(given, scope):
            values.append(_slice(scope, given))
            continue
        array = array_name(scope, given)
        if array is not None and array not in scope.integer_arrays and _is_of_ints(scope, given):
            raise scope.refuse(argument, "arrays hold floats: write 1.0 for 1")
        values.append(expression(scope, argument) if array is None else ArrayName(array))
    return values


def _unwrapped(scope: Scope, node: ast.expr) -> ast.expr:
    """`Control(array)` is the array itself, seen as a record."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[array]) if name in scope.module.records:
            return array
        case _:
            return node


def is_slice(node: ast.expr, scope: Scope) -> TypeGuard[ast.Call]:
    """True if the argument is `slice_from(array, offset)`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    return scope.module.meanings.get(node.func.id) == "slice_from"


def _slice(scope: Scope, node: ast.Call) -> ArrayName:
    array = array_name(scope, node.args[0]) if len(node.args) == 2 else None
    if array is None:
        raise scope.refuse(node, "slice_from takes an array and the offset of the slice")
    offset = expression(scope, node.args[1])
    if type_of(offset) is not INT:
        raise scope.refuse(node.args[1], "the offset of a slice must be an int")
    return ArrayName(array, offset)


def _name(scope: Scope, node: ast.Name) -> Expression:
    name = node.id
    variable = scope.variables.get(name)
    if variable is not None:
        if name not in scope.assigned:
            raise scope.refuse(node, f"'{name}' may be used before it is assigned")
        return variable
    number = scope.find_constant(name)
    if number is not None:
        return _constant(scope, node, number)
    if array_name(scope, node) is not None:
        raise scope.refuse(node, f"'{name}' is an array, not a number")
    raise scope.refuse(node, f"'{name}' is neither a variable nor a constant here")


def _constant(scope: Scope, node: ast.expr, value: Number) -> Constant:
    if isinstance(value, bool):
        return Constant(value, BOOL)
    if isinstance(value, float):
        return Constant(value, FLOAT)
    if value not in INT_RANGE:
        raise scope.refuse(node, "the number does not fit in 64 bits")
    return Constant(value, INT)


def _call(scope: Scope, node: ast.Call) -> Expression:
    if isinstance(node.func, ast.Name) and node.func.id == "len" and len(node.args) == 1:
        table = node.args[0]
        size = _size(scope, table.id) if isinstance(table, ast.Name) else None
        if size is None:
            raise scope.refuse(node, "the length is known only for arrays created here")
        return Constant(size, INT)
    return call(scope, node, arguments(scope, node))


def _size(scope: Scope, name: str) -> int | None:
    if name in scope.array_sizes:
        return scope.array_sizes[name]
    table = scope.module.tables.get(name)
    return None if table is None or name in scope.variables else len(table)


def _is_of_ints(scope: Scope, node: ast.expr) -> bool:
    """True if `node` names an array that holds ints."""
    if not isinstance(node, ast.Name) or node.id in scope.variables:
        return False
    if node.id in scope.array_sizes:
        return node.id in scope.integer_arrays
    return isinstance(scope.module.tables.get(node.id, (0.0,))[0], int)


def _masked_shift(scope: Scope, shift: ast.BinOp, node: ast.BinOp) -> Expression:
    value = expression(scope, shift.left)
    if type_of(value) is FLOAT:
        raise scope.refuse(shift, "'>>' takes ints")
    shifted = exactly(">>", convert(value, INT), expression(scope, shift.right))
    return exactly("&", shifted, expression(scope, node.right))


def _unary(scope: Scope, node: ast.UnaryOp) -> Expression:
    match node.op:
        case ast.Not():
            return exactly("not", condition(scope, node.operand))
        case ast.USub():
            number = scope.constant(node) if isinstance(node.operand, ast.Constant) else None
            return operate("neg", expression(scope, node.operand)) if number is None else _constant(scope, node, number)
        case ast.UAdd():
            value = expression(scope, node.operand)
            return convert(value, INT) if type_of(value) is BOOL else value
        case _:
            value = expression(scope, node.operand)
            if type_of(value) is not INT:
                raise scope.refuse(node, "'~' takes an int")
            return exactly("^", value, Constant(-1, INT))


def _compare(scope: Scope, node: ast.Compare) -> Expression:
    operators = [COMPARISONS.get(type(operator)) for operator in node.ops]
    symbols = [symbol for symbol in operators if symbol is not None]
    if len(symbols) < len(operators):
        raise scope.refuse(node, "'is' and 'in' are not in the subset")
    left = expression(scope, node.left)
    right = expression(scope, node.comparators[0])
    if len(symbols) == 1:
        return operate(symbols[0], left, right)
    chain = _Chain(scope, scope.hold(right))
    terms = [
        chain.term(symbol, comparator) for symbol, comparator in zip(symbols[1:], node.comparators[1:], strict=True)
    ]
    return _connect(scope, "and", operate(symbols[0], left, chain.last), terms)


class _Chain:
    """`a < b < c`: b is computed once, c only if a < b."""

    def __init__(self, scope: Scope, last: Constant | Local) -> None:
        self._scope = scope
        self.last = last

    def term(self, symbol: str, comparator: ast.expr) -> Callable[[], Expression]:
        def compare() -> Expression:
            left, self.last = self.last, self._scope.hold(expression(self._scope, comparator))
            return operate(symbol, left, self.last)

        return compare


def _later(scope: Scope, node: ast.expr) -> Callable[[], Expression]:
    return lambda: condition(scope, node)


def _connect(scope: Scope, operator: str, value: Expression, terms: Sequence[Callable[[], Expression]]) -> Expression:
    """`value and term ...`: terms after a guarded one are in its `if`, and can use its temporaries."""
    for number, term in enumerate(terms):
        statements, other = _apart(scope, term)
        if not statements and scope.is_total(other):
            value = exactly(operator, value, other)
            continue
        result = scope.temporary(BOOL)
        scope.statements.append(Set(result.name, value))
        outer, scope.statements = scope.statements, statements
        rest = _connect(scope, operator, other, terms[number + 1 :])
        scope.statements = outer
        is_open = result if operator == "and" else exactly("not", result)
        scope.statements.append(If(is_open, (*statements, Set(result.name, rest))))
        return result
    return value


def _choose(scope: Scope, node: ast.IfExp) -> Expression:
    test = condition(scope, node.test)
    before, then = _apart(scope, lambda: expression(scope, node.body))
    before_other, otherwise = _apart(scope, lambda: expression(scope, node.orelse))
    type_ = widest(type_of(then), type_of(otherwise))
    then, otherwise = convert(then, type_), convert(otherwise, type_)
    if not before and not before_other and scope.is_total(then) and scope.is_total(otherwise):
        return Operation("select", (test, then, otherwise), type_)
    result = scope.temporary(type_)
    scope.statements.append(If(test, (*before, Set(result.name, then)), (*before_other, Set(result.name, otherwise))))
    return result


def _apart(scope: Scope, make: Callable[[], Expression]) -> tuple[list[Statement], Expression]:
    """The expression, and the statements it needs before it."""
    outer, scope.statements = scope.statements, []
    value = make()
    inner, scope.statements = scope.statements, outer
    return inner, value


def _load_checked(scope: Scope, array: str, position: Expression) -> Expression:
    """Index as Python does: from the end if negative; nan if Python would fail."""
    size = len(scope.tables[array])
    given = scope.hold(position)
    is_negative = exactly("<", given, Constant(0, INT))
    checked = scope.hold(exactly("select", is_negative, exactly("+", given, Constant(size, INT)), given))
    is_inside = exactly("and", exactly(">=", checked, Constant(0, INT)), exactly("<", checked, Constant(size, INT)))
    inside = exactly("max", exactly("min", checked, Constant(size - 1, INT)), Constant(0, INT))
    return exactly("select", is_inside, Load(array, inside), Constant(math.nan, FLOAT))
