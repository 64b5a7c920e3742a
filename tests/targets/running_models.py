"""A program on a target, called entry by entry as a run does, with any numbers."""

import random
from dataclasses import dataclass

import numpy as np

from simnon.kernels.history import MAX_VALUES, PIECE_SIZE
from simnon.program import SEED_SLOT, START_SLOT, Array, Executable, Layout, Program, values_at_start
from simnon.targets import TARGETS
from tests.targets.comparing import same_bits

PIECES = 4
"""The capacity for the past of each DELAY."""

SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, 1e-300, 5e-324, 1e300, -1e308, float("inf"), float("-inf"), float("nan"))
ORDER = (
    "initial", "held", "modes", "held", "modes", "times", "derivatives", "outputs", "guards", "time_events",
    "conditions", "before", "sample", "held", "events", "delay_sources", "modes", "outputs",
)  # fmt: skip
"""Entries in a sensible order; the results of `modes` are taken over, as at an event."""


@dataclass(slots=True)
class Numbers:
    """The arguments of an entry."""

    time: float
    states: Array
    values: Array
    out: Array

    def copy(self) -> "Numbers":
        return Numbers(self.time, self.states.copy(), self.values.copy(), self.out.copy())


def size_of_out(layout: Layout) -> int:
    parts = (layout.states, layout.guards, layout.time_events, layout.modes, layout.samplers, layout.events)
    return max(1, layout.conditions, layout.jacobian_size, *map(len, parts))


def numbers_at_start(layout: Layout) -> Numbers:
    """The values of the text, with an empty past for each DELAY."""
    slots = values_at_start(layout)
    values = np.concatenate([slots, np.zeros(PIECE_SIZE * PIECES * len(layout.delays))])
    for i, delay in enumerate(layout.delays):
        values[delay.history : delay.history + 4] = (len(slots) + PIECE_SIZE * PIECES * i, PIECES, 0.0, 0.0)
    states = np.array([values[state.value] for state in layout.states], dtype=np.float64)
    return Numbers(0.0, states, values, np.zeros(size_of_out(layout)))


def random_numbers(layout: Layout, generator: random.Random, is_tame: bool = False) -> Numbers:
    """Random states, parameters and held values, including special ones unless `is_tame`; modes are unchanged."""

    def draw() -> float:
        if is_tame:
            return generator.uniform(-1.5, 1.5)
        return generator.choice(SPECIAL) if generator.randrange(4) == 0 else generator.gauss(0.0, 2.0)

    numbers = numbers_at_start(layout)
    kept = {START_SLOT, SEED_SLOT, *layout.modes, *(sampler.count for sampler in layout.samplers)}
    kept |= {delay.history + i for delay in layout.delays for i in range(5)}
    for slot in layout.slots:
        if slot.index not in kept:
            numbers.values[slot.index] = draw()
    numbers.time = abs(draw())
    numbers.states[:] = [draw() for _ in layout.states]
    for delay in layout.delays:
        lengths = [generator.uniform(0.1, 1.0) for _ in range(generator.randrange(PIECES))]
        _remember(numbers, delay.history, generator.uniform(-2.0, 0.0), lengths)
    return numbers


def _remember(numbers: Numbers, descriptor: int, begin: float, lengths: list[float]) -> None:
    """Pieces with coefficients from a sine, one after the other."""
    start = int(numbers.values[descriptor])
    numbers.values[descriptor + 3] = len(lengths)
    for i, length in enumerate(lengths):
        signal = np.sin(begin + length * np.linspace(0.0, 1.0, MAX_VALUES))
        piece = (begin, length, 4.0, *signal)
        numbers.values[start + PIECE_SIZE * i : start + PIECE_SIZE * (i + 1)] = piece
        begin += length


def call(executable: Executable, entry: str, numbers: Numbers) -> None:
    """Call one entry, if the program has it; modes are taken over."""
    if entry not in executable.entries:
        return
    if entry in ("sample", "events"):
        numbers.out[:] = np.arange(len(numbers.out)) % 2 == 0
    executable.call(entry, numbers.time, numbers.states, numbers.values, numbers.out)
    if entry == "modes":
        numbers.values[list(executable.layout.modes)] = numbers.out[: len(executable.layout.modes)]


def iterate_modes(executable: Executable, numbers: Numbers) -> None:
    """Modes that depend on each other need a few iterations."""
    for _ in range(len(executable.layout.modes) + 2):
        call(executable, "held", numbers)
        call(executable, "times", numbers)
        call(executable, "modes", numbers)
    call(executable, "held", numbers)
    call(executable, "times", numbers)


def check_targets(program: Program, seeds: range) -> None:
    """All entries, one after the other, give the same values and the same `out` on every target."""
    oracle = TARGETS["interpreter"].build(program)
    others = [target.build(program) for name, target in TARGETS.items() if name != "interpreter"]
    for seed in seeds:
        expected = random_numbers(program.layout, random.Random(seed))  # noqa: S311
        found = [expected.copy() for _ in others]
        for entry in ORDER:
            call(oracle, entry, expected)
            for other, numbers in zip(others, found, strict=True):
                call(other, entry, numbers)
                assert same_bits(arrays_of(numbers), arrays_of(expected)), (entry, seed)


def arrays_of(numbers: Numbers) -> tuple[Array, ...]:
    return numbers.states, numbers.values, numbers.out
