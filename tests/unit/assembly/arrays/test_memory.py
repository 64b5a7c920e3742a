"""Models with arrays that would not fit in memory are refused before their elements are created."""

import tracemalloc

import pytest

import simnon
from simnon.compiler import compile_model

CELLS = "CONTINUOUS SYSTEM s\nSTATE x[1..n]\nDER dx[1..n]\n{}\nx: 1\nn: {}\nEND\n"


@pytest.mark.parametrize(
    "lines",
    [
        "dx[i] = SUM(ABS(x[i] - x[j]) FOR j = 1..n) FOR i = 1..n",
        "dx = -DELAY(x, 1)\ny = SUM(SUM(DELAY(x[i], j) FOR i = 1..n) FOR j = 1..n)",
        "dx = -x*y\ny = SUM(1/i FOR i = 1..1000000000)",
        "dx = -DELAY(x, 1)\nz[i] = SUM(SUM(j*k FOR k = 1..n) FOR j = i..n) FOR i = 1..n",
    ],
)
def test_a_model_that_needs_too_much_memory_is_refused_at_once(lines: str) -> None:
    text = CELLS.format(lines, 500_000)

    with pytest.raises(simnon.SimnonError) as refusal:
        simnon.load(text, arrays="expanded")

    (found,) = refusal.value.diagnostics
    assert found.code == "model-too-large"
    assert "terms, which need about" in found.message


def test_a_few_terms_are_expanded_without_an_estimate() -> None:
    model = simnon.load(CELLS.format("dx[i] = SUM(x[j] FOR j = 1..n) FOR i = 1..n", 3), arrays="expanded")

    assert model.simulate(0, 1, method="euler", step=1).final["x[3]"] == 4


def test_a_sum_over_many_elements_has_its_shape_from_two_of_them() -> None:
    text = CELLS.format("dx = -m*x\nm = SUM(x[i] FOR i = 1..n)/n", 1_000_000)
    compile_model(text.replace("1000000", "100"))

    tracemalloc.start()
    model = compile_model(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert model.is_whole
    assert peak < 2e7
