"""What a caller gives -> a problem, checked -> its fit."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import numpy as np

from simnon.model import Role
from simnon.simulation import Quantity, Simulator, read_values
from simnon.source import UserError, arguments, frozen

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
    bounds: Mapping[str, tuple[float, float]]
    sigma: Mapping[str, float]
    loss: str
    start: float
    given: Mapping[str, Quantity]


def fit(
    model: Simulator,
    data: Any,
    parameters: Sequence[str] | Mapping[str, float],
    settings: FitSettings,
    options: FitKeywords,
) -> Fit:
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
    low, high = _bounds(model, settings.bounds, names)
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
    if isinstance(parameters, str):
        raise arguments.refusal("parameters", "a list of names", parameters)
    names = tuple(model.names.find(name) for name in parameters)
    if not names or len(set(names)) != len(names):
        raise arguments.refusal("parameters", "different names", parameters)
    start_of_name = {variable.name: variable.start or 0.0 for variable in model.variables}
    options = experiment.options
    known = {**start_of_name, **model.parameters, **options.parameters, **options.initial}
    if isinstance(parameters, Mapping):
        known |= read_values(model, parameters, "parameters")
    for name in names:
        if model.role_of(name) not in (Role.PARAMETER, Role.STATE):
            raise UserError("not-a-parameter", f"'{name}' is neither a parameter nor a state", "fit one of these")
    return names, np.array([known[name] for name in names])


def _bounds(
    model: Simulator, bounds: Mapping[str, tuple[float, float]], names: tuple[str, ...]
) -> tuple[np.ndarray, np.ndarray]:
    pair_of_name = {model.names.find(name): pair for name, pair in bounds.items()}
    for name, pair in pair_of_name.items():
        if name not in names:
            raise UserError("bad-option", f"bounds: '{name}' is not fitted", "name it among the parameters")
        if not pair[0] < pair[1]:
            raise UserError("bad-option", f"bounds of '{name}' are {pair}", "give a lower and a higher number")
    pairs = [pair_of_name.get(name, (-math.inf, math.inf)) for name in names]
    return np.array([low for low, _ in pairs], float), np.array([high for _, high in pairs], float)
