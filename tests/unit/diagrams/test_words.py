"""Words in pictures can be read: no two of them overlap, and no line goes through one."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from simnon.diagrams import Point, draw_scene, lay_out
from simnon.diagrams.sizes import closed_size
from simnon.graphics import Anchor, Drawing, Lettering, Stroke, Text, width_of
from tests.random_models import random_model
from tests.seeds import seeds
from tests.unit.diagrams.test_layout import EXAMPLES, LIBRARY, OTHER_LANGUAGES, scene_of_file, scene_of_text

Rectangle = tuple[float, float, float, float]
_MOST_POINTS = 12
"""Of a line that is not a circle or an icon."""
_BOLD_IN_OTHER_FONTS = 1.25
TERMINALS = {"pin", "port", "flange", "joint", "liquid", "vapour"}
TEXTS = [path for path in (*EXAMPLES, *LIBRARY, *OTHER_LANGUAGES) if path.stem not in TERMINALS]


def words_of(drawing: Drawing) -> list[tuple[str, Rectangle]]:
    return [
        (part.words, room_of(part))
        for part in drawing
        if isinstance(part, Text) and part.words.strip() and part.words not in "({)"
    ]


def room_of(text: Text) -> Rectangle:
    size = text.size or 12.0
    width = width_of(text.words, size, text.lettering)
    if text.lettering is Lettering.BOLD:
        width *= _BOLD_IN_OTHER_FONTS
    x = text.x - {Anchor.START: 0.0, Anchor.MIDDLE: width / 2, Anchor.END: width}[text.anchor]
    return x, text.y - 0.3 * size, x + width, text.y + 0.3 * size


def lines_of(drawing: Drawing) -> Iterator[Rectangle]:
    for part in drawing:
        if isinstance(part, Stroke) and len(part.x) <= _MOST_POINTS:
            for (x1, y1), (x2, y2) in zip(
                zip(part.x, part.y, strict=True), zip(part.x[1:], part.y[1:], strict=False), strict=False
            ):
                yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def which_meet(room: Rectangle, others: np.ndarray, margin: float) -> np.ndarray:
    left, top, right, bottom = others.T
    across = (room[0] < right - margin) & (left < room[2] - margin)
    return np.flatnonzero(across & (room[1] < bottom - margin) & (top < room[3] - margin))


def faults_of(drawing: Drawing) -> list[str]:
    words = words_of(drawing)
    rooms = np.array([room for _, room in words]).reshape(-1, 4)
    lines = np.array(list(lines_of(drawing))).reshape(-1, 4)
    found = []
    for i, (text, room) in enumerate(words):
        found += [f"{text} is over {words[j][0]}" for j in which_meet(room, rooms[:i], 1.0)]
        inner = (room[0] + 1.5, room[1] + 1.0, room[2] - 1.5, room[3] - 1.0)
        found += [f"a line goes through {text}" for _ in which_meet(inner, lines, -0.01)]
    return found


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_words_in_pictures_of_our_texts_are_clear_of_each_other_and_of_lines(path: Path) -> None:
    scene = scene_of_file(path)

    assert faults_of(draw_scene(scene)[0]) == []
    assert faults_of(draw_scene(scene, level=2)[0]) == []


@pytest.mark.parametrize("seed", seeds(range(100), 10))
def test_words_in_pictures_of_random_models_are_clear(seed: int) -> None:
    scene = scene_of_text(random_model(seed))
    diagram = scene.diagrams["whole"]
    laid = lay_out(diagram, closed_size)
    view = {"whole": {box.name.casefold(): Point(box.x + 24, box.y) for box in laid.boxes}}

    assert faults_of(draw_scene(scene)[0]) == []
    assert faults_of(draw_scene(scene, view=view)[0]) == [], "also if boxes have been placed"
