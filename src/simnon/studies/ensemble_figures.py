"""Results of many runs -> figures: a fan of curves, bands of quantiles, a map over two parameters."""

import warnings
from dataclasses import replace

import numpy as np

from simnon.figures import Area, Axis, Band, Cells, Curve, Figure, Key, Shape, with_chosen_ends
from simnon.program import Array
from simnon.source import UserError

from .designs import Grid
from .results import Results

BANDS = ((0.05, "5 to 95 %", 0.25), (0.25, "25 to 75 %", 0.8))
"""The lower quantile of each band, its label, and how dark it is; the widest comes first."""


def draw_fan(results: Results, name: str, most: int) -> Figure:
    """A curve for each of some members, shaded by the first parameter in which they differ."""
    curves = _curves(results, name)
    count = len(curves)
    chosen = np.unique(np.linspace(0, count - 1, min(count, max(1, most))).round().astype(int))
    parameter = results.design.names[0]
    values = np.asarray(results.design.column(parameter))[chosen]
    low, high = float(np.min(values)), float(np.max(values))
    shades = (values - low) / (high - low) if high > low else np.full(len(values), 0.5)
    drawn = tuple(
        Curve("", results.t, curves[member], results.unit_of(name), shade=float(shade))
        for member, shade in zip(chosen.tolist(), shades.tolist(), strict=True)
    )
    key = Key(parameter, results.unit_of(parameter), low, high) if high > low else None
    return _over_time(results, name, Area(curves=drawn, key=key))


def draw_bands(results: Results, name: str) -> Figure:
    """The median, and the bands that hold half and nine tenths of the members."""
    curves = _curves(results, name)
    with warnings.catch_warnings():
        # After the end of all members a quantile has no values.
        warnings.simplefilter("ignore", RuntimeWarning)
        bands = tuple(
            Band(label, results.t, *_quantiles(curves, low, 1.0 - low), darkness=darkness)
            for low, label, darkness in BANDS
        )
        median = Curve("median", results.t, np.nanquantile(curves, 0.5, axis=0), results.unit_of(name))
    return _over_time(results, name, Area(curves=(median,), bands=bands))


def _quantiles(curves: Array, low: float, high: float) -> tuple[Array, Array]:
    lower, upper = np.nanquantile(curves, (low, high), axis=0)
    return lower, upper


def draw_map(results: Results, label: str, parameters: tuple[str, ...]) -> Figure:
    design = results.design
    values = results.stored.reduced[label]
    vertical = Axis(label, results.unit_of(label))
    if not isinstance(design, Grid):
        name = parameters[0] if parameters else design.names[0]
        return _dots(results, name, values, vertical)
    grid = values.reshape(design.shape)
    long = [i for i, length in enumerate(design.shape) if length > 1]
    shown = [design.names.index(name) for name in parameters] or long
    if set(long) - set(shown) or not 1 <= len(shown) <= 2:
        raise UserError(
            "bad-map",
            f"{label} depends on {len(long)} parameters",
            "a map shows at most two: sweep over fewer, or sample",
        )
    if len(shown) == 1:
        axis = design.axes[shown[0]]
        curve = Curve(label, axis, grid.reshape(-1), results.unit_of(label))
        return _figure(Area(_axis(results, design.names[shown[0]]), vertical, (curve,), has_axes=True))
    across, down = shown
    x, y = (np.argsort(design.axes[i]) for i in shown)
    plane = np.moveaxis(grid, (across, down), (-1, -2)).reshape(len(y), len(x))[np.ix_(y, x)]
    cells = Cells(label, design.axes[across][x], design.axes[down][y], plane, results.unit_of(label))
    area = Area(
        _axis(results, design.names[across]), _axis(results, design.names[down]), (), has_axes=True, cells=cells
    )
    return _figure(area)


def _dots(results: Results, name: str, values: Array, vertical: Axis) -> Figure:
    curve = Curve(vertical.label, results.design.column(name), values, vertical.unit, shape=Shape.POINTS)
    return _figure(Area(_axis(results, name), vertical, (curve,), has_axes=True))


def _curves(results: Results, name: str) -> Array:
    return np.asarray(results.stored.curves[name][:])


def _over_time(results: Results, name: str, drawn: Area) -> Figure:
    horizontal = Axis("t", results.unit_of("t"), float(results.t[0]), float(results.t[-1]))
    vertical = Axis(f"{name}, {len(results.design):,} runs", results.unit_of(name))
    return _figure(replace(drawn, horizontal=horizontal, vertical=vertical, has_axes=True))


def _figure(area: Area) -> Figure:
    return Figure(areas=(with_chosen_ends(area),))


def _axis(results: Results, name: str) -> Axis:
    return Axis(name, results.unit_of(name))
