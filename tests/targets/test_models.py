"""Every target gives the same bits for every entry of a model, and Jacobians agree with the derivatives.

No tolerance is needed: the interpreter and machine code call the same mathematical library.
"""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.compiler import Analysed, analyse, compile_jacobian, lower, read_sources
from simnon.program import Array, Program, check_program
from simnon.source import Report, Source, render_all
from simnon.targets import TARGETS
from tests.examples import examples
from tests.golden.printed_stages import EXAMPLES, FILES_OF_MODEL
from tests.seeds import seeds, these_fast
from tests.targets.comparing import same_bits
from tests.targets.random_models import ModelWriter
from tests.targets.random_programs import DrawnChoices, RandomChoices
from tests.targets.running_models import Numbers, arrays_of, call, check_targets, iterate_modes, random_numbers

PARTS_OF_ANOTHER = {"tank", "regulator", "level"}
MODELS: dict[str, tuple[Path, ...]] = {
    **{path.stem: (path,) for path in sorted(EXAMPLES.glob("*.t")) if path.stem not in PARTS_OF_ANOTHER},
    **{name: files for name, files in FILES_OF_MODEL.items() if name != "circle"},
}
MODEL_NAMES = these_fast(
    MODELS, "ball", "circuit", "corners", "delayed", "functions", "initially", "memory", "multirate", "noise", "sorting"
)
SMOOTH_MODELS = (
    "vdpol",
    "pendulum",
    "lorenz",
    "robertson",
    "balance",
    "friction",
    "functions",
    "delayed",
    "level",
    "corners",
)


def analysed_of(sources: Sequence[Source]) -> Analysed:
    report = Report()
    analysed = analyse(sources, report)
    assert analysed is not None, render_all(report.diagnostics)
    return analysed


def analysed_model(name: str) -> Analysed:
    return analysed_of(read_sources(MODELS[name], Report()))


def program_of(analysed: Analysed) -> Program:
    program = lower(analysed)
    check_program(program)
    return program


def random_analysed(seed: int, *, is_smooth: bool = False) -> Analysed:
    choices = RandomChoices(random.Random(seed))  # noqa: S311  nothing here is secret
    return analysed_of((Source("random", ModelWriter(choices, is_smooth=is_smooth).write()),))


@pytest.mark.parametrize("name", MODEL_NAMES)
def test_targets_agree_on_the_examples_and_golden_models(name: str) -> None:
    check_targets(program_of(analysed_model(name)), range(12))


@examples(25)
@given(st.data())
def test_targets_agree_on_random_models(data: st.DataObject) -> None:
    text = ModelWriter(DrawnChoices(data.draw)).write()

    check_targets(program_of(analysed_of((Source("random", text),))), range(4))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 2000, 250))
def test_targets_agree_on_very_many_random_models(first: int) -> None:
    for seed in range(first, first + 250):
        check_targets(program_of(random_analysed(seed)), range(6))


@pytest.mark.parametrize("name", MODEL_NAMES)
def test_targets_agree_on_the_jacobian(name: str) -> None:
    jacobian = compile_jacobian(analysed_model(name))
    assert jacobian is not None
    check_program(jacobian)
    oracle, machine_code = TARGETS["interpreter"].build(jacobian), TARGETS["llvm"].build(jacobian)
    for seed in range(6):
        numbers = random_numbers(jacobian.layout, random.Random(seed))  # noqa: S311
        other = numbers.copy()

        call(oracle, "jacobian", numbers)
        call(machine_code, "jacobian", other)

        assert same_bits(arrays_of(other), arrays_of(numbers))


@pytest.mark.parametrize("name", SMOOTH_MODELS)
def test_the_jacobian_of_a_model_is_that_of_its_derivatives(name: str) -> None:
    check_jacobian(analysed_model(name), range(5))


@pytest.mark.parametrize("seed", seeds(range(25), few=4))
def test_the_jacobian_of_a_random_model_is_that_of_its_derivatives(seed: int) -> None:
    check_jacobian(random_analysed(seed, is_smooth=True), range(3))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(25, 825, 200))
def test_the_jacobians_of_very_many_random_models_are_those_of_their_derivatives(first: int) -> None:
    for seed in range(first, first + 200):
        check_jacobian(random_analysed(seed, is_smooth=True), range(2))


def check_jacobian(analysed: Analysed, seeds: range) -> None:
    """Each entry agrees within the accuracy of a central difference, by states and by time, with modes held."""
    program, jacobian = program_of(analysed), compile_jacobian(analysed)
    assert jacobian is not None
    for seed in seeds:
        numbers = random_numbers(program.layout, random.Random(seed), is_tame=True)  # noqa: S311
        numbers.out = np.zeros(max(len(numbers.out), jacobian.layout.jacobian_size, 1))
        executable = TARGETS["interpreter"].build(program)
        call(executable, "initial", numbers)
        iterate_modes(executable, numbers)

        found = _jacobian(jacobian, numbers)
        expected = _differences(program, numbers)

        is_known = np.isfinite(expected)
        assert found[is_known] == pytest.approx(expected[is_known], rel=2e-4, abs=2e-4)


def _jacobian(jacobian: Program, numbers: Numbers) -> Array:
    """Rows by states, columns by states and then time; entries outside the pattern are zero."""
    size, pattern = len(jacobian.layout.states), jacobian.layout.jacobian
    given = numbers.copy()
    given.out[:] = np.nan
    call(TARGETS["interpreter"].build(jacobian), "jacobian", given)
    matrix = np.zeros((size, size + 1))
    for i, (row, column) in enumerate(pattern):
        matrix[row, column] = given.out[i]
    matrix[:, size] = given.out[len(pattern) : len(pattern) + size]
    return matrix


def _differences(program: Program, numbers: Numbers) -> Array:
    executable = TARGETS["interpreter"].build(program)
    size = len(program.layout.states)
    matrix = np.zeros((size, size + 1))
    for column in range(size + 1):
        ends = []
        step = 1e-6
        for side in (step, -step):
            moved = numbers.copy()
            if column < size:
                moved.states[column] += side
            else:
                moved.time += side
            call(executable, "times", moved)
            call(executable, "derivatives", moved)
            ends.append(moved.out[:size].copy())
        matrix[:, column] = (ends[0] - ends[1]) / (2 * step)
    return matrix
