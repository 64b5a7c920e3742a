"""Ranges of starts -> all distinct equilibria that searches from there find."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from simnon.program import Array
from simnon.simulation import EnsemblePlan, MemberOutputs, RunOptions, Simulator, run_slice
from simnon.source import UserError, frozen, resources

from ..designs import draw_shares
from ..engines import processors
from .equilibrium import Equilibrium, EquilibriumRequest, find_equilibrium_near
from .field import Field
from .point import Point, start_point
from .side_by_side import arrive

SAME = 1e-6
"""Two points are one if their states differ by this fraction of their range, or of their size."""
_OF_A_START, _OF_A_VALUE = 1000, 150
"""Bytes of a search, and of each value of its point."""
SAME_END = 1e-5
"""The same for the ends of searches, which are less accurate."""


@frozen
class ManySearches:
    """`count` starts; with `settle`, runs of that length lead to as many more."""

    request: EquilibriumRequest
    count: int
    settle: float = 0.0


def find_equilibria(
    simulator: Simulator,
    options: RunOptions,
    ranges: Mapping[str, tuple[float, float]],
    search: ManySearches,
) -> tuple[Equilibrium, ...]:
    """Searches from starts spread over the ranges, and from where runs lead from there.

    In the order of the states; none if every search fails.
    """
    point = start_point(simulator, options)
    names = tuple(ranges)
    resources.check_memory(
        search.count * (_OF_A_START + _OF_A_VALUE * len(point.values)), f"{search.count:,} starts", "give fewer starts"
    )
    low, high = (np.array(ends) for ends in zip(*ranges.values(), strict=True))
    starts = low + (high - low) * draw_shares(len(names), search.count, options.seed, "sobol")
    candidates = [point.with_values(dict(zip(names, row.tolist(), strict=True))) for row in starts]
    if search.settle:
        candidates += _settled(simulator, replace(options, stop=options.start + search.settle), point, names, starts)
    found: list[Equilibrium] = []
    for candidate in _arrived(simulator, point, candidates, names, search.request):
        try:
            each = find_equilibrium_near(simulator, candidate, search.request)
        except UserError:
            continue
        if not any(_is_same(each, known, ranges) for known in found):
            found.append(each)
    return tuple(sorted(found, key=lambda each: tuple(round(each.values[name], 9) for name in _names(each))))


def _arrived(
    simulator: Simulator, point: Point, candidates: list[Point], names: Sequence[str], request: EquilibriumRequest
) -> list[Point]:
    """Points next to equilibria in place of the starts that lead there side by side, each once; the other starts."""
    groups = simulator.partials((), ()).groups
    is_plain = not (request.free or request.given or request.bounds or groups.delayed or simulator.layout.samplers)
    if not is_plain or not {*names} <= {*groups.states}:
        return candidates
    field = Field(simulator, (), point)
    starts = np.array([[each.values[name] for name in field.states] for each in candidates])
    ends, is_near = arrive(field, starts)
    sizes = SAME_END * np.maximum(1e-3, np.abs(ends[is_near]).max(axis=0, initial=0.0))
    _, firsts = np.unique((ends[is_near] / sizes).round(), axis=0, return_index=True)
    near = [point.with_values(dict(zip(field.states, row.tolist(), strict=True))) for row in ends[is_near][firsts]]
    return [*near, *(each for each, is_done in zip(candidates, is_near, strict=True) if not is_done)]


def _settled(
    simulator: Simulator, options: RunOptions, point: Point, names: Sequence[str], starts: Array
) -> list[Point]:
    """Where runs from the starts lead, in lanes; a variable at which the model is opened has its own value there."""
    can_vary = [name in (*simulator.parameters, *simulator.initial_names) for name in names]
    names, starts = [name for name, can in zip(names, can_vary, strict=True) if can], starts[:, can_vary]
    kept = tuple(name for name in simulator.states if name in simulator.recordable)
    plan = EnsemblePlan(simulator, names, options, MemberOutputs(final=kept), is_at_once=True)
    results = run_slice(plan, starts, threads=processors())
    ends = np.stack([results.final[name] for name in kept], axis=1)
    return [point.with_values(dict(zip(kept, row.tolist(), strict=True))) for row in ends if np.isfinite(row).all()]


def _names(found: Equilibrium) -> tuple[str, ...]:
    return (*found.states, *found.free)


def _is_same(one: Equilibrium, other: Equilibrium, ranges: Mapping[str, tuple[float, float]]) -> bool:
    for name in _names(one):
        a, b = one.values[name], other.values[name]
        low, high = ranges.get(name, (0.0, 0.0))
        if abs(a - b) > SAME * max(high - low, abs(a), abs(b), 1e-3):
            return False
    return True
