"""What a caller gives -> a problem, checked -> its fit."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from simnon.model import Role
from simnon.program import Array
from simnon.simulation import Quantity, Simulator, Trajectory, check_names, read_values
from simnon.source import UserError, arguments, did_you_mean, frozen, listed, resources

from ..designs import sampled_design
from ..distributions import uniform
from ..requested import ends_of, read_bounds, read_names
from .finding import find_fit
from .fit import Fit
from .losses import loss_named
from .measurements import Measurements, read_measurements
from .problem import Experiment, FitProblem, Unknown

Given = Mapping[str, Quantity] | Sequence[Mapping[str, Quantity]] | Mapping[str, Mapping[str, Quantity]]
"""Values of all experiments, or of each, in their order or by their names."""


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
    bounds: Mapping[str, tuple[float, float]] | None = None
    sigma: Mapping[str, float] | None = None
    loss: str = "linear"
    start: float = 0.0
    given: Given | None = None
    local: Sequence[str] | Mapping[str, float] = ()
    starts: int = 1


def fit(
    model: Simulator,
    data: Any,
    parameters: Sequence[str] | Mapping[str, float],
    settings: FitSettings,
    options: FitKeywords,
) -> Fit:
    check_names(options, FitKeywords, "runs of a fit have")
    experiments = _read_experiments(model, data, settings, options)
    shared, guesses = _read_guesses(model, parameters, "parameters")
    local, local_guesses = _read_guesses(model, settings.local, "local")
    _check_unknowns(shared, local, experiments)
    unknowns = [Unknown(name) for name in shared]
    unknowns += [Unknown(name, each.name) for name in local for each in experiments]
    start = [_first_guess(model, unknown, experiments, {**guesses, **local_guesses}) for unknown in unknowns]
    bounds = read_bounds(model, settings.bounds, (*shared, *local))
    low, high = ends_of(bounds, [unknown.name for unknown in unknowns])
    sigmas = _read_sigmas(model, settings.sigma, experiments)
    has_sigmas = bool(sigmas) or any(each.measured.sigmas for each in experiments)
    loss = loss_named(arguments.text(settings.loss, "loss", "the name of a loss"))
    problem = FitProblem(
        tuple(experiments), tuple(unknowns), np.array(start), low, high, sigmas, loss, has_sigmas=has_sigmas
    )
    values = sum(each.measured.count for each in experiments)
    if values < len(unknowns):
        raise UserError("bad-data", f"{values} values cannot determine {len(unknowns)} parameters", "measure more")
    return find_fit(model, problem, _start_points(problem, settings.starts, options.get("seed", 0)))


def _read_experiments(model: Simulator, data: Any, settings: FitSettings, options: FitKeywords) -> list[Experiment]:
    tables = _named_tables(data)
    start = arguments.number(settings.start, "start")
    experiments = []
    for (name, table), given in zip(tables.items(), _values_of_each(settings.given, list(tables)), strict=True):
        measured = read_measurements(model, table)
        if measured.times[0] < start:
            message = f"the first measurement is at t = {measured.times[0]:g}, before the runs start at {start:g}"
            raise UserError("bad-data", message, "give an earlier start")
        experiments.append(_experiment(model, name, measured, start, given, options))
    return experiments


def _experiment(
    model: Simulator,
    name: str,
    measured: Measurements,
    start: float,
    given: Mapping[str, Quantity],
    options: FitKeywords,
) -> Experiment:
    """`given` has parameters, and states for their initial values."""
    states = {key: value for key, value in given.items() if model.role_of(key) is Role.STATE}
    parameters = {key: value for key, value in given.items() if key not in states}
    initial = {**(arguments.by_name(options.get("initial"), "initial", "of names and values")), **states}
    others = {key: value for key, value in options.items() if key != "initial"}
    run = model.options(
        start,
        float(measured.times[-1]),
        parameters=parameters,
        initial=initial,
        **others,  # type: ignore[arg-type]
    )
    return Experiment(name, measured, run)


def _named_tables(data: Any) -> dict[str, Any]:
    """Several experiments are a list, numbered from 1, or a dictionary of tables by name."""
    if isinstance(data, Mapping) and data and all(map(_is_table, data.values())):
        return dict(arguments.by_name(data, "data", "of names and tables"))
    tables = list(data) if isinstance(data, list | tuple) else [data]
    if not tables:
        raise UserError("bad-data", "there are no data", "give a file, a table or a list of these")
    return {str(i + 1): table for i, table in enumerate(tables)}


def _is_table(value: object) -> bool:
    is_frame = hasattr(value, "columns") and hasattr(value, "index")
    return isinstance(value, str | Path | Mapping | Trajectory) or is_frame


def _values_of_each(given: Given | None, names: list[str]) -> list[Mapping[str, Quantity]]:
    """The values given to each experiment."""
    if isinstance(given, list | tuple):
        if len(given) != len(names):
            raise UserError(
                "bad-option", f"given has values for {len(given)} experiments, there are {len(names)}", "give one each"
            )
        return [arguments.by_name(each, "given", "of names and values") for each in given]
    values: Mapping[str, Any] = arguments.by_name(given, "given", "of names and values")  # type: ignore[arg-type]
    if not values or not all(isinstance(value, Mapping) for value in values.values()):
        return [values] * len(names)
    for name in values:
        if name not in names:
            hint = did_you_mean(name, names, f"the experiments are {listed(names)}")
            raise UserError("unknown-experiment", f"given: there is no experiment '{name}'", hint)
    return [arguments.by_name(values.get(name), "given", "of names and values") for name in names]


def _read_guesses(
    model: Simulator, names: Sequence[str] | Mapping[str, float], argument: str
) -> tuple[tuple[str, ...], dict[str, float]]:
    """Full names, and first guesses of those that have one."""
    if isinstance(names, Mapping):
        given = arguments.by_name(names, argument, "of names and first guesses")
        return read_names(model, list(given), argument), read_values(model, given, argument)
    return read_names(model, names, argument), {}


def _check_unknowns(shared: Sequence[str], local: Sequence[str], experiments: Sequence[Experiment]) -> None:
    if not shared and not local:
        raise arguments.refusal("parameters", "a list of names", list(shared))
    for name in local:
        if name in shared:
            raise UserError("given-twice", f"'{name}' is fitted to all experiments and to each", "give it once")
        if len(experiments) == 1:
            raise UserError("bad-option", "local: there is one experiment", "fit it with the other parameters")


def _first_guess(
    model: Simulator, unknown: Unknown, experiments: Sequence[Experiment], guesses: Mapping[str, float]
) -> float:
    name = unknown.name
    if model.role_of(name) not in (Role.PARAMETER, Role.STATE):
        raise UserError("not-a-parameter", f"'{name}' is neither a parameter nor a state", "fit one of these")
    options = next(each.options for each in experiments if unknown.is_of(each))
    start_of_name = {variable.name: variable.start or 0.0 for variable in model.variables}
    return {**start_of_name, **model.parameters, **options.parameters, **options.initial, **guesses}[name]


def _read_sigmas(
    model: Simulator, sigma: Mapping[str, float] | None, experiments: Sequence[Experiment]
) -> dict[str, float]:
    """Of all measured variables, or of none; those that have a column of their own need no other."""
    own = {name for each in experiments for name in each.measured.sigmas}
    sigmas = read_values(model, sigma, "sigma")
    measured = dict.fromkeys(name for each in experiments for name in each.measured.columns)
    for name, value in sigmas.items():
        if name not in measured:
            raise UserError(
                "bad-option", f"sigma: '{name}' was not measured", f"the data have {listed(list(measured))}"
            )
        if name in own:
            raise UserError("bad-option", f"sigma of '{name}' is a column of the data too", "leave out one of them")
        if not 0.0 < value < math.inf:
            raise UserError("bad-option", f"sigma of '{name}' is {value:g}", "give a positive number")
    missing = [
        name
        for name in measured
        if name not in sigmas
        and any(name in {*each.measured.columns} - {*each.measured.sigmas} for each in experiments)
    ]
    if (sigmas or own) and missing:
        raise UserError("bad-option", f"sigma is missing for {listed(missing)}", "give it for every measured variable")
    return sigmas


_OF_A_START = 1000
"""Bytes of a search for each of its unknowns."""


def _start_points(problem: FitProblem, starts: int, seed: int) -> Array:
    """The first guesses, then a Latin hypercube of the bounds."""
    count = arguments.integer(starts, "starts", least=1)
    first = np.clip(problem.start, problem.low, problem.high)[None, :]
    if count == 1:
        return first
    is_open = ~np.isfinite(problem.high - problem.low)
    if is_open.any():
        names = dict.fromkeys(problem.unknowns[i].name for i in np.flatnonzero(is_open))
        raise UserError("bad-option", f"several starts need bounds of {listed(list(names))}", "give bounds")
    resources.check_memory(count * _OF_A_START * len(problem.unknowns), f"{count:,} starts", "give fewer starts")
    ends = zip(problem.labels, problem.low.tolist(), problem.high.tolist(), strict=True)
    drawn = sampled_design({label: uniform(low, high) for label, low, high in ends}, count - 1, seed, "latin")
    return np.vstack((first, drawn.rows))
