"""Blocks that remember: states, and what is held between instants at which something happens."""

from simnon.model import Expression, Name, Number, apply

from .block import Block, Happening, Parts
from .signals import ONE, TIME, TWO, ZERO, choice, is_true, minus, weighted

LEHMER_FACTOR, LEHMER_MODULUS = 16807.0, 2147483647.0
"""Lewis, Goodman and Miller (1969), the generator of the System/360; its products are exact in 64 bits."""


def noise(block: Block) -> Parts:
    interval, seed = block.parameters
    number, counter = block.own("R"), block.own("N")
    drawn = apply("mod", apply("*", Number(LEHMER_FACTOR), apply("pre", Name(number))), Number(LEHMER_MODULUS))
    return Parts(
        minus(apply("/", apply("*", TWO, Name(number)), Number(LEHMER_MODULUS)), ONE),
        held=((number, seed), (counter, ZERO)),
        happenings=(ticking(counter, interval, ((number, drawn),)),),
    )


def ticking(counter: str, interval: Expression, values: tuple[tuple[str, Expression], ...]) -> Happening:
    """At 0 and at each multiple of the interval; these are counted, so that they do not drift."""
    advanced = (counter, apply("+", apply("pre", Name(counter)), ONE))
    return Happening(apply(">=", TIME, apply("*", Name(counter), interval)), (advanced, *values))


def integrator(block: Block) -> Parts:
    initial, *coefficients = block.parameters
    return integrated(block, weighted(tuple(coefficients), block.inputs), initial)


def integrated(block: Block, derivative: Expression, initial: Expression, *happenings: Happening) -> Parts:
    return Parts(states=((block.output, derivative, initial),), happenings=happenings)


def limited_integrator(block: Block) -> Parts:
    initial, low, high, *coefficients = block.parameters
    rate, state = weighted(tuple(coefficients), block.inputs), Name(block.output)
    is_stopped = apply(
        "or",
        apply("and", apply(">=", state, high), apply(">", rate, ZERO)),
        apply("and", apply("<=", state, low), apply("<", rate, ZERO)),
    )
    return integrated(block, choice(is_stopped, ZERO, rate), initial)


def controlled_integrator(block: Block) -> Parts:
    initial, *coefficients = block.parameters
    *inputs, operate, reset = block.inputs
    is_moving = apply("and", is_true(operate), apply("not", is_true(reset)))
    derivative = choice(is_moving, weighted(tuple(coefficients), tuple(inputs)), ZERO)
    return integrated(block, derivative, initial, Happening(is_true(reset), ((block.output, initial),)))


def lag(block: Block) -> Parts:
    initial, constant = block.parameters
    return integrated(block, apply("/", minus(block.inputs[0], Name(block.output)), constant), initial)


def filtered_derivative(block: Block) -> Parts:
    (constant,), (signal,) = block.parameters, block.inputs
    rate = apply("/", minus(signal, Name(block.own("X"))), constant)
    return Parts(rate, states=((block.own("X"), Name(block.output), signal),))


def relay(block: Block) -> Parts:
    (low, high), (signal,) = block.parameters, block.inputs
    return Parts(
        held=((block.output, ZERO),),
        happenings=(
            Happening(apply(">", signal, high), ((block.output, ONE),)),
            Happening(apply("<", signal, low), ((block.output, ZERO),)),
        ),
    )


def flip_flop(block: Block) -> Parts:
    (initial,), (set_, reset) = block.parameters, block.inputs
    return Parts(
        held=((block.output, initial),),
        happenings=(
            Happening(is_true(set_), ((block.output, ONE),)),
            Happening(is_true(reset), ((block.output, ZERO),)),
        ),
    )


def counter(block: Block) -> Parts:
    (initial,), (signal,) = block.parameters, block.inputs
    following = apply("+", apply("pre", Name(block.output)), ONE)
    return Parts(
        held=((block.output, initial),), happenings=(Happening(is_true(signal), ((block.output, following),)),)
    )


def sampled(block: Block) -> Parts:
    (interval,), (signal,) = block.parameters, block.inputs
    counter = block.own("N")
    return Parts(
        held=((block.output, ZERO), (counter, ZERO)),
        happenings=(ticking(counter, interval, ((block.output, signal),)),),
    )


def tracked(block: Block) -> Parts:
    signal, is_tracking = block.inputs[0], is_true(block.inputs[1])
    stored = block.own("M")
    return Parts(
        choice(is_tracking, signal, Name(stored)),
        held=((stored, ZERO),),
        happenings=(Happening(apply("not", is_tracking), ((stored, signal),)),),
    )
