"""Curves, bands and markers of an area -> strokes and fills on the surface, thinned and clipped."""

from collections.abc import Iterator

import numpy as np

from simnon.figures import Area, Array, Curve, Shape

from .axes import Axes
from .drawing import Fill, Part, Pen, Stroke, Surface, Text
from .legend import is_lettered
from .palette import letter_of
from .paths import Viewport, clip, joint_path, pieces, thin, with_dots
from .pens import axis_pen, band_colour, curve_pen, edge_pen, marker_pen
from .points import has_points, is_ascii, points_at

MAX_POINTS = 400
"""More points than this are drawn as dots: they show a density, not single measurements."""
EVENT_IN_CELLS, EVENT_IN_ASCII = "▾", "v"
MAX_MARKERS = 24
"""More events than this are a pattern of the curve, not single instants to mark."""


def curve_stroke(area: Area, number: int, axes: Axes, window: Viewport, surface: Surface) -> Stroke:
    curve = area.curves[number]
    x, y = joint_path(*_joined(curve))
    return _stroke(
        axes.across.place(x), axes.down_of(curve.is_right).place(y), curve_pen(area, number, surface), window, surface
    )


def _joined(curve: Curve) -> tuple[Array, Array]:
    """The points of the line that is drawn: the corners of steps, or points with gaps between them."""
    length = min(len(curve.x), len(curve.y))
    x, y = curve.x[:length], curve.y[:length]
    match curve.shape:
        case Shape.LINES:
            return x, y
        case Shape.STEPS:
            return np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
        case Shape.POINTS:
            gaps = np.full(length, np.nan)
            return np.column_stack((x, gaps)).ravel(), np.column_stack((y, gaps)).ravel()


def _stroke(x: Array, y: Array, pen: Pen, window: Viewport, surface: Surface) -> Stroke:
    if len(x):
        x, y = thin(x, y, window, surface.resolution)
        x, y = with_dots(x, y)
        x, y = clip(x, y, window, 0.01 * surface.resolution)
    return Stroke(x, y, pen)


def draw_points(area: Area, number: int, axes: Axes, window: Viewport, surface: Surface) -> Iterator[Part]:
    """A disc for each point in view of a curve of points; a ring on cells of dots. In ASCII its stroke is enough."""
    curve = area.curves[number]
    if not has_points(curve, surface):
        return
    x, y = joint_path(curve.x, curve.y)
    x, y = axes.across.place(x), axes.down_of(curve.is_right).place(y)
    with np.errstate(invalid="ignore"):
        is_seen = (x >= window.left) & (x <= window.right) & (y >= window.top) & (y <= window.bottom)
    if np.count_nonzero(is_seen) > MAX_POINTS:
        return
    letter = letter_of(number) if is_lettered(area, curve, surface) else ""
    yield from points_at(x[is_seen], y[is_seen], curve_pen(area, number, surface), surface, letter)


def draw_bands(area: Area, axes: Axes, window: Viewport, surface: Surface) -> Iterator[Part]:
    """Filled, each piece between its gaps; on cells only the edges."""
    for number, band in enumerate(area.bands):
        length = min(len(band.x), len(band.low), len(band.high))
        across = axes.across.place(np.asarray(band.x[:length], np.float64))
        lower = axes.down.place(np.asarray(band.low[:length], np.float64))
        upper = axes.down.place(np.asarray(band.high[:length], np.float64))
        is_gap = ~(np.isfinite(across) & np.isfinite(lower) & np.isfinite(upper))
        across[is_gap] = lower[is_gap] = upper[is_gap] = np.nan
        if surface.cell:
            for edge in (lower, upper):
                yield _stroke(across, edge, edge_pen(area, number, surface), window, surface)
            continue
        colour = band_colour(band.darkness, surface)
        for (one_x, one_y), (_, other_y) in zip(pieces(across, lower), pieces(across, upper), strict=True):
            inside_x = np.clip(np.concatenate((one_x, one_x[::-1])), window.left, window.right)
            inside_y = np.clip(np.concatenate((one_y, other_y[::-1])), window.top, window.bottom)
            yield Fill(inside_x, inside_y, colour)


def draw_markers(area: Area, axes: Axes, window: Viewport, surface: Surface) -> Iterator[Part]:
    """A triangle at the top for each event in view, and a dotted line down from it; on cells only the triangle."""
    places = np.unique([axes.across.place_one(marker.x) for marker in area.markers])
    places = places[(places >= window.left) & (places <= window.right)]
    if not 0 < len(places) <= MAX_MARKERS:
        return
    if surface.cell:
        mark = EVENT_IN_ASCII if is_ascii(surface) else EVENT_IN_CELLS
        yield from (Text(mark, x, window.top, axis_pen(surface)) for x in places.tolist())
        return
    half = 0.35 * surface.tick[0] + 1.5 * surface.pen_width
    for x in places.tolist():
        yield Stroke(np.array([x, x]), np.array([window.top, window.bottom]), marker_pen(surface))
        yield Fill(
            np.array([x - half, x + half, x]),
            np.array([window.top - 1.6 * half, window.top - 1.6 * half, window.top]),
            axis_pen(surface).colour,
        )
