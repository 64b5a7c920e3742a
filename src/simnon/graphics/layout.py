"""Figure, Surface -> Plans: where each area is on the page, what is drawn of it, and the numbers on its axes.

Areas in one column of the page have the same left and right margins, those in one row the same top and bottom
margins, so that their axes are aligned. What does not fit is left out in the order legend, labels, numbers.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from simnon.figures import Area, Figure
from simnon.source import frozen

from .drawing import Surface
from .graduation import Ends, Graduation, graduate, widened
from .legend import Legend, legend_of
from .paths import Scale, Viewport
from .ranges import AreaEnds, ends_of
from .words import Name, name_of, vertical_name


@frozen
class Detail:
    """What is drawn beside the curves; small areas have less."""

    has_legend: bool = True
    has_labels: bool = True
    has_numbers: bool = True


DETAILS = (Detail(), Detail(False), Detail(False, False), Detail(False, False, False))


@frozen
class Margins:
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@frozen
class Plan:
    """An area with its position on the page and what is drawn of it."""

    area: Area
    ends: AreaEnds
    box: Viewport
    detail: Detail
    legend: Legend
    margins: Margins
    has_curve_labels: bool = False

    @property
    def window(self) -> Viewport:
        box, margins = self.box, self.margins
        right, bottom = box.right - margins.right, box.bottom - margins.bottom
        return Viewport(min(box.left + margins.left, right), min(box.top + margins.top, bottom), right, bottom)


def plans_of(figure: Figure, surface: Surface, do_labels_fit: Callable[[Plan], bool]) -> list[Plan]:
    """Areas whose labels fit beside their curves have no legend."""
    boxes = list(_boxes(figure, surface))
    labelled = [_labelled_plan(area, box, surface, do_labels_fit) for area, box in boxes]
    plans = _aligned(
        [with_labels or _plan(area, box, surface) for with_labels, (area, box) in zip(labelled, boxes, strict=True)],
        figure.columns,
        surface,
    )
    if all(do_labels_fit(plan) for plan in plans if plan.has_curve_labels):
        return plans
    # The margins of their neighbours have left some of the labels too little space.
    return _aligned([_plan(area, box, surface) for area, box in boxes], figure.columns, surface)


def _aligned(plans: list[Plan], columns: int, surface: Surface) -> list[Plan]:
    plans = _in_line(plans, columns)
    # Equal margins leave some areas less space, and so different numbers, which may be longer.
    return _in_line([replace(plan, margins=_margins(plan, surface)) for plan in plans], columns)


def _labelled_plan(area: Area, box: Viewport, surface: Surface, do_labels_fit: Callable[[Plan], bool]) -> Plan | None:
    """The area with labels beside its curves instead of a legend; None if they do not fit."""
    is_possible = surface.cell is None and not area.bands and not any(curve.is_marked for curve in area.curves)
    if not is_possible or sum(bool(curve.label) for curve in area.curves) < 2:
        return None
    bare = Plan(area, ends_of(area), box, DETAILS[0], Legend(), Margins(), has_curve_labels=True)
    plan = replace(bare, margins=_margins(bare, surface))
    return plan if _is_large_enough(plan, surface) and do_labels_fit(plan) else None


def _boxes(figure: Figure, surface: Surface) -> Iterator[tuple[Area, Viewport]]:
    edge = 0.0 if surface.cell else surface.gap
    between_columns = surface.cell[0] if surface.cell else surface.line_height
    between_rows = 0.0 if surface.cell else surface.line_height / 2
    top = edge + (surface.line_height + surface.gap if figure.title else 0.0)
    across = (surface.width - 2 * edge + between_columns) / figure.columns
    down = (surface.height - edge - top + between_rows) / figure.rows
    for number, area in enumerate(figure.areas):
        row, column = divmod(number, figure.columns)
        left, right = (_on_cell(edge + across * i, surface, 0) for i in (column, column + 1))
        upper, lower = (_on_cell(top + down * i, surface, 1) for i in (row, row + 1))
        yield area, Viewport(left, upper, right - between_columns, lower - between_rows)


def _on_cell(position: float, surface: Surface, axis: int) -> float:
    return position if surface.cell is None else surface.cell[axis] * int(position / surface.cell[axis] + 1e-9)


def _plan(area: Area, box: Viewport, surface: Surface) -> Plan:
    """The area with as much detail as leaves enough space for its curves."""
    ends = ends_of(area)
    for detail in DETAILS:
        legend = legend_of(area, box.right - box.left, box.bottom - box.top, surface) if detail.has_legend else Legend()
        bare = Plan(area, ends, box, detail, legend, Margins())
        plan = replace(bare, margins=_margins(bare, surface))
        if _is_large_enough(plan, surface):
            break
    return plan


def _is_large_enough(plan: Plan, surface: Surface) -> bool:
    width, height = plan.window.right - plan.window.left, plan.window.bottom - plan.window.top
    return width >= 8 * surface.width_of("0") and height >= 3 * surface.line_height


@frozen
class Graduations:
    """The numbers along the axes of an area; `right` is None without curves on the right."""

    horizontal: Graduation
    vertical: Graduation
    right: Graduation | None


def _margins(plan: Plan, surface: Surface) -> Margins:
    """Space for titles, labels, legend and numbers: first above and below, because the height decides the numbers."""
    area, detail = plan.area, plan.detail
    if not has_axes(area):
        return Margins()
    line = surface.line_height + surface.gap
    tick_x, tick_y = surface.tick
    rows = len(plan.legend.rows) + (detail.has_legend and (area.cells is not None or area.key is not None))
    top = surface.line_height / 2 + rows * line + (line if area.title else 0.0)
    bottom = tick_y + (line if detail.has_numbers else 0.0)
    known = plan.margins
    guess = Margins(max(tick_x, known.left), max(top, known.top), max(tick_x, known.right), max(bottom, known.bottom))
    found = graduations(replace(plan, margins=guess), surface)
    left = right = tick_x
    if detail.has_labels:
        bottom += line if name_of(area.horizontal, found.horizontal.offset) != Name("") else 0.0
        top += line if any(name != Name("") for name in vertical_names(plan, found)) else 0.0
    if detail.has_numbers:
        left += surface.gap + _longest(found.vertical, surface)
        right += surface.gap + _longest(found.right, surface) if found.right else 0.0
        overhang = max((surface.width_of(tick.text) / 2 for tick in found.horizontal.ticks), default=0.0)
        left, right = max(left, overhang), max(right, overhang)
    return Margins(_in_mid_cell(left, surface), top, _in_mid_cell(right, surface), bottom)


def vertical_names(plan: Plan, found: Graduations) -> list[Name]:
    """The names of the vertical axes, the left one first; a second axis needs names in spite of a legend."""
    if found.right is None:
        return [vertical_name(plan.area, found.vertical.offset, has_legend=bool(plan.legend.rows))]
    return [
        vertical_name(plan.area, found.vertical.offset),
        vertical_name(plan.area, found.right.offset, is_right=True),
    ]


def _longest(graduation: Graduation, surface: Surface) -> float:
    return max((surface.width_of(tick.text) for tick in graduation.ticks), default=0.0)


def _in_mid_cell(length: float, surface: Surface) -> float:
    return length if surface.cell is None else surface.cell[0] * (int(length / surface.cell[0]) + 0.5)


def _in_line(plans: list[Plan], columns: int) -> list[Plan]:
    """The same plans, with equal margins in each column and row."""
    aligned = []
    for number, plan in enumerate(plans):
        if not has_axes(plan.area):
            aligned.append(plan)
            continue
        row, column = divmod(number, columns)
        same_column = [p.margins for i, p in enumerate(plans) if i % columns == column]
        same_row = [p.margins for i, p in enumerate(plans) if i // columns == row]
        margins = Margins(
            max(m.left for m in same_column),
            max(m.top for m in same_row),
            max(m.right for m in same_column),
            max(m.bottom for m in same_row),
        )
        aligned.append(replace(plan, margins=margins))
    return aligned


def has_axes(area: Area) -> bool:
    return area.has_axes or bool(area.curves) or area.cells is not None


def graduations(plan: Plan, surface: Surface) -> Graduations:
    """The finest numbers along each axis that have space beside each other."""
    window = plan.window
    width, height = window.right - window.left, window.bottom - window.top
    ends = _with_equal_units(plan.ends, width, height, surface) if plan.area.is_equal else plan.ends
    space = 3 * surface.width_of("0")
    tall = surface.line_height * (2.5 if surface.cell else 1.8)

    def fits_across(graduation: Graduation) -> bool:
        widths = [surface.width_of(tick.text) + space for tick in graduation.ticks]
        places = [_share(graduation, tick.value) * width for tick in graduation.ticks]
        return all(places[i + 1] - places[i] >= (widths[i] + widths[i + 1]) / 2 for i in range(len(widths) - 1))

    def fits_down(graduation: Graduation) -> bool:
        places = [_share(graduation, tick.value) * height for tick in graduation.ticks]
        return all(b - a >= tall for a, b in pairwise(places))

    return Graduations(
        graduate(ends.horizontal, fits_across),
        graduate(ends.vertical, fits_down),
        graduate(ends.right, fits_down) if ends.right else None,
    )


def _with_equal_units(ends: AreaEnds, width: float, height: float, surface: Surface) -> AreaEnds:
    """The axis with more space per unit is extended about its middle; a character is twice as tall as wide."""
    tallness = 2.0 * surface.cell[0] / surface.cell[1] if surface.cell else 1.0
    across, down = widened(ends.horizontal), widened(ends.vertical)
    unit = max((across.high - across.low) / max(width, 1e-9), (down.high - down.low) / max(height * tallness, 1e-9))
    if not 0.0 < unit < float("inf") or ends.horizontal.is_logarithmic or ends.vertical.is_logarithmic:
        return ends
    stretched = replace(
        ends, horizontal=_stretched(across, unit * width), vertical=_stretched(down, unit * height * tallness)
    )
    reached = (stretched.horizontal.low, stretched.horizontal.high, stretched.vertical.low, stretched.vertical.high)
    return stretched if all(map(math.isfinite, reached)) else ends


def _stretched(ends: Ends, span: float) -> Ends:
    middle = ends.low / 2 + ends.high / 2
    return Ends(middle - span / 2, middle + span / 2, True, True)


def _share(graduation: Graduation, value: float) -> float:
    return Scale(graduation.low, graduation.high, 0.0, 1.0, graduation.is_logarithmic).place_one(value)
