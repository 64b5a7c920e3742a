"""Figures of every kind with the drawings that Python makes of them: the page must draw the same.

`python -m tests.web.drawings` writes them to `drawings.json`, which the tests of the page read.
"""

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from simnon.figures import (
    Area,
    Array,
    Axis,
    Band,
    Cells,
    Curve,
    Direction,
    Figure,
    Ink,
    Key,
    Marker,
    Shape,
    TextBlock,
    with_chosen_ends,
)
from simnon.graphics import Part, Text, draw
from simnon.graphics.drawing import page
from simnon.graphics.palette import DARK, LIGHT, Theme

FILE = Path(__file__).with_name("drawings.json")
SIZES = ((640.0, 400.0), (240.0, 150.0))
TEXT_SIZE = 11.0
DECIMALS = 4
"""Of what is drawn: much less than can be seen."""


def width_of(text: str) -> float:
    """All letters are equally wide; the page computes the same."""
    return 0.6 * TEXT_SIZE * len(text)


def write() -> None:
    FILE.write_text(json.dumps(drawings(), separators=(",", ":"), allow_nan=False) + "\n", encoding="utf-8")


def drawings() -> list[dict[str, Any]]:
    """Every figure on a large light surface and on a small dark one."""
    return [
        {
            "name": name,
            "figure": _plain(figure),
            "pages": [_page_of(figure, *size, theme) for size, theme in zip(SIZES, (LIGHT, DARK), strict=True)],
        }
        for name, figure in figures().items()
    ]


def _page_of(figure: Figure, width: float, height: float, theme: Theme) -> dict[str, Any]:
    drawn = draw(figure, page(width, height, TEXT_SIZE, width_of, theme))
    parts = [{"kind": type(part).__name__.lower(), **_part(part)} for part in drawn]
    return {"width": width, "height": height, "theme": _plain(theme), "drawing": parts}


def _part(part: Part) -> dict[str, Any]:
    """All letters of a figure are of one size and kind, which the page does not repeat for each text."""
    plain: dict[str, Any] = _plain(part, DECIMALS)
    if isinstance(part, Text):
        assert (plain.pop("size"), plain.pop("lettering")) == (None, "plain")
    return plain


def _plain(value: object, decimals: int | None = None) -> Any:
    """As JSON has it; a number that is not finite is a word."""
    if isinstance(value, np.ndarray):
        return [_plain(each, decimals) for each in value.ravel().tolist()]
    if isinstance(value, Enum):
        return value.name.lower()
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name), decimals) for each in fields(value)}
    if isinstance(value, tuple):
        return [_plain(each, decimals) for each in value]
    if isinstance(value, float) and not np.isfinite(value):
        return str(value)
    return value if decimals is None or not isinstance(value, float) else round(value, decimals)


def figures() -> dict[str, Figure]:
    return {
        "time curves": _time_curves(),
        "steps, a right axis and events": _steps(),
        "points, gaps and letters": _points(),
        "a fan": _fan(),
        "shaded curves": _shaded(),
        "a map": _map(),
        "a map of names": _map_of_names(),
        "logarithmic axes": _logarithmic(),
        "a phase plane with equal axes": _phase(),
        "a Bode diagram": _bode(),
        "many points": _many(),
        "large numbers and a legend that does not fit": _awkward(),
        "words and an empty area": _words(),
        "four areas": _four(),
    }


def _column(values: object) -> Array:
    """Short enough to be written, and the same on every machine."""
    return np.array([float(f"{each:.5g}") for each in np.asarray(values, dtype=float).ravel()])


def _time() -> Array:
    return _column(np.linspace(0.0, 200.0, 101))


def _response(time: Array, delay: float, damping: float) -> Array:
    return _column(2.0 - 2.0 * np.exp(-damping * time / 20.0) * np.cos(time / delay))


def _area(*curves: Curve, **others: Any) -> Area:
    return with_chosen_ends(Area(Axis("t", "s"), Axis(), curves, has_axes=True, **others))


def _page(*areas: Area, rows: int = 0, columns: int = 1, title: str = "") -> Figure:
    return Figure(rows or len(areas), columns, areas, title)


def _time_curves() -> Figure:
    time = _time()
    level = Curve("H", time, _response(time, 12.0, 0.5), "m")
    wanted = Curve("HREF", time, np.full_like(time, 2.0), "m")
    return _page(_area(level, wanted, title="Level"), title="The tank")


def _steps() -> Figure:
    time, samples = _time(), _column(np.linspace(0.0, 200.0, 41))
    level = Curve("H", time, _response(time, 15.0, 1.0), "m")
    inflow = Curve("QIN", samples, _column(1.0 / (1.0 + samples / 20.0)), "m3/s", shape=Shape.STEPS, is_right=True)
    markers = (Marker(100.0, "T > 100 becomes true"), Marker(140.0, ""), Marker(500.0, "out of view"))
    return _page(_area(level, inflow, markers=markers))


def _points() -> Figure:
    time = _column(np.linspace(-1.0, 1.0, 21))
    heights = _column(np.sin(3 * time) + 1e-3)
    heights[[4, 5, 9, 11]] = np.nan
    measured = Curve("measured", time, heights, "V", shape=Shape.POINTS)
    dense = _column(np.linspace(-1.0, 1.0, 450))
    cloud = Curve("cloud", dense, _column(np.sin(7 * dense)), "V", shape=Shape.POINTS)
    marked = Curve("marked", time, _column(np.cos(time)), "V", is_marked=True)
    every = Curve("every fourth", time, _column(time**2), "A", is_marked=True, marked_points=4)
    return _page(_area(measured, cloud, marked, every), _area(Curve("gaps", time, heights, "V")))


def _fan() -> Figure:
    time = _column(np.linspace(0.0, 200.0, 41))
    middle = _response(time, 15.0, 1.0)
    spread = _column(0.3 * np.sin(time / 70.0))
    gap = _column(middle + 2 * spread)
    gap[20] = np.nan
    bands = (
        Band("5 to 95 %", time, _column(middle - 2 * spread), gap, 0.3),
        Band("25 to 75 %", time, _column(middle - spread), _column(middle + spread), 0.8),
    )
    return _page(_area(Curve("median", time, middle, "m"), bands=bands))


def _shaded() -> Figure:
    time = _column(np.linspace(0.0, 10.0, 31))
    curves = tuple(Curve("", time, _column(np.exp(-time * k / 5)), shade=k / 5) for k in range(6))
    paper = Curve("", time, _column(time / 10), ink=Ink.PAPER)
    text = Curve("limit", time, _column(0.5 + 0 * time), ink=Ink.TEXT)
    return _page(_area(*curves, paper, text, key=Key("damping", "1/s", 0.0, 1.23456)))


def _map() -> Figure:
    x, y = _column(np.linspace(0.5, 3.0, 12)), _column(np.linspace(20.0, 120.0, 9))
    values = np.array([[float(f"{np.sin(a * b / 60):.5g}") for a in x] for b in y])
    values[3, 4] = np.nan
    area = Area(Axis("GAIN"), Axis("TI", "s"), has_axes=True, cells=Cells("overshoot", x, y, values, "m"))
    edge = Curve("", _column([0.5, 3.0]), _column([30.0, 110.0]), ink=Ink.TEXT)
    return _page(with_chosen_ends(area), Area(Axis("GAIN"), Axis("TI", "s"), (edge,), has_axes=True, cells=area.cells))


def _map_of_names() -> Figure:
    x, y = _column(np.linspace(-1.0, 1.0, 5)), _column(np.linspace(0.0, 1.0, 3))
    values = np.array([[0.0, 0.0, 1.0, 1.0, np.nan]] * 3)
    cells = Cells("end", x, y, values, names=("at rest", "a cycle of a long name", "elsewhere"))
    return _page(with_chosen_ends(Area(Axis("x"), Axis("v"), has_axes=True, cells=cells)))


def _logarithmic() -> Figure:
    time = _column(np.logspace(-5, 6, 120))
    curves = (
        Curve("A", time, _column(1 / (1 + time / 30))),
        Curve("B", time, _column(1e-4 * time / (1 + time))),
        Curve("C", time, _column(np.where(time < 1e-3, -1.0, time / (1e3 + time)))),
    )
    wide = Area(Axis("t", "s", None, None, True), Axis("", "", 1e-9, 2.0, True), curves, has_axes=True)
    narrow = Area(Axis("t", "s", 2.0, 8.0, True), Axis(is_logarithmic=True), curves[:1], has_axes=True)
    return _page(wide, narrow, Area(Axis(is_logarithmic=True), Axis(is_logarithmic=True), has_axes=True))


def _phase() -> Figure:
    angle = _column(np.linspace(0.0, 25.0, 150))
    spiral = Curve("y", _column(2 * np.cos(angle) * np.exp(-angle / 15)), _column(np.sin(angle) * np.exp(-angle / 15)))
    area = Area(Axis("x"), Axis(), (spiral,), has_axes=True, is_equal=True, has_grid=False)
    zoomed = Area(Axis("x", "m", -0.5, 0.9), Axis("", "", -0.4, 0.3), (spiral,), has_axes=True)
    decades = Area(Axis("x", "", 0.01, 10.0, True), Axis(), (spiral,), has_axes=True, is_equal=True)
    return _page(area, zoomed, decades, rows=1, columns=3)


def _bode() -> Figure:
    frequency = _column(np.logspace(-3, 1, 60))
    response = 1 / ((1j * frequency) * (1 + 4j * frequency) * (1 + 1j * frequency))
    axis = Axis("omega", "rad/s", is_logarithmic=True)
    gain = Curve("gain", frequency, _column(np.abs(response)))
    phase = Curve("phase", frequency, _column(np.degrees(np.unwrap(np.angle(response)))), "deg")
    return _page(
        Area(axis, Axis("|L|", is_logarithmic=True), (gain,), has_axes=True),
        Area(axis, Axis("arg L", "deg"), (phase,), has_axes=True),
    )


def _many() -> Figure:
    time = _column(np.linspace(0.0, 1.0, 900))
    noisy = _column(np.sin(40 * time) + 0.3 * np.sin(1311 * time))
    ends = Axis("t", "s", 0.2, 0.8), Axis("", "", -1.0, 1.2)
    curve = Curve("noise", time, noisy)
    # On the small surface they fill the area, so that there is no space for labels.
    flat = Curve("flat", time[::400], 0.9 + 0 * time[::400])
    return _page(Area(*ends, (curve,), has_axes=True), Area(*ends, (curve, flat), has_axes=True))


def _awkward() -> Figure:
    time = np.array([1e6 + k * 1e-4 for k in range(11)])
    few = _column(np.linspace(0.0, 1.0, 11))
    names = ("a rather long name", "another one, not shorter", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    many = tuple(Curve(name, few, _column(1e5 * k + 3e4 * few), "kg m2/s3") for k, name in enumerate(names))
    constant = Curve("constant", time, np.full(11, -3.5e-9), "V")
    tiny = Curve("tiny", few, _column(1e-7 * few - 3e-7), "1")
    huge = Curve("huge", few, np.array([-1.5e308, 1.6e308, *[0.0] * 9]))
    odd = Curve("bell\x07 and\ttab", few, _column(few * 123456))
    flat = Curve("negative", _column(-few - 4e9), _column(-few * 2e-12), "m")
    return _page(
        _area(*many),
        Area(Axis("t", "s"), Axis(), (constant,), has_axes=True),
        Area(Axis("t", "s"), Axis(), (tiny, odd), has_axes=True),
        Area(Axis("t", "s"), Axis(), (huge,), has_axes=True),
        Area(Axis("t", "s"), Axis(), (flat,), has_axes=True),
        Area(Axis("t", "s", 3.0, 1.0), Axis("", "", None, 0.5), (tiny,), has_axes=True),
        rows=2,
        columns=3,
    )


def _words() -> Figure:
    time = _column([0.0, 1.0, 2.0])
    texts = (
        TextBlock("the hole grows", 1.0, 0.5),
        TextBlock("upwards, at the side of the picture", 0.1, 0.2, Direction.VERTICAL),
        TextBlock("at the right edge", 1.95, 0.9),
        TextBlock("out of view", 5.0, 0.9),
    )
    area = _area(Curve("ramp", time, _column([0.0, 0.5, 1.0])), words=texts)
    empty = Area(title="nothing yet", words=(TextBlock("in the middle", 0.5, 0.5),))
    return _page(area, empty)


def _four() -> Figure:
    time = _time()
    curves = [Curve(f"x{k}", time, _response(time, 8.0 + 9 * k, 0.2 * k), "m" if k < 3 else "K") for k in range(6)]
    return _page(
        _area(*curves[:3]),
        _area(curves[3], Curve("y", time, _column(1e4 * curves[1].y), "", is_right=True)),
        _area(*curves, title="six curves"),
        Area(title="empty"),
        rows=2,
        columns=2,
        title="four",
    )


if __name__ == "__main__":
    write()
