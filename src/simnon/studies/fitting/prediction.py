"""A fit -> what it predicts for a variable, with the band that its uncertainty leaves (delta method)."""

from dataclasses import field, replace

import numpy as np

from simnon.figures import Area, Axis, Band, Curve, Figure, with_chosen_ends
from simnon.program import Array
from simnon.source import frozen, has_same_fields, no_hash

from .problem import Experiment
from .residuals import Residuals
from .uncertainty import Uncertainty

POINTS = 500
"""Records besides the steps, so that the curves are smooth."""


@frozen
class Prediction:
    """A variable over time, its standard errors, and the band that contains it with the probability `level`."""

    name: str
    unit: str
    level: float
    t: Array = field(repr=False)
    values: Array = field(repr=False)
    errors: Array = field(repr=False)
    low: Array = field(repr=False)
    high: Array = field(repr=False)

    __eq__ = has_same_fields
    __hash__ = no_hash

    def band(self) -> Band:
        """Empty where the data do not limit the variable."""
        is_finite = np.isfinite(self.errors)
        low, high = (np.where(is_finite, end, np.nan) for end in (self.low, self.high))
        return Band(f"{100 * self.level:g} %", self.t, low, high)

    def plot(self) -> Figure:
        curve = Curve(self.name, self.t, self.values, self.unit)
        area = Area(Axis("t"), Axis(), (curve,), bands=(self.band(),), has_axes=True)
        return Figure(areas=(with_chosen_ends(area),))


def predict(
    residuals: Residuals,
    experiment: Experiment,
    point: Array,
    name: str,
    known: Uncertainty,
    level: float,
    noise: float,
) -> Prediction:
    """`noise` is the variance of a measurement of the variable, zero for the variable itself."""
    problem, model = residuals.problem, residuals.model
    by = [(i, unknown.name) for i, unknown in enumerate(problem.unknowns) if unknown.is_of(experiment)]
    derivatives = [f"d({name})/d({residuals.label(each)})" for _, each in by]
    extended = model.with_sensitivities(problem.names, tuple(dict.fromkeys((*problem.measured, name))))
    run = extended.whole_run(replace(residuals.options(experiment, point), store=(name, *derivatives), points=POINTS))
    slopes = np.zeros((len(run), len(problem.unknowns)))
    for (i, _), derivative in zip(by, derivatives, strict=True):
        slopes[:, i] = run.columns[derivative]
    errors = np.sqrt(known.errors_of(slopes) ** 2 + noise)
    values, width = run.columns[name], known.half_width(level) * errors
    unit = model.units.get(name, "")
    return Prediction(name, unit, level, run.t, values, errors, values - width, values + width)
