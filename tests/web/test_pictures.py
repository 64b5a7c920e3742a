"""The main views look as in the manual, in both themes: not each letter, but what is where, and its colour."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.web.pictures import THEMES, VIEWS, path_of, pictures_of

pytestmark = pytest.mark.slow

CELL = 20
"""Pixels: a letter that is drawn by another font, or is another digit, changes a cell a little."""
MOST_OF_A_CELL, MOST_OF_ALL = 60.0, 4.0
"""Of 255."""


def cells(picture: Image.Image) -> "np.ndarray":
    size = (picture.width // CELL, picture.height // CELL)
    return np.asarray(picture.convert("RGB").resize(size, Image.Resampling.BOX), dtype=float)


def differences(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Of the cell that differs most, and of all on average; infinite if the sizes differ."""
    if one.size != other.size:
        return float("inf"), float("inf")
    difference = np.abs(cells(one) - cells(other)).mean(axis=2)
    return float(difference.max()), float(difference.mean())


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_looks_as_in_the_manual(name: str, browser: Browser, built_page: None, tmp_path: Path) -> None:
    for theme, picture in pictures_of(browser, name, tmp_path / name):
        picture.save(tmp_path / f"{name}-{theme}.png")
        most, mean = differences(picture, Image.open(path_of(name, theme)))
        assert most < MOST_OF_A_CELL, f"see {tmp_path / name}-{theme}.png; python -m tests.web.update makes them anew"
        assert mean < MOST_OF_ALL, f"see {tmp_path / name}-{theme}.png; python -m tests.web.update makes them anew"


@pytest.mark.parametrize("theme", THEMES)
def test_a_window_that_is_missing_would_be_noticed(theme: str) -> None:
    picture = Image.open(path_of("tank", theme)).convert("RGB")
    changed = picture.copy()
    changed.paste("#808080", (1090, 460, 1430, 660))
    recoloured = Image.fromarray(np.asarray(picture)[:, :, ::-1])

    assert differences(picture, changed)[0] > MOST_OF_A_CELL
    assert max(differences(picture, recoloured)) > MOST_OF_A_CELL
