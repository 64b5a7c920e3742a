"""Inputs over time: arrays, formulas and functions drive a model as its own equations would."""

import math
from typing import Any

import numpy as np
import pytest

import simnon
from tests.pickling import pickled

TEXT = """CONTINUOUS SYSTEM integrator
INPUT u
STATE x
DER dx
dx = k*u
u: 0
k: 1
END
"""
MODEL = simnon.load(TEXT)
TIMES, VALUES = [0.0, 1.0, 3.0, 4.0], [0.0, 2.0, -1.0, 1.0]


def sine(t: float) -> float:
    return math.sin(t)


def integral(signal: Any, stop: float = 4.0) -> float:
    return MODEL.simulate(0, stop, inputs={"u": signal}).final["x"]


@pytest.mark.parametrize(
    ("signal", "expected"),
    [
        ((TIMES, VALUES), 1.0 + 1.0 + 0.0),
        ((TIMES, VALUES, "linear"), 2.0),
        ((TIMES, VALUES, "hold"), 0.0 + 4.0 - 1.0),
        (([1, 2], [3, 3]), 12.0),
        (([0, 1, 1, 4], [0, 0, 2, 2]), 6.0),
        ("SIN(t)", 1 - math.cos(4)),
        ("IF t < 1 THEN 3 ELSE 0", 3.0),
        (sine, 1 - math.cos(4)),
        (np.cos, math.sin(4)),
    ],
)
def test_the_integral_is_that_of_the_signal(signal: Any, expected: float) -> None:
    assert integral(signal) == pytest.approx(expected, abs=1e-5)


def test_a_spline_passes_smoothly_through_the_samples() -> None:
    interpolate = pytest.importorskip("scipy.interpolate")
    theirs = interpolate.CubicSpline(TIMES, VALUES, bc_type="natural")

    assert integral((TIMES, VALUES, "spline")) == pytest.approx(float(theirs.integrate(0, 4)), abs=1e-4)


def test_beyond_its_ends_a_signal_holds_its_end_values() -> None:
    run = MODEL.simulate(0, 6, inputs={"u": ([1, 2], [5, 7])})

    assert (run["u"][0], run["u"][-1]) == (5.0, 7.0)


def test_a_jump_of_samples_is_an_event_with_both_sides() -> None:
    run = MODEL.simulate(0, 4, inputs={"u": ([0, 1, 1, 4], [0, 0, 2, 2])})
    (jump,) = np.flatnonzero(np.diff(run["u"]) == 2.0)

    assert run.t[jump] == run.t[jump + 1] == pytest.approx(1.0, abs=1e-15)
    assert run.at(1.0, "u") == 2.0


def test_samples_equal_a_table_in_the_text_bit_for_bit() -> None:
    rows = "\n".join(f"{t!r} {u!r}" for t, u in zip(TIMES, VALUES, strict=True))
    text = TEXT.replace("INPUT u\n", "TIME t\n").replace("u: 0\n", f"u = f(t)\nTABLE f(t) LINEAR\n{rows}\nEND\n")

    own, given = simnon.load(text).simulate(0, 4), MODEL.simulate(0, 4, inputs={"u": (TIMES, VALUES)})

    assert given["x"].tobytes() == own["x"].tobytes()


def test_the_model_itself_does_not_change() -> None:
    before = MODEL.simulate(0, 4)
    driven = MODEL.with_inputs({"u": (TIMES, VALUES)})

    assert driven != MODEL
    assert driven == MODEL.with_inputs({"U[integrator]": (np.array(TIMES), np.array(VALUES))})
    assert (dict(MODEL.parameters), dict(driven.parameters)) == ({"u": 0.0, "k": 1.0}, {"k": 1.0})
    assert MODEL.simulate(0, 4) == before
    assert MODEL.with_inputs({}) == MODEL


def test_the_same_signals_are_compiled_once() -> None:
    model = simnon.load(TEXT)
    first = model.simulate(0, 4, inputs={"u": (TIMES, VALUES)})

    assert model.simulate(0, 4, inputs={"u": (TIMES, VALUES)}) == first
    assert len(model._driven) == 1
    for number in range(20):
        model.with_inputs({"u": f"{number}*t"})
    assert len(model._driven) == 8


@pytest.mark.parametrize("signal", [(TIMES, VALUES), "SIN(t)", sine])
def test_a_driven_model_can_be_swept_stepped_pickled_and_evaluated(signal: Any) -> None:
    driven = MODEL.with_inputs({"u": signal})
    alone = [driven.simulate(0, 4, parameters={"k": k}).final["x"] for k in (1, 2)]

    assert driven.sweep({"k": [1, 2]}, 0, 4)["final(x)"].tolist() == alone
    assert pickled(driven).simulate(0, 4) == driven.simulate(0, 4)
    run = MODEL.begin(0, 4, inputs={"u": signal})
    run.advance_to()
    assert run["x"] == alone[0]
    assert driven.rhs(0.5, [0.0])[0] == driven.simulate(0, 0.5).final["u"]


def test_the_provenance_has_the_hash_of_a_signal() -> None:
    one, other = (MODEL.simulate(0, 4, inputs={"u": (TIMES, v)}) for v in (VALUES, VALUES[::-1]))

    assert one.provenance.sources["input u"] != other.provenance.sources["input u"]
    assert one.provenance.sources["text 1"] == other.provenance.sources["text 1"]


def test_a_sampled_system_samples_a_signal() -> None:
    text = "DISCRETE SYSTEM d\nINPUT u\nSTATE s\nNEW ns\nTSAMP ts\nTIME t\nns = s + u\nts = t + 1\nu: 0\nEND\n"

    run = simnon.load(text).simulate(0, 3.5, inputs={"u": "10*t"})

    assert (run.final["s"], run.final["ns"]) == (0 + 10 + 20, 0 + 10 + 20 + 30)


@pytest.mark.parametrize(
    ("signal", "message"),
    [
        (3.0, r"expected times and values, a formula, or a function, found 3\.0"),
        (None, "found None"),
        (([0, 1], [1]), r"as many values as times, at least two, found \(2,\) and \(1,\)"),
        (([0], [1]), "at least two"),
        (([[0, 1]], [[1, 2]]), "as many values as times"),
        (([0, 1], ["a", "b"]), "expected lists of times and values"),
        (([0, 1], [0, math.nan]), "expected finite numbers"),
        (([1, 0], [0, 1]), "the times go back at 0"),
        (([0, 0, 0], [1, 2, 3]), "too many values at t = 0"),
        (([0, 1, 1, 2], [1, 2, 3, 4], "spline"), "too many values at t = 1"),
        (([0, 1], [0, 1], "cubic"), "unknown interpolation 'cubic'"),
        ("SIN(x)", "'x' is not known here"),
        ("SIN(", "expected a number, a name"),
        ("1\n2", "a formula is one line"),
        (lambda: 3, "the function fails at t = 0: TypeError"),
        (lambda _: "a", "at t = 0: expected a number, found the text 'a'"),
    ],
)
def test_an_invalid_signal_is_rejected(signal: Any, message: str) -> None:
    with pytest.raises(simnon.SimnonError, match=message):
        MODEL.simulate(0, 1, inputs={"u": signal})


@pytest.mark.parametrize(
    ("name", "code"), [("x", "not-a-parameter"), ("dx", "not-a-parameter"), ("q", "unknown-variable")]
)
def test_only_inputs_and_parameters_are_driven(name: str, code: str) -> None:
    with pytest.raises(simnon.UserError) as caught:
        MODEL.simulate(0, 1, inputs={name: "t"})
    assert caught.value.code == code


def test_a_driven_variable_cannot_be_given_a_value() -> None:
    with pytest.raises(simnon.UserError, match="'u' is not a parameter"):
        MODEL.simulate(0, 1, inputs={"u": "t"}, parameters={"u": 3})
    with pytest.raises(simnon.UserError, match="is driven already"):
        MODEL.with_inputs({"u": "t"}).with_inputs({"u": "2*t"})
