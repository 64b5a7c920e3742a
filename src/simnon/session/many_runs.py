"""Sweeps and samples of the session's model: how they are run, continued and kept."""

import re
from collections.abc import Iterator, Sequence

from simnon.source import UserError, resources
from simnon.studies import Design, Study, Threads, leave, make_study

from .calculator import evaluate
from .checking_interrupts import checking_interrupts
from .outcome import Advanced, Noted, Outcome, Printed
from .running import MUCH, POINTS, settings_of_run
from .workspace import LAST, Workspace

USUAL_NAME = "ENSEMBLE"
"""The default name."""
POINTS_OF_CURVES = 200
_FUNCTION = re.compile(r"(\w+)\((.*)\)")
_SPLIT_NUMBER = {"AT": re.compile(r"(.*),()(.*)"), "EVER": re.compile(r"(.*?)(<=|>=|<|>)(.*)")}
_SPLIT_NUMBER["WHEN"] = _SPLIT_NUMBER["EVER"]


def begin_study(workspace: Workspace, design: Design, kept: Sequence[str], seed: int | None = None) -> Study:
    """With everything else as in SIMU: a member is what SIMU gives with its values."""
    settings = workspace.settings
    keep = [_with_number(workspace, text) for text in kept]
    spacing = settings.spacing or None
    if spacing is None and not all(_FUNCTION.fullmatch(text) for text in keep):
        spacing = (settings.stop - settings.start) / POINTS_OF_CURVES
    common = settings_of_run(workspace)
    common["spacing"], common["points"] = spacing, POINTS if spacing is None else 0
    if seed is not None:
        common["seed"] = seed
    return make_study(workspace.elements, design, settings.start, settings.stop, keep=keep or None, **common)


def _with_number(workspace: Workspace, text: str) -> str:
    """`WHEN(H>2*HREF)` with the value of the expression."""
    call = _FUNCTION.fullmatch(text)
    parts = _SPLIT_NUMBER[call[1].upper()].fullmatch(call[2]) if call and call[1].upper() in _SPLIT_NUMBER else None
    if call is None or parts is None:
        return text
    return f"{call[1]}({parts[1]}{parts[2] or ','}{evaluate(workspace, parts[3])!r})"


def go_through(workspace: Workspace, study: Study, name: str, command: str) -> Iterator[Outcome]:
    """Run what is left, reporting progress; Ctrl-C leaves the rest for -CONT."""
    count = len(study.design)
    yield from _advanced(workspace, study)
    kept = name.upper() or USUAL_NAME
    workspace.studies = {**workspace.studies, LAST: study, kept: study}
    yield Printed(study.ensemble().summary())
    if study.done < count:
        yield Noted(f"{count - study.done:,} runs remain; {command} -CONT runs them")


def complete_study(workspace: Workspace, study: Study) -> Iterator[Outcome]:
    """Run it to the end for a command that needs all of it; Ctrl-C ends the command."""
    yield from _advanced(workspace, study)
    if study.done < len(study.design):
        raise UserError("interrupted", f"interrupted after {study.done:,} runs", "all of them are needed")


def _advanced(workspace: Workspace, study: Study) -> Iterator[Outcome]:
    count, needed = len(study.design), study.size.in_memory
    if needed > MUCH and not study.done:
        yield Noted(f"the results take {resources.size_text(needed)} of memory", is_ahead=True)
    going = study.resume(Threads())
    try:
        with checking_interrupts(workspace):
            for done in going:
                if workspace.is_interrupted:
                    leave(going)
                    break
                yield Advanced(float(done), 0.0, float(count), f"{done:,} of {count:,} runs")
    finally:
        going.close()


def resume_with(workspace: Workspace, name: str, command: str) -> Iterator[Outcome]:
    """The rest of an interrupted sweep or sample."""
    study = workspace.study_named(name or LAST)
    if study.done == len(study.design):
        raise UserError("cannot-continue", "all its runs are complete", f"{command} starts a new one")
    names = [kept for kept, each in workspace.studies.items() if each is study and kept]
    yield from go_through(workspace, study, name or names[0], command)
