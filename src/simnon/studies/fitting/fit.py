"""Measurements + parameters -> the values that explain them best, and how well these are known."""

from collections.abc import Mapping
from dataclasses import field, replace

import numpy as np

from simnon.figures import Area, Axis, Curve, Figure, Shape, with_chosen_ends
from simnon.model import Role
from simnon.program import Array
from simnon.simulation import RunOptions, Simulator, StopKind, Trajectory
from simnon.source import UserError, frozen, has_same_fields, listed, no_hash

from ..points import solve
from .losses import Loss, robust
from .measurements import Measurements

STEP, GAIN = 1e-9, 1e-12
"""A step this small, or a loss that decreases by no more than this fraction, ends the search."""
SAME_DIRECTION = 1e-10
"""Singular values below this fraction of the largest: the data say nothing about their directions."""
PART_OF_DIRECTION = 0.1
POINTS = 500
"""Records besides the steps, so that the curves are smooth."""


@frozen
class Experiment:
    """Measurements, and the settings of the run in which they were made."""

    measured: Measurements
    options: RunOptions


@frozen
class FitProblem:
    """`names` are parameters, or states for their initial values; `sigmas` are standard deviations by variable."""

    experiments: tuple[Experiment, ...]
    names: tuple[str, ...]
    start: Array
    low: Array
    high: Array
    sigmas: Mapping[str, float]
    loss: Loss


@frozen
class Fit:
    """The best values of the parameters, their standard errors, and the runs with them."""

    values: Mapping[str, float]
    errors: Mapping[str, float]
    """Standard errors; infinite for a parameter that the data do not determine."""
    correlations: Array = field(repr=False)
    residuals: Array = field(repr=False)
    runs: tuple[Trajectory, ...] = field(repr=False)
    experiments: tuple[Experiment, ...] = field(repr=False)
    covariance: Array = field(repr=False)
    evaluations: int = 0
    notes: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    @property
    def rms(self) -> float:
        """The root mean square of the residuals, in standard deviations if these were given."""
        return float(np.sqrt(np.mean(self.residuals**2)))

    def report(self) -> str:
        """The values with their errors, and the largest correlations."""
        width = max(len(name) for name in self.values)
        lines = [f"{name:{width}}  {value:.6g} ± {self.errors[name]:.2g}" for name, value in self.values.items()]
        names = list(self.values)
        for i, j in zip(*np.triu_indices(len(names), 1), strict=True):
            if abs(self.correlations[i, j]) > 0.9:
                lines.append(f"{names[i]} and {names[j]} are correlated by {self.correlations[i, j]:.3f}")
        lines.append(f"rms of the residuals: {self.rms:.4g} ({len(self.residuals)} values)")
        return "\n".join((*lines, *self.notes))

    def plot(self) -> Figure:
        """The measurements as points and the runs as curves, an area for each variable."""
        names = list(dict.fromkeys(name for each in self.experiments for name in each.measured.columns))
        return Figure(len(names), 1, tuple(self._area(name) for name in names))

    def _area(self, name: str) -> Area:
        curves: list[Curve] = []
        for experiment, run in zip(self.experiments, self.runs, strict=True):
            if name in experiment.measured.columns:
                curves.append(Curve(name, run.t, run[name], run.units.get(name, "")))
                measured = experiment.measured
                curves.append(Curve("measured", measured.times, measured.columns[name], shape=Shape.POINTS))
        return with_chosen_ends(Area(Axis("t"), Axis(), tuple(curves), has_axes=True))


class FitSearch:
    """Runs with sensitivities, whose residuals at the measured times are made small."""

    def __init__(self, model: Simulator, problem: FitProblem) -> None:
        self.model, self.problem = model, problem
        self.evaluations = 0
        is_parameter = [model.role_of(name) is Role.PARAMETER for name in problem.names]
        self.parameters = [name for name, given in zip(problem.names, is_parameter, strict=True) if given]
        self.labels = [
            name if given else f"INIT({name})" for name, given in zip(problem.names, is_parameter, strict=True)
        ]

    def result(self) -> Fit:
        problem = self.problem
        scales = np.where(problem.start != 0.0, np.abs(problem.start), 1.0)
        found = solve(self._robust, problem.start, scales, problem.low, problem.high, tolerance=STEP, gain=GAIN)
        residuals, jacobian = self.residuals(found.unknowns)
        covariance, notes = self._covariance(residuals, jacobian, scales)
        errors = np.sqrt(np.diag(covariance))
        with np.errstate(invalid="ignore", divide="ignore"):
            correlations = covariance / np.outer(errors, errors)
        np.fill_diagonal(correlations, 1.0)
        return Fit(
            dict(zip(problem.names, found.unknowns.tolist(), strict=True)),
            dict(zip(problem.names, errors.tolist(), strict=True)),
            correlations,
            residuals,
            tuple(self._shown(each, found.unknowns) for each in problem.experiments),
            problem.experiments,
            covariance,
            self.evaluations,
            (*self._at_bounds(found.unknowns), *notes),
        )

    def _robust(self, unknowns: Array) -> tuple[Array, Array]:
        return robust(*self.residuals(unknowns), self.problem.loss)

    def residuals(self, unknowns: Array) -> tuple[Array, Array]:
        """(computed - measured)/sigma for every measured value, and the derivatives by the unknowns."""
        rows, slopes = [], []
        for experiment in self.problem.experiments:
            run = self._run(experiment, unknowns)
            for name, column in experiment.measured.columns.items():
                is_measured = np.isfinite(column)
                sigma = self.problem.sigmas.get(name, 1.0)
                rows.append((run[name] - column)[is_measured] / sigma)
                derivatives = [run[f"d({name})/d({label})"][is_measured] for label in self.labels]
                slopes.append(np.stack(derivatives, axis=1) / sigma)
        return np.concatenate(rows), np.concatenate(slopes)

    def _run(self, experiment: Experiment, unknowns: Array) -> Trajectory:
        measured = experiment.measured
        names = tuple(measured.columns)
        extended = self.model.with_sensitivities(self.problem.names, names)
        store = (*names, *(f"d({name})/d({label})" for name in names for label in self.labels))
        times = tuple(measured.times.tolist())
        run = extended.run(
            replace(self._options(experiment, unknowns), store=store, times=times, spacing=None, points=0)
        )
        self.evaluations += 1
        if run.stop.kind is StopKind.FAILURE or len(run) != len(times):
            raise UserError("fit-run-failed", f"a run of the fit ended early: {run.stop.message}", "give bounds")
        return run

    def _options(self, experiment: Experiment, unknowns: Array) -> RunOptions:
        given = dict(zip(self.problem.names, unknowns.tolist(), strict=True))
        parameters = {name: value for name, value in given.items() if name in self.parameters}
        initial = {name: value for name, value in given.items() if name not in self.parameters}
        options = experiment.options
        return replace(options, parameters={**options.parameters, **parameters}, initial={**options.initial, **initial})

    def _shown(self, experiment: Experiment, unknowns: Array) -> Trajectory:
        return self.model.run(replace(self._options(experiment, unknowns), points=POINTS))

    def _covariance(self, residuals: Array, jacobian: Array, scales: Array) -> tuple[Array, list[str]]:
        """Of the unknowns, from the scatter of the residuals; infinite in directions that change nothing."""
        count, size = jacobian.shape
        _, sizes, directions = np.linalg.svd(jacobian * scales, full_matrices=False)
        is_known = sizes > SAME_DIRECTION * sizes.max(initial=0.0)
        variance = float(residuals @ residuals) / max(1, count - size) if not self.problem.sigmas else 1.0
        scaled = directions[is_known] / sizes[is_known, None]
        covariance = variance * (scaled.T @ scaled) * np.outer(scales, scales)
        notes = []
        for direction in directions[~is_known]:
            moving = [self.problem.names[i] for i in np.argsort(-np.abs(direction)) if abs(direction[i]) > 0.1]
            shares = [
                f"{direction[self.problem.names.index(n)] * scales[self.problem.names.index(n)]:+.3g} {n}"
                for n in moving
            ]
            notes.append(f"the data do not determine {listed(moving)}: along {' '.join(shares)} nothing changes")
            for i in range(size):
                if abs(direction[i]) > 0.1:
                    covariance[i, i] = np.inf
        return covariance, notes

    def _at_bounds(self, unknowns: Array) -> list[str]:
        problem = self.problem
        at = [
            name
            for name, value, low, high in zip(problem.names, unknowns, problem.low, problem.high, strict=True)
            if value in (low, high)
        ]
        return [f"{listed(at)} reached a bound: its error is not meaningful"] if at else []
