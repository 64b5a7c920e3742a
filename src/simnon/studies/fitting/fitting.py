"""What a caller gives -> a problem, checked -> its fit."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import numpy as np

from simnon.model import Role
from simnon.simulation import Quantity, Simulator, check_names, read_values
from simnon.source import UserError, arguments, frozen

from ..requested import ends_of, read_bounds, read_names
from .fit import Experiment, Fit, FitProblem, FitSearch
from .losses import loss_named
from .measurements import read_measurements


class FitKeywords(TypedDict, total=False):
    """The options of the runs of a fit: for type checkers only."""

    initial: Mapping[str, Quantity] | None
    method: str
    rtol: float
    atol: float | Mapping[str, float]
    seed: int
    largest_step: float
    step: float | None
    target: str


@frozen
class FitSettings:
    bounds: Mapping[str, tuple[float, float]] | None
    sigma: Mapping[str, float] | None
    loss: str
    start: float
    given: Mapping[str, Quantity] | None


def fit(
    model: Simulator,
    data: Any,
    parameters: Sequence[str] | Mapping[str, float],
    settings: FitSettings,
    options: FitKeywords,
) -> Fit:
    check_names(options, FitKeywords, "runs of a fit have")
    tables = list(data) if isinstance(data, list | tuple) else [data]
    if not tables:
        raise UserError("bad-data", "there are no data", "give a file, a table or a list of these")
    measured = [read_measurements(model, table) for table in tables]
    experiments = []
    for each in measured:
        start = arguments.number(settings.start, "start")
        if each.times[0] < start:
            message = f"the first measurement is at t = {each.times[0]:g}, before the runs start at {start:g}"
            raise UserError("bad-data", message, "give an earlier start")
        run = model.options(start, float(each.times[-1]), parameters=settings.given, **options)
        experiments.append(Experiment(each, run))
    names, guesses = _directions(model, parameters, experiments[0])
    low, high = ends_of(read_bounds(model, settings.bounds, names), names)
    sigmas = read_values(model, settings.sigma, "sigma")
    for name, value in sigmas.items():
        if not 0.0 < value < math.inf:
            raise UserError("bad-option", f"sigma of '{name}' is {value:g}", "give a positive number")
    loss = loss_named(arguments.text(settings.loss, "loss", "the name of a loss"))
    problem = FitProblem(tuple(experiments), names, guesses, low, high, sigmas, loss)
    values = sum(each.count for each in measured)
    if values < len(names):
        raise UserError("bad-data", f"{values} values cannot determine {len(names)} parameters", "measure more")
    return FitSearch(model, problem).result()


def _directions(
    model: Simulator, parameters: Sequence[str] | Mapping[str, float], experiment: Experiment
) -> tuple[tuple[str, ...], np.ndarray]:
    """Full names and first guesses."""
    given = arguments.by_name(parameters, "parameters", "") if isinstance(parameters, Mapping) else parameters
    names = read_names(model, list(given) if isinstance(given, Mapping) else given, "parameters")
    if not names:
        raise arguments.refusal("parameters", "a list of names", parameters)
    start_of_name = {variable.name: variable.start or 0.0 for variable in model.variables}
    options = experiment.options
    known = {**start_of_name, **model.parameters, **options.parameters, **options.initial}
    if isinstance(parameters, Mapping):
        known |= read_values(model, parameters, "parameters")
    for name in names:
        if model.role_of(name) not in (Role.PARAMETER, Role.STATE):
            raise UserError("not-a-parameter", f"'{name}' is neither a parameter nor a state", "fit one of these")
    return names, np.array([known[name] for name in names])
