"""Results of many runs -> figures: a fan of curves, bands of quantiles, a map over two parameters."""

import warnings

import numpy as np

from simnon.figures import Area, Axis, Cells, Curve, Figure, with_chosen_ends
from simnon.program import Array
from simnon.source import UserError

from .designs import Grid
from .results import Results

BANDS = ((0.5, "median"), (0.25, "50 % band"), (0.05, "90 % band"))
"""The lower quantile of each band, and its label."""


def draw_fan(results: Results, name: str, most: int) -> Figure:
    """One curve, interrupted between members: they need not be distinguished."""
    curves = _curves(results, name)
    count = len(curves)
    chosen = curves[np.unique(np.linspace(0, count - 1, min(count, max(1, most))).round().astype(int))]
    gap = np.full((len(chosen), 1), np.nan)
    y = np.concatenate([chosen, gap], axis=1).reshape(-1)
    x = np.tile(np.append(results.t, np.nan), len(chosen))
    return _over_time(results, name, (Curve(_label(results, name), x, y, results.unit_of(name)),))


def draw_bands(results: Results, name: str) -> Figure:
    curves = _curves(results, name)
    parts = []
    with warnings.catch_warnings():
        # After the end of all members a quantile has no values.
        warnings.simplefilter("ignore", RuntimeWarning)
        for low, band in BANDS:
            shares = (low,) if low == 0.5 else (low, 1.0 - low)
            quantiles = np.nanquantile(curves, shares, axis=0)
            gap = np.full((len(shares), 1), np.nan)
            y = np.concatenate([quantiles, gap], axis=1).reshape(-1)
            x = np.tile(np.append(results.t, np.nan), len(shares))
            parts.append(Curve(f"{name.upper()}: {band} of {len(results.design):,} runs", x, y, results.unit_of(name)))
    return _over_time(results, name, tuple(parts))


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
    gap = np.full(len(values), np.nan)
    x = np.stack([results.design.column(name), gap], axis=1).reshape(-1)
    y = np.stack([values, gap], axis=1).reshape(-1)
    curve = Curve(vertical.label, x, y, vertical.unit)
    return _figure(Area(_axis(results, name), vertical, (curve,), has_axes=True))


def _curves(results: Results, name: str) -> Array:
    return np.asarray(results.stored.curves[name][:])


def _over_time(results: Results, name: str, curves: tuple[Curve, ...]) -> Figure:
    horizontal = Axis("t", results.unit_of("t"), float(results.t[0]), float(results.t[-1]))
    return _figure(Area(horizontal, Axis("", results.unit_of(name)), curves, has_axes=True))


def _figure(area: Area) -> Figure:
    return Figure(areas=(with_chosen_ends(area),))


def _axis(results: Results, name: str) -> Axis:
    return Axis(name.upper(), results.unit_of(name))


def _label(results: Results, name: str) -> str:
    return f"{name.upper()} of {len(results.design):,} runs"
