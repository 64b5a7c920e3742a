"""Partial derivatives at a point -> a linear model: continuous, or sampled at the common period of its samplers."""

import numpy as np

from simnon.linear import DelayChannels, LinearModel
from simnon.simulation import Instant, Partials
from simnon.source import listed

from .lifted import linearize_samples
from .point import Point, place
from .ranges import ranges
from .state_names import state_names

NEAR_CORNER = 1e-9


def linearize(partials: Partials, point: Point) -> LinearModel:
    instant = place(partials, point)
    matrix, groups = partials.matrix(instant), partials.groups
    notes = _corners(partials, instant)
    units = {name: unit for name, unit in partials.model.units.items() if name}
    if partials.model.analysed.model.samplers:
        return linearize_samples(partials, instant, matrix, notes)
    x, _, _, u, w = ranges(groups.columns)
    f, _, _, y, z = ranges(groups.rows)
    channels = None
    if groups.delayed:
        lags = instant.time - partials.values_of(groups.lags, instant)
        channels = _used(
            DelayChannels(tuple(lags.tolist()), matrix[f, w], matrix[z, x], matrix[y, w], matrix[z, u], matrix[z, w])
        )
    return LinearModel(
        matrix[f, x],
        matrix[f, u],
        matrix[y, x],
        matrix[y, u],
        state_names(partials.model.analysed.model, groups.states, point.values),
        partials.inputs,
        partials.outputs,
        0.0,
        channels,
        units,
        tuple(notes),
    )


def _used(channels: DelayChannels) -> DelayChannels | None:
    """Without the delays on which neither a state nor an output depends."""
    readers = np.vstack((channels.B, channels.to_outputs))
    is_used = (readers != 0.0).any(axis=0)
    for _ in channels.lags:
        is_used |= (channels.D[is_used] != 0.0).any(axis=0)
    kept = np.flatnonzero(is_used)
    if not len(kept):
        return None
    return DelayChannels(
        tuple(channels.lags[i] for i in kept),
        channels.B[:, kept],
        channels.C[kept],
        channels.to_outputs[:, kept],
        channels.from_inputs[kept],
        channels.D[np.ix_(kept, kept)],
    )


def _corners(partials: Partials, instant: Instant) -> list[str]:
    """Notes on comparisons that are at their limit: the derivatives are those of one side."""
    guards = instant.guards()
    scale = 1.0 + np.abs(instant.states).max(initial=0.0)
    near = [slot for slot in partials.layout.guards if abs(guards[slot.index]) <= NEAR_CORNER * scale and slot.modes]
    slots = [partials.layout.slots[mode] for guard in near for mode in guard.modes]
    shown = list(dict.fromkeys(slot.span.text if slot.span else slot.name for slot in slots))
    if not shown:
        return []
    branch = "branch that holds" if len(shown) == 1 else "branches that hold"
    return [f"the point is at a corner, {listed(shown)}: the derivatives are those of the {branch}"]
