"""Rows of numbers -> the results of a run with each, in lanes on all processors, chunk by chunk."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.simulation import EnsemblePlan, MemberOutputs, RunOptions, Simulator, have_results, run_slice
from simnon.source import frozen

from ..engines import processors

SECONDS_OF_A_CHUNK = 0.2
FIRST_CHUNK = 16
"""Members of the first chunk, for each lane of each thread."""
Done = Callable[[int], None]
"""Called after each chunk with the number of completed members."""


@frozen
class RowResults:
    """One entry for each row: why and when its run stopped, and its final values."""

    stops: NDArray[np.int8]
    times: Array
    culprits: NDArray[np.int64]
    final: Array = field(repr=False)
    """A column for each of the names kept."""
    curves: Array = field(repr=False)
    """By row, record and variable, the time first; nan after the last record."""

    @property
    def have_results(self) -> NDArray[np.bool_]:
        """Which runs reached an end."""
        return have_results(self.stops)


def run_rows(
    model: Simulator,
    names: Sequence[str],
    rows: Array,
    options: RunOptions,
    keep: MemberOutputs,
    progress: Done | None = None,
) -> RowResults:
    """A run for each row, whose columns are the parameters and initial values `names`.

    Ctrl-C takes effect between chunks.
    """
    parts = list(run_chunks(model, names, rows, options, keep, progress))
    return RowResults(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("stops", "times", "culprits", "final", "curves")
        )
    )


def run_chunks(
    model: Simulator,
    names: Sequence[str],
    rows: Array,
    options: RunOptions,
    keep: MemberOutputs,
    progress: Done | None = None,
) -> Iterator[RowResults]:
    """The same in pieces, for results that are too large to be kept."""
    plan, threads = EnsemblePlan(model, names, options, keep, is_at_once=True), processors()
    size, first = FIRST_CHUNK * plan.width * threads, 0
    while first < max(1, len(rows)):
        part = rows[first : first + size]
        started = time.perf_counter()
        found = run_slice(plan, part, first, threads=threads)
        spent = time.perf_counter() - started
        yield RowResults(
            found.stops,
            found.times,
            found.culprits,
            _columns([found.final[name] for name in plan.final], len(part)),
            _curves([found.curve_times, *(found.curves[name] for name in plan.curves)], len(part), plan.rows),
        )
        first += size
        if progress is not None:
            progress(min(first, len(rows)))
        size = int(size * min(8.0, max(0.25, SECONDS_OF_A_CHUNK / max(spent, 1e-6)))) + 1


def _columns(columns: Sequence[Array], count: int) -> Array:
    return np.stack(columns, axis=1) if columns else np.zeros((count, 0))


def _curves(curves: Sequence[Array], count: int, rows: int) -> Array:
    return np.stack(curves, axis=2) if rows else np.zeros((count, 0, len(curves)))
