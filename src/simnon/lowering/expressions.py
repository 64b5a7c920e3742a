"""Model expressions -> program expressions.

A subexpression used twice becomes a local; an IF with costly branches becomes a statement, so that only the active
branch is computed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from simnon.model import (
    NOW,
    TOTAL,
    Apply,
    Expression,
    Index,
    Interpolation,
    Name,
    Number,
    Table,
    TableUse,
    is_multiplied,
    parts_of,
)
from simnon.program import (
    SEED_SLOT,
    Allocate,
    ArrayName,
    Call,
    Constant,
    Do,
    For,
    If,
    Load,
    Local,
    Operation,
    Set,
    Statement,
    Type,
)
from simnon.program import Expression as Lowered

from .functions import KERNEL_PREFIX, Library, Mathematics, Result, elementary_function, table_array

FLOAT, INT, BOOL = Type.FLOAT, Type.INT, Type.BOOL
ZERO, ONE = Constant(0.0, FLOAT), Constant(1.0, FLOAT)
NO_SAMPLES = Constant(0, INT)

_ELEMENTARY_OPERATOR = {
    "exp": "exp",
    "ln": "log",
    "log": "log10",
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "arcsin": "asin",
    "arccos": "acos",
    "atan": "atan",
    "atan2": "atan2",
    "sinh": "sinh",
    "cosh": "cosh",
    "tanh": "tanh",
}
_COMPARISONS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "==", "<>": "!="}
FEW_CONDITIONS = 64
"""As many are combined one after the other."""
_CHEAP = frozenset({"+", "neg", "*", "/", "if", "and", "or", "not", "abs", "min", "max", *_COMPARISONS})
_MAX_PARTS_OF_CHEAP = 12
_LONGEST_CHOICE = 16


@dataclass(slots=True)
class Scope:
    """What a name means in the function being written, and where statements go."""

    meaning: Callable[[str], Lowered]
    library: Library
    statements: list[Statement] = field(default_factory=list)
    samples: int | None = None
    """The slot that counts the samples of the system the expression belongs to."""
    history_of_delay: int = 0
    temporaries: list[int] = field(default_factory=lambda: [0])
    called: set[str] = field(default_factory=set)
    results_of_call: dict[tuple[str, tuple[Expression, ...]], str] = field(default_factory=dict)
    """The arrays with the results of the calls that have been made, by function and arguments."""
    index_of_name: Mapping[str, Index] = field(default_factory=dict)
    """What sums run over."""

    def inner(self) -> "Scope":
        """The same names, with its own statements: a branch."""
        return Scope(
            self.meaning,
            self.library,
            [],
            self.samples,
            self.history_of_delay,
            self.temporaries,
            self.called,
            dict(self.results_of_call),
            self.index_of_name,
        )

    def temporary(self, type_: Type) -> Local:
        self.temporaries[0] += 1
        return Local(f"${self.temporaries[0]}", type_)

    def shared(self, value: Lowered) -> Lowered:
        """A value that can be read twice at no cost."""
        if isinstance(value, Constant | Local):
            return value
        local = self.temporary(type_of(value))
        self.statements.append(Set(local.name, value))
        return local

    def call(self, function: str, *arguments: Lowered | ArrayName) -> Lowered:
        self.called.add(function)
        self.called.update(argument.name for argument in arguments if isinstance(argument, ArrayName))
        return Call(function, arguments, FLOAT)

    def call_elementary(self, operator: str, *arguments: Lowered) -> Lowered:
        """Call our own function, or apply the operator, which is the C library's."""
        if self.library.mathematics is Mathematics.LIBM:
            return Operation(operator, arguments, FLOAT)
        return self.call(elementary_function(operator, self.library), *arguments)

    def call_kernel(self, kernel: str, *arguments: Lowered | ArrayName) -> Lowered:
        return self.call(f"{KERNEL_PREFIX}{kernel}", *arguments)


def as_float(value: Lowered) -> Lowered:
    """A condition as 1 or 0."""
    return Operation("float", (value,), FLOAT) if type_of(value) is BOOL else value


def type_of(value: Lowered) -> Type:
    if isinstance(value, Load):
        return FLOAT
    assert value.type is not None
    return value.type


def lower(node: Expression, scope: Scope) -> Lowered:
    """The program expression for `node`; statements it needs first go to `scope.statements`."""
    if isinstance(node, Name):
        return scope.meaning(node.name)
    if isinstance(node, Number):
        return Constant(node.value, FLOAT)
    rule = _RULES.get(node.function)
    return rule(node, scope) if rule is not None else _call(node, scope)


def _arguments(node: Apply, scope: Scope) -> list[Lowered]:
    return [lower(argument, scope) for argument in node.arguments]


def _sum(node: Apply, scope: Scope) -> Lowered:
    first, *rest = node.arguments
    total = lower(first, scope)
    for term in rest:
        if isinstance(term, Apply) and term.function == "neg":
            total = Operation("-", (total, lower(term.arguments[0], scope)), FLOAT)
        else:
            total = Operation("+", (total, lower(term, scope)), FLOAT)
    return total


def _total(node: Apply, scope: Scope) -> Lowered:
    """A sum over indices: the first term, and the others added to it in the order of the elements."""
    *names, body = node.arguments
    indices = [scope.index_of_name[name.name] for name in names if isinstance(name, Name)]
    total = scope.temporary(FLOAT)
    first = scope.inner()
    first.statements += [Set(index.name, Constant(index.first, INT)) for index in indices]
    first.statements.append(Set(total.name, lower(body, first)))
    scope.statements += first.statements
    for outermost, index in enumerate(indices):
        inner = scope.inner()
        statements = _added(body, total, inner)
        for each in indices[:outermost]:
            statements = (_counted(each, each.first, statements),)
        scope.statements.append(_counted(index, index.first + 1, statements))
        scope.statements.append(Set(index.name, Constant(index.first, INT)))
    return total


def _added(term: Expression, total: Local, scope: Scope) -> tuple[Statement, ...]:
    if isinstance(term, Apply) and term.function == "neg":
        value = Operation("-", (total, lower(term.arguments[0], scope)), FLOAT)
    else:
        value = Operation("+", (total, lower(term, scope)), FLOAT)
    return (*scope.statements, Set(total.name, value))


def _counted(index: Index, first: int, statements: tuple[Statement, ...]) -> For:
    return For(index.name, Constant(first, INT), Constant(index.last + 1, INT), 1, statements)


def _fold_left(operator: str, type_: Type) -> Callable[[Apply, Scope], Lowered]:
    def rule(node: Apply, scope: Scope) -> Lowered:
        first, *rest = node.arguments
        total = lower(first, scope)
        for argument in rest:
            total = Operation(operator, (total, lower(argument, scope)), type_)
        return total

    return rule


def _joined(operator: str) -> Callable[[Apply, Scope], Lowered]:
    """AND and OR: many conditions as a tree, because LLVM follows a chain of thousands recursively."""

    def rule(node: Apply, scope: Scope) -> Lowered:
        parts = _arguments(node, scope)
        while len(parts) > FEW_CONDITIONS:
            pairs = zip(parts[::2], parts[1::2], strict=False)
            parts = [Operation(operator, pair, BOOL) for pair in pairs] + parts[len(parts) - len(parts) % 2 :]
        total, *rest = parts
        for part in rest:
            total = Operation(operator, (total, part), BOOL)
        return total

    return rule


def _plain(operator: str, type_: Type) -> Callable[[Apply, Scope], Lowered]:
    def rule(node: Apply, scope: Scope) -> Lowered:
        return Operation(operator, tuple(_arguments(node, scope)), type_)

    return rule


def _elementary(operator: str) -> Callable[[Apply, Scope], Lowered]:
    def rule(node: Apply, scope: Scope) -> Lowered:
        return scope.call_elementary(operator, *_arguments(node, scope))

    return rule


def _power(node: Apply, scope: Scope) -> Lowered:
    """Small integer powers are products: x^3 is (x*x)*x, x^4 is (x*x)*(x*x), x^-n is 1/x^n."""
    base, exponent = node.arguments
    if isinstance(exponent, Number) and is_multiplied(exponent):
        return _multiplied(lower(base, scope), int(exponent.value), scope)
    return scope.call_elementary("pow", lower(base, scope), lower(exponent, scope))


def _multiplied(base: Lowered, exponent: int, scope: Scope) -> Lowered:
    if exponent < 0:
        return Operation("/", (ONE, _multiplied(base, -exponent, scope)), FLOAT)
    if exponent == 0:
        return ONE
    if exponent == 1:
        return base
    x = scope.shared(base)
    square = Operation("*", (x, x), FLOAT)
    if exponent == 2:
        return square
    if exponent == 3:
        return Operation("*", (square, x), FLOAT)
    shared = scope.shared(square)
    return Operation("*", (shared, shared), FLOAT)


def _if(node: Apply, scope: Scope) -> Lowered:
    """Split a long chain in two, so that a thousand branches are not nested a thousand levels deep."""
    arguments = node.arguments
    branches = len(arguments) // 2
    if all(_is_cheap(argument) for argument in arguments[1:]):
        return _select(arguments, scope)
    if branches <= _LONGEST_CHOICE:
        return _branch(node, scope)
    cut = branches // 2 * 2
    first, rest = arguments[:cut], arguments[cut:]
    is_in_first = Apply("or", first[::2], node.span)
    halves = (Apply("if", (*first[:-2], first[-1]), node.span), Apply("if", rest, node.span))
    return _branch(Apply("if", (is_in_first, *halves), node.span), scope)


def _select(arguments: tuple[Expression, ...], scope: Scope) -> Lowered:
    """Compute everything, and take the first value whose condition holds."""
    *choices, result = [lower(argument, scope) for argument in arguments]
    for i in range(len(choices) - 2, -1, -2):
        test, value = choices[i], choices[i + 1]
        result = Operation("select", (test, value, result), type_of(value))
    return result


def _branch(node: Apply, scope: Scope) -> Lowered:
    """Compute only the branch that is taken."""
    condition, value, *rest = node.arguments
    test = lower(condition, scope)
    then_scope, other_scope = scope.inner(), scope.inner()
    then = lower(value, then_scope)
    other = lower(rest[0] if len(rest) == 1 else Apply("if", tuple(rest), node.span), other_scope)
    result = scope.temporary(type_of(then))
    then_scope.statements.append(Set(result.name, then))
    other_scope.statements.append(Set(result.name, other))
    scope.statements.append(If(test, tuple(then_scope.statements), tuple(other_scope.statements)))
    return result


def _is_cheap(expression: Expression) -> bool:
    """True if computing it in vain costs less than a branch."""
    for count, part in enumerate(parts_of(expression), 1):
        if count > _MAX_PARTS_OF_CHEAP or (isinstance(part, Apply) and part.function not in _CHEAP):
            return False
    return True


def _sign(node: Apply, scope: Scope) -> Lowered:
    x = scope.shared(lower(node.arguments[0], scope))
    below = Operation("select", (_compare("<", x, ZERO), Constant(-1.0, FLOAT), ZERO), FLOAT)
    return Operation("select", (_compare(">", x, ZERO), ONE, below), FLOAT)


def _compare(operator: str, left: Lowered, right: Lowered) -> Lowered:
    return Operation(operator, (left, right), BOOL)


def _truncated(x: Lowered) -> Lowered:
    """x truncated towards zero."""
    negative = Operation("neg", (Operation("floor", (Operation("neg", (x,), FLOAT),), FLOAT),), FLOAT)
    return Operation("select", (_compare("<", x, ZERO), negative, Operation("floor", (x,), FLOAT)), FLOAT)


def _int(node: Apply, scope: Scope) -> Lowered:
    return _truncated(scope.shared(lower(node.arguments[0], scope)))


def _mod(node: Apply, scope: Scope) -> Lowered:
    """x - y*INT(x/y): the sign of x, as in Fortran."""
    x, y = (scope.shared(argument) for argument in _arguments(node, scope))
    quotient = _truncated(scope.shared(Operation("/", (x, y), FLOAT)))
    return Operation("-", (x, Operation("*", (y, quotient), FLOAT)), FLOAT)


def _random(node: Apply, scope: Scope) -> Lowered:
    """Seeds select one of 2^20 families of streams, so that equal seeds in two systems stay independent."""
    seed, stream = node.arguments
    assert isinstance(stream, Number)
    family = Operation("int", (lower(seed, scope),), INT)
    shifted = Operation("*", (family, Constant(2**20, INT)), INT)
    number = Operation("+", (shifted, Constant(int(stream.value), INT)), INT)
    run = Operation("int", (slot(SEED_SLOT),), INT)
    count = NO_SAMPLES if scope.samples is None else Operation("int", (slot(scope.samples),), INT)
    return scope.call_kernel(node.function, run, number, count)


def _periodic(node: Apply, scope: Scope) -> Lowered:
    assert scope.samples is not None, "periodic: only a sampled system has a next sample"
    time, period = (scope.shared(argument) for argument in _arguments(node, scope))
    instant = scope.call_kernel("next_instant", ArrayName("values"), Constant(scope.samples, INT), time, period)
    return scope.shared(instant)


def slot(index: int) -> Load:
    return Load("values", Constant(index, INT))


def _delayed(node: Apply, scope: Scope) -> Lowered:
    """The stored value; before the start, or before anything is stored, the value given for it."""
    before = lower(node.arguments[1], scope) if len(node.arguments) > 1 else None
    return _remembered("history_value", node, before, scope)


def _slope_of_delayed(node: Apply, scope: Scope) -> Lowered:
    """The derivative of the stored value by the delayed time; zero before the start."""
    return _remembered("history_slope", node, ZERO if len(node.arguments) > 1 else None, scope)


def _remembered(kernel: str, node: Apply, before: Lowered | None, scope: Scope) -> Lowered:
    at = scope.shared(lower(node.arguments[0], scope))
    history = scope.history_of_delay
    is_before = _compare("==", slot(history + 3), ZERO)
    if before is not None:
        is_before = Operation("or", (is_before, _compare("<", at, slot(history + 5))), BOOL)
    result = scope.temporary(FLOAT)
    remembered = scope.call_kernel(kernel, ArrayName("values"), Constant(history, INT), at)
    scope.statements.append(If(is_before, (Set(result.name, before or ZERO),), (Set(result.name, remembered),)))
    return result


def _call(node: Apply, scope: Scope) -> Lowered:
    """A table, a piece of one, or a foreign function."""
    result = scope.library.result_of_name.get(node.function)
    if result is not None:
        return Load(_called(result, node.arguments, scope), Constant(result.index, INT))
    if node.function in scope.library.callee_of_name:
        return scope.call(scope.library.callee_of_name[node.function], *_arguments(node, scope))
    table, use, argument = scope.library.table_of_function[node.function]
    arguments = [scope.shared(argument) for argument in _arguments(node, scope)]
    scope.called.add(table_array(table.name))
    if use is TableUse.VALUE:
        return _table(table, arguments, scope)
    if use is TableUse.PIECE:
        return _table_piece(table, arguments, scope)
    return _table_axis(table, argument == 1, use, arguments[0], scope)


def _called(result: Result, arguments: tuple[Expression, ...], scope: Scope) -> str:
    """The array with the results of a call: one that has been made with these arguments, or a new one."""
    key = (result.callee, arguments)
    array = scope.results_of_call.get(key)
    if array is None:
        given = tuple(scope.shared(lower(argument, scope)) for argument in arguments)
        array = f"results{scope.temporary(FLOAT).name}"
        scope.statements.append(Allocate(array, result.count))
        scope.statements.append(Do(Call(result.callee, (*given, ArrayName(array)), None)))
        scope.called.add(result.callee)
        scope.results_of_call[key] = array
    return array


def _sizes(table: Table) -> list[Lowered | ArrayName]:
    sizes = [len(table.first)] + ([len(table.second)] if table.second else [])
    return [ArrayName(table_array(table.name)), *(Constant(n, INT) for n in (0, *sizes))]


def _ending(table: Table) -> list[Lowered]:
    is_hold = table.interpolation is Interpolation.HOLD
    return [] if is_hold else [Constant(table.is_extrapolated, BOOL)]


def _table(table: Table, arguments: list[Lowered], scope: Scope) -> Lowered:
    stem = "surface" if table.second else "table"
    way = table.interpolation.value.lower()
    return scope.call_kernel(f"{stem}_{way}", *_sizes(table), *arguments, *_ending(table))


def _table_piece(table: Table, arguments: list[Lowered], scope: Scope) -> Lowered:
    count = len(table.parameters)
    stem = "surface_" if table.second else ""
    way = table.interpolation.value.lower()
    pieces, points = arguments[count:], arguments[:count]
    return scope.call_kernel(f"{stem}{way}_piece", *_sizes(table), *pieces, *points, *_ending(table))


def _table_axis(table: Table, is_second: bool, use: TableUse, argument: Lowered, scope: Scope) -> Lowered:
    array = table_array(table.name)
    start = len(table.first) if is_second else 0
    count = len(table.second) if is_second else len(table.first)
    if use is TableUse.INTERVAL:
        return scope.call_kernel("table_piece", ArrayName(array), Constant(start, INT), Constant(count, INT), argument)
    number = scope.shared(Operation("int", (argument,), INT))
    if use is TableUse.LOWER:
        is_open = _compare("<", number, Constant(0, INT))
        node_number, limit = number, Constant(float("-inf"), FLOAT)
    else:
        is_open = _compare(">=", number, Constant(count - 1, INT))
        node_number, limit = Operation("+", (number, Constant(1, INT)), INT), Constant(float("inf"), FLOAT)
    inside = Operation("min", (Operation("max", (node_number, Constant(0, INT)), INT), Constant(count - 1, INT)), INT)
    node = Load(array, Operation("+", (inside, Constant(start, INT)), INT))
    return Operation("select", (is_open, limit, node), FLOAT)


_SMALLEST = Constant(2.2250738585072014e-308, FLOAT)
_MINUS_ONE = Constant(-1.0, FLOAT)


def _root_inside(node: Apply, scope: Scope) -> Lowered:
    return Operation("sqrt", (Operation("max", (lower(node.arguments[0], scope), ZERO), FLOAT),), FLOAT)


def _inside(operator: str, least: Constant, most: Constant | None = None) -> Callable[[Apply, Scope], Lowered]:
    """The function with its argument clamped to its domain."""

    def rule(node: Apply, scope: Scope) -> Lowered:
        argument: Lowered = Operation("max", (lower(node.arguments[0], scope), least), FLOAT)
        if most is not None:
            argument = Operation("min", (argument, most), FLOAT)
        return scope.call_elementary(operator, argument)

    return rule


_RULES: dict[str, Callable[[Apply, Scope], Lowered]] = {
    "+": _sum,
    TOTAL: _total,
    "*": _fold_left("*", FLOAT),
    "/": _plain("/", FLOAT),
    "neg": _plain("neg", FLOAT),
    "^": _power,
    "if": _if,
    "and": _joined("and"),
    "or": _joined("or"),
    "not": _plain("not", BOOL),
    "min": _fold_left("min", FLOAT),
    "max": _fold_left("max", FLOAT),
    "sqrt": _plain("sqrt", FLOAT),
    "abs": _plain("abs", FLOAT),
    "sign": _sign,
    "int": _int,
    "mod": _mod,
    "uniform": _random,
    "normal": _random,
    "delayed": _delayed,
    "delayed.slope": _slope_of_delayed,
    "periodic": _periodic,
    "sqrt.inside": _root_inside,
    "ln.inside": _inside("log", _SMALLEST),
    "log.inside": _inside("log10", _SMALLEST),
    "arcsin.inside": _inside("asin", _MINUS_ONE, ONE),
    "arccos.inside": _inside("acos", _MINUS_ONE, ONE),
    **{function: _elementary(operator) for function, operator in _ELEMENTARY_OPERATOR.items()},
    **{function: _plain(operator, BOOL) for function, operator in _COMPARISONS.items()},
    **{f"{function}{NOW}": _plain(operator, BOOL) for function, operator in _COMPARISONS.items()},
    f"int{NOW}": _int,
}
