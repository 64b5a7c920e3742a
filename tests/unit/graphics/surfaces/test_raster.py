"""Pixels: PNG, sixel and kitty show the same picture; only here is Pillow required."""

import base64
import io
import re

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from simnon.figures import Curve
from simnon.graphics import kitty, png, sixel
from simnon.source import UserError, libraries
from tests.unit.graphics.small_figures import ALL, ONE, THREE, TIME, figure_of


def pixels(document: bytes) -> NDArray[np.uint8]:
    return np.array(Image.open(io.BytesIO(document)))


def decoded_sixel(text: str) -> NDArray[np.int64]:
    """The number of the colour of every pixel; -1 if none was set."""
    size = re.match(r'\x1bPq"1;1;(\d+);(\d+)', text)
    assert size is not None
    width, height = map(int, size.groups())
    image = np.full((height + 6, width), -1, np.int64)
    body = re.sub(r"#\d+;2;\d+;\d+;\d+", "", text[size.end() : -2])
    for band, part in enumerate(body.split("-")):
        for line in part.split("$"):
            head = re.match(r"#(\d+)", line)
            assert head is not None
            column = 0
            for count, code in re.findall(r"(?:!(\d+))?([?-~])", line[head.end() :]):
                for _ in range(int(count or 1)):
                    for bit in range(6):
                        if (ord(code) - 63) >> bit & 1:
                            image[6 * band + bit, column] = int(head[1])
                    column += 1
    return image[:height]


@pytest.mark.parametrize("name", [name for name in ALL if name != "map"])
def test_a_png_has_its_size_and_is_mostly_white(name: str) -> None:
    image = pixels(png(ALL[name], 400, 250))

    assert image.shape == (250, 400, 3)
    assert (image == 255).all(axis=2).mean() > 0.7


def test_the_same_figure_gives_the_same_bytes() -> None:
    assert png(THREE, 300, 200) == png(THREE, 300, 200)


def test_a_curve_has_its_colour() -> None:
    image = pixels(png(ONE, 600, 400)).reshape(-1, 3)

    assert (image == (0x00, 0x72, 0xB2)).all(axis=1).any()


def test_non_ascii_letters_can_be_drawn() -> None:
    assert png(figure_of(Curve("Δω", TIME, TIME, "µs"), title="温度"), 300, 200)


def test_kitty_sends_the_png_in_pieces() -> None:
    text = kitty(THREE, 400, 250)

    parts = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", text)
    assert parts[0][0] == "a=T,f=100,m=1"
    assert [head for head, _ in parts[1:]] == ["m=1"] * (len(parts) - 2) + ["m=0"]
    assert base64.b64decode("".join(part for _, part in parts)) == png(THREE, 400, 250)


def test_sixel_sets_every_pixel_once() -> None:
    colours = decoded_sixel(sixel(THREE, 200, 125))

    assert (colours >= 0).all()
    assert np.bincount(colours.ravel()).max() > 0.7 * colours.size


def test_without_pillow_the_hint_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda _name: None)

    with pytest.raises(UserError, match="a picture in pixels needs the library PIL") as caught:
        png(ONE)
    assert caught.value.hint == "install simnon[pictures]"
