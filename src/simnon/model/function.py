"""DATA: the built-in functions: how many arguments, of which kind, the kind of the result, their derivative.

A derivative is given by argument: `derivative(arguments, i)` is the partial derivative with respect to the i-th
argument, an expression, or None if the function is constant between its events. `evaluate` is the function on numbers,
None if it needs more than numbers (the past, a random number). It is the one definition of a function: everything that
computes outside of a program uses it.
"""

import operator
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial

from simnon.doors import loaded_on_use
from simnon.source import frozen

from . import arithmetic
from .expression import Apply, Expression, Number

with loaded_on_use(__name__):
    from simnon.kernels import own_function


class Kind(Enum):
    """The kind of an expression: a number, or a condition that is true or false."""

    NUMBER = "a number"
    CONDITION = "a condition"


Derivative = Callable[[tuple[Expression, ...], int], Expression | None]


@frozen
class Builtin:
    """`most` is None for any number of arguments; `is_kinked` marks functions with corners or jumps."""

    name: str
    least: int
    most: int | None
    derivative: Derivative | None
    evaluate: Callable[..., float] | None
    takes: Kind = Kind.NUMBER
    gives: Kind = Kind.NUMBER
    is_kinked: bool = False

    def takes_count(self, count: int) -> bool:
        """Whether it accepts this many arguments."""
        is_whole = count % 2 == 1 or self.name != "if"
        return self.least <= count and (self.most is None or count <= self.most) and is_whole


def apply(function: str, *arguments: Expression) -> Expression:
    return Apply(function, arguments, arguments[0].span if arguments else None)


def _own(name: str) -> Callable[..., float]:
    return partial(own_function, name)


ZERO, ONE, TWO = Number(0.0), Number(1.0), Number(2.0)


def _sum(_arguments: tuple[Expression, ...], _i: int) -> Expression:
    return ONE


def _negative(_arguments: tuple[Expression, ...], _i: int) -> Expression:
    return Number(-1.0)


def _product(arguments: tuple[Expression, ...], i: int) -> Expression:
    others = arguments[:i] + arguments[i + 1 :]
    return others[0] if len(others) == 1 else apply("*", *others)


def _quotient(arguments: tuple[Expression, ...], i: int) -> Expression:
    x, y = arguments
    return apply("/", ONE, y) if i == 0 else apply("neg", apply("/", apply("/", x, y), y))


def _power(arguments: tuple[Expression, ...], i: int) -> Expression:
    x, n = arguments
    if i == 0:
        return apply("*", n, apply("^", x, apply("+", n, Number(-1.0))))
    return apply("*", apply("^", x, n), apply("ln", x))


def _atan2(arguments: tuple[Expression, ...], i: int) -> Expression:
    y, x = arguments
    square = apply("+", apply("^", x, TWO), apply("^", y, TWO))
    return apply("/", x, square) if i == 0 else apply("neg", apply("/", y, square))


def _of_one(rule: Callable[[Expression], Expression]) -> Derivative:
    return lambda arguments, _i: rule(arguments[0])


def _one_minus_square(x: Expression) -> Expression:
    return apply("+", ONE, apply("neg", apply("^", x, TWO)))


def _one_plus_square(x: Expression) -> Expression:
    return apply("+", ONE, apply("^", x, TWO))


def _flat(_arguments: tuple[Expression, ...], _i: int) -> None:
    return None


_LN10 = Number(2.302585092994046)
_NUMBER, _CONDITION = Kind.NUMBER, Kind.CONDITION


def _inside_versions() -> tuple[Builtin, ...]:
    """Functions that keep their boundary value beyond the boundary of their domain.

    Users cannot write them: analysis uses them where a guard monitors the argument.
    """

    def root(x: Expression) -> Expression:
        return apply("sqrt.inside", x)

    def arc(sign: float) -> Derivative:
        return _inside(_one_minus_square, lambda x: apply("/", Number(sign), root(_one_minus_square(x))))

    return (
        Builtin("sqrt.inside", 1, 1, _inside(_same, lambda x: apply("/", Number(0.5), root(x))), None),
        Builtin("ln.inside", 1, 1, _inside(_same, lambda x: apply("/", ONE, x)), None),
        Builtin("log.inside", 1, 1, _inside(_same, lambda x: apply("/", ONE, apply("*", x, _LN10))), None),
        Builtin("arcsin.inside", 1, 1, arc(1.0), None),
        Builtin("arccos.inside", 1, 1, arc(-1.0), None),
    )


def _same(x: Expression) -> Expression:
    return x


def _inside(distance: Callable[[Expression], Expression], rule: Callable[[Expression], Expression]) -> Derivative:
    """The rule while the `distance` to the boundary of the domain is positive; then zero, as the value is constant."""
    return _of_one(lambda x: apply("if", apply(">", distance(x), ZERO), rule(x), ZERO))


_TABLE: tuple[Builtin, ...] = (
    Builtin("+", 2, None, _sum, arithmetic.total),
    Builtin("neg", 1, 1, _negative, operator.neg),
    Builtin("*", 2, None, _product, arithmetic.product),
    Builtin("/", 2, 2, _quotient, arithmetic.quotient),
    Builtin("^", 2, 2, _power, _own("pow")),
    Builtin("sqrt", 1, 1, _of_one(lambda x: apply("/", Number(0.5), apply("sqrt", x))), arithmetic.square_root),
    Builtin("exp", 1, 1, _of_one(lambda x: apply("exp", x)), _own("exp")),
    Builtin("ln", 1, 1, _of_one(lambda x: apply("/", ONE, x)), _own("log")),
    Builtin("log", 1, 1, _of_one(lambda x: apply("/", ONE, apply("*", x, _LN10))), _own("log10")),
    Builtin("sin", 1, 1, _of_one(lambda x: apply("cos", x)), _own("sin")),
    Builtin("cos", 1, 1, _of_one(lambda x: apply("neg", apply("sin", x))), _own("cos")),
    Builtin("tan", 1, 1, _of_one(lambda x: _one_plus_square(apply("tan", x))), _own("tan")),
    Builtin(
        "arcsin",
        1,
        1,
        _of_one(lambda x: apply("/", ONE, apply("sqrt", _one_minus_square(x)))),
        _own("asin"),
    ),
    Builtin(
        "arccos",
        1,
        1,
        _of_one(lambda x: apply("/", Number(-1.0), apply("sqrt", _one_minus_square(x)))),
        _own("acos"),
    ),
    Builtin("atan", 1, 1, _of_one(lambda x: apply("/", ONE, _one_plus_square(x))), _own("atan")),
    Builtin("atan2", 2, 2, _atan2, _own("atan2")),
    Builtin("sinh", 1, 1, _of_one(lambda x: apply("cosh", x)), _own("sinh")),
    Builtin("cosh", 1, 1, _of_one(lambda x: apply("sinh", x)), _own("cosh")),
    Builtin("tanh", 1, 1, _of_one(lambda x: _one_minus_square(apply("tanh", x))), _own("tanh")),
    *_inside_versions(),
    Builtin("abs", 1, 1, None, abs, is_kinked=True),
    Builtin("sign", 1, 1, _flat, arithmetic.sign, is_kinked=True),
    Builtin("min", 1, None, None, arithmetic.minimum, is_kinked=True),
    Builtin("max", 1, None, None, arithmetic.maximum, is_kinked=True),
    Builtin("mod", 2, 2, None, arithmetic.remainder, is_kinked=True),
    Builtin("int", 1, 1, _flat, arithmetic.integer_part, is_kinked=True),
    Builtin("<", 2, 2, None, operator.lt, gives=_CONDITION),
    Builtin("<=", 2, 2, None, operator.le, gives=_CONDITION),
    Builtin(">", 2, 2, None, operator.gt, gives=_CONDITION),
    Builtin(">=", 2, 2, None, operator.ge, gives=_CONDITION),
    Builtin("=", 2, 2, None, operator.eq, gives=_CONDITION),
    Builtin("<>", 2, 2, None, operator.ne, gives=_CONDITION),
    Builtin("and", 2, None, None, lambda *parts: all(parts), takes=_CONDITION, gives=_CONDITION),
    Builtin("or", 2, None, None, lambda *parts: any(parts), takes=_CONDITION, gives=_CONDITION),
    Builtin("not", 1, 1, None, operator.not_, takes=_CONDITION, gives=_CONDITION),
    Builtin("if", 3, None, None, arithmetic.choice),
    Builtin("rect", 0, 1, None, None),
    Builtin("norm", 0, 1, None, None),
    Builtin("pre", 1, 1, None, None),
    Builtin("delay", 2, 3, None, None),
)

NOW = ".now"
"""Ends the names of comparisons and of INT that make no events: their value is computed whenever it is needed.

No user can write them: a dialect uses them in programs whose method of fixed step does not locate events.
"""
_WITHOUT_EVENTS = ("<", "<=", ">", ">=", "=", "<>", "int")

BUILTINS: dict[str, Builtin] = {builtin.name: builtin for builtin in _TABLE}
BUILTINS |= {f"{name}{NOW}": replace(BUILTINS[name], name=f"{name}{NOW}", is_kinked=False) for name in _WITHOUT_EVENTS}
ELEMENTARY_FUNCTIONS = (
    "^", "exp", "ln", "log", "sin", "cos", "tan", "arcsin", "arccos", "atan", "atan2", "sinh", "cosh", "tanh",
)  # fmt: skip
"""Functions that take as long as dozens of additions and multiplications."""
RELATIONS = ("<", "<=", ">", ">=", "=", "<>")
CONDITIONS = frozenset(name for name, builtin in BUILTINS.items() if builtin.gives is _CONDITION)
"""Functions whose value is true or false."""
OPERATORS = ("+", "neg", "*", "/", "^", *RELATIONS, "and", "or", "not", "if")
NAMED_FUNCTIONS = tuple(name for name in BUILTINS if name.isalnum() and name not in OPERATORS)
"""Functions that users write by name."""
SYNONYMS = {"alog": "ln", "asin": "arcsin", "acos": "arccos", "arctan": "atan", "arctan2": "atan2"}
"""Other common spellings of built-in functions."""
