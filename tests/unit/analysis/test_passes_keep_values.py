"""A pass that only makes the program faster changes no bit of any value."""

import math
import random

import pytest

from simnon.analysis import HybridPass
from simnon.analysis.eliminate_aliases import eliminate_aliases
from simnon.analysis.fold_constants import fold_constants
from simnon.analysis.hoist_invariants import hoist_invariants
from simnon.model import Role
from tests.targets.random_models import ModelWriter
from tests.targets.random_programs import RandomChoices
from tests.targets.running_models import numbers_at_start
from tests.unit.analysis.small_models import assembled, program_without, values_after_start

OPTIONAL: tuple[HybridPass, ...] = (eliminate_aliases, fold_constants, hoist_invariants)


def shown_values(text: str, seed: int, *left_out: HybridPass) -> dict[str, str]:
    """The variables of the text, in bits, where states and parameters have random values."""
    program = program_without(text, *left_out)
    generator = random.Random(seed)  # noqa: S311
    numbers = numbers_at_start(program.layout)
    slots = program.layout.slot_of_name()
    variables = [v for v in assembled(text).variables if v.role is not Role.TIME]
    for variable in variables:
        value = generator.gauss(0.0, 2.0)
        if variable.role in (Role.PARAMETER, Role.HELD) or variable.sampler:
            numbers.values[slots[variable.name]] = value
    numbers.time = abs(generator.gauss(0.0, 2.0))
    numbers.states[:] = [generator.gauss(0.0, 2.0) for _ in numbers.states]
    values = values_after_start(program, numbers)
    shown = [v.name for v in variables if v.role is not Role.CONDITION]
    return {name: "nan" if math.isnan(values[name]) else values[name].hex() for name in shown}


@pytest.mark.parametrize("left_out", OPTIONAL, ids=lambda p: str(p.__name__))
def test_values_are_the_same_bit_for_bit_without_the_pass(left_out: HybridPass) -> None:
    check_values(left_out, range(4))


@pytest.mark.slow
@pytest.mark.parametrize("left_out", OPTIONAL, ids=lambda p: str(p.__name__))
def test_values_of_very_many_models_are_the_same_without_the_pass(left_out: HybridPass) -> None:
    check_values(left_out, range(4, 400))


def check_values(left_out: HybridPass, seeds: range) -> None:
    for seed in seeds:
        text = ModelWriter(RandomChoices(random.Random(seed))).write()  # noqa: S311

        assert shown_values(text, seed) == shown_values(text, seed, left_out), text
