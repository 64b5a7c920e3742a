"""What a program says about its run -> Experiment."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from simnon.model import Apply, Declared, Experiment, Expression, Name, finite_number_of
from simnon.source import Report, nearest

from ..reading import SETTINGS
from ..syntax import Program
from .draft import SystemDraft

METHOD_OF_IALG = {
    1: "hampc",
    2: "rodas5p",
    3: "euler",
    4: "heun",
    5: "rk4",
    8: "dopri5",
    9: "dopri5",
    10: "rodas5p",
}
"""ACSL's numbers of methods and ours: Adams-Moulton, Gear, Runge-Kutta of order 1, 2 and 4, Fehlberg's, DASSL."""
OF_FIXED_STEP = (3, 4, 5)
USUAL_STEPS = 10.0
"""NSTP where it is not set."""
AS_ACCURATE_AS_USUAL = 1e-10
"""What Runge-Kutta of fourth order gives with ten steps a communication interval, where that suits the problem."""


def experiment_of(
    program: Program,
    constants: Mapping[str, float],
    changed: Iterable[str],
    draft: SystemDraft,
    report: Report,
    log: str,
) -> Experiment:
    """`constants` are the values known when the text is read; `changed` what DISCRETE sections assign; `log` counts
    the calls of LOGD."""
    stops = draft.stops
    states = [d.name for d in draft.declarations if d.kind is Declared.STATE]
    names = {word: program.settings.get(word, program.spelling.get(usual, usual)) for word, usual in SETTINGS.items()}
    values = {word: constants.get(name) for word, name in names.items()}
    interval = values["cinterval"]
    is_changed = names["cinterval"] in set(changed)
    method = _method(program, values["algorithm"], report)
    step = None
    if method is not None and values["algorithm"] in OF_FIXED_STEP and interval is not None:
        step = interval / (values["nsteps"] or USUAL_STEPS)
        step = min(step, values["maxterval"] or step)
    return Experiment(
        start=0.0 if program.start is None else program.start,
        stop=end_of_run([stop.condition for stop in stops], program.time, constants),
        spacing=interval if not is_changed and (interval or 0.0) > 0.0 else None,
        spacing_variable=names["cinterval"] if is_changed else "",
        marked=log,
        method=method,
        step=step if step is not None and step > 0.0 else None,
        rtol=_relative(program, report) or (AS_ACCURATE_AS_USUAL if method is None else None),
        atol=dict(_absolute(program, states, report)),
        title=program.title,
    )


def _relative(program: Program, report: Report) -> float | None:
    """The smallest MERROR, since a run has one relative tolerance."""
    errors = {name: (value, span) for name, (value, span) in program.errors.get("merror", {}).items() if value > 0.0}
    if not errors:
        return None
    smallest = min(value for value, _ in errors.values())
    for name, (value, span) in errors.items():
        if value > smallest:
            message = f"a run has one relative tolerance: the smallest MERROR, {smallest:g}, holds for '{name}' too"
            report.note("setting-left-out", message, span, f"XERROR {name} sets an absolute tolerance for it alone")
    return smallest


def _absolute(program: Program, states: Sequence[str], report: Report) -> Iterator[tuple[str, float]]:
    """XERROR by state; the name of an array stands for its elements."""
    sizes = program.dimensions
    for name, (value, span) in program.errors.get("xerror", {}).items():
        elements = [state for state in states if name in sizes and re.fullmatch(rf"{re.escape(name)}(_\d+)+", state)]
        named = [name] if name in states else elements
        yield from ((state, value) for state in named if value > 0.0)
        if not named:
            near = nearest(name, states)
            hint = f"did you mean '{near}'?" if near else "XERROR names states"
            report.note("setting-left-out", f"XERROR: '{name}' is not integrated, so it has no tolerance", span, hint)


def _method(program: Program, number: float | None, report: Report) -> str | None:
    if number is None:
        return None
    method = METHOD_OF_IALG.get(int(number))
    if method is None:
        report.error(
            "number-out-of-range",
            f"there is no method with the number {number:g}",
            program.span,
            "IALG is 1 to 5 or 8 to 10",
        )
    return method


def end_of_run(conditions: Iterable[Expression], time: str, constants: Mapping[str, float]) -> float | None:
    """The first time at which one of the conditions, those of TERMT, ends the run for certain."""
    ends = []
    for condition in conditions:
        is_choice = isinstance(condition, Apply) and condition.function == "or"
        for part in condition.arguments if isinstance(condition, Apply) and is_choice else (condition,):
            match part:
                case Apply(">=" | ">", (Name(name), end)) if name == time:
                    ends.append(finite_number_of(end, constants))
                case _:
                    pass
    known = [end for end in ends if end is not None]
    return min(known) if known else None
