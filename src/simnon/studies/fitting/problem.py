"""DATA: measurements and the runs they were made in, the unknowns, and what counts as close."""

from collections.abc import Mapping

import numpy as np

from simnon.program import Array
from simnon.simulation import RunOptions
from simnon.source import frozen, has_same_fields, no_hash

from .losses import Loss
from .measurements import Measurements


@frozen
class Experiment:
    """Measurements, and the settings of the run in which they were made."""

    name: str
    measured: Measurements
    options: RunOptions

    __eq__ = has_same_fields
    __hash__ = no_hash


@frozen
class Unknown:
    """A parameter, or a state for its initial value; of all experiments, or of one."""

    name: str
    experiment: str = ""

    @property
    def label(self) -> str:
        return f"{self.name}/{self.experiment}" if self.experiment else self.name

    def is_of(self, experiment: Experiment) -> bool:
        return self.experiment in ("", experiment.name)


@frozen
class FitProblem:
    """`sigmas` are standard deviations by variable, given or estimated; 1 for variables that have none."""

    experiments: tuple[Experiment, ...]
    unknowns: tuple[Unknown, ...]
    start: Array
    low: Array
    high: Array
    sigmas: Mapping[str, float]
    loss: Loss
    has_sigmas: bool
    """Whether the standard deviations were given; otherwise the scatter shows them."""

    def sigmas_of(self, experiment: Experiment, name: str) -> Array:
        """Of each value of a variable."""
        measured = experiment.measured
        known = measured.sigmas.get(name)
        return np.full(len(measured.times), self.sigmas.get(name, 1.0)) if known is None else known

    def names_of(self, experiment: Experiment) -> list[str]:
        """The parameters and states that are fitted to the experiment, in the order of the unknowns."""
        return [unknown.name for unknown in self.unknowns if unknown.is_of(experiment)]

    @property
    def scales(self) -> Array:
        return np.where(self.start != 0.0, np.abs(self.start), 1.0)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(unknown.label for unknown in self.unknowns)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters and states that are fitted, each once."""
        return tuple(dict.fromkeys(unknown.name for unknown in self.unknowns))

    @property
    def measured(self) -> tuple[str, ...]:
        """The variables that any experiment measured."""
        return tuple(dict.fromkeys(name for each in self.experiments for name in each.measured.columns))
