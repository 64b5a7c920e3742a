"""The state of translating one function: its variables, and where statements go.

Two things are discovered too late: that a variable is also assigned a wider type (`s = 0`, then `s += x`), and that a
parameter or the variable of a loop is assigned. Both are noted in `Findings`, and the function is translated `Again`
from its first line.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field

from simnon.kernels import Record
from simnon.program import (
    OPERATORS,
    Constant,
    Expression,
    Load,
    Local,
    Operation,
    Parameter,
    Set,
    Statement,
    Type,
)

from .constants import Number, evaluate
from .module import Module
from .refusal import NotInSubset
from .signature import Signature

FLOAT, INT, BOOL, ARRAY = Type.FLOAT, Type.INT, Type.BOOL, Type.ARRAY

WIDTH = {BOOL: 0, INT: 1, FLOAT: 2}
"""A value of a narrower type is silently converted to a wider type, as in Python."""

RESULTS = {(operator, takes): gives for operator, signatures in OPERATORS.items() for takes, gives in signatures}
"""The result type of an operator for arguments of these types."""

RESULT = "return"
"""The key of the result among the variables: no variable can have this name."""


RESULTS_ARRAY = "results__of"
"""The array for the results of a function that returns several; no variable can have two underscores in a row."""


class Again(Exception):
    pass


@dataclass(slots=True)
class Findings:
    """What must be known before a function can be translated, found by trying."""

    widened: dict[str, Type] = field(default_factory=dict)
    copied: set[str] = field(default_factory=set)
    counted: set[int] = field(default_factory=set)


class Scope:
    """The function being translated; `statements` is the list that is growing."""

    def __init__(
        self,
        module: Module,
        callee: Callable[[str, ast.AST], Signature | None],
        findings: Findings,
        *,
        prefix: str,
        is_user: bool,
    ) -> None:
        self.module = module
        self.callee = callee
        self.findings = findings
        self.prefix = prefix
        self.is_user = is_user
        self.statements: list[Statement] = []
        self.variables: dict[str, Local] = {}
        self.declared: set[str] = set()
        self.parameters: dict[str, Parameter] = {}
        self.array_sizes: dict[str, int | None] = {}
        self.records: dict[str, type[Record]] = {}
        """The arrays whose elements have names."""
        self.integer_arrays: set[str] = set()
        """The arrays that hold ints."""
        self.written: set[str] = set()
        self.assigned: set[str] = set()
        self.read_globals: set[str] = set()
        self.loops: dict[str, int] = {}
        self.breaks: list[list[set[str]]] = []
        self.tables: dict[str, tuple[float, ...]] = {}
        self.result: Type | None = None
        self.is_result_inferred = False
        self.results = 0
        """How many floats the function returns, if it returns a tuple of them."""
        self._temporaries = 0

    def refuse(self, node: ast.AST, message: str) -> NotInSubset:
        return self.module.refuse(node, message)

    def constant(self, node: ast.expr) -> Number | None:
        """The value of `node`, if it is a constant expression."""
        return evaluate(node, self.find_constant)

    def find_constant(self, name: str) -> Number | None:
        """The constant of the module, unless a variable of the function hides it."""
        if name in self.variables or name in self.array_sizes:
            return None
        self.read_globals.add(name)
        return self.module.constants.get(name)

    def table(self, name: str, values: tuple[float, ...]) -> str:
        """The constant array `name` of the module, by its name in the program."""
        self.read_globals.add(name)
        self.tables[self.prefix + name] = tuple(map(float, values))
        return self.prefix + name

    def temporary(self, type_: Type) -> Local:
        """A new variable; names with two underscores belong to the translator."""
        self._temporaries += 1
        return Local(f"t__{self._temporaries}", type_)

    def hold(self, value: Expression) -> Constant | Local:
        """The value in a local, so that it can be used twice and is computed once."""
        if isinstance(value, Constant | Local):
            return value
        variable = self.temporary(type_of(value))
        self.statements.append(Set(variable.name, value))
        return variable

    def is_total(self, value: Expression) -> bool:
        """True if computing `value` needlessly does no harm: no call, no read out of bounds."""
        match value:
            case Constant() | Local():
                return True
            case Operation(arguments=arguments):
                return all(self.is_total(argument) for argument in arguments)
            case Load(array=array, index=Constant()):
                return self.array_sizes.get(array) is not None or array in self.tables
            case _:
                return False

    def widen(self, name: str, type_: Type) -> Again:
        self.findings.widened[name] = type_
        return Again()


def type_of(value: Expression) -> Type:
    if isinstance(value, Load):
        return FLOAT
    assert value.type is not None, "python_subset: a call without a result was used as a value"
    return value.type


def widest(left: Type, right: Type) -> Type:
    return left if WIDTH[left] >= WIDTH[right] else right


def convert(value: Expression, type_: Type) -> Expression:
    """`value` as the same or a wider type."""
    given = type_of(value)
    if given is type_:
        return value
    assert WIDTH[given] < WIDTH[type_], f"python_subset: {given} does not fit {type_}"
    if isinstance(value, Constant):
        return Constant(float(value.value) if type_ is FLOAT else int(value.value), type_)
    if type_ is INT:
        return Operation("int", (value,), INT)
    if isinstance(value, Operation) and value.operator == "int" and _is_integral(value.arguments[0]):
        # Python's floor returns an int of any size; adding zero turns -0 into 0, as that int would.
        return Operation("+", (value.arguments[0], Constant(0.0, FLOAT)), FLOAT)
    return Operation("float", (value,), FLOAT)


def _is_integral(value: Expression) -> bool:
    return isinstance(value, Operation) and (
        value.operator == "floor" or (value.operator == "neg" and _is_integral(value.arguments[0]))
    )


def operate(operator: str, *arguments: Expression) -> Operation:
    """The operation on arguments of one type: the widest of theirs, at least an int."""
    types = [type_of(argument) for argument in arguments]
    type_ = FLOAT if FLOAT in types else INT
    for given in types:
        if given is not type_:
            return exactly(operator, *[convert(argument, type_) for argument in arguments])
    return exactly(operator, *arguments)


def on_floats(operator: str, *arguments: Expression) -> Operation:
    return exactly(operator, *[convert(argument, FLOAT) for argument in arguments])


def exactly(operator: str, *arguments: Expression) -> Operation:
    """The operation on arguments of exactly these types."""
    types = tuple([type_of(argument) for argument in arguments])
    return Operation(operator, arguments, RESULTS[operator, types])
