"""Sobol indices and Morris' effects: closed forms and published values."""

import math

import numpy as np
import pytest

import simnon
from simnon.studies import normal, uniform

ISHIGAMI = """CONTINUOUS SYSTEM ishigami
y = SIN(x1) + a*SIN(x2)^2 + b*x3^4*SIN(x1)
x1: 0
x2: 0
x3: 0
a: 7
b: 0.1
END
"""
LINEAR = """CONTINUOUS SYSTEM linear
y = 2*p - 3*q + 0*r
p: 0
q: 0
r: 0
END
"""
ANY_ANGLE = uniform(-math.pi, math.pi)


@pytest.mark.slow
def test_the_indices_of_ishigami_are_those_of_the_closed_form() -> None:
    names = dict.fromkeys(("x1", "x2", "x3"), ANY_ANGLE)

    found = simnon.load(ISHIGAMI).sobol(names, 0, 1, keep="final(y)", count=4096)

    one, two, third = 0.5 * (1 + 0.1 * math.pi**4 / 5) ** 2, 7**2 / 8, 8 * 0.1**2 * math.pi**8 / 225
    variance = one + two + third
    exact = [np.array([one, two, 0]) / variance, np.array([one + third, two, third]) / variance]
    assert found.first() == pytest.approx(exact[0], abs=0.01)
    assert found.total() == pytest.approx(exact[1], abs=0.01)
    index = found.of("FINAL(y)")
    assert np.all((index.first_low < exact[0]) & (exact[0] < index.first_high))
    assert np.all((index.second_low < exact[1]) & (exact[1] < index.second_high))


@pytest.mark.slow
def test_the_indices_of_the_g_function_are_those_of_the_closed_form() -> None:
    a = [0.0, 1.0, 4.5, 9.0, 99.0]
    product = "*".join(f"(ABS(4*x{i} - 2) + {value})/{1 + value}" for i, value in enumerate(a))
    text = f"CONTINUOUS SYSTEM g\ny = {product}\n" + "".join(f"x{i}: 0\n" for i in range(5)) + "END\n"

    found = simnon.load(text).sobol({f"x{i}": uniform(0, 1) for i in range(5)}, 0, 1, keep="final(y)", count=4096)

    parts = np.array([1 / (3 * (1 + value) ** 2) for value in a])
    variance = np.prod(1 + parts) - 1
    assert found.first() == pytest.approx(parts / variance, abs=0.015)
    assert found.total() == pytest.approx(parts * np.prod(1 + parts) / (1 + parts) / variance, abs=0.015)


@pytest.mark.slow
def test_the_indices_of_a_run_are_those_of_its_closed_form() -> None:
    # x(1) = x0*exp(-k), with ln of a lognormal number: the variance of a product of independent factors.
    decay = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -k*x\nx: 1\nk: 1\nEND\n"

    found = simnon.load(decay).sobol(
        {"x": uniform(1, 3), "k": normal(1, 0.2)}, 0, 1, keep=["final(x)"], count=2048, rtol=1e-8
    )

    of_x = (1 / 3) / 4
    of_k = math.exp(0.2**2) - 1
    both = (1 + of_x) * (1 + of_k) - 1
    assert found.names == ("start(x)", "k")
    assert found.first("final(x)") == pytest.approx([of_x / both, of_k / both], abs=0.01)


def test_the_effects_of_a_linear_model_are_its_slopes_and_have_no_spread() -> None:
    found = simnon.load(LINEAR).morris(
        {"p": uniform(0, 5), "q": uniform(-1, 1), "r": uniform(0, 1)}, 0, 1, keep="final(y)", count=6
    )

    assert found.effects() == pytest.approx([10, 6, 0])
    assert found.spread() == pytest.approx([0, 0, 0], abs=1e-12)
    assert found.of().mean == pytest.approx([10, -6, 0])


@pytest.mark.slow
def test_the_test_of_morris_sorts_its_parameters_as_he_found() -> None:
    found = simnon.load(morris_function()).morris(
        {f"x{i}": uniform(0, 1) for i in range(1, 21)}, 0, 1, keep="final(y)", count=60, seed=3
    )

    effects, spread = found.effects(), found.spread()
    # 1 to 7 are large and nonlinear, 8 to 10 large and almost linear, the others do not matter.
    assert effects[:10].min() > 2 * effects[10:].max()
    assert spread[:7].min() > 2 * spread[7:].max()
    assert effects[7:10] == pytest.approx([40, 40, 40], rel=0.2)


def morris_function() -> str:
    """Morris (1991), equation (5), without its random coefficients."""
    w = [f"w{i}" for i in range(1, 21)]
    lines = [
        f"w{i} = 2*(1.1*x{i}/(x{i} + 0.1) - 0.5)" if i in (3, 5, 7) else f"w{i} = 2*(x{i} - 0.5)" for i in range(1, 21)
    ]
    terms = [f"20*{name}" for name in w[:10]]
    terms += [f"- 15*{w[i]}*{w[j]}" for i in range(6) for j in range(i + 1, 6)]
    triples = [(i, j, k) for i in range(5) for j in range(i + 1, 5) for k in range(j + 1, 5)]
    terms += [f"- 10*{w[i]}*{w[j]}*{w[k]}" for i, j, k in triples]
    terms.append("5*w1*w2*w3*w4")
    given = "".join(f"x{i}: 0\n" for i in range(1, 21))
    return (
        "CONTINUOUS SYSTEM morris\n"
        + "\n".join(lines)
        + "\ny = "
        + " + ".join(terms).replace("+ -", "-")
        + f"\n{given}END\n"
    )


@pytest.mark.slow
def test_failed_runs_are_omitted_and_curves_are_refused() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = IF k > 1.9 THEN x^2 ELSE 0\nx: 1\nk: 1\nEND\n"
    model = simnon.load(text)

    found = model.sobol({"k": uniform(1, 2), "x": uniform(1, 2)}, 0, 5, keep="final(x)", count=64)

    assert found.notes[0].endswith("of 64 samples are omitted: one of their runs failed")
    with pytest.raises(simnon.UserError, match="indices are those of numbers"):
        model.sobol({"k": uniform(1, 2)}, 0, 5, keep="x", spacing=1)
    with pytest.raises(simnon.UserError, match="these are sobol indices"):
        found.effects()
