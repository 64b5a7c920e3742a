"""Scene, moment -> Drawing: shapes clipped to their windows, in colours of a theme.

Everything about a moment is decided here, for all surfaces; the page that plays scenes draws by the same rules.
"""

import math
from collections.abc import Iterator
from typing import assert_never

import numpy as np

from simnon.figures import Array
from simnon.pictures import Body, Colour, Label, Look, Oval, Path, Reading, Scene, Shape, Track, Trail, at, row
from simnon.pictures import Pen as ScenePen

from ..drawing import Anchor, Drawing, Fill, Part, Pen, Stroke, Text
from ..palette import LIGHT, Theme
from ..paths import Viewport, clip, dashed
from .clipping import clip_polygon
from .shades import paint
from .space import draw_space

HIGHLIGHT = "accent"
AROUND_OVAL = 48
LEAST_TEXT = 0.01
"""Units of the page: smaller texts cannot be seen."""
_ANCHORS = {"start": Anchor.START, "middle": Anchor.MIDDLE, "end": Anchor.END}
_TURN = np.linspace(0.0, 2 * np.pi, AROUND_OVAL, endpoint=False)


def draw_scene(scene: Scene, moment: int, theme: Theme = LIGHT) -> Drawing:
    """The scene at one of its moments, in the units of its page."""
    parts: list[Part] = []
    with np.errstate(all="ignore"):
        if scene.is_in_space:
            parts += draw_space(scene, moment, theme)
        for window in scene.order:
            parts += _window(scene, window, moment, theme)
    return tuple(parts)


def _window(scene: Scene, window: int, moment: int, theme: Theme) -> Iterator[Part]:
    frame = scene.frames[window] if scene.frames else None
    box = frame.box if frame is not None else (0.0, 0.0, scene.width, scene.height)
    view = Viewport(*box)
    if window and frame is not None:
        yield from _border(box, frame.title, theme)
    for shape in scene.shapes:
        if shape.look.window == window and at(shape.look.visible, moment):
            yield from _Painter(moment, float(scene.times[moment]), view, theme).shape(shape)


def _border(box: tuple[float, float, float, float], title: str, theme: Theme) -> Iterator[Part]:
    left, top, right, bottom = box
    x, y = np.array([left, right, right, left, left]), np.array([top, top, bottom, bottom, top])
    yield Fill(x[:4], y[:4], theme.ground)
    yield Stroke(x, y, Pen(None, theme.axis, 1.0))
    if title:
        yield Text(title, left + 6, top + 10, Pen(None, theme.ink, 1.0), size=12.0)


class _Painter:
    """Draws the shapes of one window at one moment."""

    def __init__(self, moment: int, now: float, view: Viewport, theme: Theme) -> None:
        self._moment = moment
        self._now = now
        self._view = view
        self._theme = theme

    def shape(self, shape: Shape) -> Iterator[Part]:
        match shape:
            case Path():
                x, y = row(shape.x, self._moment), row(shape.y, self._moment)
                yield from self._area(x, y, shape.fill if shape.is_closed else None, shape.look)
                if shape.is_closed:
                    x, y = np.append(x, x[0]), np.append(y, y[0])
                yield from self._line(x, y, shape.pen, shape.look)
            case Oval():
                x, y = self._oval(shape)
                yield from self._area(x, y, shape.fill, shape.look)
                yield from self._line(np.append(x, x[0]), np.append(y, y[0]), shape.pen, shape.look)
            case Label():
                yield from self._label(shape)
            case Trail():
                yield from self._trail(shape)
            case Body() | Track():
                return
            case _:
                assert_never(shape)

    def _oval(self, oval: Oval) -> tuple[Array, Array]:
        x, y, across, down, angle = (
            at(each, self._moment) for each in (oval.x, oval.y, oval.across, oval.down, oval.angle)
        )
        u, v = across * np.cos(_TURN), down * np.sin(_TURN)
        return x + u * np.cos(angle) - v * np.sin(angle), y + u * np.sin(angle) + v * np.cos(angle)

    def _area(self, x: Array, y: Array, colour: Colour | None, look: Look) -> Iterator[Part]:
        if colour is None:
            return
        clipped_x, clipped_y = clip_polygon(x, y, self._view)
        if len(clipped_x) > 2:
            paint_ = HIGHLIGHT if at(look.highlight, self._moment) else colour
            yield Fill(clipped_x, clipped_y, paint(paint_, self._moment, self._theme))

    def _line(self, x: Array, y: Array, pen: ScenePen | None, look: Look) -> Iterator[Part]:
        if pen is None or len(x) < 2:
            return
        stands_out = at(look.highlight, self._moment)
        colour = paint(HIGHLIGHT if stands_out else pen.colour, self._moment, self._theme)
        width = at(pen.width, self._moment) + (1.5 if stands_out else 0.0)
        if math.isnan(width):
            return
        offset = at(pen.offset, self._moment)
        dash = pen.dash
        if dash and offset:
            x, y = dashed(x, y, dash, offset)
            dash = ()
        x, y = clip(x, y, self._view, 0.0)
        if len(x):
            yield Stroke(x, y, Pen(self._number(pen.colour), colour, width, dash))

    def _number(self, colour: Colour) -> int:
        """Which colour of a terminal a line has."""
        is_curve = isinstance(colour, str) and colour[0] == "c" and colour[1:].isdigit()
        return int(colour[1:]) - 1 if is_curve and isinstance(colour, str) else len(self._theme.curves) - 1

    def _label(self, label: Label) -> Iterator[Part]:
        words = "".join(self._piece(piece) for piece in label.pieces)
        x, y = at(label.x, self._moment), at(label.y, self._moment)
        size = at(label.size, self._moment)
        if words and self._view.has(x, y) and size > LEAST_TEXT:
            colour = paint(
                HIGHLIGHT if at(label.look.highlight, self._moment) else label.colour, self._moment, self._theme
            )
            yield Text(words, x, y, Pen(None, colour, 1.0), _ANCHORS[label.anchor.value], size=size)

    def _piece(self, piece: str | Reading) -> str:
        return piece if isinstance(piece, str) else reading_text(at(piece.value, self._moment), piece.decimals)

    def _trail(self, trail: Trail) -> Iterator[Part]:
        chosen = (trail.t <= self._now) & (trail.t >= self._now - trail.span)
        x, y = trail.x[chosen] - trail.drift * self._now, trail.y[chosen]
        yield from self._line(x, y, trail.pen, trail.look)


def reading_text(value: float, decimals: int) -> str:
    """A number as a label shows it: with so many decimals, or with four digits."""
    if value != value or abs(value) == float("inf"):  # noqa: PLR0124
        return "\u2013"
    text = f"{value:.4g}" if decimals < 0 else f"{value:.{decimals}f}"
    is_zero = text.startswith("-") and not any(digit in "123456789" for digit in text)
    return (text[1:] if is_zero else text).replace("-", "\u2212")
