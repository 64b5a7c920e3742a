"""A loop -> where the poles of its closed loop go as its gain grows."""

import math
from collections.abc import Sequence

import numpy as np

from simnon.figures import Curve, Figure, TextBlock
from simnon.source import UserError, arguments, frozen, has_same_fields, no_hash

from ..frequency import at_frequencies, chosen_frequencies
from ..opened import opened, optimize
from ..poles import poles
from ..realisation import Array, ComplexArray, Realisation, check_single, check_without_delays
from ..shift_registers import with_shift_registers
from ..zeros import zeros
from .glyphs import extent, poles_and_zeros, squares
from .pole_map import paper, plane
from .several import mark, with_gaps

MOST_GAINS = 3000
_FINEST = 0.01
"""How far a pole can go from one gain to the next, as a part of the window."""


@frozen
class RootLocus:
    """`poles[k, i]` is pole i of the closed loop with `gains[k]`; each column follows one pole."""

    gains: Array
    poles: ComplexArray

    __eq__ = has_same_fields
    __hash__ = no_hash


def root_locus(model: Realisation, gains: Sequence[float] | Array | None = None) -> RootLocus:
    """The closed loop of gain times model with negative feedback, at given gains or as many as smooth curves need."""
    check_single(model, "a root locus")
    if model.is_sampled:
        model = with_shift_registers(model)
    check_without_delays(model, "a root locus")
    if gains is not None:
        values = _given(gains)
        return RootLocus(values, follow_poles([_closed_poles(model, float(gain)) for gain in values]))
    values = np.concatenate(([0.0], _chosen(model)))
    found = [_closed_poles(model, float(gain)) for gain in values]
    left, right, top = extent(np.concatenate((poles(model), zeros(model))), is_sampled=model.is_sampled)
    step = _FINEST * max(right - left, 2 * top)
    # A page is wider than the window, or higher: equal units on both axes show more on one of them.
    side = max(right - left, 2 * top)
    window = (left - side, right + side, 2 * top + side)
    finer, found = _refined(model, [float(gain) for gain in values], found, step, window)
    return RootLocus(np.array(finer), follow_poles(found))


def root_locus_figure(
    model: Realisation, gains: Sequence[float] | Array | None = None, gain: float | None = None
) -> Figure:
    """Crosses are open-loop poles, rings zeros; squares are the poles at `gain`, if it is given."""
    locus = root_locus(model, gains)
    ends = poles(model), zeros(model)
    places = [*ends, *([] if gain is None else [_closed_poles(model, _gain(gain))])]
    window = extent(np.concatenate(places), is_sampled=model.is_sampled)
    size = 0.013 * max(window[1] - window[0], 2 * window[2])
    behind, words = paper(*window, is_sampled=model.is_sampled)
    branches = with_gaps([(column.real, column.imag) for column in locus.poles.T])
    curves = [Curve("closed-loop poles", *branches), mark(*poles_and_zeros(*ends, size))]
    if gain is not None:
        curves.append(mark(*with_gaps(squares(places[-1], 0.8 * size))))
        words = (*words, TextBlock(f"K = {gain:.4g}", window[0], 0.92 * window[2]))
    return Figure(areas=(plane((*curves, *behind), words, window, is_sampled=model.is_sampled),))


def locus_figure(branches: ComplexArray, present: ComplexArray, period: float) -> Figure:
    """Branches of poles, one in each column: crosses where they begin, squares at the `present` ones."""
    is_sampled = period > 0.0
    shown = branches[np.isfinite(branches).all(axis=1)]
    window = extent(shown.ravel(), is_sampled=is_sampled)
    size = 0.013 * max(window[1] - window[0], 2 * window[2])
    behind, words = paper(*window, is_sampled=is_sampled)
    curves = [
        Curve("poles", *with_gaps([(column.real, column.imag) for column in branches.T])),
        mark(*poles_and_zeros(shown[0], np.empty(0, dtype=np.complex128), size)),
        mark(*with_gaps(squares(present, 0.8 * size))),
    ]
    return Figure(areas=(plane((*curves, *behind), words, window, is_sampled=is_sampled),))


def _closed_poles(model: Realisation, gain: float) -> ComplexArray:
    form = opened(model)
    direct = 1.0 + gain * float(form.D[0, 0])
    if abs(direct) < 1e-12:
        return np.full(len(form.A), np.inf, dtype=np.complex128)
    return np.asarray(np.linalg.eigvals(form.A - gain / direct * form.B @ form.C), dtype=np.complex128)


def _chosen(model: Realisation) -> Array:
    """From where poles begin to move to where they have nearly arrived."""
    grid = chosen_frequencies(model)
    sizes = np.abs(at_frequencies(model)(grid)[:, 0, 0])
    sizes = sizes[np.isfinite(sizes) & (sizes > 0.0)]
    if not len(sizes):
        raise UserError("no-gain", "the model does not respond, so no gain moves its poles")
    low, high = 0.01 / float(sizes.max()), 100.0 / float(sizes.min())
    return np.geomspace(low, high, max(60, math.ceil(20 * math.log10(high / low))))


def _refined(
    model: Realisation, gains: list[float], found: list[ComplexArray], step: float, window: tuple[float, float, float]
) -> tuple[list[float], list[ComplexArray]]:
    """With gains put in between where a pole in view goes farther than a step."""
    for _ in range(12):
        places = [
            i for i in range(len(gains) - 1) if _distance(found[i], found[i + 1], window) > step and gains[i + 1] > 0.0
        ]
        places = [i for i in places if gains[i + 1] - gains[i] > 1e-9 * gains[i + 1]]
        if not places or len(gains) + len(places) > MOST_GAINS:
            break
        for i in reversed(places):
            middle = math.sqrt(gains[i] * gains[i + 1]) if gains[i] > 0.0 else gains[i + 1] / 2
            gains.insert(i + 1, middle)
            found.insert(i + 1, _closed_poles(model, middle))
    return gains, found


def _distance(one: ComplexArray, other: ComplexArray, window: tuple[float, float, float]) -> float:
    left, right, top = window
    in_view = (one.real > left) & (one.real < right) & (np.abs(one.imag) < top)
    apart = np.abs(one[:, None] - other[None, :])
    return float(apart.min(axis=1, initial=np.inf)[in_view].max(initial=0.0)) if len(one) else 0.0


def follow_poles(found: list[ComplexArray]) -> ComplexArray:
    """Each set of poles in the order that continues the set before it with the least movement."""
    ordered = [np.sort_complex(found[0])] if found else []
    for poles_at in found[1:]:
        cost = np.abs(ordered[-1][:, None] - poles_at[None, :])
        _, columns = optimize().linear_sum_assignment(np.where(np.isfinite(cost), cost, 1e300))
        ordered.append(poles_at[columns])
    return np.array(ordered)


def _given(gains: Sequence[float] | Array) -> Array:
    try:
        found = np.asarray(gains, dtype=np.float64)
    except (TypeError, ValueError):
        raise arguments.refusal("gains", "numbers", gains) from None
    if found.ndim != 1 or not len(found) or not np.isfinite(found).all():
        raise arguments.refusal("gains", "a list of numbers", gains)
    return found


def _gain(value: object) -> float:
    return arguments.number(value, "gain")
