"""Figures of linear models: what they show, and that they can be drawn."""

import math

import numpy as np
import pytest

from simnon import SimnonError
from simnon.figures import Figure, Ink
from simnon.graphics import svg
from simnon.linear import (
    LinearModel,
    bode,
    nichols,
    nyquist,
    pole_zero_map,
    root_locus,
    sigma,
    state_space,
    step_figure,
    transfer_function,
)

THIRD = transfer_function([4], [1, 3, 3, 1])
DELAYED = transfer_function([0.4], [1, 0], delay=1)
SAMPLED = transfer_function([1], [1, 1, 0]).discretise(0.3)
SEVERAL = state_space([[-1, 2], [-3, -0.5]], [[1, 0], [0.5, 2]], [[1, 1], [0, 1]])
LOOPS = {"third": THIRD, "delayed": DELAYED}


@pytest.mark.parametrize(
    "figure",
    [
        THIRD.bode(),
        SAMPLED.bode(has_margins=False),
        SEVERAL.bode(),
        bode(LOOPS),
        DELAYED.nyquist(),
        nyquist(LOOPS),
        nichols(LOOPS),
        SAMPLED.nichols(),
        SEVERAL.sigma(),
        sigma({"one": SEVERAL, "two": THIRD}),
        pole_zero_map(LOOPS),
        SAMPLED.pole_zero_map(),
        DELAYED.feedback().pole_zero_map(),
        THIRD.root_locus(gain=2),
        SAMPLED.root_locus(),
        SEVERAL.step(),
        step_figure({"a": THIRD.feedback(), "b": SAMPLED.feedback()}),
        transfer_function([2], [1]).bode(),
        transfer_function([2], [1]).nyquist(),
        transfer_function([2], [1]).step(),
    ],
    ids=lambda figure: repr(figure)[:40],
)
def test_every_figure_can_be_drawn(figure: Figure) -> None:
    assert "<svg" in svg(figure)


def test_the_margins_of_a_bode_diagram_are_lines_of_their_length() -> None:
    gain, phase = THIRD.bode().areas

    assert gain.curves[1].x == pytest.approx([math.sqrt(3)] * 2)
    assert sorted(gain.curves[1].y) == pytest.approx([0.5, 1.0])
    assert np.diff(phase.curves[1].y).item() == pytest.approx(THIRD.margins().phase_margin)
    assert [word.text for word in gain.words] == ["gain margin 2"]


def test_several_models_share_a_bode_diagram_without_margins() -> None:
    gain, phase = bode(LOOPS).areas

    assert [curve.label for curve in gain.curves] == [curve.label for curve in phase.curves] == ["third", "delayed"]
    assert gain.horizontal.is_logarithmic
    assert not gain.words


def test_a_root_locus_follows_each_pole_from_the_open_loop_to_the_zeros() -> None:
    # (s+2)/(s (s+1)): the poles meet at -2 + sqrt(2), leave at -2 - sqrt(2) and end at -2 and at infinity.
    model = transfer_function([1, 2], [1, 1, 0])

    found = root_locus(model)

    assert sorted(found.poles[0].real) == pytest.approx([-1, 0], abs=1e-9)
    assert np.abs(found.poles[-1] + 2).min() < 0.05
    complex_part = found.poles[np.abs(found.poles.imag) > 1e-6]
    assert complex_part.real.max() == pytest.approx(-2 + math.sqrt(2), abs=0.02)
    assert np.abs(complex_part + 2) == pytest.approx(np.full(len(complex_part), math.sqrt(2)))


def test_a_root_locus_at_given_gains_has_the_poles_of_the_closed_loops() -> None:
    found = root_locus(THIRD, [0.5, 2.0])

    for gain, poles in zip(found.gains, found.poles, strict=True):
        expected = np.sort_complex((float(gain) * THIRD).feedback().poles())
        assert np.sort_complex(poles) == pytest.approx(expected)


def test_the_lines_of_a_nichols_chart_have_one_closed_loop_gain() -> None:
    area = THIRD.nichols().areas[0]
    line = next(curve for curve in area.curves if curve.ink is Ink.PAPER and len(curve.x) > 10)

    response = line.y * np.exp(1j * np.radians(line.x))
    closed = np.abs(response / (1 + response))
    assert closed[np.isfinite(closed)] == pytest.approx(np.full(np.isfinite(closed).sum(), 0.1))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (SEVERAL.nyquist, "one input and one output"),
        (lambda: nichols({"several": SEVERAL}), "'several' has 2 inputs"),
        (lambda: bode({}), "a linear model, or a dictionary"),
        (lambda: bode({"a": 3}), "expected a linear model"),  # type: ignore[dict-item]
        (DELAYED.root_locus, "without delays"),
        (lambda: THIRD.root_locus([math.nan]), "a list of numbers"),
        (lambda: pole_zero_map({"a": THIRD, "b": SAMPLED}), "different planes"),
        (lambda: step_figure({"a": THIRD, "b": SEVERAL}), "same number of outputs"),
    ],
)
def test_what_cannot_be_shown_is_reported(wrong: object, message: str) -> None:
    with pytest.raises(SimnonError, match=message):
        wrong()  # type: ignore[operator]


def test_a_figure_shows_in_a_notebook() -> None:
    figure = LinearModel.bode(THIRD)

    assert figure._repr_html_().startswith("<svg")


def test_a_root_locus_is_smooth_beside_its_window_too() -> None:
    """Equal units on both axes of a wide page show more than the window."""
    found = root_locus(transfer_function([1], [1, 1, 0]).discretise(0.2)).poles
    seen = np.abs(found.real[:-1]) < 3.0
    steps = np.abs(np.diff(found, axis=0))[seen & (np.abs(found.imag[:-1]) > 0.01)]

    assert len(steps) > 100
    assert steps.max() < 0.1


def test_the_margin_to_a_lower_gain_is_drawn_too() -> None:
    figure = transfer_function([2, 4, 2], [1, 0, 0, 0]).bode()

    assert [each.text for each in figure.areas[0].words] == ["gain margin 0.25"]
