"""The function blocks: the number of arguments of each, and its equations and events.

Signals are compared as in CSMP: a logical signal is true if it is positive.
"""

from collections.abc import Callable, Sequence

from simnon.model import Apply, Expression, Name, Number, apply
from simnon.source import Span, frozen

from ..tokens import Unreadable
from .builder import Builder
from .grammar import NOT_BLOCK

Expand = Callable[[Builder, list[Expression], Span, str], Expression]
ZERO, HALF, ONE, TWO = Number(0.0), Number(0.5), Number(1.0), Number(2.0)
NEVER = Number(-1e30)
"""A time before all others."""


@frozen
class Block:
    """Arguments in `kept` are names of FUNCTIONs; those `at_start` are computed in INITIAL."""

    least: int
    most: int | None
    expand: Expand
    is_stateful: bool = False
    kept: tuple[int, ...] = ()
    at_start: tuple[int, ...] = ()


def _less(a: Expression, b: Expression) -> Expression:
    return apply("<", a, b)


def _is_true(x: Expression) -> Expression:
    return apply(">", x, ZERO)


def _choice(condition: Expression, then: Expression, otherwise: Expression) -> Expression:
    return apply("if", condition, then, otherwise)


def _minus(a: Expression, b: Expression) -> Expression:
    return apply("+", a, apply("neg", b))


def _time(span: Span) -> Name:
    return Name("TIME", span)


def _single(builder: Builder, arguments: Sequence[Expression], span: Span) -> list[Expression]:
    return [builder.named(argument, span) for argument in arguments]


def _integral(builder: Builder, arguments: list[Expression], span: Span, target: str) -> Expression:
    if len(arguments) == 3:
        raise Unreadable(
            "wrong-arguments",
            "INTGRL of an array must be assigned to the name of an array",
            span,
            "for 10 integrators, write Y=INTGRL(IC,DY,10)",
        )
    start, derivative = arguments
    return builder.state(target or builder.names.new(), start, derivative, span)


def _mode_integral(builder: Builder, arguments: list[Expression], span: Span, target: str) -> Expression:
    start, runs, resets, signal = arguments
    runs, resets = _single(builder, (runs, resets), span)
    state = builder.state(target or builder.names.new(), start, _choice(_is_true(runs), signal, ZERO), span)
    is_reset = apply("and", apply("<=", runs, ZERO), _is_true(resets))
    builder.when(is_reset, {state.name: _kept_start(builder, start, span)}, span)
    return state


def _kept_start(builder: Builder, start: Expression, span: Span) -> Expression:
    """The value that INITIAL computes, for use later in the run."""
    if isinstance(start, Number):
        return start
    name = builder.names.new()
    builder.start(name, start, span)
    return Name(name, span)


def _real_pole(builder: Builder, arguments: list[Expression], span: Span, target: str) -> Expression:
    start, constant, signal = arguments
    name = target or builder.names.new()
    return builder.state(name, start, apply("/", _minus(signal, Name(name, span)), constant), span)


def _lead_lag(builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    lead, lag, signal = _single(builder, arguments, span)
    name = builder.names.new()
    slow = builder.state(name, ZERO, apply("/", _minus(signal, Name(name, span)), lag), span)
    return apply("+", slow, apply("*", apply("/", lead, lag), _minus(signal, slow)))


def _complex_pole(builder: Builder, arguments: list[Expression], span: Span, target: str) -> Expression:
    start, rate_at_start, damping, frequency, signal = arguments
    damping, frequency = _single(builder, (damping, frequency), span)
    name = target or builder.names.new()
    rate = builder.names.new()
    acceleration = apply(
        "+",
        signal,
        apply("neg", apply("*", TWO, damping, frequency, Name(rate, span))),
        apply("neg", apply("*", frequency, frequency, Name(name, span))),
    )
    builder.state(rate, rate_at_start, acceleration, span)
    return builder.state(name, start, Name(rate, span), span)


def _derivative(builder: Builder, arguments: list[Expression], span: Span, target: str) -> Expression:
    name = target or builder.names.new()
    builder.rates.append((name, builder.named(arguments[1], span), span))
    return Name(name, span)


def _delay(_builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    _points, lag, signal = arguments
    return Apply("delay", (signal, lag, ZERO), span)


def _hold(builder: Builder, arguments: list[Expression], span: Span, target: str) -> Expression:
    """Follows its input while the trigger is positive; an impulse samples it."""
    trigger, signal = _single(builder, arguments, span)
    if isinstance(trigger, Name) and trigger.name in builder.impulses:
        name = target or builder.names.new()
        builder.when(_is_true(trigger), {name: signal}, span)
        return Name(name, span)
    kept = builder.names.new()
    followed = _choice(_is_true(trigger), signal, ZERO)
    builder.when(apply("<=", trigger, ZERO), {kept: apply("pre", followed)}, span)
    return _choice(_is_true(trigger), signal, Name(kept, span))


def _implicit(builder: Builder, arguments: list[Expression], _span: Span, _target: str) -> Expression:
    """The loop is solved like all others, so the first guess and the error bound of IMPL are not used."""
    guess, bound, last = arguments
    builder.without_equation.update(part.name for part in (guess, bound) if isinstance(part, Name))
    return last


def _function_switch(builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    switch, below, at, above = arguments
    switch = builder.named(switch, span)
    return Apply("if", (_less(switch, ZERO), below, _is_true(switch), above, at), span)


def _input_switch(_builder: Builder, arguments: list[Expression], _span: Span, _target: str) -> Expression:
    switch, below, above = arguments
    return _choice(_less(switch, ZERO), below, above)


def _output_switch(_builder: Builder, _arguments: list[Expression], span: Span, _target: str) -> Expression:
    raise Unreadable("wrong-arguments", "OUTSW has two outputs", span, "write Y1,Y2=OUTSW(P,X)")


def _comparison(_builder: Builder, arguments: list[Expression], _span: Span, _target: str) -> Expression:
    return _choice(_less(arguments[0], arguments[1]), ZERO, ONE)


def _flip_flop(builder: Builder, arguments: list[Expression], span: Span, target: str) -> Expression:
    reset, set_, toggle = _single(builder, arguments, span)
    name = target or builder.names.new()
    is_reset, is_free = _is_true(reset), apply("<=", reset, ZERO)
    builder.when(is_reset, {name: ZERO}, span)
    builder.when(apply("and", _is_true(set_), is_free), {name: ONE}, span)
    is_toggled = apply("and", _is_true(toggle), is_free, apply("<=", set_, ZERO))
    builder.when(is_toggled, {name: _minus(ONE, apply("pre", Name(name, span)))}, span)
    return Name(name, span)


def _linear_function(builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    return Apply(builder.curve_table(_curve_name(arguments[0], span), span), (arguments[1],), span)


def _parabolic_function(builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    return Apply(builder.parabola_function(_curve_name(arguments[0], span), span), (arguments[1],), span)


def _surface(builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    name = builder.curve_table(_curve_name(arguments[0], span), span, is_surface=True)
    return Apply(name, (arguments[1], arguments[2]), span)


def _curve_name(argument: Expression, span: Span) -> str:
    if not isinstance(argument, Name):
        raise Unreadable("wrong-arguments", "expected the name of a FUNCTION first", span, "write AFGEN(F,X)")
    return argument.name


def _limit(_builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    low, high, signal = arguments
    return Apply("max", (low, Apply("min", (high, signal), span)), span)


def _dead_space(builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    low, high, signal = _single(builder, arguments, span)
    is_below, is_above = _less(signal, low), apply(">", signal, high)
    return Apply("if", (is_below, _minus(signal, low), is_above, _minus(signal, high), ZERO), span)


def _hysteresis(builder: Builder, arguments: list[Expression], span: Span, target: str) -> Expression:
    """Play: the output is pushed up by x - p2 and down by x - p1, and is constant in between."""
    start, low, high, signal = arguments
    low, high, signal = _single(builder, (low, high, signal), span)
    name = target or builder.names.new()
    rest, is_up, is_down, rate = (builder.names.new() for _ in range(4))
    builder.rates.append((rate, signal, span))
    builder.start(rest, start, span)
    upper, lower = _minus(signal, low), _minus(signal, high)
    falls, rises = _less(Name(rate, span), ZERO), apply(">", Name(rate, span), ZERO)
    rising, falling = _is_true(Name(is_up, span)), _is_true(Name(is_down, span))
    was_up, was_down = apply("pre", Name(is_up, span)), apply("pre", Name(is_down, span))
    before = Apply(
        "if",
        (
            _is_true(was_up),
            apply("pre", lower),
            _is_true(was_down),
            apply("pre", upper),
            apply("pre", Name(rest, span)),
        ),
        span,
    )
    pushed_up = apply("and", apply(">=", lower, Name(rest, span)), rises)
    pushed_down = apply("and", apply("<=", upper, Name(rest, span)), falls)
    builder.when(pushed_up, {is_up: ONE, is_down: ZERO}, span)
    builder.when(pushed_down, {is_up: ZERO, is_down: ONE}, span)
    turned = apply("or", apply("and", rising, falls), apply("and", falling, rises))
    builder.when(turned, {rest: before, is_up: ZERO, is_down: ZERO}, span)
    return builder.assign(name, Apply("if", (rising, lower, falling, upper, Name(rest, span)), span), span)


def _quantizer(builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    step, signal = _single(builder, arguments, span)
    count = apply("int", apply("+", apply("/", apply("abs", signal), step), HALF))
    return apply("*", step, _choice(_less(signal, ZERO), apply("neg", count), count))


def _step(_builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    return _choice(_less(_time(span), arguments[0]), ZERO, ONE)


def _ramp(builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    begin = builder.named(arguments[0], span)
    return _choice(_less(_time(span), begin), ZERO, _minus(_time(span), begin))


def _sine(builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    begin, frequency, phase = arguments
    begin = builder.named(begin, span)
    angle = apply("+", apply("*", frequency, _minus(_time(span), begin)), phase)
    return _choice(_less(_time(span), begin), ZERO, apply("sin", angle))


def _impulses(builder: Builder, arguments: list[Expression], span: Span, target: str) -> Expression:
    """One, for a step of DELT from each instant."""
    first, interval = _single(builder, arguments, span)
    following = builder.names.new()
    builder.start(following, first, span)
    due = apply(">=", _time(span), Name(following, span))
    builder.when(due, {following: apply("+", apply("pre", Name(following, span)), interval)}, span)
    last = _minus(Name(following, span), interval)
    is_on = apply("and", apply(">=", _time(span), first), _less(_time(span), apply("+", last, Name("DELT", span))))
    name = target or builder.names.new()
    builder.impulses[name] = None
    return builder.assign(name, _choice(is_on, ONE, ZERO), span)


def _pulse(builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    width, trigger = _single(builder, arguments, span)
    begin = builder.names.new()
    builder.start(begin, NEVER, span)
    builder.when(_is_true(trigger), {begin: _time(span)}, span)
    return _choice(_less(_time(span), apply("+", Name(begin, span), width)), ONE, ZERO)


def _noise(function: str) -> Expand:
    def expand(builder: Builder, arguments: list[Expression], span: Span, target: str) -> Expression:
        seed = builder.constant(arguments[0])
        if seed is None or seed != int(seed):
            raise Unreadable("number-expected", "the seed must be an integer", span, "write it as a number")
        is_plain = function == "rect"
        name = target if target and is_plain else builder.names.new()
        builder.drawing.output(name, name, Apply(function, (Number(seed, span),), span), span)
        if is_plain:
            return Name(name, span)
        return apply("+", arguments[1], apply("*", arguments[2], Name(name, span)))

    return expand


def _logic(condition: Callable[[list[Expression]], Expression]) -> Expand:
    def expand(_builder: Builder, arguments: list[Expression], _span: Span, _target: str) -> Expression:
        return _choice(condition([_is_true(argument) for argument in arguments]), ONE, ZERO)

    return expand


def _both(conditions: list[Expression]) -> Expression:
    return apply("and", *conditions)


def _either(conditions: list[Expression]) -> Expression:
    return apply("or", *conditions)


def _differ(conditions: list[Expression]) -> Expression:
    a, b = conditions
    return apply("or", apply("and", a, apply("not", b)), apply("and", apply("not", a), b))


def _sign(builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    """As in Fortran: the magnitude of the first with the sign of the second."""
    size = builder.named(apply("abs", arguments[0]), span)
    return _choice(_less(arguments[1], ZERO), apply("neg", size), size)


def _positive_difference(_builder: Builder, arguments: list[Expression], span: Span, _target: str) -> Expression:
    return Apply("max", (_minus(*arguments), ZERO), span)


def _same(_builder: Builder, arguments: list[Expression], _span: Span, _target: str) -> Expression:
    return arguments[0]


BLOCKS: dict[str, Block] = {
    "INTGRL": Block(2, 3, _integral, is_stateful=True, at_start=(0,)),
    "MODINT": Block(4, 4, _mode_integral, is_stateful=True, at_start=(0,)),
    "REALPL": Block(3, 3, _real_pole, is_stateful=True, at_start=(0,)),
    "LEDLAG": Block(3, 3, _lead_lag, is_stateful=True),
    "CMPXPL": Block(5, 5, _complex_pole, is_stateful=True, at_start=(0, 1)),
    "DERIV": Block(2, 2, _derivative, is_stateful=True, at_start=(0,)),
    "DELAY": Block(3, 3, _delay, is_stateful=True),
    "ZHOLD": Block(2, 2, _hold, is_stateful=True),
    "IMPL": Block(3, 3, _implicit),
    "FCNSW": Block(4, 4, _function_switch),
    "INSW": Block(3, 3, _input_switch),
    "OUTSW": Block(2, 2, _output_switch),
    "COMPAR": Block(2, 2, _comparison),
    "RST": Block(3, 3, _flip_flop, is_stateful=True),
    "AFGEN": Block(2, 2, _linear_function, kept=(0,)),
    "NLFGEN": Block(2, 2, _parabolic_function, kept=(0,)),
    "TWOVAR": Block(3, 3, _surface, kept=(0,)),
    "LIMIT": Block(3, 3, _limit),
    "DEADSP": Block(3, 3, _dead_space),
    "HSTRSS": Block(4, 4, _hysteresis, is_stateful=True, at_start=(0,)),
    "QNTZR": Block(2, 2, _quantizer),
    "STEP": Block(1, 1, _step),
    "RAMP": Block(1, 1, _ramp),
    "SINE": Block(3, 3, _sine),
    "IMPULS": Block(2, 2, _impulses, is_stateful=True),
    "PULSE": Block(2, 2, _pulse, is_stateful=True),
    "GAUSS": Block(3, 3, _noise("norm"), is_stateful=True),
    "RNDGEN": Block(1, 1, _noise("rect"), is_stateful=True),
    "AND": Block(2, None, _logic(_both)),
    "NAND": Block(2, None, _logic(lambda conditions: apply("not", _both(conditions)))),
    "IOR": Block(2, None, _logic(_either)),
    "NOR": Block(2, None, _logic(lambda conditions: apply("not", _either(conditions)))),
    "EOR": Block(2, 2, _logic(_differ)),
    "EQUIV": Block(2, 2, _logic(lambda conditions: apply("not", _differ(conditions)))),
    NOT_BLOCK: Block(1, 1, _logic(lambda conditions: apply("not", *conditions))),
    "SIGN": Block(2, 2, _sign),
    "ISIGN": Block(2, 2, _sign),
    "DIM": Block(2, 2, _positive_difference),
    "FLOAT": Block(1, 1, _same),
}
