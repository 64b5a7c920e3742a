"""Attractors at rest -> the neighbourhoods in which a run can end, because none of them is left again."""

from dataclasses import replace

import numpy as np

from simnon.program import Array
from simnon.simulation import Destination, MemberOutputs, RunOptions, Simulator

from .attractors import Attractor, Discovery, Kind, Space
from .rows import run_rows

DIRECTIONS = 32
"""Starts on the border of a neighbourhood, for each state."""
MAX_HALVINGS = 5


def destinations_of(model: Simulator, options: RunOptions, discovery: Discovery) -> list[tuple[int, Destination]]:
    """The number of each attractor at rest with a neighbourhood; none if ends are compared in other variables."""
    space = discovery.space
    if set(space.names) != set(model.integrated) or set(model.states) != set(model.integrated) or model.layout.delays:
        return []
    order = [space.names.index(name) for name in model.integrated]
    scaled = replace(space, names=tuple(model.integrated), scales=space.scales[order])
    found = []
    for number, attractor in enumerate(discovery.attractors):
        if attractor.kind is Kind.REST:
            point = attractor.points[-1, order]
            radius = _radius(model, options, scaled, replace(attractor, names=scaled.names, points=point[None, :]))
            if radius:
                weights = 1.0 / (radius * scaled.scales) ** 2
                found.append((number, Destination(tuple(point.tolist()), tuple(weights.tolist()))))
    return found


def _radius(model: Simulator, options: RunOptions, space: Space, attractor: Attractor) -> float:
    """The largest radius, from that of the space on, from whose border every run comes back; 0 if there is none."""
    radius = space.near
    for _ in range(MAX_HALVINGS):
        starts = attractor.points + radius * space.scales * _directions(len(space.names))
        results = run_rows(model, space.names, starts, options, MemberOutputs(final=space.names))
        is_back = results.have_results & (space.distances(attractor, np.nan_to_num(results.final)) <= space.near)
        if is_back.all():
            return radius
        radius /= 2.0
    return 0.0


def _directions(count: int) -> Array:
    """Unit vectors in every direction; the same each time."""
    found = np.random.default_rng(0).standard_normal((DIRECTIONS * count, count))
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))
