"""DATA: one instant of a model, by names; taken from the start of a run or from a run, given to an opened model."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from simnon.model import Role
from simnon.program import Array, values_at_start
from simnon.simulation import Instant, Partials, RunOptions, Simulator, Trajectory
from simnon.source import UserError, frozen


@frozen
class Point:
    """The time, and the value of every variable there.

    If `is_start`, discrete systems are sampled there for the first time; otherwise they hold what they have.
    """

    time: float
    values: Mapping[str, float]
    is_start: bool = True

    def with_values(self, values: Mapping[str, float]) -> "Point":
        return Point(self.time, {**self.values, **values}, self.is_start)


def start_point(simulator: Simulator, options: RunOptions) -> Point:
    """The point from which a run with these options starts."""
    return Point(options.start, _values(simulator, simulator.begin(options).values_if_sampled()))


def end_point(simulator: Simulator, trajectory: Trajectory) -> Point:
    """The point at which a run has ended."""
    run = simulator.check_own(trajectory, "linearised")
    return Point(run.time, _values(simulator, run.final_values(), simulator.owner_of(run)), is_start=False)


def point_at(simulator: Simulator, trajectory: Trajectory, time: float) -> Point:
    """The point that a run passed at a time: it is repeated up to there."""
    run = simulator.check_own(trajectory, "linearised")
    start = run.options.start
    if not start <= time <= run.time:
        message = f"t = {time:g} is outside the run, which goes from {start:g} to {run.time:g}"
        raise UserError("outside-the-run", message, "choose an instant of the run")
    if run.has_new_parameters:
        message = "the parameters of this run were changed on its way, so it cannot be repeated up to an instant"
        raise UserError("outside-the-run", message, "stop a run there, and linearise at its end")
    options = replace(run.options, stop=time, times=(), spacing=None, points=0, store=())
    if time == start:
        return start_point(simulator, options)
    again = simulator.begin(options)
    again.finish()
    return Point(again.time, _values(simulator, again.final_values()), is_start=False)


def later_point(simulator: Simulator, point: Point, seconds: float) -> Point:
    """The states to which a run from the point comes in some time, at the time of the point."""
    parameters = {name: point.values[name] for name in simulator.parameters}
    initial = {name: point.values[name] for name in simulator.states if name in simulator.initial_names}
    options = RunOptions(point.time, point.time + seconds, parameters, initial, store=())
    run = simulator.begin(options)
    run.finish()
    moved = _values(simulator, run.final_values())
    return point.with_values({name: moved[name] for name in moved if name not in parameters})


def _values(simulator: Simulator, values: Array, owner: Simulator | None = None) -> dict[str, float]:
    """Of every variable of the text, and of those that analysis has added and nothing else determines.

    The values are in the slots of `owner`, which may have sensitivities too.
    """
    added = [v.name for v in simulator.analysed.model.variables if v.role in (Role.STATE, Role.HELD, Role.DELAYED)]
    names = dict.fromkeys([*(variable.name for variable in simulator.analysed.declared.variables), *added])
    known = [name for name in names if name in simulator.slot_of_name]
    return dict(zip(known, (owner or simulator).numbers_in(values, known), strict=True))


def place(partials: Partials, point: Point, *, samples: bool = False) -> Instant:
    """The opened model at the point, with everything it would record; with `samples` discrete systems are sampled."""
    layout = partials.layout
    values = {**point.values, **partials.input_values(point.values)}
    given = {slot.index: values[slot.name] for slot in layout.slots if slot.name in values}
    instant = partials.instant(values_at_start(layout))
    instant.values[list(given)] = list(given.values())
    instant.start(point.time)
    kept = [slot for slot in partials.independent_slots(is_start=point.is_start) if slot in given]
    instant.values[kept] = [given[slot] for slot in kept]
    states = np.array([point.values[state.name] for state in layout.states])
    is_sampled = bool(layout.samplers) and (point.is_start or samples)
    new = partials.values_of(partials.groups.sampled, instant) if is_sampled else None
    instant.move_to(point.time, states, new)
    instant.record()
    return instant
