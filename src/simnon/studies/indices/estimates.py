"""The numbers of a plan's members -> indices, with intervals from samples that are drawn again."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.source import UserError

from .indices import Index, Indices
from .plans import SOBOL, IndexPlan

RESAMPLES = 400
CONFIDENCE = 0.95


def estimate(plan: IndexPlan, numbers: Mapping[str, Array], seed: int) -> Indices:
    """`numbers` has one for each member, by label; samples or paths with a failed member are omitted."""
    found = {}
    left_out = 0
    for label, values in numbers.items():
        blocks = _blocks(plan, values)
        is_known = np.isfinite(blocks).all(axis=1)
        left_out = max(left_out, int((~is_known).sum()))
        if is_known.sum() < 2:
            message = f"'{label}' is known in {int(is_known.sum())} of {plan.count} samples"
            raise UserError("too-few-results", message, "give a larger count, or narrower distributions")
        found[label] = _estimated(plan, blocks[is_known], np.flatnonzero(is_known), seed)
    what = "samples" if plan.kind == SOBOL else "paths"
    notes = (f"{left_out:,} of {plan.count:,} {what} are omitted: one of their runs failed",) if left_out else ()
    return Indices(plan.kind, plan.names, len(plan.design), found, notes)


def _blocks(plan: IndexPlan, values: Array) -> Array:
    """A row for each sample or path, with the numbers of all its members."""
    if plan.kind == SOBOL:
        return np.asarray(values).reshape(-1, plan.count).T
    return np.asarray(values).reshape(plan.count, -1)


def _estimated(plan: IndexPlan, blocks: Array, kept: NDArray[np.intp], seed: int) -> Index:
    is_sobol = plan.kind == SOBOL
    effects = blocks if is_sobol else _effects(plan, blocks, kept)
    compute: Callable[[Array], Array] = _sobol if is_sobol else _morris
    generator = np.random.default_rng(seed % 2**64)
    drawn = generator.integers(0, len(effects), (RESAMPLES, len(effects)))
    again = np.array([compute(effects[rows]) for rows in drawn])
    low, high = np.nanquantile(again, (0.5 - CONFIDENCE / 2, 0.5 + CONFIDENCE / 2), axis=0)
    values = compute(effects)
    return Index(values[0], values[1], low[0], high[0], low[1], high[1], _mean(plan, effects))


def _mean(plan: IndexPlan, effects: Array) -> Array:
    """Morris' mean effects, with their signs; a Sobol plan has none."""
    return np.full(len(plan.names), np.nan) if plan.kind == SOBOL else effects.mean(axis=0)


def _sobol(blocks: Array) -> Array:
    """First-order indices (Saltelli, 2010) and total ones (Jansen, 1999); zero if nothing varies."""
    first, second, mixed = blocks[:, 0], blocks[:, 1], blocks[:, 2:]
    variance = np.concatenate([first, second]).var()
    if variance == 0.0:
        return np.zeros((2, mixed.shape[1]))
    centred = second - np.concatenate([first, second]).mean()
    main = (centred[:, None] * (mixed - first[:, None])).mean(axis=0) / variance
    total = 0.5 * ((first[:, None] - mixed) ** 2).mean(axis=0) / variance
    return np.stack([main, total])


def _effects(plan: IndexPlan, blocks: Array, kept: NDArray[np.intp]) -> Array:
    """The change of the number when a name changes over its whole range, for each path and name."""
    changes = np.diff(blocks, axis=1) / plan.steps[kept]
    effects: Array = np.empty_like(changes)
    np.put_along_axis(effects, plan.order[kept], changes, axis=1)
    return effects


def _morris(effects: Array) -> Array:
    """The mean size of the effects (Campolongo et al., 2007), and their standard deviation."""
    return np.stack([np.abs(effects).mean(axis=0), effects.std(axis=0, ddof=1)])
