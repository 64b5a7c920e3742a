"""The cases of a deck -> its experiment: the settings of the first run, and all runs as session commands.

As in CSMP, values stay as the previous run left them, so each case contains only its changes.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd

from simnon.model import Experiment, print_number
from simnon.source import Report, Source

from .deck import Deck, Output, RunData
from .structure import Facts
from .terminal import parameters_changed, read_terminal, terminal_lines
from .timing import Timing, timing_of

FINEST = 1_000_000
MAX_RECORDS_A_ROW = 50
USUAL_RELATIVE = 1e-6
"""The tolerance of a session, if the program gives only an absolute one."""


@dataclass(slots=True)
class _Present:
    """The data in effect for the case being written."""

    timer: dict[str, float] = field(default_factory=dict)
    method: str = "RKS"
    relative: float | None = None
    absolute: float | None = None
    printed: tuple[str, ...] = ()
    ranged: tuple[str, ...] = ()
    outputs: tuple[Output, ...] = ()
    title: str = ""

    def take(self, case: RunData) -> None:
        self.timer |= case.timer
        self.method = case.method or self.method
        self.relative = self.relative if case.relative is None else case.relative
        self.absolute = self.absolute if case.absolute is None else case.absolute
        self.printed = self.printed if case.printed is None else case.printed
        self.ranged = self.ranged if case.ranged is None else case.ranged
        self.outputs = self.outputs if case.outputs is None else tuple(case.outputs)
        self.title = self.title if case.title is None else case.title

    @property
    def timing(self) -> Timing:
        return timing_of(self.timer, self.method)


def make_experiment(source: Source, deck: Deck, facts: Facts, report: Report) -> Experiment | None:
    present = _Present()
    present.take(deck.cases[0])
    timing = present.timing
    if timing.stop is None:
        if not deck.inputs:
            report.error(
                "missing-time", "the program does not say how long to run", deck.cases[0].span, "TIMER FINTIM=value"
            )
        return None
    _check_parameters(deck, facts, report)
    shown = present.outputs[0] if present.outputs else None
    is_plane = shown is not None and shown.is_plane and len(shown.names) > 1
    return Experiment(
        start=timing.start,
        stop=timing.stop,
        spacing=_spacing(present),
        method=timing.our_method,
        step=timing.step if timing.has_fixed_step else None,
        rtol=present.relative,
        shown=() if shown is None else shown.names[1:] if is_plane else shown.names,
        against=shown.names[0] if shown is not None and is_plane else "",
        printed=present.printed,
        title=present.title,
        commands=tuple(_commands(source, deck, facts, report)),
    )


def _check_parameters(deck: Deck, facts: Facts, report: Report) -> None:
    for case in deck.cases[1:]:
        for name, given in case.parameters.items():
            if name not in facts.parameters | facts.of_terminal:
                report.error(
                    "undefined-name", f"there is no parameter '{name}' to change", given.span, "give it before END"
                )


def _spacing(present: _Present) -> float:
    """A spacing at which the rows of both PRINT and OUTPUT are recorded."""
    timing = present.timing
    if not present.outputs:
        return timing.printing
    if not present.printed or timing.printing == timing.drawing:
        return timing.drawing
    printing, drawing = (Fraction(value).limit_denominator(FINEST) for value in (timing.printing, timing.drawing))
    both = Fraction(
        gcd(printing.numerator * drawing.denominator, drawing.numerator * printing.denominator),
        printing.denominator * drawing.denominator,
    )
    smaller = min(timing.printing, timing.drawing)
    return float(both) if both > 0 and float(both) * MAX_RECORDS_A_ROW >= smaller else smaller


def _commands(source: Source, deck: Deck, facts: Facts, report: Report) -> list[str]:
    present = _Present()
    steps = read_terminal(source, deck, facts, report)
    lines = _first_values(deck, facts, parameters_changed(steps, facts))
    for number, case in enumerate(deck.cases):
        present.take(case)
        lists = {name: given.values for name, given in case.parameters.items() if len(given.values) > 1}
        if number:
            single = {name: given.values[0] for name, given in case.parameters.items() if name not in lists}
            lines += _given(single, facts)
        lines += _settings(present)
        runs: list[dict[str, float]] = [{name: value} for name, values in lists.items() for value in values] or [{}]
        for k, changes in enumerate(runs):
            mark = f"{number + 1}_{k + 1}"
            lines += _given(changes, facts)
            lines += _run(present, case, changes, terminal_lines(steps, facts, mark), mark)
    return lines


def _first_values(deck: Deck, facts: Facts, changed: tuple[str, ...]) -> list[str]:
    """Reset what later cases and TERMINAL change to its first value, so that the macro can be used again."""
    names = {name for case in deck.cases[1:] for name in case.parameters} | {*changed, *facts.of_terminal}
    return _given({n: g.values[0] for n, g in deck.cases[0].parameters.items() if n in names}, facts)


def _given(values: dict[str, float], facts: Facts) -> list[str]:
    """Values of parameters, and of variables of the macro."""
    parameters = [f"{name}: {print_number(value)}" for name, value in values.items() if name not in facts.of_terminal]
    lines = [f"PAR {' '.join(parameters)}"] if parameters else []
    return lines + [f"LET {name} = {print_number(v)}" for name, v in values.items() if name in facts.of_terminal]


def _settings(present: _Present) -> list[str]:
    timing = present.timing
    lines = [f"ALGOR {timing.our_method}" + (f" {print_number(timing.step)}" if timing.has_fixed_step else "")]
    if present.relative is not None or present.absolute is not None:
        relative = USUAL_RELATIVE if present.relative is None else present.relative
        absolute = "" if present.absolute is None else f" {print_number(present.absolute)}"
        lines.append(f"ERROR {print_number(relative)}{absolute}")
    return lines


def _run(present: _Present, case: RunData, changes: dict[str, float], terminal: list[str], mark: str) -> list[str]:
    timing = present.timing
    assert timing.stop is not None
    times = " ".join(print_number(value) for value in (timing.start, timing.stop, _spacing(present)))
    lines: list[str] = []
    if changes:
        lines += [f"WRITE '{name} ='" + f" {print_number(value)}" for name, value in changes.items()]
    if terminal:
        lines.append(f"LABEL AGAIN_{mark}")
    lines.append(f"SIMU {print_number(timing.stop)} -CONT" if case.is_continued else f"SIMU {times}")
    if present.title:
        lines.append(f"WRITE '{present.title}'")
    if present.printed:
        lines.append(_table(present.printed, timing.printing, _spacing(present)))
    for output in present.outputs:
        lines += _output(output, timing, _spacing(present))
    lines += [f"WRITE 'RANGE {name}' MIN({name}) MAX({name})" for name in present.ranged]
    return lines + terminal


def _output(output: Output, timing: Timing, spacing: float) -> list[str]:
    lines = [_table((*output.names, *output.beside), timing.drawing, spacing)]
    if output.ends is not None:
        low, high = output.ends
        lines += [f"AXES V {print_number(low)} {print_number(high)}", f"SHOW {' '.join(output.names)}"]
    elif output.is_plane and len(output.names) > 1:
        lines.append(f"ASHOW {' '.join(output.names[1:])} ({output.names[0]})")
    else:
        lines.append(f"ASHOW {' '.join(output.names)}")
    return [*lines, f"TEXT '{output.label}'"] if output.label else lines


def _table(names: tuple[str, ...], interval: float, spacing: float) -> str:
    every = "" if interval == spacing else f" EVERY {print_number(interval)}"
    return f"PRINT {' '.join(names)}{every} -CSMP"
