"""whole_gradients: Jacobians of whole arrays, and products with them, have the bits of those of the elements."""

import numpy as np
import pytest

import simnon
from simnon.compiler import compile_formulas, compile_jacobian, compile_model, compile_tangents
from simnon.model import NotWhole
from simnon.program import values_at_start
from tests.seeds import seeds
from tests.targets.random_arrays import RandomArrays, RandomCells


@pytest.mark.parametrize("seed", seeds(range(30), 4))
def test_jacobians_of_random_cells_are_the_same_whole_and_expanded(seed: int) -> None:
    text = RandomCells(seed).text()
    whole, expanded = simnon.load(text, arrays="whole"), simnon.load(text, arrays="expanded")
    states = np.random.default_rng(seed).random(len(whole.states))

    matrices = [model.jacobian(0.3, states) for model in (whole, expanded)]

    assert matrices[0].tobytes() == matrices[1].tobytes()
    assert whole.simulate(0, 0.05, method="rodas5p") == expanded.simulate(0, 0.05, method="rodas5p")


def test_most_jacobians_of_random_cells_are_loops() -> None:
    loops = 0
    for seed in range(30):
        try:
            program = compile_jacobian(compile_model(RandomCells(seed).text(), arrays="whole").analysed)
        except NotWhole:
            continue
        assert program is not None
        loops += 1
    assert loops >= 20


@pytest.mark.parametrize("make", [RandomCells, RandomArrays])
@pytest.mark.parametrize("seed", seeds(range(10), 4))
def test_products_with_the_jacobian_are_the_same_whole_and_expanded(
    make: type[RandomCells | RandomArrays], seed: int
) -> None:
    text = make(seed).text()
    found = []
    for arrays in ("whole", "expanded"):
        model = compile_model(text, arrays=arrays)
        program = compile_tangents(model.analysed)
        assert program is not None
        count = len(model.program.layout.states)
        point = np.random.default_rng(seed).random(2 * count)
        values, out = values_at_start(model.program.layout), np.zeros(program.layout.jacobian_size + count + 1)
        for entry in ("initial", "held", "times"):
            if entry in model.executable.entries:
                model.executable.call(entry, 0.3, point, values, out)
        out[:] = 0.0
        compile_formulas(model, program).call("jacobian", 0.3, point, values, out)
        found.append(out[:count])
    matrix = simnon.load(text, arrays="expanded").jacobian(0.3, point[:count])

    assert found[0].tobytes() == found[1].tobytes()
    assert found[0] == pytest.approx(matrix @ point[count:], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    "line",
    [
        "dx[i] = x[i]^2*SUM(B[j, k] FOR j = 1..3, k = 1..2) FOR i = 1..n",
        "dx[i] = x[i]*SUM(B) FOR i = 1..n",
        "dx = x*SUM(2*B)",
        "dx[i] = SIN(x[i])*SUM(B[j, k]*i FOR j = 2..3, k = 1..2) FOR i = 1..n",
        "dx[i] = x[i]*SUM(j*SUM(B[j, k] FOR k = 1..2) FOR j = 1..3) FOR i = 1..n",
    ],
)
def test_sums_over_several_indices_have_the_gradients_of_their_terms(line: str) -> None:
    given = ["B: [1, 2; 3, 4; 5, 7]", "x[i]: i/3 FOR i = 1..n", "n: 80"]
    text = "\n".join(["CONTINUOUS SYSTEM s", "STATE x[1..n]", "DER dx[1..n]", line, *given, "END", ""])
    program = compile_jacobian(compile_model(text, arrays="whole").analysed)
    assert program is not None
    states = np.linspace(-1.0, 2.0, 80)

    whole, expanded = (simnon.load(text, arrays=arrays).jacobian(0.0, states) for arrays in ("whole", "expanded"))

    assert whole.tobytes() == expanded.tobytes()
