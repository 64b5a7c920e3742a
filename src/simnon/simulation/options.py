"""DATA: the options of a run, each with its meaning, its default, how it is read, and when it is rejected.

`simulate`, `begin`, `sweep`, `sample` and the session pass options on by name and know nothing else about them.
"""

import inspect
import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import field, fields
from itertools import pairwise
from operator import attrgetter
from typing import Any, Protocol, TypedDict, TypeVar, get_args

from simnon.doors import loaded_on_use
from simnon.kernels import METHODS
from simnon.model import Unit
from simnon.program import Layout
from simnon.source import UserError, arguments, frozen, listed, nearest
from simnon.targets import TARGETS, USUAL_TARGET

from .names import NameTable, by_full_name
from .quantities import Quantity

with loaded_on_use(__name__):
    from .arrays import read_array
    from .quantities import resolved_quantities

METHOD_CHOICES = ("auto", *METHODS)
FOREIGN_METHODS = {
    **dict.fromkeys(("ode45", "ode23", "rk45", "rkf45"), "dopri5"),
    **dict.fromkeys(("ode78", "ode89"), "dop853"),
    **dict.fromkeys(("ode113", "adams"), "hampc"),
    **dict.fromkeys(("ode15s", "bdf", "gear", "dassl"), "cvode"),
    **dict.fromkeys(("ode23s", "ode23t", "ode23tb", "radau", "stiff"), "rodas5p"),
    "lsoda": "auto",
    "ode1": "euler",
    "ode2": "heun",
    "ode4": "rk4",
}
"""Methods of other programs, and the one here that is closest."""
MOST_KNOWN = 64
"""Options that are remembered for a model; runs to many different ends do not fill the memory."""
MIN_ABSOLUTE = 1e-300
"""Smaller tolerances would need steps that the arithmetic cannot take."""
Function = TypeVar("Function", bound=Callable[..., Any])


@frozen
class Destination:
    """A point near which a run ends: if the sum of its weights times the squared distances of the states is below 1."""

    states: tuple[float, ...]
    """All continuous states, in the order of the layout."""
    weights: tuple[float, ...]

    @property
    def numbers(self) -> tuple[float, ...]:
        return (*self.states, *self.weights)


@frozen
class Watching:
    """What a study requests of a run, and a user cannot.

    counter: record the instants at which this held variable changes, and nothing else.
    first_record: the first record of a grid; None is the start.
    """

    counter: str = ""
    destinations: tuple[Destination, ...] = ()
    first_record: float | None = None


@frozen
class RunOptions:
    """The options of a run, with full names and plain numbers.

    parameters: values for this run, by name. `"120 km/h"` or a pint quantity is converted to the variable's unit.
    initial: initial values of states and held variables, likewise.
    store: the names to record; None records everything that changes.
    method: an integration method, or "auto", which switches to one for stiff systems when it pays.
    rtol: the relative tolerance of every state.
    atol: the absolute tolerance, one number or one for each of some states by name.
    spacing: record at its multiples; None records every step and both sides of events.
    seed: an integer from -2**53 to 2**53; each gives different random numbers.
    largest_step: the longest step allowed.
    step: the step of methods with a fixed step; None is a hundredth of the run.
    points: this many extra records, spread evenly over the run, for smooth curves without a spacing.
    target: what the model runs as: machine code, "llvm", or plain Python, "interpreter", which gives the same numbers a
        thousand times more slowly.
    times: record at exactly these increasing times, and nowhere else.
    record_from: record nothing before this time; None records from the start.
    spacing_variable: a held variable that has the spacing, counted from the events that change it.
    marked: a held variable; the values before and after each event that changes it are recorded besides the grid.
    watching: what a study adds.
    """

    start: float
    stop: float
    parameters: Mapping[str, float] = field(default_factory=dict)
    initial: Mapping[str, float] = field(default_factory=dict)
    store: Sequence[str] | None = None
    method: str = "auto"
    rtol: float = 1e-6
    atol: float | Mapping[str, float] = 1e-9
    spacing: float | None = None
    seed: int = 0
    largest_step: float = math.inf
    step: float | None = None
    points: int = 0
    target: str = USUAL_TARGET
    times: Sequence[float] = ()
    record_from: float | None = None
    spacing_variable: str = ""
    marked: str = ""
    watching: Watching | None = None


class OrbitKeywords(TypedDict, total=False):
    """The options of runs whose records a study chooses itself, as a caller gives them: for type checkers only."""

    parameters: Mapping[str, Quantity] | None
    initial: Mapping[str, Quantity] | None
    method: str
    rtol: float
    atol: float | Mapping[str, float]
    seed: int
    largest_step: float
    step: float | None
    target: str


class MemberKeywords(OrbitKeywords, total=False):
    """The options of the members of a sweep or sample."""

    spacing: float | None
    points: int


class RunKeywords(MemberKeywords, total=False):
    """The options of a single run; an ensemble has `keep` instead of `store`."""

    store: Sequence[str] | None
    times: Sequence[float]
    record_from: float | None
    spacing_variable: str
    marked: str


class HasVariables(Protocol):
    """What the names, units and states in options refer to."""

    @property
    def names(self) -> NameTable: ...
    @property
    def unit_of_name(self) -> Mapping[str, Unit]: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def held(self) -> Set[str]: ...


def read_options(model: HasVariables, start: float, stop: float, given: RunKeywords) -> RunOptions:
    """Options from a caller -> checked options with full names."""
    check_names(given, RunKeywords)
    method = arguments.text(given.get("method", "auto"), "method", "the name of a method")
    found = {name: _READERS[name](model, value, method) for name, value in given.items()}
    options = RunOptions(arguments.number(start, "start"), arguments.number(stop, "stop"), **found)
    check_options(options)
    return options


class KnownOptions:
    """The options that were read last, so that a call like an earlier one only reads its parameters and initial values.

    The names refer to one model.
    """

    def __init__(self, model: HasVariables) -> None:
        self._model = model
        self._found: dict[tuple[object, ...], tuple[RunOptions, tuple[Any, ...]]] = {}
        """Each with its settings besides start, stop, parameters and initial values."""

    def read(self, start: float, stop: float, given: RunKeywords) -> RunOptions:
        """What `read_options` returns."""
        try:
            key = _key(start, stop, given)
            found = self._found.get(key)
        except (TypeError, ValueError):  # Tolerances by name, lists of times, arrays.
            return read_options(self._model, start, stop, given)
        if found is None:
            options = read_options(self._model, start, stop, _settings(given))
            if len(self._found) >= MOST_KNOWN:
                self._found.clear()
            found = self._found[key] = (options, _other_fields(options))
        known, settings = found
        if "parameters" not in given and "initial" not in given:
            return known
        parameters = read_values(self._model, given["parameters"], "parameters") if "parameters" in given else {}
        initial = read_values(self._model, given["initial"], "initial") if "initial" in given else {}
        return RunOptions(known.start, known.stop, parameters, initial, *settings)


_other_fields = attrgetter(*[option.name for option in fields(RunOptions)][4:])


def _key(start: float, stop: float, given: RunKeywords) -> tuple[object, ...]:
    """The settings as they were given: 1 and True are equal, but not the same; nor are zeros of different sign."""
    parts: list[object] = [start or repr(start), start.__class__, stop or repr(stop), stop.__class__]
    for name, value in given.items():
        if name not in _BY_NAME:
            is_list_of_names = name == "store" and value.__class__ is list
            parts += (name, tuple(value) if is_list_of_names else value, value.__class__)  # type: ignore[arg-type]
    return tuple(parts)


def _settings(given: RunKeywords) -> RunKeywords:
    settings = given.copy()
    settings.pop("parameters", None)
    settings.pop("initial", None)
    return settings


def check_names(given: Mapping[str, object], known: type, whose: str = "a run has") -> None:
    """Reject unknown options; `known` is the class of valid keywords."""
    for option in given:
        if option not in known.__annotations__:
            near = nearest(option, known.__annotations__)
            hint = f"did you mean {near}=?" if near else f"the options are {listed(tuple(known.__annotations__))}"
            raise UserError("bad-option", f"{whose} no option '{option}'", hint)


def unknown_method(name: str, choices: Sequence[str]) -> UserError:
    """The refusal of a method, with the one that is meant: misspelled, or as another program calls it."""
    foreign, near = FOREIGN_METHODS.get(name.casefold()), nearest(name, choices)
    hint = f"choose one of {', '.join(choices)}"
    if foreign:
        hint = f"the closest method is {foreign}"
    elif near:
        hint = f"did you mean '{near}'?"
    return UserError("unknown-method", f"there is no method '{name}'", hint)


def shows_options(function: Function) -> Function:
    """Let `help` and notebooks show the run options and their defaults among the arguments of a function."""
    own = inspect.signature(function)
    *arguments_before, keywords = own.parameters.values()
    (declared,) = get_args(keywords.annotation)
    known = declared.__annotations__
    options = [
        inspect.Parameter(
            option.name, inspect.Parameter.KEYWORD_ONLY, default=None if option.name in _BY_NAME else option.default
        )
        for option in fields(RunOptions)
        if option.name in known
    ]
    assert keywords.kind is inspect.Parameter.VAR_KEYWORD
    function.__signature__ = own.replace(parameters=[*arguments_before, *options])  # type: ignore[attr-defined]
    return function


def check_options(options: RunOptions) -> None:
    """Reject what no run can do, and report why."""
    for name in ("start", "stop", "rtol"):
        value = getattr(options, name)
        if not math.isfinite(value):
            raise UserError("bad-option", f"{name} is {value}", "give a finite number")
    if not options.largest_step > 0:
        raise UserError("bad-option", f"largest_step is {options.largest_step}", "give a positive number")
    if options.stop < options.start:
        raise UserError("bad-option", f"the run would end at {options.stop:g}, before it starts at {options.start:g}")
    _check_tolerances(options)
    if options.spacing is not None and not (options.spacing > 0 and math.isfinite(options.spacing)):
        raise UserError("bad-option", f"spacing is {options.spacing}", "give a positive number, or None for every step")
    if options.method not in METHOD_CHOICES:
        raise unknown_method(options.method, METHOD_CHOICES)
    if options.target not in TARGETS:
        near = nearest(options.target, TARGETS)
        hint = f"did you mean '{near}'?" if near else f"choose one of {', '.join(TARGETS)}"
        raise UserError("unknown-target", f"there is no target '{options.target}'", hint)
    if options.points < 0:
        raise UserError("bad-option", f"points is {options.points}", "give a number of points, or 0 for none")
    if options.points and options.spacing is not None:
        raise UserError("bad-option", "points has no effect with a spacing", "give one of points= and spacing=")
    _check_times(options)
    _check_records(options)
    if options.step is not None:
        _check_step(options.step, options.method)
    for name, length in (("step", options.step), ("spacing", options.spacing)):
        if length is not None and not _moves(options.start, options.stop, length):
            raise UserError(
                "bad-option",
                f"{name} is {length:g}: too small to tell times between {options.start:g} and {options.stop:g} apart",
                "give a larger one",
            )
    if options.largest_step < math.inf and options.method in METHODS and METHODS[options.method].is_fixed:
        raise UserError(
            "bad-option", f"largest_step has no effect: all steps of '{options.method}' are equal", "give step= instead"
        )


def _check_records(options: RunOptions) -> None:
    begin, start, stop = options.record_from, options.start, options.stop
    if begin is not None and not start <= begin <= stop:
        message = f"record_from is {begin:g}, the run is from {start:g} to {stop:g}"
        raise UserError("bad-option", message, "give a time of the run")
    if begin is not None and options.times:
        raise UserError("bad-option", "record_from has no effect with times", "give one of times= and record_from=")
    if options.spacing_variable and (options.times or options.points or options.spacing is not None):
        raise UserError(
            "bad-option", "spacing_variable excludes a spacing, points and times", "give one of these options"
        )


def _check_times(options: RunOptions) -> None:
    times = options.times
    if not times:
        return
    if options.points or options.spacing is not None:
        raise UserError("bad-option", "times exclude a spacing and points", "give one of times=, spacing= and points=")
    if not all(map(math.isfinite, times)):
        raise UserError("bad-option", "times are not finite", "give finite numbers")
    if any(after <= before for before, after in pairwise(times)):
        raise UserError("bad-option", "times are not increasing", "sort them, and give each once")
    if times[0] < options.start or times[-1] > options.stop:
        ends = f"{options.start:g} to {options.stop:g}"
        raise UserError(
            "bad-option", f"times are from {times[0]:g} to {times[-1]:g}, the run is from {ends}", "run longer"
        )


def _check_tolerances(options: RunOptions) -> None:
    if not 0 < options.rtol < 1:
        raise UserError("bad-option", f"rtol is {options.rtol:g}", "give a number between 0 and 1, such as 1e-6")
    for value in options.atol.values() if isinstance(options.atol, Mapping) else (options.atol,):
        if not (value == 0 or MIN_ABSOLUTE <= value < math.inf):
            hint = f"give a number such as 1e-9, at least {MIN_ABSOLUTE:g}, or 0"
            raise UserError("bad-option", f"atol is {value:g}", hint)


def _moves(start: float, stop: float, length: float) -> bool:
    """Whether times this far apart are distinct throughout the run, and can be counted."""
    if stop == start:
        return True
    return start + length != start and stop - length != stop and (stop - start) / length <= arguments.LARGEST_INTEGER


def _read_values(argument: str) -> Callable[[HasVariables, Any, str], dict[str, float]]:
    return lambda model, values, _: read_values(model, values, argument)


def read_values(model: HasVariables, values: Mapping[str, Quantity] | None, argument: str) -> dict[str, float]:
    """Values by any names -> numbers by full names, in the units of the variables."""
    given = arguments.by_name(values, argument, "of names and values")
    return resolved_quantities(model.names, model.unit_of_name, given, argument) if given else {}


def _read_store(model: HasVariables, store: Sequence[str] | None, _: str) -> tuple[str, ...] | None:
    """Each name once, in the order given."""
    if store is None:
        return None
    return tuple(
        dict.fromkeys(each for name in arguments.names(store, "store") for each in model.names.select(name).names)
    )


def _read_times(_model: HasVariables, times: Sequence[float], _method: str) -> tuple[float, ...]:
    return tuple(read_array(times, "times", "a list of numbers").reshape(-1).tolist())


def _read_held(argument: str) -> Callable[[HasVariables, Any, str], str]:
    """A variable that changes at events only, if at all; or none."""

    def read(model: HasVariables, given: str, _method: str) -> str:
        if not arguments.text(given, argument, "the name of a variable"):
            return ""
        name = model.names.find(given)
        if name not in model.held:
            hint = "variables that WHEN, EVENT and samples assign are held"
            raise UserError("bad-option", f"{argument}: '{name}' is not held between events", hint)
        return name

    return read


def _read_number(argument: str) -> Callable[[HasVariables, Any, str], float]:
    return lambda _, value, __: arguments.number(value, argument)


def _read_length(argument: str) -> Callable[[HasVariables, Any, str], float | None]:
    return lambda _, value, __: None if value is None else arguments.number(value, argument, "a number or None")


def _read_integer(argument: str) -> Callable[[HasVariables, Any, str], int]:
    return lambda _, value, __: arguments.integer(value, argument)


def _read_tolerances(model: HasVariables, atol: float | Mapping[str, float], method: str) -> float | dict[str, float]:
    """One number, or one for each of some states, or of loop unknowns that are solved together with them."""
    if not isinstance(atol, Mapping):
        return arguments.number(atol, "atol", "a number, or a dictionary of states and numbers")
    layout = model.layout
    given = by_full_name(model.names, arguments.by_name(atol, "atol", "of states and numbers"), "atol")
    integrated = [state.name for state in layout.states]
    if method not in METHODS or METHODS[method].exposes_loops:
        integrated += [unknown for loop in layout.loops for unknown in loop.unknowns]
    for name in given:
        if name not in integrated:
            hint = f"tolerances can be given for {listed(integrated)}" if integrated else "the model has no such state"
            raise UserError("not-a-state", f"atol: '{name}' is not integrated, so it has no tolerance", hint)
    return {name: arguments.number(value, f"atol: '{name}'") for name, value in given.items()}


def _check_step(step: float, method: str) -> None:
    fixed = [name for name, known in METHODS.items() if known.is_fixed]
    if method not in fixed:
        raise UserError(
            "bad-option", f"the method '{method}' chooses its steps itself", f"{', '.join(fixed)} take step="
        )
    if not (step > 0 and math.isfinite(step)):
        raise UserError("bad-option", f"step is {step}", "give a positive number, or None for a hundredth of the run")


_BY_NAME = ("parameters", "initial")
_READERS: dict[str, Callable[[HasVariables, Any, str], Any]] = {
    "times": _read_times,
    "record_from": _read_length("record_from"),
    "spacing_variable": _read_held("spacing_variable"),
    "marked": _read_held("marked"),
    "parameters": _read_values("parameters"),
    "initial": _read_values("initial"),
    "store": _read_store,
    "method": lambda _, __, method: method,
    "rtol": _read_number("rtol"),
    "atol": _read_tolerances,
    "spacing": _read_length("spacing"),
    "seed": _read_integer("seed"),
    "largest_step": _read_number("largest_step"),
    "step": _read_length("step"),
    "points": _read_integer("points"),
    "target": lambda _, value, __: arguments.text(value, "target", "the name of a target"),
}
