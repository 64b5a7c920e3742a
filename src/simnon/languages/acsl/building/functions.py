"""DATA: the functions of ACSL that have no memory, in terms of ours; the time is handed in."""

from collections.abc import Callable

from simnon.model import Expression, Number, apply
from simnon.source import frozen

Write = Callable[[Expression, tuple[Expression, ...]], Expression]


@frozen
class Function:
    """`write(time, arguments)`; those in `conditions` are conditions."""

    least: int
    most: int | None
    write: Write
    conditions: frozenset[int] = frozenset()


_ONE, _ZERO, _HALF = Number(1.0), Number(0.0), Number(0.5)


def _same(name: str, least: int = 1, most: int | None = 1) -> Function:
    return Function(least, most, lambda _time, arguments: apply(name, *arguments))


def _minus(one: Expression, other: Expression) -> Expression:
    return apply("+", one, apply("neg", other))


def _if(condition: Expression, then: Expression, otherwise: Expression) -> Expression:
    return apply("if", condition, then, otherwise)


def _sign(_time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    """Fortran: the size of the first with the sign of the second."""
    if len(arguments) == 1:
        return apply("sign", *arguments)
    size = apply("abs", arguments[0])
    return _if(apply("<", arguments[1], _ZERO), apply("neg", size), size)


def _nearest(x: Expression) -> Expression:
    return apply("int", apply("+", x, _if(apply("<", x, _ZERO), Number(-0.5), _HALF)))


def _step(time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    return _if(apply(">=", time, arguments[0]), _ONE, _ZERO)


def _ramp(time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    return apply("max", _minus(time, arguments[0]), _ZERO)


def _pulse(time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    first, period, width = arguments
    is_on = apply("<", apply("mod", _minus(time, first), period), width)
    return _if(apply("and", apply(">=", time, first), is_on), _ONE, _ZERO)


def _harmonic(time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    first, frequency, phase = arguments
    wave = apply("sin", apply("+", apply("*", frequency, _minus(time, first)), phase))
    return _if(apply(">=", time, first), wave, _ZERO)


def _dead(_time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    low, high, x = arguments
    return apply("+", apply("max", _minus(x, high), _ZERO), apply("min", _minus(x, low), _ZERO))


def _bound(_time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    low, high, x = arguments
    return apply("max", low, apply("min", high, x))


def _quantised(_time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    quantum, x = arguments
    return apply("*", quantum, _nearest(apply("/", x, quantum)))


def _switch(_time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    return _if(*arguments)


def _function_switch(_time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    x, below, at, above = arguments
    return apply("if", apply("<", x, _ZERO), below, apply(">", x, _ZERO), above, at)


def _polar(_time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    return apply("sqrt", apply("+", *[apply("*", x, x) for x in arguments]))


def _difference(_time: Expression, arguments: tuple[Expression, ...]) -> Expression:
    return apply("max", _minus(*arguments), _ZERO)


_IDENTITY = Function(1, 1, lambda _time, arguments: arguments[0])
_SWITCH = Function(3, 3, _switch, frozenset({0}))
_LARGEST, _SMALLEST = _same("max", 1, None), _same("min", 1, None)

FUNCTIONS: dict[str, Function] = {
    **{name: _same(name) for name in ("abs", "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "sqrt", "atan")},
    "asin": _same("arcsin"),
    "acos": _same("arccos"),
    "alog": _same("ln"),
    "log": _same("ln"),
    "alog10": _same("log"),
    "log10": _same("log"),
    "atan2": _same("atan2", 2, 2),
    "pow": _same("^", 2, 2),
    "iabs": _same("abs"),
    "int": _same("int"),
    "aint": _same("int"),
    "ifix": _same("int"),
    "nint": Function(1, 1, lambda _time, arguments: _nearest(arguments[0])),
    "anint": Function(1, 1, lambda _time, arguments: _nearest(arguments[0])),
    "mod": _same("mod", 2, 2),
    "amod": _same("mod", 2, 2),
    "sign": Function(1, 2, _sign),
    "dim": Function(2, 2, _difference),
    **dict.fromkeys(("max", "amax0", "amax1", "max0", "max1"), _LARGEST),
    **dict.fromkeys(("min", "amin0", "amin1", "min0", "min1"), _SMALLEST),
    **dict.fromkeys(("float", "real", "dble", "dfloat"), _IDENTITY),
    "step": Function(1, 1, _step),
    "ramp": Function(1, 1, _ramp),
    "pulse": Function(3, 3, _pulse),
    "harm": Function(3, 3, _harmonic),
    "dead": Function(3, 3, _dead),
    "bound": Function(3, 3, _bound),
    "qntzr": Function(2, 2, _quantised),
    "lsw": _SWITCH,
    "rsw": _SWITCH,
    "fcnsw": Function(4, 4, _function_switch),
    "rtp": Function(2, 2, _polar),
}
