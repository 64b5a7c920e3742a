"""Curves -> rows of samples and labels above an area, where they hide nothing."""

from collections.abc import Iterator

import numpy as np

from simnon.figures import Area, Axis, Curve
from simnon.source import frozen

from .drawing import Anchor, Stroke, Surface, Text
from .palette import TERMINAL_COLOURS, axis_pen, curve_pen, letter_of
from .words import clean, label_of, shortened

_MAX_SHARE = 0.25
"""The largest fraction of the height of an area that its legend can take."""


@frozen
class LegendEntry:
    """A curve in the legend; `number` is None for the note that some did not fit. `width` includes the space after."""

    number: int | None
    label: str
    letter: str
    width: float


@frozen
class Legend:
    rows: tuple[tuple[LegendEntry, ...], ...] = ()

    def placed(self, left: float, right: float, top: float, surface: Surface) -> Iterator[Stroke | Text]:
        """The rows from `left`, or from further left if they would extend beyond `right`."""
        length = max((sum(entry.width for entry in row) for row in self.rows), default=0.0)
        for number, row in enumerate(self.rows):
            x, y = (
                min(left, right + _space(surface) - length),
                top + number * (surface.line_height + surface.gap) + surface.line_height / 2,
            )
            for entry in row:
                yield from _drawn(entry, x, y, surface)
                x += entry.width


def is_lettered(area: Area, curve: Curve, surface: Surface) -> bool:
    """Whether a curve has letters: on request, or because the terminal has too few colours."""
    maximum = 1 if not surface.has_styles else len(TERMINAL_COLOURS)
    return curve.is_marked or (surface.cell is not None and len(area.curves) > maximum)


def legend_of(area: Area, width: float, height: float, surface: Surface) -> Legend:
    """Whether to draw one: for several curves, for letters, or for a single curve whose label is not on the axis."""
    only = area.curves[0] if len(area.curves) == 1 else None
    if not area.curves or (only and not only.is_marked and area.vertical.label in ("", only.label)):
        return Legend()
    entries = [
        _entry(number, label_of(Axis(curve.label, curve.unit), ""), is_lettered(area, curve, surface), width, surface)
        for number, curve in enumerate(area.curves)
    ]
    most_rows = max(1, int(_MAX_SHARE * height / (surface.line_height + surface.gap)))
    return Legend(_flowed(entries, width, most_rows, surface))


def _entry(number: int, label: str, has_letter: bool, space: float, surface: Surface) -> LegendEntry:
    longest = space - _sample_width(has_letter, surface) - _after_sample(surface)
    label = shortened(clean(label), longest, surface)
    width = _sample_width(has_letter, surface) + _after_sample(surface) + surface.width_of(label) + _space(surface)
    return LegendEntry(number, label, letter_of(number) if has_letter else "", width)


def _sample_width(has_letter: bool, surface: Surface) -> float:
    if has_letter and not surface.has_styles:
        return surface.width_of("0")
    return (2 if surface.cell else 5) * surface.width_of("0")


def _after_sample(surface: Surface) -> float:
    return surface.width_of(" ") + surface.gap


def _space(surface: Surface) -> float:
    return (2 if surface.cell else 3) * surface.width_of("0")


def _flowed(
    entries: list[LegendEntry], width: float, most_rows: int, surface: Surface
) -> tuple[tuple[LegendEntry, ...], ...]:
    rows: list[list[LegendEntry]] = [[]]
    for number, entry in enumerate(entries):
        note = f"and {len(entries) - number} more"
        note_width = surface.width_of(note) + _space(surface)
        reserved = note_width if number + 1 < len(entries) else 0.0
        needed = sum(e.width for e in rows[-1]) + entry.width - _space(surface)
        if len(rows) == most_rows and needed + reserved > width:
            rows[-1].append(LegendEntry(None, note, "", note_width))
            break
        if rows[-1] and needed > width:
            rows.append([])
        rows[-1].append(entry)
    return tuple(tuple(row) for row in rows)


def _drawn(entry: LegendEntry, x: float, y: float, surface: Surface) -> Iterator[Stroke | Text]:
    pen = axis_pen(surface.pen_width)
    if entry.number is None:
        yield Text(entry.label, x, y, pen)
        return
    curve = curve_pen(entry.number, 1.4 * surface.pen_width, surface.cell is None)
    length = _sample_width(bool(entry.letter), surface)
    if surface.has_styles or not entry.letter:
        yield Stroke(np.array([x, x + 0.999 * length]), np.array([y, y]), curve)
    if entry.letter:
        yield Text(entry.letter, x + length / 2, y, curve, Anchor.MIDDLE, is_backed=True)
    yield Text(entry.label, x + length + _after_sample(surface), y, pen)
