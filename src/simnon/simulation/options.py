"""DATA: what a run is asked to do."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import field

from simnon.kernels import METHODS
from simnon.program import Layout
from simnon.source import UserError, arguments, frozen, listed, nearest
from simnon.targets import TARGETS, USUAL_TARGET

from .names import Names, by_full_name

METHOD_CHOICES = ("auto", *METHODS)
LEAST_ABSOLUTE = 1e-300
"""Smaller tolerances make steps that the arithmetic cannot take."""


@frozen
class RunOptions:
    """`atol` is one number or one a state by name; `spacing` None records every step and both sides of events.

    `points` are so many records more, evenly over the run, where there is no spacing: curves are then smooth.
    `step` is for the methods of fixed step; None is a hundredth of the run.
    `seed` is a whole number from -2**53 to 2**53: each of them gives other random numbers.
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


def check_options(options: RunOptions) -> None:
    """Refuse what no run can do, saying why."""
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
        near = nearest(options.method, METHOD_CHOICES)
        hint = f"did you mean '{near}'?" if near else f"choose one of {', '.join(METHOD_CHOICES)}"
        raise UserError("unknown-method", f"there is no method '{options.method}'", hint)
    if options.target not in TARGETS:
        near = nearest(options.target, TARGETS)
        hint = f"did you mean '{near}'?" if near else f"choose one of {', '.join(TARGETS)}"
        raise UserError("unknown-target", f"there is no target '{options.target}'", hint)
    if options.points < 0:
        raise UserError("bad-option", f"points is {options.points}", "give a number of points, or 0 for none")
    if options.points and options.spacing is not None:
        raise UserError("bad-option", "points have no effect beside a spacing", "give one of points= and spacing=")
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


def _check_tolerances(options: RunOptions) -> None:
    if not 0 < options.rtol < 1:
        raise UserError("bad-option", f"rtol is {options.rtol:g}", "give a number between 0 and 1, such as 1e-6")
    for value in options.atol.values() if isinstance(options.atol, Mapping) else (options.atol,):
        if not (value == 0 or LEAST_ABSOLUTE <= value < math.inf):
            hint = f"give a number such as 1e-9, at least {LEAST_ABSOLUTE:g}, or 0"
            raise UserError("bad-option", f"atol is {value:g}", hint)


def _moves(start: float, stop: float, length: float) -> bool:
    """Whether times so far apart differ from one another all through the run, and can be counted."""
    if stop == start:
        return True
    return start + length != start and stop - length != stop and (stop - start) / length <= arguments.LARGEST_WHOLE


def read_step(value: float | None, argument: str) -> float | None:
    """A spacing or a step as a caller gives it."""
    return None if value is None else arguments.number(value, argument, "a number or None")


def read_tolerances(
    atol: float | Mapping[str, float], names: Names, layout: Layout, method: str
) -> float | dict[str, float]:
    """One number, or one for each of some states; also for unknowns of loops that are solved together with them."""
    if not isinstance(atol, Mapping):
        return arguments.number(atol, "atol", "a number, or a dictionary of states and numbers")
    given = by_full_name(names, arguments.by_name(atol, "atol", "of states and numbers"), "atol")
    integrated = [state.name for state in layout.states]
    if method not in METHODS or METHODS[method].opens_loops:
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
