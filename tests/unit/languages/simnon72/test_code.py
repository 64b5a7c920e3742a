"""The code of 1972: as printed in RE-113; executed as described there, it gives the numbers of the model."""

import math
import random
from collections.abc import Callable

import pytest

from simnon.compiler import analyse, lower
from simnon.languages.simnon72 import list_code
from simnon.languages.simnon72.words import FUNCTIONS
from simnon.source import Report, Source
from simnon.targets.interpreter import interpret
from tests.language.evaluator import Evaluation
from tests.unit.languages.simnon72.descriptions import given

EXAMPLE = """A=B+2*(C+1)-3
DX1=A+(IF X1>2 AND BOOL THEN SIN(T) ELSE FCN2(5+SQRT(X2)))
"""
PRINTED_COD_1 = [1, 16000, 2, 7000, 299, 9000, 17000, 3, 7000, 298, 19000, 8000, 297, 21000]
PRINTED_COD_2 = [
    *(491, 16000, 1, 7000, 17000, 13000, 501, 5000, 299, 2000),
    *(4, 14000, 22001, 18000, 300, 19000, 15000, 23002, 18000, 296),
    *(7000, 22004, 18000, 502, 19000, 19000, 19000, 21000),
]
PRINTED_RPN = [
    *(18001, 17002, 17299, 17003, 17298, 7000, 9000, 7000, 17297, 8000),
    *(16000, 18491, 17001, 17501, 17299, 5000, 17004, 2000, 13023, 17300),
    *(22001, 14028, 17296, 17502, 22004, 7000, 23002, 7000, 16000),
]
LISTING = """COD

A=B+2*(C+1)-3

   1      1 A      6   9000 *     11  19000 )
   2  16000 =      7  17000 (     12   8000 -
   3      2 B      8      3 C     13    297 3
   4   7000 +      9   7000 +     14  21000 "
   5    299 2     10    298 1

DX1=A+(IF X1>2 AND BOOL THEN SIN(T) ELSE FCN2(5+SQRT(X2)))

   1    491 DX1      11      4 BOOL     21   7000 +
   2  16000 =        12  14000 THEN     22  22004 SQRT
   3      1 A        13  22001 SIN      23  18000 (
   4   7000 +        14  18000 (        24    502 X2
   5  17000 (        15    300 T        25  19000 )
   6  13000 IF       16  19000 )        26  19000 )
   7    501 X1       17  15000 ELSE     27  19000 )
   8   5000 >        18  23002 FCN2     28  21000 "
   9    299 2        19  18000 (
  10   2000 AND      20    296 5

RPN

   1  18001      11  16000      21  22001
   2  17002      12  18491      22  14028
   3  17299      13  17001      23  17296
   4  17003      14  17501      24  17502
   5  17298      15  17299      25  22004
   6   7000      16   5000      26   7000
   7   9000      17  17004      27  23002
   8   7000      18   2000      28   7000
   9  17297      19  13023      29  16000
  10   8000      20  17300"""


def test_example_2_has_the_printed_cod() -> None:
    statements = given(*EXAMPLE.split("\n")).accepted.statements

    assert [[coded.number for coded in statement.code] for statement in statements] == [PRINTED_COD_1, PRINTED_COD_2]


def test_example_6_has_the_printed_rpn() -> None:
    assert given(*EXAMPLE.split("\n")).accepted.instructions == PRINTED_RPN


def test_the_listing_is_that_of_examples_2_and_6() -> None:
    assert list_code(Source("E.NON", EXAMPLE)) == LISTING
    assert list_code(Source("E.NON", f"{EXAMPLE}*CLOSE\n")) == LISTING


def test_a_complete_description_ends_with_return() -> None:
    listing = list_code(Source("E.NON", "A=T\nB=1 2\n*END\n"))

    assert listing.split("RPN")[1].split() == ["1", "18001", "3", "16000", "2", "17300", "4", "19000"]


def _truth(value: bool) -> float:
    return 1.0 if value else -1.0


_TWO: dict[int, Callable[[float, float], float]] = {
    1: lambda x, y: _truth(x >= 0 or y >= 0),
    2: lambda x, y: _truth(x >= 0 and y >= 0),
    4: lambda x, y: _truth(x < y),
    5: lambda x, y: _truth(x > y),
    6: lambda x, y: _truth(x == y),
    7: lambda x, y: x + y,
    8: lambda x, y: x - y,
    9: lambda x, y: x * y,
    10: lambda x, y: x / y,
    12: math.pow,
}
_ONE_FUNCTION: dict[str, Callable[[float], float]] = {
    "SIN": math.sin,
    "COS": math.cos,
    "EXP": math.exp,
    "ATAN": math.atan,
    "ABS": abs,
    "TANH": math.tanh,
    "AINT": math.trunc,
}
_TWO_FUNCTION: dict[str, Callable[[float, float], float]] = {
    "ATAN2": math.atan2,
    "AMOD": math.fmod,
    "SIGN": lambda a, b: abs(a) if b >= 0 else -abs(a),
}


def calculate(instructions: list[int], values: dict[int, float]) -> None:
    """CALCUL of RE-113: execute the code; `values` by address, modified."""
    stack: list[float] = []
    position = 0
    while position < len(instructions):
        operation, address = divmod(instructions[position], 1000)
        position += 1
        if operation in _TWO:
            second = stack.pop()
            stack.append(_TWO[operation](stack.pop(), second))
        elif operation == 3:
            stack.append(_truth(stack.pop() < 0))
        elif operation == 11:
            stack.append(-stack.pop())
        elif operation == 13:
            position = position if stack.pop() >= 0 else address - 1
        elif operation == 14:
            position = address - 1
        elif operation == 16:
            value = stack.pop()
            values[int(stack.pop())] = value
        elif operation == 17:
            stack.append(values[address])
        elif operation == 18:
            stack.append(float(address))
        elif FUNCTIONS[address - 1] in _ONE_FUNCTION:
            stack.append(float(_ONE_FUNCTION[FUNCTIONS[address - 1]](stack.pop())))
        else:
            second = stack.pop()
            stack.append(_TWO_FUNCTION[FUNCTIONS[address - 1]](stack.pop(), second))
    assert stack == []


class _Writer:
    """Writes expressions by the grammar of 1972, mixed as the compiler allowed it."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator

    def choose(self, *choices: str) -> str:
        return self.generator.choice(choices)

    def primary(self, depth: int) -> str:
        kind = self.generator.randrange(6 if depth else 3)
        if kind < 2:
            return self.choose("P", "Q", "R", "X1", "T")
        if kind == 2:
            return self.choose("1", "2.5", ".5", "3")
        if kind == 3:
            return f"({self.expression(depth - 1)})"
        if kind == 4:
            return f"{self.generator.choice(list(_ONE_FUNCTION))}({self.expression(depth - 1)})"
        name = self.choose("ATAN2", "SIGN")
        return f"{name}({self.expression(depth - 1)},{self.expression(depth - 1)})"

    def simple(self, depth: int) -> str:
        text = self.choose("", "", "-", "+") + self.term(depth)
        for _ in range(self.generator.randrange(2)):
            text += self.choose("+", "-") + self.term(depth)
        return text

    def term(self, depth: int) -> str:
        text = self.primary(depth)
        for _ in range(self.generator.randrange(2)):
            text += self.choose("*", "*2*", "/4*") + self.primary(0)
        return text

    def boolean(self, depth: int) -> str:
        parts = []
        for _ in range(self.generator.choice((1, 1, 2))):
            part = self.choose("", "", "NOT ") + self.simple(depth)
            if self.generator.random() < 0.5:
                part += self.choose("<", ">") + self.simple(depth)
            parts.append(part)
        text = parts[0]
        for part in parts[1:]:
            text += self.choose(" AND ", " OR ") + part
        return text

    def expression(self, depth: int) -> str:
        if depth and self.generator.random() < 0.3:
            return f"IF {self.boolean(depth - 1)} THEN {self.boolean(depth - 1)} ELSE {self.expression(depth - 1)}"
        return self.boolean(depth)


@pytest.mark.slow
def test_the_code_executed_on_its_stack_gives_the_numbers_of_the_model() -> None:
    for seed in range(150):
        generator = random.Random(seed)  # noqa: S311
        expression = _Writer(generator).expression(generator.randrange(3))
        lines = [f"DX1={expression}", "P:0.75", "Q:-1.5", "R:3", "X1:0.3"]
        description = given(*lines)
        accepted = description.accepted
        given_values = {"P": 0.75, "Q": -1.5, "R": 3.0}
        values = {address: number for number, address in accepted.address_of_number.items()}
        values |= {accepted.address_of_name.get(name, 0): value for name, value in given_values.items()}
        values |= {300: 0.7, 501: 0.3}
        try:
            calculate(accepted.instructions, values)
        except OverflowError:
            continue
        analysed = analyse([Source("E.NON", "\n".join((*lines, "*END\n")))], Report())
        assert analysed is not None
        evaluation = Evaluation(interpret(lower(analysed)))
        evaluation.start(0.7)
        found = evaluation.value("DX1")
        assert math.isclose(found, values[491], rel_tol=1e-12, abs_tol=1e-12), expression
