"""Outcome -> plain text: for batch runs, transcripts and the log; the terminal adds colours and pictures."""

from pathlib import Path
from typing import assert_never

from simnon.session import (
    Advanced,
    Changed,
    Diagnosed,
    Echoed,
    EditorRequested,
    Ended,
    Failed,
    Noted,
    Operated,
    Outcome,
    Paced,
    PageDrawn,
    Printed,
    RunEnded,
    SceneDrawn,
    Tabulated,
    Valued,
    WindowsRequested,
    Wrote,
    tabulated_text,
    valued_text,
)
from simnon.simulation import StopKind, StopReason
from simnon.source import Diagnostic, Severity, render, render_all

NOTE_COLOUR = "36"
_NOTICED = 0.1
"""Compiling for a run is reported if it takes longer than this, in seconds."""


def plain_text(outcome: Outcome, folder: Path, *, colour: bool = False) -> str:
    """Lines without a final newline; empty if there is nothing to read. `folder` shortens paths."""
    match outcome:
        case Printed(text):
            return text
        case Noted(text):
            return f"{_painted('note', NOTE_COLOUR, colour)}: {text}"
        case Echoed(line, place):
            return f"{place}: {line}" if place else f"> {line}"
        case Diagnosed(diagnostics):
            return render_all(diagnostics, colour=colour)
        case Changed():
            return _change(outcome)
        case Operated(name, old, new, time):
            return f"{name}: {number(old)} -> {number(new)} at t = {time:g}"
        case Valued():
            return valued_text(outcome)
        case Tabulated():
            return tabulated_text(outcome)
        case RunEnded():
            return _run(outcome, colour)
        case Wrote(path):
            return f"wrote {_near(path, folder)}"
        case EditorRequested(path, line):
            return f"{_near(path, folder)}, line {line}, is open for editing"
        case Failed():
            return failure_text(outcome, colour=colour)
        case WindowsRequested():
            return "WINDOW opens a browser only from a session at a terminal; simnon window begins one"
        case PageDrawn() | SceneDrawn() | Advanced() | Paced() | Ended():
            return ""
        case _:
            assert_never(outcome)


def failure_text(failed: Failed, *places: str, colour: bool = False) -> str:
    """What is wrong, the macro or line of a file that caused it, and the hint."""
    if failed.classic:
        return "\n".join((failed.classic, *(f"  in {place}" for place in places if place)))
    found = failed.diagnostics or (Diagnostic(Severity.ERROR, failed.code, failed.message, None),)
    lines = [render_all(found, colour=colour)]
    lines += [f"  in {place}" for place in (failed.place, *places) if place]
    if failed.hint:
        lines.append(f"  hint: {failed.hint}")
    return "\n".join(lines)


def number(value: float) -> str:
    """Short, and exact for what a user types."""
    return f"{value:.10g}"


def duration(seconds: float) -> str:
    if seconds >= 1.0:
        return f"{seconds:.1f} s"
    return f"{1e3 * seconds:.0f} ms" if seconds >= 0.01 else f"{1e3 * seconds:.2f} ms"


def _change(changed: Changed) -> str:
    unit = f" {changed.unit}" if changed.unit else ""
    return f"{changed.name}: {number(changed.old)} -> {number(changed.new)}{unit}"


def _run(ended: RunEnded, colour: bool) -> str:
    name = f"run {ended.name}: " if ended.name else ""
    statistics = ended.statistics
    counts = [(statistics.steps, "step"), (statistics.samples, "sample"), (statistics.events, "event")]
    cost = [f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts if count]
    costs = ", ".join([*cost, duration(statistics.seconds)])
    if statistics.compile_seconds >= _NOTICED:
        costs += f" + {duration(statistics.compile_seconds)} compiling"
    lines = [f"{name}{_reason(ended.stop, colour)}; {costs}"]
    lines += [f"{_painted('note', NOTE_COLOUR, colour)}: {note}" for note in ended.notes]
    if ended.stop.hint:
        lines.append(f"  hint: {ended.stop.hint}")
    return "\n".join(lines)


def _reason(stop: StopReason, colour: bool) -> str:
    match stop.kind:
        case StopKind.END | StopKind.USER:
            return stop.message
        case StopKind.CONDITION:
            return f"{stop.message}, t = {stop.time:g}"
        case StopKind.FAILURE:
            return render(Diagnostic(Severity.ERROR, stop.code, stop.message, None), colour=colour)
        case _:
            assert_never(stop.kind)


def _near(path: Path, folder: Path) -> Path:
    return path.relative_to(folder) if path.is_relative_to(folder) else path


def _painted(text: str, paint: str, colour: bool) -> str:
    return f"\x1b[{paint}m{text}\x1b[0m" if colour else text
