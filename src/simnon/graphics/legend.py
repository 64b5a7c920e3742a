"""Curves -> rows of samples and labels above an area, where they hide nothing."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from simnon.figures import Area, Curve, Ink
from simnon.source import frozen

from .drawing import Anchor, Fill, Pen, Stroke, Surface, Text
from .palette import TERMINAL_COLOURS, letter_of
from .pens import band_colour, curve_pen, edge_pen, ink_pen
from .points import has_points, points_at
from .words import DIMENSIONLESS, Name, clean, shortened

_MAX_SHARE = 0.25
"""The largest fraction of the height of an area that its legend can take."""


@frozen
class LegendEntry:
    """A curve or a band in the legend; `pen` is None for the note that some did not fit.

    A band has its colour in `fill`; curves of points have a point. `width` includes the space after the entry.
    """

    label: str
    width: float
    pen: Pen | None = None
    letter: str = ""
    fill: str = ""
    is_point: bool = False


@frozen
class Legend:
    rows: tuple[tuple[LegendEntry, ...], ...] = ()

    def placed(self, left: float, right: float, top: float, surface: Surface) -> Iterator[Stroke | Text | Fill]:
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
    if curve.shade is not None or curve.ink is not Ink.OWN:
        return False
    maximum = 1 if not surface.has_styles else len(TERMINAL_COLOURS)
    return curve.is_marked or (surface.cell is not None and len(area.curves) > maximum)


def legend_of(area: Area, width: float, height: float, surface: Surface) -> Legend:
    """One for several curves, for bands, for letters, or for a single curve whose label is not on the axis."""
    labelled = [(number, curve) for number, curve in enumerate(area.curves) if curve.label]
    only = labelled[0][1] if len(labelled) == 1 and not area.bands else None
    if only and not only.is_marked and area.vertical.label in ("", only.label):
        return Legend()
    entries = [_band_entry(area, number, width, surface) for number, band in enumerate(area.bands) if band.label]
    entries += [_curve_entry(area, number, width, surface) for number, _ in labelled]
    if not entries:
        return Legend()
    most_rows = max(1, int(_MAX_SHARE * height / (surface.line_height + surface.gap)))
    return Legend(_flowed(entries, width, most_rows, surface))


def curve_label(area: Area, curve: Curve) -> str:
    """The name of a curve, with its unit unless all curves of its axis have the same one, which the axis shows."""
    units = {each.unit for each in area.curves if each.label and each.is_right is curve.is_right}
    has_unit = len(units) > 1 and curve.unit not in DIMENSIONLESS
    return Name(curve.label, curve.unit if has_unit else "").in_brackets()


def _curve_entry(area: Area, number: int, width: float, surface: Surface) -> LegendEntry:
    curve = area.curves[number]
    letter = letter_of(number) if is_lettered(area, curve, surface) else ""
    pen = curve_pen(area, number, surface)
    is_point = has_points(curve, surface)
    return _entry(LegendEntry(curve_label(area, curve), 0.0, pen, letter, is_point=is_point), width, surface)


def _band_entry(area: Area, number: int, width: float, surface: Surface) -> LegendEntry:
    band = area.bands[number]
    fill = "" if surface.cell else band_colour(band.darkness, surface)
    return _entry(LegendEntry(clean(band.label), 0.0, edge_pen(area, number, surface), "", fill), width, surface)


def _entry(entry: LegendEntry, space: float, surface: Surface) -> LegendEntry:
    before = _sample_width(bool(entry.letter), surface) + _after_sample(surface)
    label = shortened(entry.label, space - before, surface)
    return replace(entry, label=label, width=before + surface.width_of(label) + _space(surface))


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
            rows[-1].append(LegendEntry(note, note_width))
            break
        if rows[-1] and needed > width:
            rows.append([])
        rows[-1].append(entry)
    return tuple(tuple(row) for row in rows)


def _drawn(entry: LegendEntry, x: float, y: float, surface: Surface) -> Iterator[Stroke | Text | Fill]:
    if entry.pen is None:
        yield Text(entry.label, x, y, ink_pen(surface))
        return
    length = _sample_width(bool(entry.letter), surface)
    if entry.fill:
        half = 0.35 * surface.line_height
        yield Fill(
            np.array([x, x + length, x + length, x]), np.array([y - half, y - half, y + half, y + half]), entry.fill
        )
    elif entry.is_point and not entry.letter:
        yield from points_at(np.array([x + length / 2]), np.array([y]), entry.pen, surface)
    elif surface.has_styles or not entry.letter:
        yield Stroke(np.array([x, x + 0.999 * length]), np.array([y, y]), entry.pen)
    if entry.letter:
        yield Text(entry.letter, x + length / 2, y, entry.pen, Anchor.MIDDLE, is_backed=True)
    yield Text(entry.label, x + length + _after_sample(surface), y, ink_pen(surface))
