"""A run that has settled on a periodic orbit -> the orbit: by collocation, or by shooting if it passes events."""

import numpy as np

from simnon.model import HybridModel, Role
from simnon.program import Array
from simnon.simulation import Simulator, Trajectory
from simnon.source import UserError, listed

from ...points import Field, Point, end_point
from .cycle import Cycle
from .equations import Orbit
from .multipliers import Floquet, without_trivial
from .problem import CycleSettings
from .returning import find_period, fine_times, last_round
from .shooting import Shooting
from .solving import solve_orbit

TOLERANCE = 1e-7
"""Of a single orbit."""
POINTS_OF_SEARCH = 4001
NOT_ISOLATED = 1e-6
_FAMILY = "the orbit is not isolated, or at the end of a branch: a second multiplier is one"
PLACES = 8
"""How many points of each interval a cycle has."""


def find_cycle(simulator: Simulator, trajectory: Trajectory, period: float | None) -> Cycle:
    """The orbit near the end of a run; `period` is a first guess, or that of everything that depends on time."""
    point = end_point(simulator, trajectory)
    field = Field(simulator, (), point)
    if not field.states:
        raise UserError("no-cycle", "the model has no states, so nothing in it repeats itself", "give it states")
    is_forced = depends_on_time(field.partials.model.analysed.model)
    if is_forced:
        if period is None:
            raise UserError(
                "no-period", "the model depends on time, so its orbits have a given period", "give the period"
            )
        return _shot(simulator, point, period, is_forced=True)
    if trajectory.events:
        return _with_events(simulator, trajectory, point, period)
    states = _states(trajectory, field.states)
    if period is None:
        period = find_period(*_fine(field, trajectory))
    settings = CycleSettings(-np.inf, np.inf, tolerance=TOLERANCE)
    orbit, floquet = solve_orbit(field, last_round(field, trajectory.t, states, period), settings)
    if crosses(field, orbit):
        return _shot(simulator, point, orbit.period, is_forced=False)
    return cycle_of(simulator, field, orbit, floquet)


def _states(trajectory: Trajectory, names: tuple[str, ...]) -> Array:
    missing = [name for name in names if name not in trajectory.columns]
    if missing:
        raise UserError("not-stored", f"{listed(missing)} was not stored", "store all states of the run")
    return np.stack([trajectory.columns[name] for name in names], axis=1)


def _fine(field: Field, trajectory: Trajectory) -> tuple[Array, Array, Array]:
    """The times and states of the run, also between its steps, and the velocity at its end."""
    times = fine_times(trajectory.t)
    states = np.stack([trajectory.at(times, name) for name in field.states], axis=1)
    return times, states, field.values(states[-1:], np.zeros((1, 0)))[0]


def _with_events(simulator: Simulator, trajectory: Trajectory, point: Point, period: float | None) -> Cycle:
    """The run is repeated from its end with a fine record: between events its steps can be long."""
    if period is None:
        span = float(trajectory.t[-1] - trajectory.t[0])
        trajectory = Shooting(simulator, point, is_forced=False).fine_run(point, span, POINTS_OF_SEARCH)
        point = end_point(simulator, trajectory)
        period = find_period(*_fine(Field(simulator, (), point), trajectory))
    return _shot(simulator, point, period, is_forced=False)


def crosses(field: Field, orbit: Orbit) -> tuple[str, ...]:
    """The comparisons whose results change on the orbit."""
    if not field.guards:
        return ()
    states = orbit.profile.values
    signs = np.sign(field.margins(states, np.broadcast_to(orbit.parameters, (len(states), len(orbit.parameters)))))
    changed = (signs.min(axis=0) < 0.0) & (signs.max(axis=0) > 0.0)
    return tuple(name for name, is_crossed in zip(field.guards, changed, strict=True) if is_crossed)


def depends_on_time(model: HybridModel) -> bool:
    """Whether derivatives depend on it, or an event happens at a known time."""
    parts = {target: part for part in model.computations for target in part.targets}
    times = {variable.name for variable in model.variables if variable.role is Role.TIME}
    open_names = [derivative for _, derivative in model.states]
    seen: set[str] = set()
    while open_names:
        name = open_names.pop()
        if name in times:
            return True
        if name not in seen:
            seen.add(name)
            open_names += parts[name].reads if name in parts else ()
    return bool(model.time_events)


def cycle_of(simulator: Simulator, field: Field, orbit: Orbit, floquet: Floquet) -> Cycle:
    """The orbit with all variables of the model."""
    profile = orbit.profile
    places = np.linspace(0.0, 1.0, PLACES, endpoint=False)
    phases = np.append((profile.mesh[:-1, None] + profile.lengths[:, None] * places).ravel(), 1.0)
    states = profile.at(phases)
    given = np.broadcast_to(orbit.parameters, (len(states), len(orbit.parameters)))
    names = [name for name in simulator.recordable if name in field.partials.slot_of_name and name not in field.states]
    columns = dict(zip(field.states, states.T, strict=True))
    columns |= dict(zip(names, field.others(names, states, given).T, strict=True))
    values = {name: float(column[0]) for name, column in columns.items()}
    values |= dict(zip(field.parameters, orbit.parameters.tolist(), strict=True))
    shown = {name: columns[name] for name in simulator.recordable if name in columns}
    return Cycle(
        orbit.period,
        orbit.period * phases,
        shown,
        tuple(name for name in field.states if name in shown),
        floquet.multipliers,
        floquet.error,
        field.point.with_values(values),
        simulator.names,
        simulator.units,
        orbit,
        () if (np.abs(floquet.multipliers - 1.0) > NOT_ISOLATED).all() else (_FAMILY,),
    )


def _shot(simulator: Simulator, point: Point, period: float, *, is_forced: bool) -> Cycle:
    shooting = Shooting(simulator, point, is_forced=is_forced)
    found = shooting.solve(period)
    multipliers, accuracy = found.multipliers(), np.nan
    if not is_forced:
        floquet = without_trivial(multipliers)
        multipliers, accuracy = floquet.multipliers, floquet.error
    return Cycle(
        found.period,
        found.run.t - found.run.t[0],
        {name: column for name, column in found.run.columns.items() if name in simulator.recordable},
        shooting.states,
        multipliers,
        accuracy,
        found.point,
        simulator.names,
        simulator.units,
        notes=("by shooting: the orbit passes events",)
        if not is_forced
        else ("by shooting: the model depends on time",),
    )
