"""Pictures of characters: dots, box characters, letters, colours and wide characters in their cells."""

import numpy as np

from simnon.figures import Curve, Figure, TextBlock
from simnon.graphics import braille, plain
from simnon.graphics.surfaces.characters import cells_of
from tests.unit.graphics.small_figures import ALL, ONE, THREE, TIME, damped, figure_of


def constant(value: float = 1.0) -> Figure:
    return figure_of(Curve("x", TIME, np.full(len(TIME), value)))


def test_a_picture_has_the_requested_size() -> None:
    for figure in ALL.values():
        for picture in (braille(figure, 60, 18), plain(figure, 60, 18)):
            lines = picture.split("\n")
            assert len(lines) == 18
            assert max(map(cells_of, lines)) <= 60


def test_a_constant_curve_is_a_level_line_despite_rounding() -> None:
    noise = 1e-14 * np.random.default_rng(1).normal(size=len(TIME))
    noisy = figure_of(Curve("x", TIME, 1.0 + noise))

    assert braille(noisy, 40, 10) == braille(constant(), 40, 10)


def test_plain_pictures_are_ascii_if_the_texts_are() -> None:
    assert plain(THREE).isascii()
    assert "*" in plain(ONE)


def test_curves_without_colours_have_letters() -> None:
    picture = braille(THREE)

    assert "A x0 [m]  B x2 [m]  C u" in picture
    assert picture.count("A") > 2


def test_more_curves_than_colours_have_letters_too() -> None:
    few, many = (figure_of(*(damped(shift) for shift in range(count))) for count in (8, 9))

    assert "A" not in braille(few, has_colours=True)
    assert "I" in braille(many, has_colours=True)


def test_colours_are_reset_at_the_end_of_every_line() -> None:
    for line in braille(THREE, has_colours=True).split("\n"):
        assert "\x1b" not in line or line.rindex("\x1b[39m") > line.rfind("\x1b[38")


def test_without_colours_nothing_is_escaped() -> None:
    assert "\x1b" not in braille(THREE)


def test_wide_and_combining_characters_keep_their_cells() -> None:
    figure = figure_of(Curve("温度", TIME, TIME), words=(TextBlock("ẋ\u0307y", 10, 10),), title="ｗｉｄｅ")

    lines = braille(figure, 50, 12).split("\n")

    assert cells_of("温度") == 4
    assert cells_of("x\u0307") == 1
    assert "温度 [" not in lines[0]
    assert lines[1].startswith("温度")
    assert max(map(cells_of, lines)) <= 50


def test_a_gap_leaves_the_cells_empty() -> None:
    values = np.ones(len(TIME))
    values[100:300] = np.nan

    line = next(line for line in braille(figure_of(Curve("x", TIME, values)), 60, 10).split("\n") if "1.0" in line)

    assert " " * 20 in line.split("1.0")[1]
