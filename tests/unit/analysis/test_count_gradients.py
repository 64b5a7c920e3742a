"""count_gradients: as many as `differentiate` finds."""

from simnon.analysis import count_gradients, differentiate
from simnon.compiler import Analysed, analyse
from simnon.source import Report, Source

CHAIN = """CONTINUOUS SYSTEM chain
STATE a b c
DER da db dc
q = a*b
da = -a
db = q - b
dc = q + c
END
"""


def analysed(text: str) -> Analysed:
    found = analyse((Source("chain", text),), Report())
    assert found is not None
    return found


def test_the_entries_are_those_of_the_jacobian() -> None:
    model = analysed(CHAIN)

    count = count_gradients(model.model, model.schedule)

    assert count.in_jacobian == len(differentiate(model.model, model.schedule).entries) == 6


def test_intermediate_values_count_too() -> None:
    model = analysed(CHAIN)

    assert count_gradients(model.model, model.schedule).on_the_way == 8
