"""Partial derivatives at a point -> a linear model: continuous, or sampled at the common period of its samplers."""

import numpy as np

from simnon.linear import DelayChannels, LinearModel
from simnon.simulation import Partials, notes_on_corners

from .lifted import linearize_samples
from .point import Point, place
from .ranges import ranges
from .state_names import state_names


def linearize(partials: Partials, point: Point) -> LinearModel:
    instant = place(partials, point)
    matrix, groups = partials.matrix(instant), partials.groups
    notes = notes_on_corners(partials.layout, instant.guards(), instant.states, "the point is")
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
