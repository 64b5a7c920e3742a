"""Every target gives the interpreter's numbers, bit for bit, on any program."""

from dataclasses import dataclass

import pytest
from hypothesis import given

from simnon.program import (
    ENTRY_PARAMETERS,
    OPERATORS,
    Constant,
    Function,
    Layout,
    Load,
    Operation,
    Program,
    Store,
    Type,
    check_program,
)
from simnon.targets.interpreter import interpret
from simnon.targets.llvm import compile_program
from tests.examples import examples
from tests.seeds import seeds
from tests.targets.comparing import results, same_bits
from tests.targets.random_programs import Arguments, cases, random_case

Case = tuple[Program, Arguments]


@given(case=cases())
@examples(50, derandomize=True)
def test_machine_code_agrees_with_the_interpreter(case: Case) -> None:
    program, arguments = case

    assert same_bits(results(interpret(program), arguments), results(compile_program(program), arguments))


@pytest.mark.parametrize("seed", seeds(range(200), few=15))
def test_machine_code_agrees_with_the_interpreter_on_fixed_programs(seed: int) -> None:
    program, arguments = random_case(seed)

    assert same_bits(results(interpret(program), arguments), results(compile_program(program), arguments))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 7000, 500))
def test_targets_agree_on_very_many_programs(start: int) -> None:
    for seed in range(start, start + 500):
        program, arguments = random_case(seed)
        expected = results(interpret(program), arguments)

        assert same_bits(expected, results(compile_program(program), arguments)), f"seed {seed}"


@pytest.mark.parametrize("seed", seeds(range(200, 300), few=30))
def test_random_programs_obey_the_rules_of_programs(seed: int) -> None:
    check_program(random_case(seed)[0])


def test_random_programs_use_every_operator() -> None:
    text = "".join(repr(random_case(seed)[0]) for seed in range(150))

    assert [name for name in OPERATORS if f"operator={name!r}" not in text] == []


def test_most_random_programs_change_their_arrays() -> None:
    """Programs that do nothing would agree on every target, and prove nothing."""
    changed = 0
    for seed in range(50):
        program, arguments = random_case(seed)
        before = (arguments.states, arguments.values, arguments.out)
        changed += not same_bits(before, results(interpret(program), arguments))

    assert changed > 35


@dataclass(frozen=True, slots=True)
class Sum:
    """The program `out[0] = states[index] operator constant`."""

    index: int = 0
    operator: str = "+"
    constant: float = 1.0

    def program(self) -> Program:
        load = Load("states", Constant(self.index, Type.INT))
        value = Operation(self.operator, (load, Constant(self.constant, Type.FLOAT)), Type.FLOAT)
        body = (Store("out", Constant(0, Type.INT), value),)
        return Program("sum", (Function("outputs", ENTRY_PARAMETERS, None, body),), ("outputs",), Layout())


@pytest.mark.parametrize("wrong", [Sum(index=1), Sum(operator="-"), Sum(constant=1.0000000000000002)])
def test_a_wrong_program_would_be_noticed(wrong: Sum) -> None:
    arguments = random_case(3)[1]
    arguments.states[:] = [0.25, 0.5, 1.0, 2.0]
    expected = results(interpret(Sum().program()), arguments)

    assert same_bits(expected, results(compile_program(Sum().program()), arguments))
    assert not same_bits(expected, results(compile_program(wrong.program()), arguments))
