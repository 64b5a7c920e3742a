"""Pictures fit the window, in whatever way it shows them."""

import pytest

from simnon.frontends.pictures import Graphics, Window, draw_picture
from tests.unit.frontends.sessions import curve, figure

FIGURE = figure(curve())


@pytest.mark.parametrize("graphics", [Graphics.BRAILLE, Graphics.ASCII])
@pytest.mark.parametrize("window", [Window(80, 24), Window(40, 12), Window(200, 50), Window(100, 200)])
def test_characters_stay_inside_the_window(graphics: Graphics, window: Window) -> None:
    picture = draw_picture(FIGURE, graphics, window, has_colours=False)

    lines = picture.text.split("\n")
    assert lines.pop() == ""
    assert len(lines) == picture.rows < window.rows
    assert max(map(len, lines)) < window.columns


@pytest.mark.parametrize("graphics", [Graphics.KITTY, Graphics.SIXEL])
def test_pixels_are_drawn_over_empty_lines(graphics: Graphics) -> None:
    picture = draw_picture(FIGURE, graphics, Window(80, 24), has_colours=True)

    assert picture.text.count("\n") == picture.rows
    assert picture.text.endswith(f"\x1b[{picture.rows}B\r")
    assert "\x1b_G" in picture.text or "\x1bP" in picture.text


@pytest.mark.parametrize("window", [Window(10, 24), Window(80, 5)])
def test_there_is_no_picture_in_a_window_that_is_too_small(window: Window) -> None:
    assert draw_picture(FIGURE, Graphics.BRAILLE, window, has_colours=False).text == "the window is too small\n"


def test_none_is_none() -> None:
    assert draw_picture(FIGURE, Graphics.NONE, Window(), has_colours=False).rows == 0


def test_ascii_is_ascii() -> None:
    assert draw_picture(FIGURE, Graphics.ASCII, Window(), has_colours=False).text.isascii()
