"""Parameters and inputs -> the output of a stateless block, as an expression.

A logical input is true above one half; a logical output is 1 or 0. No block inverts its sign.
"""

from collections.abc import Callable

from simnon.model import Expression, Name, Number, apply

from .block import Block, BlockMeaning

TIME = Name("T")
ZERO, HALF, ONE, TWO = Number(0.0), Number(0.5), Number(1.0), Number(2.0)


def weighted(coefficients: tuple[Expression, ...], inputs: tuple[Expression, ...]) -> Expression:
    terms = tuple(product(k, z) for k, z in zip(coefficients, inputs, strict=True))
    return terms[0] if len(terms) == 1 else apply("+", *terms)


def product(coefficient: Expression, signal: Expression) -> Expression:
    if coefficient == ONE:
        return signal
    return apply("neg", signal) if coefficient == Number(-1.0) else apply("*", coefficient, signal)


def minus(one: Expression, other: Expression) -> Expression:
    return apply("+", one, apply("neg", other))


def choice(condition: Expression, yes: Expression, no: Expression) -> Expression:
    return apply("if", condition, yes, no)


def is_true(signal: Expression) -> Expression:
    return apply(">", signal, HALF)


def logical(condition: Expression) -> Expression:
    return choice(condition, ONE, ZERO)


def phase(period: Expression) -> Expression:
    """The elapsed fraction of the present period, from 0 to 1."""
    return apply("/", apply("mod", TIME, period), period)


def source(value: Callable[..., Expression]) -> Callable[[Block], BlockMeaning]:
    """A block whose output is a function of its parameters and the time."""
    return lambda block: BlockMeaning(value(*block.parameters))


def function(name: str) -> Callable[[Block], BlockMeaning]:
    return lambda block: BlockMeaning(apply(name, *block.inputs))


def computed(value: Callable[..., Expression]) -> Callable[[Block], BlockMeaning]:
    """A block whose output is computed from its parameters and its inputs, in this order."""
    return lambda block: BlockMeaning(value(*block.parameters, *block.inputs))


def combined(name: str, *, is_inverted: bool = False) -> Callable[[Block], BlockMeaning]:
    """A gate with any number of logical inputs."""

    def make(block: Block) -> BlockMeaning:
        condition = apply(name, *map(is_true, block.inputs))
        return BlockMeaning(choice(condition, ZERO, ONE) if is_inverted else logical(condition))

    return make


def pulse(begin: Expression, width: Expression) -> Expression:
    return logical(apply("and", apply(">=", TIME, begin), apply("<", TIME, apply("+", begin, width))))


def train(period: Expression, width: Expression) -> Expression:
    return logical(apply("<", apply("mod", TIME, period), width))


def sinusoid(amplitude: Expression, frequency: Expression, phase: Expression) -> Expression:
    return apply("*", amplitude, apply("sin", apply("+", apply("*", frequency, TIME), phase)))


def square_wave(period: Expression) -> Expression:
    return choice(apply("<", phase(period), HALF), ONE, Number(-1.0))


def triangle_wave(period: Expression) -> Expression:
    return minus(ONE, apply("*", Number(4.0), apply("abs", minus(phase(period), HALF))))


def limited(low: Expression, high: Expression, signal: Expression) -> Expression:
    return apply("min", apply("max", signal, low), high)


def dead_zone(low: Expression, high: Expression, signal: Expression) -> Expression:
    above, below = apply("max", minus(signal, high), ZERO), apply("min", minus(signal, low), ZERO)
    return apply("+", above, below)


def quantized(step: Expression, signal: Expression) -> Expression:
    steps = apply("int", apply("+", apply("/", apply("abs", signal), step), HALF))
    return apply("*", step, apply("sign", signal), steps)


def exclusive(one: Expression, other: Expression) -> Expression:
    is_one, is_other = is_true(one), is_true(other)
    return logical(
        apply("or", apply("and", is_one, apply("not", is_other)), apply("and", apply("not", is_one), is_other))
    )
