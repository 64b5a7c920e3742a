"""What a run of an experiment has recorded -> residuals at the measured values, and their derivatives by the unknowns.

Whatever does not depend on the run is found once: which values were measured, their standard deviations, the columns.
"""

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array

from .problem import Experiment, FitProblem


class Comparison:
    """Of one experiment; a table has the measured variables, then the derivatives of each by the unknowns.

    It has a row for each instant, at which there can be several measurements.
    """

    def __init__(self, problem: FitProblem, experiment: Experiment) -> None:
        unknowns = problem.unknowns
        self.own = [i for i, unknown in enumerate(unknowns) if unknown.is_of(experiment)]
        self._count = len(unknowns)
        measured, count = experiment.measured, len(self.own)
        instants = measured.instants
        is_repeated = len(instants) < len(measured.times)
        self._rows = np.searchsorted(instants, measured.times) if is_repeated else None
        firsts = range(len(measured.columns), len(measured.columns) * (1 + count), count)
        self._columns = [
            _Column(
                column,
                problem.sigmas_of(experiment, name),
                slice(first, first + count),
                has_sigmas=name in problem.sigmas or name in measured.sigmas,
            )
            for first, (name, column) in zip(firsts, measured.columns.items(), strict=True)
        ]

    def chosen(self, point: Array) -> Array:
        """The values of the unknowns that the experiment has."""
        return point if len(self.own) == self._count else point[self.own]

    def pairs(self, table: Array) -> list[tuple[Array, Array]]:
        """The residuals and derivatives of each variable."""
        if self._rows is not None:
            table = table[self._rows]
        return [
            (column.residuals(table[:, k]), self._spread(column.scaled(table[:, column.slopes])))
            for k, column in enumerate(self._columns)
        ]

    def _spread(self, slopes: Array) -> Array:
        """With zeros for the unknowns of other experiments."""
        if len(self.own) == self._count:
            return slopes
        spread = np.zeros((len(slopes), self._count))
        spread[:, self.own] = slopes
        return spread


class _Column:
    """The measured values of a variable, without the gaps."""

    def __init__(self, column: Array, sigmas: Array, slopes: slice, *, has_sigmas: bool) -> None:
        self.slopes = slopes
        is_measured: NDArray[np.bool_] = np.isfinite(column)
        self._is_measured = None if is_measured.all() else is_measured
        self._measured = column[is_measured]
        self._sigmas = sigmas[is_measured] if has_sigmas else None

    def residuals(self, computed: Array) -> Array:
        chosen = computed if self._is_measured is None else computed[self._is_measured]
        difference = chosen - self._measured
        return difference if self._sigmas is None else difference / self._sigmas

    def scaled(self, slopes: Array) -> Array:
        chosen = slopes if self._is_measured is None else slopes[self._is_measured]
        return chosen if self._sigmas is None else chosen / self._sigmas[:, None]
