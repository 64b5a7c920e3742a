"""What is shown, in which order, and what is erased again."""

import io
import re
from pathlib import Path

import pytest

from simnon.frontends.pictures import Graphics, Picture, Window
from simnon.frontends.terminal.live_region import LiveRegion
from simnon.frontends.terminal.progress import Progress
from simnon.frontends.terminal.screen import Screen
from simnon.frontends.terminal.window import TerminalAbilities
from simnon.session import Advanced, PageDrawn, Printed
from tests.unit.frontends.sessions import curve, figure


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def new_screen(clock: Clock) -> tuple[Screen, io.StringIO]:
    stream = io.StringIO()
    return Screen(stream, TerminalAbilities(Graphics.ASCII), Path(), clock), stream


def left_on_screen(written: str) -> str:
    """What a terminal shows in the end: it handles \\r, newlines, cursor up, and erase below."""
    lines, row = [""], 0
    for piece in re.findall(r"\x1b\[[\d;?]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", written):
        if piece == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif piece.endswith("A") and piece.startswith("\x1b"):
            row -= int(piece[2:-1])
        elif piece == "\x1b[J":
            del lines[row + 1 :]
            lines[row] = ""
        elif not piece.startswith(("\x1b", "\r")):
            lines[row] += piece
    return "\n".join(lines)


def test_a_short_run_shows_no_progress() -> None:
    clock = Clock()
    screen, stream = new_screen(clock)
    screen.begin()
    clock.now += 0.2
    screen.show(Advanced(1.0, 0.0, 10.0))
    screen.end()

    assert stream.getvalue() == ""


def test_a_long_run_shows_progress_and_erases_it() -> None:
    clock = Clock()
    screen, stream = new_screen(clock)
    screen.begin()
    for step in range(1, 6):
        clock.now += 0.2
        screen.show(Advanced(float(step), 0.0, 10.0))
    assert "t = 5 of 10  50 %  about 1 s left" in stream.getvalue()
    screen.show(Printed("done"))
    screen.end()

    assert left_on_screen(stream.getvalue()) == "done\n"


def test_a_passing_picture_is_redrawn_in_place_and_gives_way_to_the_last_one() -> None:
    clock = Clock()
    screen, stream = new_screen(clock)
    screen.begin()
    for step in range(1, 6):
        clock.now += 0.4
        screen.show(Advanced(float(step), 0.0, 10.0))
        screen.show(PageDrawn(figure(curve(f"PASSING{step}")), is_passing=True))
    assert "PASSING4" in stream.getvalue()
    screen.show(PageDrawn(figure(curve("LAST"))))
    screen.end()

    shown = left_on_screen(stream.getvalue())
    assert "PASSING" not in shown
    assert shown.count("LAST") == 1


@pytest.mark.parametrize("graphics", [Graphics.KITTY, Graphics.SIXEL])
def test_progress_is_drawn_in_characters_and_results_in_pixels(graphics: Graphics) -> None:
    clock, stream = Clock(), io.StringIO()
    screen = Screen(stream, TerminalAbilities(graphics), Path(), clock)
    screen.begin()
    clock.now += 1.0
    screen.show(PageDrawn(figure(curve()), is_passing=True))
    assert "⠉" in stream.getvalue()
    assert "\x1bP" not in stream.getvalue()
    screen.show(PageDrawn(figure(curve())))
    screen.end()

    assert ("\x1b_G" if graphics is Graphics.KITTY else "\x1bP") in stream.getvalue()


def test_curves_added_by_one_command_are_drawn_once_below_its_text() -> None:
    screen, stream = new_screen(Clock())
    first, second = curve("FIRST"), curve("SECOND")
    screen.begin()
    screen.show(PageDrawn(figure(first)))
    screen.show(Printed("words"))
    screen.show(PageDrawn(figure(first, second)))
    screen.end()

    shown = left_on_screen(stream.getvalue())
    assert shown.count("FIRST") == 1
    assert shown.index("words") < shown.index("SECOND")


def test_a_resized_region_is_not_overwritten() -> None:
    stream = io.StringIO()
    region = LiveRegion(stream)
    region.show(Picture("a\nb\n", 2), "one", Window(80, 24))
    region.show(Picture("c\n", 1), "two", Window(40, 24))

    assert "\x1b[2A" not in stream.getvalue()


@pytest.mark.parametrize(
    ("elapsed", "part", "expected"),
    [(1.0, 0.5, "about 1 s left"), (10.0, 0.01, "about 16 min left"), (100.0, 0.001, "about 27.8 h left")],
)
def test_the_remaining_time_is_estimated_from_the_progress(elapsed: float, part: float, expected: str) -> None:
    progress = Progress(0.0)
    progress.advance(Advanced(0.0, 0.0, 1.0), 0.0)
    progress.advance(Advanced(part, 0.0, 1.0), elapsed)

    assert progress.line.endswith(expected)


def test_progress_can_be_reported_in_words() -> None:
    progress = Progress(0.0)
    progress.advance(Advanced(3.0, 0.0, 10.0, "run 3, loss 0.5"), 1.0)

    assert progress.line == "run 3, loss 0.5  30 %"
