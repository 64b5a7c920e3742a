"""Matrices of linearly implicit steps: compiled runs agree with plain Python bit for bit, whatever the form."""

import math

import pytest

import simnon
from simnon import Model
from simnon.program import BandSlots, SparseSlots
from simnon.simulation import RunOptions
from tests.seeds import these_fast
from tests.unit.kernels.plain_runs import run_plainly


def chain(names: list[str], equations: list[str], starts: list[float]) -> str:
    head = ["CONTINUOUS SYSTEM chain", f"STATE {' '.join(names)}", f"DER {' '.join('d' + name for name in names)}"]
    return "\n".join([*head, *equations, *(f"{n}: {x!r}" for n, x in zip(names, starts, strict=True)), "END", ""])


def diffusion(size: int, back: int, ahead: int) -> str:
    """Each cell takes from up to `back` cells before it and `ahead` cells after it."""
    names = [f"u{i}" for i in range(size)]
    equations = []
    for i in range(size):
        near = [j for j in range(i - back, i + ahead + 1) if j != i and 0 <= j < size]
        equations.append(f"du{i} = {' + '.join(f'{100.0 / abs(i - j)!r}*(u{j} - u{i})' for j in near)} - u{i}^3")
    return chain(names, equations, [math.sin(i) for i in range(size)])


def oscillators(count: int) -> str:
    """Masses between springs: the Jacobian has zeros on its diagonal, so that rows are exchanged in long steps."""
    names = [name for i in range(count) for name in (f"x{i}", f"v{i}")]
    equations = []
    for i in range(count):
        left = f"x{i - 1}" if i else "0"
        right = f"x{i + 1}" if i < count - 1 else "0"
        equations += [f"dx{i} = v{i}", f"dv{i} = 1e4*({left} - 2*x{i} + {right}) - 1e3*v{i}"]
    return chain(names, equations, [1.0, 0.0] * count)


def star(arms: int) -> str:
    """One state coupled to all others: no band."""
    names = ["m", *(f"u{i}" for i in range(arms))]
    equations = [f"dm = {' + '.join(f'u{i}' for i in range(arms))} - {arms}*m"]
    equations += [f"du{i} = {10.0 * (i + 1)!r}*(m - u{i})" for i in range(arms)]
    return chain(names, equations, [1.0] + [float(i) for i in range(arms)])


def coupled(count: int) -> str:
    """Every state is coupled to every other."""
    names = [f"u{i}" for i in range(count)]
    total = " + ".join(names)
    return chain(names, [f"du{i} = {total} - {10.0 * (i + 3)!r}*u{i}" for i in range(count)], [1.0] * count)


MODELS = {
    "narrow band": diffusion(14, 2, 1),
    "wide band": diffusion(50, 9, 10),
    "exchanged rows": oscillators(8),
    "sparse": star(40),
    "full": coupled(10),
    "two states": oscillators(1),
    "four states": oscillators(2),
    "six states": oscillators(3),
}
FORMS = {
    "narrow band": BandSlots,
    "wide band": BandSlots,
    "exchanged rows": BandSlots,
    "sparse": SparseSlots,
    "full": None,
    "two states": None,
}


def loaded(name: str) -> Model:
    return simnon.load(MODELS[name])


OFTEN = [name for name in MODELS if name != "wide band"]


@pytest.mark.parametrize("name", these_fast(FORMS, *OFTEN))
def test_the_matrix_has_the_form_of_the_model(name: str) -> None:
    jacobian = loaded(name)._simulator._jacobian

    assert jacobian is not None
    matrix = jacobian.layout.matrix
    assert (matrix if matrix is None else type(matrix)) is FORMS[name]


@pytest.mark.parametrize("name", these_fast(MODELS, *OFTEN))
def test_a_run_is_the_same_as_plain_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = loaded(name)

    compiled = model.simulate(0, 0.5, method="rodas5p", rtol=1e-3, atol=1e-4)
    plain = run_plainly(model, RunOptions(0.0, 0.5, method="rodas5p", rtol=1e-3, atol=1e-4), monkeypatch)

    assert plain.t.tolist() == compiled.t.tolist()
    assert [plain.final[state] for state in model.states] == [compiled.final[state] for state in model.states]


@pytest.mark.parametrize("name", these_fast(MODELS, *OFTEN))
def test_the_answer_agrees_with_an_explicit_method(name: str) -> None:
    model = loaded(name)

    implicit = model.simulate(0, 0.5, method="rodas5p", rtol=1e-9, atol=1e-12)
    explicit = model.simulate(0, 0.5, method="dop853", rtol=1e-11, atol=1e-13)

    expected = [explicit.final[state] for state in model.states]
    assert [implicit.final[state] for state in model.states] == pytest.approx(expected, rel=1e-7, abs=1e-9)


def test_the_order_of_the_text_does_not_make_the_matrix_wider() -> None:
    lines = MODELS["narrow band"].splitlines()
    names = [f"u{i}" for i in (7, 2, 11, 0, 5, 13, 9, 4, 1, 12, 8, 3, 10, 6)]
    lines[1:3] = [f"STATE {' '.join(names)}", f"DER {' '.join('d' + name for name in names)}"]
    model = simnon.load("\n".join(lines) + "\n")

    jacobian = model._simulator._jacobian
    assert jacobian is not None
    assert isinstance(jacobian.layout.matrix, BandSlots)
    assert jacobian.layout.matrix.below + jacobian.layout.matrix.above <= 5
    run, other = (m.simulate(0, 0.5, method="rodas5p", rtol=1e-8) for m in (model, loaded("narrow band")))
    assert [run.final[name] for name in names] == pytest.approx([other.final[name] for name in names], rel=1e-7)
