"""A problem -> its fit: searches from the starts, the scale of robust losses, and the uncertainty of the result."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simnon.program import Array
from simnon.simulation import Simulator
from simnon.source import UserError, listed

from .fit import Fit, Start
from .losses import LOSSES, robust
from .prediction import POINTS
from .problem import FitProblem
from .residuals import Residuals
from .searching import Minimum, advance_together, minimum_from
from .uncertainty import Uncertainty, notes_on, uncertainty_of

ROUNDS = 4
"""How often the scale of a robust loss is estimated from the residuals of the last round."""
SAME_LOSS = 1e-5
NORMAL = 1.4826
"""The standard deviation of a normal distribution, in medians of its absolute values."""


def find_fit(model: Simulator, problem: FitProblem, starts: Array) -> Fit:
    """`starts` has a row for each start; the first is where the parameters are."""
    # The scale of residuals is unknown before a first fit, and so a robust loss would not know what is an outlier.
    is_scaled = problem.has_sigmas or problem.loss is LOSSES["linear"]
    source = Residuals(model, problem if is_scaled else replace(problem, loss=LOSSES["linear"]))
    source.at(starts[0])
    minima = advance_together([minimum_from(source.problem, start) for start in starts], source)
    found = _best(minima)
    evaluations = source.evaluations
    if not is_scaled:
        source, found = _rescaled(source, problem, found)
        evaluations += source.evaluations
    return _fit(source, found, _starts(problem, starts, minima), evaluations)


def _best(minima: Sequence[Minimum | None]) -> Minimum:
    found = [each for each in minima if each is not None]
    if not found:
        raise UserError("fit-run-failed", "runs with the first guesses are too far from the data", "guess differently")
    least = min(each.loss for each in found)
    # Of minima that differ by the tolerance of runs, the first: that from the first guesses, if it is among them.
    return next(each for each in found if each.loss <= (1.0 + SAME_LOSS) * least)


def _rescaled(source: Residuals, problem: FitProblem, found: Minimum) -> tuple[Residuals, Minimum]:
    """The scale of each variable is the median of its absolute residuals, which outliers hardly change."""
    for _ in range(ROUNDS):
        residuals = source.by_variable(source.at(found.point)[0])
        scales = {
            name: source.problem.sigmas.get(name, 1.0) * NORMAL * float(np.median(np.abs(each)))
            for name, each in residuals.items()
        }
        if not all(scale > 0.0 for scale in scales.values()):
            break
        rescaled = Residuals(source.model, replace(problem, sigmas=scales))
        rescaled.evaluations = source.evaluations
        source = rescaled
        found = _best(advance_together([minimum_from(source.problem, found.point)], source))
    return source, found


def _starts(problem: FitProblem, starts: Array, minima: Sequence[Minimum | None]) -> tuple[Start, ...]:
    if len(starts) == 1:
        return ()
    labels = problem.labels
    found = [
        Start(
            dict(zip(labels, start.tolist(), strict=True)),
            {} if minimum is None else dict(zip(labels, minimum.point.tolist(), strict=True)),
            np.inf if minimum is None else minimum.loss,
        )
        for start, minimum in zip(starts, minima, strict=True)
    ]
    return tuple(sorted(found, key=lambda each: each.loss))


def _fit(source: Residuals, found: Minimum, starts: tuple[Start, ...], evaluations: int) -> Fit:
    problem = source.problem
    residuals, jacobian = source.at(found.point)
    weighted = robust(residuals, jacobian, problem.loss)
    known = uncertainty_of(*weighted, problem.scales, has_sigmas=problem.has_sigmas)
    errors = known.errors
    labels = problem.labels
    return Fit(
        dict(zip(labels, found.point.tolist(), strict=True)),
        dict(zip(labels, errors.tolist(), strict=True)),
        _correlations(known),
        residuals if problem.has_sigmas else _unscaled(source, residuals),
        tuple(
            source.model.whole_run(replace(source.options(each, found.point), points=POINTS))
            for each in problem.experiments
        ),
        problem.experiments,
        known,
        float(weighted[0] @ weighted[0]),
        starts,
        evaluations,
        (*_at_bounds(problem, found.point), *notes_on(known, labels)),
        source,
    )


def _unscaled(source: Residuals, residuals: Array) -> Array:
    """In the units of the measurements."""
    sigmas = [
        source.problem.sigmas_of(experiment, name)[np.isfinite(column)]
        for experiment in source.problem.experiments
        for name, column in experiment.measured.columns.items()
    ]
    return np.asarray(residuals * np.concatenate(sigmas))


def _correlations(known: Uncertainty) -> Array:
    errors = np.sqrt(np.diag(known.covariance))
    with np.errstate(invalid="ignore", divide="ignore"):
        correlations = known.covariance / np.outer(errors, errors)
    np.fill_diagonal(correlations, 1.0)
    return np.asarray(correlations)


def _at_bounds(problem: FitProblem, point: Array) -> list[str]:
    ends = zip(problem.labels, point, problem.low, problem.high, strict=True)
    at = [label for label, value, low, high in ends if value in (low, high)]
    return [f"{listed(at)} reached a bound: its error is not meaningful"] if at else []
