"""`OPTCON`: find the controls over time that minimise a criterion."""

import re
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace

from simnon.source import UserError, frozen, nearest
from simnon.studies import ControlKeywords, ControlSettings, Limits, OptimalControl, ask, optimal_control

from ..calculator import evaluate, evaluate_integer
from ..checking_interrupts import checking_interrupts
from ..files import FORCE, path_to_write, write_file, wrote
from ..optimising import bounds_of
from ..outcome import Advanced, Changed, Noted, Outcome, PageDrawn, Printed
from ..plotting import with_figure
from ..running import settings_of_run
from ..words import (
    VARIABLE,
    Arguments,
    as_settings,
    check_once,
    only_name,
    split_words,
    text_in,
    unknown_option,
    without_comment,
)
from ..workspace import LAST, Workspace
from .command import Command

_CONTROLS, _PATH, _END, _FREE, _STOP = "CONTROLS", "PATH", "END", "FREE", "STOP"
_PARTS = (_PATH, _END, _FREE)
_OPTIONS = ("LINEAR", "MAX", FORCE)
_SETTINGS = ("INTERVALS", "ITERATIONS", "TOL")
_SIGN = re.compile(r"\s*([,:])\s*")
_FILE = re.compile(r"-\s*TEXT\s+('[^']*'|[^\s'/-][^\s]*|/[^\s]*/[^\s]*)", re.IGNORECASE)
_LIMITED = re.compile(rf"({VARIABLE})(?:\[([^\],]+),([^\],]+)\]|:(.+))?")
Told = tuple[int, float, float]


@frozen
class Limited:
    """A name with the texts of its bounds, or of a single value as both; empty if there are none."""

    name: str
    low: str = ""
    high: str = ""


@frozen
class SteerRequest:
    criterion: str
    parts: dict[str, tuple[Limited, ...]]
    settings: dict[str, str]
    options: frozenset[str]
    file: str
    name: str


def parse(text: str) -> SteerRequest:
    plain = without_comment(text)
    file = _FILE.search(plain)
    words = split_words(_SIGN.sub(r"\1", _FILE.sub(" ", plain, count=1)))
    parts: dict[str, list[Limited]] = {part: [] for part in (_CONTROLS, *_PARTS, _STOP)}
    settings: list[tuple[str, str]] = []
    options, criterion, name, part = set[str](), "", "", _CONTROLS
    for word in words:
        setting, _, value = word.partition(":")
        if word.startswith("/") and len(word) > 1:
            name = only_name(name, text_in(word[1:].strip()))
        elif word.startswith("-") and word[1:2].isalpha():
            options.add(_option(word[1:].upper()))
        elif not criterion:
            criterion = word
        elif word.upper() in _PARTS:
            part = word.upper()
        elif value and part == _CONTROLS:
            settings.append((_setting(setting.upper()), value))
        elif value and setting.upper() in _SETTINGS:
            settings.append((setting.upper(), value))
        elif word.upper().startswith(f"{_STOP}["):
            parts[_STOP].append(_limited(word))
        else:
            parts[part].append(_limited(word))
    if not parts[_CONTROLS]:
        raise UserError("bad-command", "OPTCON needs a criterion and controls", OPTCON.usage)
    for each in (*([limited.name for limited in part] for part in parts.values()), [key for key, _ in settings]):
        check_once(each, OPTCON.usage)
    if FORCE in options and not file:
        raise UserError("bad-command", "-FORCE needs -TEXT and a file", OPTCON.usage)
    found = {key: tuple(values) for key, values in parts.items()}
    return SteerRequest(criterion, found, dict(settings), frozenset(options), text_in(file[1]) if file else "", name)


def _option(word: str) -> str:
    if word not in _OPTIONS:
        raise unknown_option(word, (*_OPTIONS, "TEXT"))
    return word


def _setting(name: str) -> str:
    if name not in _SETTINGS:
        near = nearest(name, _SETTINGS)
        hint = f"did you mean {near}:?" if near else "values of variables belong after END"
        raise UserError("bad-command", f"OPTCON has no setting '{name}:'", hint)
    return name


def _limited(word: str) -> Limited:
    found = _LIMITED.fullmatch(word)
    if found is None:
        raise UserError("bad-command", f"'{word}' cannot be read", OPTCON.usage)
    return Limited(found[1], found[2] or found[4] or "", found[3] or found[4] or "")


def run(workspace: Workspace, command: SteerRequest) -> Iterator[Outcome]:
    with as_settings({"intervals": "INTERVALS", "iterations": "ITERATIONS", "tolerance": "TOL"}):
        found = yield from _found(workspace, command)
    if found is None:
        yield Noted("it was interrupted; nothing has changed")
        return
    yield Printed(found.report())
    if not found.is_optimal:
        yield Noted("these controls are not optimal")
    named = {command.name.upper(): found.run} if command.name else {}
    workspace.runs = {**workspace.runs, LAST: found.run, **named}
    yield from _give(workspace, found)
    workspace.page = with_figure(workspace.page, found.plot())
    yield PageDrawn(workspace.page.figure)
    if command.file:
        path = path_to_write(command.file, workspace.folder, ".t", workspace.allowed)
        write_file(path, found.text(path.stem), force=FORCE in command.options)
        yield from wrote(path, Arguments((), command.options), workspace.folder)


def _found(workspace: Workspace, command: SteerRequest) -> Generator[Outcome, None, OptimalControl | None]:
    """The solution, with the progress of the search; None if the user interrupts it."""
    solve = _solver(workspace, command)
    questions = ask(solve)
    with checking_interrupts(workspace):
        try:
            told = next(questions)
            while True:
                count, value, violation = told
                text = f"iteration {count}: {command.criterion.upper()} {value:.6g}, violation {violation:.2g}"
                yield Advanced(float(count), 0.0, float(count + 1), text)
                if workspace.is_interrupted:
                    return None
                told = questions.send(None)
        except StopIteration as end:
            found: OptimalControl = end.value
            return found
        finally:
            questions.close()


def _solver(workspace: Workspace, command: SteerRequest) -> Callable[[Callable[[Told], None]], OptimalControl]:
    settings, parts = workspace.settings, command.parts
    common = settings_of_run(workspace)
    options = ControlKeywords(
        parameters=common["parameters"], initial=common["initial"], method=common["method"], target=common["target"]
    )
    limits = {part: {each.name: _limits(workspace, each) for each in parts[part]} for part in (_CONTROLS, *_PARTS)}
    given = command.settings
    usual = ControlSettings()
    chosen = ControlSettings(
        minimise="" if "MAX" in command.options else command.criterion,
        maximise=command.criterion if "MAX" in command.options else "",
        intervals=_integer(workspace, given, "INTERVALS", usual.intervals),
        shape="linear" if "LINEAR" in command.options else "hold",
        path=limits[_PATH],
        end=limits[_END],
        free=limits[_FREE],
        tolerance=evaluate(workspace, given["TOL"]) if "TOL" in given else usual.tolerance,
        iterations=_integer(workspace, given, "ITERATIONS", usual.iterations),
    )
    stop: float | tuple[float, float] = settings.stop
    for each in parts[_STOP]:
        stop = (evaluate(workspace, each.low), evaluate(workspace, each.high))
    model, start = workspace.elements, settings.start

    def solve(tell: Callable[[Told], None]) -> OptimalControl:
        return optimal_control(model, start, stop, limits[_CONTROLS], chosen, options, lambda *told: tell(told))

    return solve


def _integer(workspace: Workspace, given: dict[str, str], name: str, usual: int) -> int:
    return evaluate_integer(workspace, given[name], name) if name in given else usual


def _limits(workspace: Workspace, limited: Limited) -> Limits:
    if not limited.low:
        return None
    low, high = evaluate(workspace, limited.low), evaluate(workspace, limited.high)
    return low if limited.low == limited.high else bounds_of(low, high)


def _give(workspace: Workspace, found: OptimalControl) -> Iterator[Outcome]:
    """Free parameters and initial values get the values found, which UNDO reverts."""
    if not found.free:
        return
    model, given = workspace.elements, workspace.given
    start_of_name = {variable.name: variable.start or 0.0 for variable in model.variables}
    known = {**start_of_name, **model.parameters, **given.parameters, **given.initial}
    for name, value in found.free.items():
        yield Changed(name, known[name], value, model.units.get(name, ""))
    parameters = {name: value for name, value in found.free.items() if name in model.parameters}
    initial = {name: value for name, value in found.free.items() if name not in model.parameters}
    workspace.undone = (*workspace.undone, given)
    workspace.given = replace(
        given, parameters={**given.parameters, **parameters}, initial={**given.initial, **initial}
    )


OPTCON = Command(
    "OPTCON",
    "OPTCON criterion control[low,high] ... [INTERVALS:number] [TOL:number] [ITERATIONS:number] "
    "[PATH name[low,high] ...] [END name:value ... name[low,high] ...] [FREE name[low,high] ...] "
    "[STOP[earliest,latest]] [-LINEAR] [-MAX] [-TEXT file [-FORCE]] [/name]",
    "Find the controls over time that minimise a criterion.",
    parse,
    run,
    "The criterion is a variable at the end of the run, often a state that integrates a cost, or TIME if the end is "
    "free; -MAX maximises it. Controls are inputs that are not connected, or parameters; they are constant over each "
    "interval, or straight lines with -LINEAR. PATH bounds variables at the ends of the intervals, END at the end of "
    "the run; a number beyond 1E30 means no bound. FREE parameters, and states for their initial values, are chosen "
    "too. The start, the stop and the given values are those of SIMU; STOP[1,5] frees the end. The run with the "
    "controls found becomes the last run, and is kept under /name too. -TEXT writes a system whose outputs are the "
    "controls.",
    (
        "OPTCON COST U[-1,1] END X:1 V:0",
        "OPTCON TIME U[-1,1] END X:1 V:0 STOP[0.5,10]",
        "OPTCON COST U PATH X[-1E31,0.1] END X:0 V:-1 -LINEAR -TEXT steering.t",
    ),
)
