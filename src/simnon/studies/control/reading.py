"""What a caller gives -> a problem of optimal control, checked -> its solution."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypedDict

import numpy as np

from simnon.model import Role
from simnon.program import Array
from simnon.simulation import Quantity, Simulator, check_names, read_inputs
from simnon.source import UserError, arguments, did_you_mean, frozen, listed, resources

from .finding import find_control
from .problem import ControlProblem, Range
from .result import OptimalControl

Limits = float | tuple[float | None, float | None] | None
"""A value, or a lower and an upper bound, of which None is no bound."""
SHAPES = ("hold", "linear")
RTOL, ATOL = 1e-8, 1e-10
"""Of the runs, unless others are given: the differences of slopes need precise ones."""
_OF_AN_INTERVAL, _OF_A_DERIVATIVE = 5000, 100
"""Bytes of an interval, and of each derivative of its end: in the run, the equations and their factors."""
STOP = "stop"
_TIME = "time"
_DUMMY = ((0.0, 1.0), (0.0, 0.0))
Told = Callable[[int, float, float], None]


class ControlKeywords(TypedDict, total=False):
    """The options of the runs: for type checkers only."""

    parameters: Mapping[str, Quantity] | None
    initial: Mapping[str, Quantity] | None
    method: str
    rtol: float
    atol: float | Mapping[str, float]
    largest_step: float
    step: float | None
    target: str


@frozen
class ControlSettings:
    minimise: str = ""
    maximise: str = ""
    intervals: int = 20
    shape: str = "hold"
    path: Mapping[str, Limits] | None = None
    end: Mapping[str, Limits] | None = None
    free: Mapping[str, Limits] | None = None
    guess: Mapping[str, Any] | None = None
    tolerance: float = 1e-8
    iterations: int = 200


def optimal_control(
    model: Simulator,
    start: float,
    stop: float | tuple[float, float],
    controls: Sequence[str] | Mapping[str, Limits],
    settings: ControlSettings,
    options: ControlKeywords,
    progress: Told | None = None,
) -> OptimalControl:
    check_names(options, ControlKeywords, "runs of optimal control have")
    _check_memory(model)
    begin = arguments.number(start, "start")
    ends = _read_stop(stop, begin)
    guess = arguments.by_name(settings.guess, "guess", "of names and values")
    precise = ControlKeywords(rtol=RTOL, atol=ATOL)
    precise.update(options)
    run = model.options(begin, _first_stop(ends, begin, guess), **precise)
    criterion, is_maximum = _read_criterion(model, settings, is_free=ends[0] < ends[1])
    free = _read_limits(model, settings.free, "free")
    bounds = _read_controls(model, controls)
    _check_free(model, free, bounds)
    shape = arguments.text(settings.shape, "shape", f"one of {', '.join(SHAPES)}")
    if shape not in SHAPES:
        raise UserError("bad-option", f"there is no shape '{shape}'", did_you_mean(shape, SHAPES, "hold or linear"))
    intervals = arguments.integer(settings.intervals, "intervals", least=1)
    width = len(model.states) + len(bounds)
    resources.check_memory(
        intervals * (_OF_AN_INTERVAL + _OF_A_DERIVATIVE * width**2), f"{intervals:,} intervals", "give fewer intervals"
    )
    problem = ControlProblem(
        run,
        bounds,
        criterion,
        is_maximum,
        intervals,
        shape == "linear",
        _read_variables(model, settings.path, "path"),
        _read_variables(model, settings.end, "end"),
        free,
        ends if ends[0] < ends[1] else None,
        {},
    )
    problem = _with_guess(model, problem, guess)
    tolerance = arguments.number(settings.tolerance, "tolerance")
    if not 0.0 < tolerance < 1.0:
        raise UserError("bad-option", f"tolerance is {tolerance:g}", "give a small positive number, such as 1e-8")
    most = arguments.integer(settings.iterations, "iterations", least=1)
    return find_control(model, problem, tolerance, most, arguments.function(progress, "progress"))


def _check_memory(model: Simulator) -> None:
    """Intervals begin from the continuous states alone, so nothing else must remember anything."""
    hybrid, layout = model.analysed.model, model.layout
    held = [v.name for v in hybrid.variables if v.role is Role.HELD and not v.is_condition]
    why = ""
    if layout.samplers:
        why = f"the discrete system '{hybrid.samplers[0].name}' remembers its samples"
    elif layout.delays:
        why = "a DELAY remembers the past"
    elif held:
        why = f"'{held[0]}' remembers what an event has assigned"
    elif layout.start_constraints:
        why = f"relations constrain the initial value of '{layout.start_constraints[0].name}'"
    elif not layout.states:
        why = "there are no continuous states"
    if why:
        raise UserError(
            "not-for-control",
            f"optimal control divides the run into intervals that begin from the continuous states: {why}",
            "use OPTIM with a table of parameters",
        )


def _read_stop(stop: object, start: float) -> Range:
    if isinstance(stop, tuple | list):
        if len(stop) != 2:
            raise arguments.refusal("stop", "a time, or the earliest and the latest one", stop)
        low, high = (arguments.number(end, "stop") for end in stop)
        if not (start < low < high < math.inf):
            raise UserError(
                "bad-option", f"stop is between {low:g} and {high:g}", "give finite times after the start, in order"
            )
        return low, high
    end = arguments.number(stop, "stop", "a time, or the earliest and the latest one")
    if not (start < end < math.inf):
        raise UserError("bad-option", f"the run would end at {end:g}, and starts at {start:g}", "give a later end")
    return end, end


def _first_stop(ends: Range, start: float, guess: Mapping[str, Any]) -> float:
    if STOP in guess:
        found = arguments.number(guess[STOP], "guess: 'stop'")
        if not ends[0] <= found <= ends[1]:
            raise UserError("bad-option", f"guess: stop is {found:g}", f"give a time from {ends[0]:g} to {ends[1]:g}")
        return found
    return start + math.sqrt((ends[0] - start) * (ends[1] - start))


def _read_criterion(model: Simulator, settings: ControlSettings, *, is_free: bool) -> tuple[str, bool]:
    """The full name, empty for the end of the run, and whether it is maximised."""
    texts = arguments.text(settings.minimise, "minimise"), arguments.text(settings.maximise, "maximise")
    if bool(texts[0]) == bool(texts[1]):
        raise UserError("bad-option", "one criterion is needed", "give minimise= or maximise=, a variable or time")
    name = texts[0] or texts[1]
    is_time = name.casefold() == _TIME and not model.names.has(name)
    full = "" if is_time else model.names.find(name)
    if is_time or full == model.analysed.declared.time:
        if not is_free:
            raise UserError("bad-option", "the end of the run is fixed", "give stop=(earliest, latest)")
        return "", bool(texts[1])
    _check_variable(model, full, "minimise" if texts[0] else "maximise")
    return full, bool(texts[1])


def _check_variable(model: Simulator, name: str, argument: str) -> None:
    if name not in model.recordable:
        raise UserError("not-recordable", f"{argument}: '{name}' does not change during a run", "name a variable")


def _read_controls(model: Simulator, controls: Sequence[str] | Mapping[str, Limits]) -> dict[str, Range]:
    given = controls
    if not isinstance(controls, Mapping):
        given = dict.fromkeys(arguments.names(controls, "controls"))
    bounds = _read_limits(model, given, "controls")  # type: ignore[arg-type]
    if not bounds:
        raise arguments.refusal("controls", "the names of controls", controls)
    read_inputs(model, dict.fromkeys(bounds, _DUMMY))
    limit_of_name = {limit.name: limit for limit in model.analysed.declared.limits}
    for name, limit in limit_of_name.items():
        if name in bounds:
            bounds[name] = max(bounds[name][0], limit.low), min(bounds[name][1], limit.high)
    for name, (low, high) in bounds.items():
        if not low < high:
            raise UserError(
                "bad-bounds", f"the range of '{name}' from {low:g} to {high:g} is empty", "give a wider range"
            )
    return bounds


def _read_limits(model: Simulator, given: Mapping[str, Limits] | None, argument: str) -> dict[str, Range]:
    found: dict[str, Range] = {}
    for name, limits in arguments.by_name(given, argument, "of names and bounds").items():
        full = model.names.find(name)
        if full in found:
            raise UserError("given-twice", f"{argument}: '{name}' is given twice", "give it once")
        found[full] = _range(limits, f"{argument}: '{name}'")
    return found


def _range(limits: object, argument: str) -> Range:
    if limits is None:
        return -math.inf, math.inf
    if isinstance(limits, tuple | list):
        if len(limits) != 2:
            raise arguments.refusal(argument, "a value, or a lower and an upper bound", limits)
        low = -math.inf if limits[0] is None else arguments.number(limits[0], argument)
        high = math.inf if limits[1] is None else arguments.number(limits[1], argument)
        if not low <= high or low == math.inf or high == -math.inf:
            raise arguments.refusal(argument, "a lower and a higher number", limits)
        return low, high
    value = arguments.number(limits, argument, "a value, or a lower and an upper bound")
    if not math.isfinite(value):
        raise arguments.refusal(argument, "a finite value", limits)
    return value, value


def _read_variables(model: Simulator, given: Mapping[str, Limits] | None, argument: str) -> dict[str, Range]:
    found = _read_limits(model, given, argument)
    for name, limits in found.items():
        _check_variable(model, name, argument)
        if argument == "path" and limits[0] == limits[1]:
            raise UserError("bad-option", f"path: '{name}' cannot have a single value", "give bounds (low, high)")
    return found


def _check_free(model: Simulator, free: Mapping[str, Range], controls: Mapping[str, Range]) -> None:
    for name, (low, high) in free.items():
        is_state = name in model.integrated
        if not is_state and model.role_of(name) is not Role.PARAMETER:
            raise UserError("not-a-parameter", f"free: '{name}' is neither a parameter nor a state", "name one")
        if name in controls:
            raise UserError("given-twice", f"free: '{name}' is a control", "give it once")
        if not low < high:
            raise UserError(
                "bad-bounds", f"free: the range of '{name}' is empty", "give a lower and a higher number, or None"
            )


def _with_guess(model: Simulator, problem: ControlProblem, guess: Mapping[str, Any]) -> ControlProblem:
    """First values of controls at the nodes, and of what is free; as the model has them, unless given."""
    start_of_name = {variable.name: variable.start or 0.0 for variable in model.variables}
    known = {**start_of_name, **model.parameters, **problem.options.parameters, **problem.options.initial}
    given = {model.names.find(name): value for name, value in guess.items() if name != STOP}
    strange = [name for name in given if name not in problem.controls and name not in problem.free]
    if strange:
        names = listed([*problem.controls, *problem.free])
        raise UserError("bad-option", f"guess: '{strange[0]}' is not chosen", f"what is chosen is {names}")
    found: dict[str, Array] = {}
    for name in (*problem.controls, *problem.free):
        size = problem.nodes if name in problem.controls else 1
        low, high = problem.controls.get(name, problem.free.get(name, (-math.inf, math.inf)))
        found[name] = np.clip(_numbers(given.get(name, known[name]), name, size), low, high)
    return replace(problem, guess=found)


def _numbers(value: object, name: str, size: int) -> Array:
    """One number, or one for each node."""
    if isinstance(value, str | bytes | Mapping) or value is None:
        raise arguments.refusal(f"guess: '{name}'", f"a number, or {size} of them", value)
    if np.ndim(value) == 0:  # type: ignore[arg-type]
        return np.full(size, arguments.number(value, f"guess: '{name}'"))
    try:
        found = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise arguments.refusal(f"guess: '{name}'", f"a number, or {size} of them", value) from None
    if found.shape != (size,) or not np.isfinite(found).all():
        raise arguments.refusal(f"guess: '{name}'", f"a number, or {size} of them", value)
    return found
