"""Stateful blocks: states, and values held between events."""

from simnon.model import Expression, Name, Number, apply

from .block import Block, BlockEvent, BlockMeaning
from .signals import ONE, TIME, TWO, ZERO, choice, is_true, minus, weighted

LEHMER_FACTOR, LEHMER_MODULUS = 16807.0, 2147483647.0
"""Lewis, Goodman and Miller (1969), the generator of the System/360; its products are exact in 64 bits."""


def noise(block: Block) -> BlockMeaning:
    interval, seed = block.parameters
    number, counter = block.own("R"), block.own("N")
    drawn = apply("mod", apply("*", Number(LEHMER_FACTOR), apply("pre", Name(number))), Number(LEHMER_MODULUS))
    return BlockMeaning(
        minus(apply("/", apply("*", TWO, Name(number)), Number(LEHMER_MODULUS)), ONE),
        held=((number, seed), (counter, ZERO)),
        events=(ticking(counter, interval, ((number, drawn),)),),
    )


def ticking(counter: str, interval: Expression, values: tuple[tuple[str, Expression], ...]) -> BlockEvent:
    """At 0 and at each multiple of the interval; the multiples are counted, so that they do not drift."""
    advanced = (counter, apply("+", apply("pre", Name(counter)), ONE))
    return BlockEvent(apply(">=", TIME, apply("*", Name(counter), interval)), (advanced, *values))


def integrator(block: Block) -> BlockMeaning:
    initial, *coefficients = block.parameters
    return integrated(block, weighted(tuple(coefficients), block.inputs), initial)


def integrated(block: Block, derivative: Expression, initial: Expression, *events: BlockEvent) -> BlockMeaning:
    return BlockMeaning(states=((block.output, derivative, initial),), events=events)


def limited_integrator(block: Block) -> BlockMeaning:
    initial, low, high, *coefficients = block.parameters
    rate, state = weighted(tuple(coefficients), block.inputs), Name(block.output)
    is_stopped = apply(
        "or",
        apply("and", apply(">=", state, high), apply(">", rate, ZERO)),
        apply("and", apply("<=", state, low), apply("<", rate, ZERO)),
    )
    return integrated(block, choice(is_stopped, ZERO, rate), initial)


def controlled_integrator(block: Block) -> BlockMeaning:
    initial, *coefficients = block.parameters
    *inputs, operate, reset = block.inputs
    is_moving = apply("and", is_true(operate), apply("not", is_true(reset)))
    derivative = choice(is_moving, weighted(tuple(coefficients), tuple(inputs)), ZERO)
    return integrated(block, derivative, initial, BlockEvent(is_true(reset), ((block.output, initial),)))


def lag(block: Block) -> BlockMeaning:
    initial, constant = block.parameters
    return integrated(block, apply("/", minus(block.inputs[0], Name(block.output)), constant), initial)


def filtered_derivative(block: Block) -> BlockMeaning:
    (constant,), (signal,) = block.parameters, block.inputs
    rate = apply("/", minus(signal, Name(block.own("X"))), constant)
    return BlockMeaning(rate, states=((block.own("X"), Name(block.output), signal),))


def relay(block: Block) -> BlockMeaning:
    (low, high), (signal,) = block.parameters, block.inputs
    return BlockMeaning(
        held=((block.output, ZERO),),
        events=(
            BlockEvent(apply(">", signal, high), ((block.output, ONE),)),
            BlockEvent(apply("<", signal, low), ((block.output, ZERO),)),
        ),
    )


def flip_flop(block: Block) -> BlockMeaning:
    (initial,), (set_, reset) = block.parameters, block.inputs
    return BlockMeaning(
        held=((block.output, initial),),
        events=(
            BlockEvent(is_true(set_), ((block.output, ONE),)),
            BlockEvent(is_true(reset), ((block.output, ZERO),)),
        ),
    )


def counter(block: Block) -> BlockMeaning:
    (initial,), (signal,) = block.parameters, block.inputs
    following = apply("+", apply("pre", Name(block.output)), ONE)
    return BlockMeaning(
        held=((block.output, initial),), events=(BlockEvent(is_true(signal), ((block.output, following),)),)
    )


def sampled(block: Block) -> BlockMeaning:
    (interval,), (signal,) = block.parameters, block.inputs
    counter = block.own("N")
    return BlockMeaning(
        held=((block.output, ZERO), (counter, ZERO)),
        events=(ticking(counter, interval, ((block.output, signal),)),),
    )


def tracked(block: Block) -> BlockMeaning:
    signal, is_tracking = block.inputs[0], is_true(block.inputs[1])
    stored = block.own("M")
    return BlockMeaning(
        choice(is_tracking, signal, Name(stored)),
        held=((stored, ZERO),),
        events=(BlockEvent(apply("not", is_tracking), ((stored, signal),)),),
    )
