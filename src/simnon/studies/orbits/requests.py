"""What callers ask of basins, sections and exponents -> checked requests with full names."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simnon.simulation import OrbitKeywords, RunOptions, Simulator, Trajectory, check_names, read_values
from simnon.source import UserError, arguments

from ..designs import Grid, grid_design, variable_of
from ..points import Equilibrium
from ..requested import read_names
from ..sweep import check_not_given, numbers_of, with_labels
from .attractors import Attractor, Kind, Space, describe
from .basins import BasinRequest
from .lyapunov import LyapunovRequest
from .sections import SectionRequest
from .surfaces import variables_of

USUAL_TRANSIENT = 0.1
"""Of a run, unless given."""
MAX_INTERVALS = 1e7
MOST_POINTS = 1000
"""Of a section, unless given."""
Given = Equilibrium | Trajectory | Mapping[str, Any]
"""An attractor as a caller gives it: at rest, the second half of a run, or values by name."""


def read_grid(model: Simulator, values: Mapping[str, Any], options: OrbitKeywords) -> Grid:
    """The starts of a map: values of two parameters or initial values."""
    given = arguments.by_name(values, "values", "of two names and lists of values")
    if len(given) != 2:
        found = ", ".join(given) or "none"
        raise UserError("bad-design", f"a map has two parameters or initial values, found {found}", "give two")
    grid = grid_design(with_labels(model, {name: numbers_of(model, name, each) for name, each in given.items()}))
    check_not_given(model, grid, options)
    return grid


def read_orbit_run(model: Simulator, start: float, stop: float, options: OrbitKeywords, what: str) -> RunOptions:
    check_names(options, OrbitKeywords, f"{what} have")
    run = model.options(start, stop, **options)
    if not run.stop > run.start:
        raise UserError("bad-option", f"the runs begin and end at t = {run.start:g}", "give a later stop")
    return run


def positive(value: object, argument: str) -> float:
    found = arguments.number(value, argument, "a positive number")
    if not (found > 0.0 and np.isfinite(found)):
        raise arguments.refusal(argument, "a positive number", value)
    return found


def read_basins(
    model: Simulator,
    of: Sequence[str] | str | None,
    near: float,
    period: float | None,
    attractors: Sequence[Given] | None,
) -> BasinRequest:
    names = _recorded(model, of)
    between = None if period is None else positive(period, "period")
    given = None if attractors is None else _read_attractors(model, attractors, names, between)
    return BasinRequest(names, positive(near, "near"), between, given)


def read_section(
    model: Simulator,
    run: RunOptions,
    section: str | None,
    period: float | None,
    *,
    direction: str = "up",
    transient: float = 0.0,
    of: Sequence[str] | str | None = None,
    most: int = MOST_POINTS,
    over: Mapping[str, Any] | None = None,
) -> SectionRequest:
    if (section is None) == (period is None):
        raise UserError("bad-option", "a section is a surface or a period", "give one of section= and period=")
    if period is not None and direction != "up":
        raise UserError("bad-option", "direction has no effect with a period", "omit it")
    surface = "" if section is None else arguments.text(section, "section", "a text such as 'z = 27'")
    omitted = arguments.number(transient, "transient")
    if not 0.0 <= omitted < run.stop - run.start:
        message = f"transient is {omitted:g}, the run takes {run.stop - run.start:g}"
        raise UserError("bad-option", message, "give a shorter time, from 0 on")
    flat = frozenset() if section is None else variables_of(model, surface)
    names = _recorded(model, of)
    if of is None:
        names = tuple(name for name in names if name not in flat) or names
    name, values = _read_over(model, over)
    return SectionRequest(
        surface,
        direction,
        None if period is None else positive(period, "period"),
        omitted,
        names,
        arguments.integer(most, "most", least=1),
        name,
        values,
    )


def read_lyapunov(run: RunOptions, transient: float | None, interval: float | None) -> LyapunovRequest:
    span = run.stop - run.start
    omitted = USUAL_TRANSIENT * span if transient is None else arguments.number(transient, "transient")
    if not 0.0 <= omitted < span:
        message = f"transient is {omitted:g}, the run takes {span:g}"
        raise UserError("bad-option", message, "give a shorter time, from 0 on")
    between = None if interval is None else positive(interval, "interval")
    if between is not None and not MAX_INTERVALS * between >= span:
        raise UserError("bad-option", f"interval is {between:g}: too short for a run of {span:g}", "give a longer one")
    return LyapunovRequest(omitted, between)


def _read_over(model: Simulator, over: Mapping[str, Any] | None) -> tuple[str, tuple[float, ...]]:
    given = arguments.by_name(over, "over", "of one name and a list of values")
    if len(given) > 1:
        raise UserError("bad-option", f"over: expected one parameter, found {', '.join(given)}", "give one")
    for name, values in given.items():
        design = grid_design(with_labels(model, {name: numbers_of(model, name, values)}))
        return variable_of(design.names[0]), tuple(design.axes[0].tolist())
    return "", ()


def _recorded(model: Simulator, of: Sequence[str] | str | None) -> tuple[str, ...]:
    """The names given, or all states."""
    names = model.states if of is None else read_names(model, of, "of")
    names = tuple(name for name in names if of is not None or name in model.recordable)
    for name in names:
        if name not in model.recordable:
            raise UserError("not-recordable", f"of: '{name}' does not change during a run", "name a variable")
    if not names:
        raise UserError("bad-option", "the model has no states", "name variables in of=")
    return names


def _read_attractors(
    model: Simulator, given: Sequence[Given], names: tuple[str, ...], period: float | None
) -> tuple[Attractor, ...]:
    if isinstance(given, Mapping | str | Equilibrium | Trajectory) or not hasattr(given, "__iter__"):
        raise arguments.refusal("attractors", "a list of equilibria, runs or dictionaries", given)
    return tuple(_read_attractor(model, each, names, period) for each in given)


def _read_attractor(model: Simulator, given: Given, names: tuple[str, ...], period: float | None) -> Attractor:
    if isinstance(given, Equilibrium):
        return Attractor(Kind.REST, names, np.array([[given.values[name] for name in names]]))
    if isinstance(given, Trajectory):
        later = given.t >= 0.5 * (given.t[0] + given.t[-1])
        points = np.stack([given[name][later] for name in names], axis=1)
        scales = np.maximum(np.ptp(points, axis=0), 1e-12)
        return describe(Space(names, scales, 1e-6), given.t[later], points, period)
    if isinstance(given, Mapping):
        values = read_values(model, given, "attractors")
        missing = [name for name in names if name not in values]
        if missing:
            raise UserError("bad-option", f"attractors: no value is given for {missing[0]}", "give all, or of=")
        return Attractor(Kind.REST, names, np.array([[values[name] for name in names]]))
    raise arguments.refusal("attractors", "an equilibrium, a run or a dictionary of values", given)
