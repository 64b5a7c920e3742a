"""The function blocks of CSMP: how many arguments each takes."""

import pytest

from simnon.languages import DIALECTS
from simnon.languages.csmp.blocks import BLOCKS
from simnon.source import Report, Source

COUNT_OF_BLOCKS = {
    1: "STEP RAMP RNDGEN NOT FLOAT",
    2: "DERIV ZHOLD OUTSW COMPAR AFGEN NLFGEN QNTZR IMPULS PULSE EOR EQUIV SIGN ISIGN DIM",
    3: "REALPL LEDLAG DELAY IMPL INSW RST TWOVAR LIMIT DEADSP SINE GAUSS",
    4: "MODINT FCNSW HSTRSS",
    5: "CMPXPL",
}
AT_LEAST_TWO = "INTGRL AND NAND IOR NOR"


def rejected(calls: list[tuple[str, int]]) -> list[str]:
    """The blocks reported for the number of their arguments."""
    lines = [f"V{i}={name}({','.join(['1.0'] * count)})" for i, (name, count) in enumerate(calls)]
    report = Report()
    list(DIALECTS[".csm"](Source("text", "\n".join((*lines, "TIMER FINTIM=1.0", "END", "STOP", ""))), report))
    spans = [each.span for each in report.diagnostics if " takes " in each.message]
    return [calls[span.line - 1][0] for span in spans if span is not None]


@pytest.mark.parametrize("count", COUNT_OF_BLOCKS)
def test_a_block_takes_exactly_its_arguments(count: int) -> None:
    names = COUNT_OF_BLOCKS[count].split()

    assert rejected([(name, count + 1) for name in names]) == names
    assert rejected([(name, count) for name in names]) == []
    if count > 1:
        assert rejected([(name, count - 1) for name in names]) == names


def test_logic_takes_any_number_of_arguments_from_two() -> None:
    names = AT_LEAST_TWO.split()

    assert rejected([(name, 1) for name in names]) == names
    assert rejected([(name, 2) for name in names]) == []
    assert rejected([(name, 4) for name in names]) == ["INTGRL"]


def test_one_argument_is_singular() -> None:
    report = Report()
    list(DIALECTS[".csm"](Source("text", "Y=STEP(1.0,2.0)\nTIMER FINTIM=1.0\nEND\nSTOP\n"), report))

    assert [each.message for each in report.diagnostics] == ["STEP takes 1 argument, not 2"]


def test_every_block_is_tested_here() -> None:
    assert {name for names in (*COUNT_OF_BLOCKS.values(), AT_LEAST_TWO) for name in names.split()} == {
        name.rstrip("_") for name in BLOCKS
    }
