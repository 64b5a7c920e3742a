"""A problem of optimal control -> its solution: a first guess, the search, and a run with what it found."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simnon.compiler import Samples
from simnon.model import Interpolation
from simnon.program import Array
from simnon.simulation import Simulator, StopKind, Trajectory
from simnon.source import UserError

from .interior_point import InteriorPoint, Point, Progress
from .intervals import Intervals
from .missed import missed_conditions
from .problem import ControlProblem
from .result import OptimalControl, at_nodes
from .transcription import Transcription

POINTS = 500
FAR = 1e-3
"""A run that differs by more from the end of the search, relative to its size, is noted."""


def find_control(
    model: Simulator, problem: ControlProblem, tolerance: float, most: int, progress: Progress | None
) -> OptimalControl:
    outputs = dict.fromkeys((problem.criterion, *problem.path, *problem.end))
    shown = [name for name in outputs if name and name not in model.integrated]
    intervals = Intervals(model, problem, shown)
    if problem.stop is not None and not intervals.is_timeless:
        raise UserError(
            "time-matters",
            "the end cannot be free: the model reads the time",
            "give a fixed end, or make the time a state",
        )
    start = _first_guess(intervals, problem)
    transcription = Transcription(intervals, problem, start, _scales(intervals, problem, start))
    _check_bounds(transcription)
    found = InteriorPoint(transcription, transcription.start(), tolerance).minimise(most, progress)
    if found is None:
        raise UserError("no-run", "the intervals of the first guess cannot be run", "guess different controls")
    return _result(model, transcription, found, most)


def _first_guess(intervals: Intervals, problem: ControlProblem) -> Array:
    """A run with the first guess of the controls, interval by interval; where it fails, the states stay."""
    options, count = problem.options, problem.intervals
    length = (options.stop - options.start) / count
    controls = np.stack([problem.guess[name] for name in intervals.controls], axis=1)
    parameters = np.array([float(problem.guess[name][0]) for name in intervals.parameters])
    states = np.zeros((count + 1, len(intervals.states)))
    states[0] = _initial_states(intervals, problem)
    for k in range(count):
        ends = [controls[k], controls[k + 1]] if problem.is_linear else [controls[k]]
        row = np.concatenate([states[k], *ends, [length], parameters])
        found = intervals.ends(np.array([options.start + k * length]), row[None, :])
        states[k + 1] = states[k] if found is None else found.states[0]
    return np.concatenate([states.ravel(), controls.ravel(), [length], parameters])


def _initial_states(intervals: Intervals, problem: ControlProblem) -> Array:
    model, options = intervals.model, problem.options
    parameters = {name: float(problem.guess[name][0]) for name in (*intervals.controls, *intervals.parameters)}
    initial = {name: float(problem.guess[name][0]) for name in problem.free if name not in intervals.parameters}
    run = model.begin(
        replace(
            options,
            stop=options.start,
            parameters={**options.parameters, **parameters},
            initial={**options.initial, **initial},
        )
    )
    return np.array(model.numbers_in(run.final_values(), intervals.states))


def _scales(intervals: Intervals, problem: ControlProblem, start: Array) -> Array:
    """The sizes of all unknowns: as large as they become, or are allowed to become."""
    n, count = len(intervals.states), problem.intervals
    states = start[: (count + 1) * n].reshape(count + 1, n)
    controls = start[(count + 1) * n : (count + 1) * n + problem.nodes * len(intervals.controls)]
    controls = controls.reshape(problem.nodes, len(intervals.controls))
    size_of_state = [
        _size(states[:, i], problem.path.get(name, ()), problem.end.get(name, ()), problem.free.get(name, ()))
        for i, name in enumerate(intervals.states)
    ]
    size_of_control = [_size(controls[:, j], problem.controls[name]) for j, name in enumerate(intervals.controls)]
    size_of_parameter = [_size(problem.guess[name], problem.free[name]) for name in intervals.parameters]
    length = abs(float(start[len(start) - len(intervals.parameters) - 1]))
    return np.array([*size_of_state * (count + 1), *size_of_control * problem.nodes, length, *size_of_parameter])


def _size(values: Array, *ranges: Sequence[float]) -> float:
    ends = [abs(end) for each in ranges for end in each if np.isfinite(end)]
    size = max([*np.abs(values[np.isfinite(values)]).tolist(), *ends], default=0.0)
    return float(size) if 0.0 < size < 1e6 else 1.0


def _check_bounds(transcription: Transcription) -> None:
    """Raise if a fixed initial value violates a bound that the path has there."""
    problem, intervals = transcription.problem, transcription.intervals
    for i, name in enumerate(intervals.states):
        low, high = problem.path.get(name, (-np.inf, np.inf))
        value = float(transcription.full[transcription.state_places[0, i]])
        if name not in problem.free and not low <= value <= high:
            raise UserError(
                "bad-bounds", f"'{name}' starts at {value:g}, outside its path from {low:g} to {high:g}", "change one"
            )


def _result(model: Simulator, transcription: Transcription, found: Point, most: int) -> OptimalControl:
    problem, intervals = transcription.problem, transcription.intervals
    full = transcription.whole(found.point)
    stop = problem.options.start + problem.intervals * float(full[transcription.length_place])
    t = problem.times(stop)
    controls = {
        name: at_nodes(full[transcription.control_places[:, j]], is_linear=problem.is_linear)
        for j, name in enumerate(intervals.controls)
    }
    states = {name: full[transcription.state_places[:, i]] for i, name in enumerate(intervals.states)}
    free = {
        name: float(full[place])
        for place, name in zip(transcription.parameter_places, intervals.parameters, strict=True)
    }
    free |= {name: float(states[name][0]) for name in problem.free if name in states}
    run = _run(model, problem, t, controls, free)
    sign = -1.0 if problem.is_maximum else 1.0
    count, n = problem.intervals, len(intervals.states)
    scales = transcription.scales[transcription.state_places[1:]]
    costates = sign * found.multipliers[: count * n].reshape(count, n) / scales
    return OptimalControl(
        sign * found.value,
        t,
        controls,
        free,
        run,
        states,
        {name: costates[:, i] for i, name in enumerate(intervals.states)},
        transcription.end_multipliers(found.multipliers),
        problem.is_linear,
        found.is_optimal,
        _why(found, most, [] if found.is_optimal else missed_conditions(problem, run, t)),
        found.violation,
        found.iterations,
        intervals.runs,
        tuple(_notes(run, states)),
    )


def _why(found: Point, most: int, missed: list[str]) -> str:
    if found.is_optimal:
        return "the conditions of the optimum are met"
    if found.is_contradictory and missed:
        cure = "change a condition, widen the bounds of the controls, or give more time"
        return f"the conditions cannot all be met; of what was tried, this comes closest: {'; '.join(missed)}; {cure}"
    end = "no better point could be found"
    if found.iterations >= most:
        end = f"the limit of {most} iterations was reached"
    return f"{end}, with a violation of {found.violation:.1g}{''.join(f'; {each}' for each in missed)}"


def _run(
    model: Simulator, problem: ControlProblem, t: Array, controls: dict[str, Array], free: dict[str, float]
) -> Trajectory:
    """Of the model with the controls as tables, from the beginning to the end."""
    way = Interpolation.LINEAR if problem.is_linear else Interpolation.HOLD
    signals = tuple(
        (name, Samples(tuple(t.tolist()), tuple(values.tolist()), way)) for name, values in controls.items()
    )
    recipe, options = model.recipe, problem.options
    driven = Simulator.of(replace(recipe, inputs=(*recipe.inputs, *signals)).compiled())
    parameters = {name: value for name, value in options.parameters.items() if name not in controls}
    parameters |= {name: value for name, value in free.items() if name in model.parameters}
    initial = {**options.initial, **{name: value for name, value in free.items() if name not in model.parameters}}
    return driven.whole_run(
        replace(options, stop=float(t[-1]), parameters=parameters, initial=initial, points=POINTS, store=None)
    )


def _notes(run: Trajectory, states: dict[str, Array]) -> list[str]:
    if run.stop.kind is not StopKind.END:
        return [f"the run with these controls ended early: {run.stop.message}"]
    far = [
        name
        for name, values in states.items()
        if abs(run.final[name] - values[-1]) > FAR * max(1e-3, float(np.max(np.abs(values))))
    ]
    return [f"the run with these controls ends elsewhere: {', '.join(far)}; the intervals do not join"] if far else []
