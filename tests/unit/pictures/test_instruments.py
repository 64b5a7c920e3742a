"""Instruments: what they show, and the parameter that a control sets."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.pictures import Chosen, Label, Oval, Path, Reading, Trail
from simnon.pictures.instruments.lamps import BLANK, MINUS, digits_of
from simnon.pictures.instruments.ranges import ticks
from tests.unit.pictures.staged import staged


def test_the_needle_of_a_gauge_points_from_lower_left_to_lower_right() -> None:
    scene = staged("GAUGE 5, 2.5, 1, temp, 20, 80")

    needles = [shape for shape in scene.shapes if isinstance(shape, Path) and shape.x.ndim == 2]
    (needle,) = needles
    tip = needle.x[:, 1] - 360, 180 - needle.y[:, 1]
    angles = np.degrees(np.arctan2(tip[1], tip[0]))
    assert angles[0] == pytest.approx(-135)
    assert angles[3] == pytest.approx(-45)
    assert angles[1] == pytest.approx(135)


def test_a_gauge_shows_its_value_in_digits() -> None:
    readings = [
        piece
        for shape in staged("GAUGE 5, 2.5, 1, temp, 20, 80").shapes
        if isinstance(shape, Label)
        for piece in shape.pieces
        if isinstance(piece, Reading)
    ]

    assert np.asarray(readings[0].value).tolist() == [20, 40, 60, 80]


@pytest.mark.parametrize(("line", "axis"), [("BAR 1, 0, 2, 3, h, 0, 3", "y"), ("BAR 0, 0, 3, 1, h, 0, 3", "x")])
def test_a_bar_fills_in_proportion(line: str, axis: str) -> None:
    fill = next(shape for shape in staged(line).shapes if isinstance(shape, Path) and shape.x.ndim == 2)

    reached = fill.x[:, 1] if axis == "x" else 360 - fill.y[:, 2]
    assert reached / 72 == pytest.approx([1, 2, 2.5, 3])


def test_a_lamp_lights_while_its_condition_holds() -> None:
    lamp = next(
        shape for shape in staged("LAMP 1, 1, 1, h > 2, 'hot'").shapes if isinstance(shape, Oval) and shape.fill
    )

    assert isinstance(lamp.fill, Chosen)
    assert np.asarray(lamp.fill.condition).tolist() == [0, 0, 1, 1]


@given(st.integers(-999, 9999), st.integers(0, 2))
def test_seven_segments_show_the_digits_of_a_number(number: int, decimals: int) -> None:
    codes = [int(code[0]) for code in digits_of(np.array([number / 10**decimals]), 5, decimals)]

    shown = "".join({BLANK: "", MINUS: "-"}.get(code, str(code)) for code in codes)
    assert int(shown) == number
    assert len(shown.lstrip("-")) >= decimals + 1


def test_a_number_with_too_many_digits_shows_bars() -> None:
    assert [int(code[0]) for code in digits_of(np.array([12345.0]), 4, 0)] == [MINUS] * 4


def test_a_strip_chart_moves_its_paper() -> None:
    (trail,) = (shape for shape in staged("STRIPCHART 0, 0, 2, 2, 2, 0, 4, h, 'h'").shapes if isinstance(shape, Trail))

    # two units of the picture, 144 of the page, in two units of time
    assert trail.drift == pytest.approx(72)
    assert (trail.x - trail.drift * trail.t).tolist() == pytest.approx([144] * 4)


def test_a_tank_is_filled_to_its_level() -> None:
    water = staged("TANK 0, 0, 1, 3, h, 0, 3").shapes[0]

    assert isinstance(water, Path)
    assert ((360 - water.y[:, 2]) / 72).tolist() == pytest.approx([1, 2, 2.5, 3])


def test_the_dashes_of_a_pipe_move_with_the_integral_of_the_flow() -> None:
    dashes = staged("PIPE 0.2, h, 0, 0, 5, 0").shapes[-1]

    assert isinstance(dashes, Path)
    assert dashes.pen is not None
    moved = -np.asarray(dashes.pen.offset)
    assert moved / moved[1] == pytest.approx([0, 1, 1 + 2.25 / 1.5, 1 + (2.25 + 2.75) / 1.5])


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("SLIDER 1, 1, 4, 1, k, 0, 2", "slider"),
        ("KNOB 2, 2, 1, k, 0, 2", "knob"),
        ("SWITCH 2, 2, 1, k, 0, 2", "switch"),
    ],
)
def test_a_control_names_the_parameter_and_its_range(line: str, kind: str) -> None:
    (control,) = staged(line).controls

    assert (control.kind.value, control.parameter, control.low, control.high, control.value) == (kind, "k", 0, 2, 0.5)
    left, top, right, bottom = control.box
    assert left < right
    assert top < bottom


def test_a_button_gives_its_line_when_it_is_picked() -> None:
    scene = staged("BUTTON 1, 1, 3, 2, 'run', 'SIMU 0 10'")

    (request,) = scene.requests
    assert request.line == "SIMU 0 10"
    assert all(shape.look.markers == (request.subject,) for shape in scene.shapes)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_ticks_are_round_and_inside(low: float, span: float) -> None:
    found = ticks(low, low + span)

    assert 1 <= len(found) <= 7
    assert all(low - 1e-6 * span <= each <= low + span * (1 + 1e-6) for each in found)
