"""loops: the functions of loops give the same bits on every target; only the run changes their guesses."""

import math
import random

import numpy as np
import pytest

from simnon.compiler import analyse, compile_jacobian, lower
from simnon.program import Program, check_program, print_program
from simnon.source import Report, Source, render_all
from simnon.targets import TARGETS
from simnon.targets.interpreter import interpret
from tests.seeds import first_fast
from tests.targets.comparing import same_bits
from tests.targets.running_models import ORDER, call, numbers_at_start, random_numbers
from tests.unit.analysis.small_models import text_of

LINEAR = text_of("dx = a", "a = x*b + t*c + 1", "b = a - x*c", "c = b + x*a - t")
PARAMETRIC = text_of("dx = a", "a = k*b + k*c + x", "b = a - k*c + t", "c = b + k*a", "k: 0.3")
CURVED = text_of("dx = a", "a = SIN(b) + x", "b = COS(a) - 0.2*b^3", "w = a*b")
OF_TIME = text_of("dx = a*x", "a = SIN(a)/2 + t")
IMPLICIT = text_of("dx = -x - 0.5*SIN(dx)")
CORNERED = text_of("dx = a", "a = x - 0.5*SIN(a) - MAX(a, 0) + (IF x > 1 THEN a/4 ELSE 0)")
TEXTS = (LINEAR, PARAMETRIC, CURVED, OF_TIME, IMPLICIT, CORNERED)


def programs_of(text: str) -> tuple[Program, Program]:
    """The model and its Jacobian."""
    report = Report()
    analysed = analyse([Source("text", text)], report)
    assert analysed is not None, render_all(report.diagnostics)
    program, jacobian = lower(analysed), compile_jacobian(analysed)
    assert jacobian is not None
    check_program(program)
    check_program(jacobian)
    return program, jacobian


@pytest.mark.parametrize("text", first_fast(TEXTS, 3))
def test_every_target_gives_the_same_bits(text: str) -> None:
    for program in programs_of(text):
        oracle, machine_code = TARGETS["interpreter"].build(program), TARGETS["llvm"].build(program)
        for seed in range(6):
            expected = random_numbers(program.layout, random.Random(seed), is_tame=seed < 3)  # noqa: S311
            found = expected.copy()
            for entry in (*ORDER, "jacobian"):
                call(oracle, entry, expected)
                call(machine_code, entry, found)
                assert same_bits((found.values, found.out), (expected.values, expected.out)), (entry, seed)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("state", first_fast([0.4, 1.7]))
def test_the_jacobian_agrees_with_the_solved_loop(text: str, state: float) -> None:
    program, jacobian = programs_of(text)
    executable = interpret(program)
    numbers = numbers_at_start(program.layout)
    numbers.out = np.zeros(jacobian.layout.jacobian_size + 4)
    numbers.states[0], numbers.time = state, 0.3
    for entry in ("initial", "held", "times", "modes", "held", "times", "modes"):
        call(executable, entry, numbers)

    def rate(state: float, time: float) -> float:
        numbers.states[0], numbers.time = state, time
        call(executable, "times", numbers)
        call(executable, "derivatives", numbers)
        return float(numbers.out[0])

    step = 1e-5
    by_state = (rate(state + step, 0.3) - rate(state - step, 0.3)) / (2 * step)
    by_time = (rate(state, 0.3 + step) - rate(state, 0.3 - step)) / (2 * step)
    rate(state, 0.3)
    call(interpret(jacobian), "jacobian", numbers)
    found = [float(number) for number in numbers.out[: len(jacobian.layout.jacobian) + 1]]

    expected = [by_state, by_time] if jacobian.layout.jacobian else [by_time]
    assert found == pytest.approx(expected, rel=1e-6, abs=1e-8)


def test_an_entry_keeps_the_solution_as_the_next_guess_but_recording_does_not() -> None:
    program, _ = programs_of(CURVED)
    executable, numbers = interpret(program), numbers_at_start(program.layout)
    (loop,) = program.layout.loops
    numbers.states[0] = 0.5

    call(executable, "outputs", numbers)
    assert math.isnan(numbers.values[loop.guesses[0]])
    call(executable, "derivatives", numbers)
    solution = numbers.values[loop.guesses[0]]
    assert math.isfinite(solution)
    numbers.states[0] = 0.6
    call(executable, "outputs", numbers)
    assert numbers.values[loop.guesses[0]] == solution


def test_a_failure_gives_nan_and_its_residual_until_the_next_solution() -> None:
    program, _ = programs_of(text_of("dx = v", "v = v*v + x"))
    executable, numbers = interpret(program), numbers_at_start(program.layout)
    (loop,) = program.layout.loops
    assert (loop.members, loop.unknowns) == (("v",), ("v",))

    found = []
    for state in (0.0, 1.0, 0.1):
        numbers.states[0] = state
        call(executable, "derivatives", numbers)
        found.append((float(numbers.out[0]), float(numbers.values[loop.residual])))

    assert found[0] == (0.0, 0.0)
    assert math.isnan(found[1][0])
    assert found[1][1] == pytest.approx(0.75, abs=1e-6)
    assert found[2] == pytest.approx(((1 - math.sqrt(0.6)) / 2, 0.0), rel=1e-14)


def test_a_loop_is_one_function_for_all_entries() -> None:
    program, _ = programs_of(text_of("dx = IF v > 1 THEN 0 ELSE v", "v = COS(v) + x", "w = DELAY(v, 1)"))

    assert print_program(program).count("def loop.") == 1


def test_any_name_can_be_in_a_loop() -> None:
    names = ("values", "solution", "work", "time", "out")
    program, _ = programs_of(text_of(*(f"{name} = COS({name}) + x" for name in names), f"dx = {' + '.join(names)}"))

    numbers = numbers_at_start(program.layout)
    call(interpret(program), "derivatives", numbers)
    assert numbers.out[0] == pytest.approx(5 * 0.7390851332151607, rel=1e-15)
