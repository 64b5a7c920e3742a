"""DATA: the best values of the parameters, how well these are known, and what follows from them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import field, fields, replace
from typing import Any

import numpy as np

from simnon.figures import Area, Axis, Band, Curve, Figure, Shape, with_chosen_ends
from simnon.program import Array
from simnon.simulation import Trajectory
from simnon.source import UserError, arguments, did_you_mean, frozen, has_same_fields, listed, no_hash

from ..requested import read_names
from .prediction import Prediction, predict
from .problem import Experiment
from .profile import Profile, SideWalk, joined
from .residuals import Residuals
from .searching import Minimum, advance_together
from .uncertainty import Uncertainty, read_level

CORRELATED = 0.9
SAME_PLACE = 1e-3
AS_CLOSE = 1.001
"""A minimum with fewer times the loss explains the data as well."""


@frozen
class Start:
    """Where a search began, where it ended, and its loss there; infinite if its first run failed."""

    values: Mapping[str, float]
    found: Mapping[str, float]
    loss: float


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
    uncertainty: Uncertainty = field(repr=False)
    loss: float
    """The sum of the losses of all residuals: of their squares, unless a robust loss was chosen."""
    starts: tuple[Start, ...] = field(repr=False)
    """The searches, best first, if there were several."""
    evaluations: int = 0
    notes: tuple[str, ...] = ()
    source: Residuals | None = field(default=None, repr=False, compare=False)
    """What runs the model again; None after pickling, because machine code cannot be pickled."""

    __eq__ = has_same_fields
    __hash__ = no_hash

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    def __getstate__(self) -> list[Any]:
        return [None if part.name == "source" else getattr(self, part.name) for part in fields(self)]

    @property
    def covariance(self) -> Array:
        """Of the values; infinite variances for those that the data do not determine."""
        covariance = self.uncertainty.covariance.copy()
        np.fill_diagonal(covariance, np.array(list(self.errors.values())) ** 2)
        return np.asarray(covariance)

    @property
    def rms(self) -> float:
        """The root mean square of the residuals, in standard deviations if these were given."""
        return float(np.sqrt(np.mean(self.residuals**2)))

    def intervals(self, level: float = 0.95) -> dict[str, tuple[float, float]]:
        """Intervals that contain each parameter with the probability `level`, from the standard errors."""
        width = self.uncertainty.half_width(read_level(level))
        return {
            name: (value - width * self.errors[name], value + width * self.errors[name])
            for name, value in self.values.items()
        }

    def report(self) -> str:
        """The values with their errors, the largest correlations, and how many starts led there."""
        width = max(len(name) for name in self.values)
        lines = [f"{name:{width}}  {value:.6g} ± {self.errors[name]:.2g}" for name, value in self.values.items()]
        names = list(self.values)
        for i, j in zip(*np.triu_indices(len(names), 1), strict=True):
            is_known = math.isfinite(self.errors[names[i]]) and math.isfinite(self.errors[names[j]])
            if is_known and abs(self.correlations[i, j]) > CORRELATED:
                lines.append(f"{names[i]} and {names[j]} are correlated by {self.correlations[i, j]:.3f}")
        count = len(self.residuals)
        lines.append(f"rms of the residuals: {self.rms:.4g} ({count} value{'s' if count > 1 else ''})")
        return "\n".join((*lines, *self._lines_of_starts(), *self.notes))

    def _lines_of_starts(self) -> list[str]:
        if not self.starts:
            return []
        is_here = [self._is_here(each) for each in self.starts]
        lines = [f"{sum(is_here)} of {len(self.starts)} starts led here"]
        other = next((each for each, here in zip(self.starts, is_here, strict=True) if each.found and not here), None)
        if other is not None:
            shown = ", ".join(f"{name} {value:.4g}" for name, value in other.found.items())
            ratio = other.loss / self.loss if self.loss else math.inf
            lines.append(
                f"another minimum is as close: {shown}"
                if ratio < AS_CLOSE
                else f"the next best minimum: {shown}, with {ratio:.3g} times the loss"
            )
        failed = sum(not each.found for each in self.starts)
        return [*lines, f"{failed} starts failed: the model does not run there"] if failed else lines

    def _is_here(self, start: Start) -> bool:
        return bool(start.found) and all(
            math.isclose(value, self.values[name], rel_tol=SAME_PLACE, abs_tol=0.1 * self.errors[name])
            for name, value in start.found.items()
        )

    def profile(self, name: str, level: float = 0.95) -> Profile:
        """How the loss grows if the parameter has other values and all others are fitted again, and the interval."""
        return self.profiles([name], level)[0]

    def profiles(self, names: Sequence[str] = (), level: float = 0.95) -> tuple[Profile, ...]:
        """The profiles of some parameters, or of all."""
        level, source = read_level(level), self._source()
        indices = [self._index(name) for name in arguments.names(names, "names")] or list(range(len(self.values)))
        known, problem = self.uncertainty, source.problem
        if not known.variance > 0.0:
            raise UserError("no-scatter", "the residuals have no scatter to compare with", "give sigma")
        width = known.half_width(level)
        best = Minimum(np.array(list(self.values.values())), self.loss)
        walks = []
        for index in indices:
            error = float(known.errors[index])
            step = width * error / 4.0 if 0.0 < error < math.inf else 0.1 * float(problem.scales[index])
            walks += [
                SideWalk(problem, best, index, sign * step, width * math.sqrt(known.variance)).walk()
                for sign in (-1.0, 1.0)
            ]
        sides = advance_together(walks, source)
        units = source.model.units
        return tuple(
            replace(
                joined(
                    problem,
                    index,
                    (sides[2 * i], sides[2 * i + 1]),
                    (level, known.variance),
                    units.get(problem.unknowns[index].name, ""),
                ),
                threshold=width**2,
            )
            for i, index in enumerate(indices)
        )

    def band(self, name: str, level: float = 0.95, *, experiment: str = "", measurements: bool = False) -> Prediction:
        """What the fit predicts for a variable, measured or not, with the band that its uncertainty leaves.

        The band contains the variable with the probability `level`; with `measurements`, a measurement of it.
        """
        source, level = self._source(), read_level(level)
        (full,) = read_names(source.model, arguments.text(name, "name", "the name of a variable"), "name")
        if full not in source.model.recordable:
            raise UserError("not-recordable", f"'{name}' does not change during a run", "name a variable")
        noise = 0.0
        if arguments.truth(measurements, "measurements"):
            if full not in source.problem.measured:
                raise UserError("bad-option", f"'{name}' was not measured", "leave out measurements=")
            sigmas = np.concatenate([source.problem.sigmas_of(each, full) for each in source.problem.experiments])
            noise = self.uncertainty.variance * float(np.nanmean(sigmas**2))
        point = np.array(list(self.values.values()))
        return predict(source, self._experiment(experiment), point, full, self.uncertainty, level, noise)

    def _source(self) -> Residuals:
        if self.source is None:
            raise UserError("cannot-continue", "this fit was read or copied from elsewhere", "fit the model again")
        return self.source

    def _index(self, name: str) -> int:
        by_name = {label.casefold(): i for i, label in enumerate(self.values)}
        found = by_name.get(name.casefold())
        if found is None:
            hint = did_you_mean(name, list(self.values), f"the fit has {listed(list(self.values))}")
            raise UserError("unknown-parameter", f"'{name}' was not fitted", hint)
        return found

    def _experiment(self, name: str) -> Experiment:
        named = {each.name: each for each in self.experiments}
        if arguments.text(name, "experiment", "the name of an experiment") and name not in named:
            hint = did_you_mean(name, list(named), f"the experiments are {listed(list(named))}")
            raise UserError("unknown-experiment", f"there is no experiment '{name}'", hint)
        return named[name] if name else self.experiments[0]

    def plot(self, level: float | None = 0.95) -> Figure:
        """The measurements as points, the runs as curves with their bands, an area for each variable.

        Without a `level` there are no bands.
        """
        level = None if level is None or self.source is None else read_level(level)
        names = list(dict.fromkeys(name for each in self.experiments for name in each.measured.columns))
        return Figure(len(names), 1, tuple(self._area(name, level) for name in names))

    def _area(self, name: str, level: float | None) -> Area:
        curves: list[Curve] = []
        bands: list[Band] = []
        has_several = sum(name in each.measured.columns for each in self.experiments) > 1
        for experiment, run in zip(self.experiments, self.runs, strict=True):
            measured = experiment.measured
            if name not in measured.columns:
                continue
            suffix = f"/{experiment.name}" if has_several else ""
            curves.append(Curve(f"{name}{suffix}", run.t, run[name], run.units.get(name, "")))
            curves.append(Curve(f"measured{suffix}", measured.times, measured.columns[name], shape=Shape.POINTS))
            if level is not None:
                band = self.band(name, level, experiment=experiment.name).band()
                bands.append(replace(band, label=f"{band.label}{suffix}"))
        return with_chosen_ends(Area(Axis("t"), Axis(), tuple(curves), bands=tuple(bands), has_axes=True))
