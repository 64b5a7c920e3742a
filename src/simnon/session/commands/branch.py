"""`BRANCH`: where the model rests as a parameter varies, with folds, Hopf points and branch points."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from simnon.figures import Figure
from simnon.source import UserError, frozen, nearest
from simnon.studies import (
    Branches,
    BranchSettings,
    Point,
    SpecialPoint,
    continue_branches,
    cycle_point,
    find_cycle,
)

from ..calculator import evaluate
from ..giving import give_values
from ..outcome import Noted, Outcome, PageDrawn, Printed
from ..plotting import with_figure
from ..running import present_point
from ..words import VARIABLE, Arguments, as_settings, check_once, read_arguments, without_comment
from ..workspace import LAST, Diagram, Workspace
from .command import Command

_FROM, _TAKE = "FROM", "TAKE"
_RUN, _CYCLE, _ALONE = "RUN", "CYCLE", "ALONE"
_POINT = re.compile(rf"-\s*({_FROM}|{_TAKE})\s+([^\W\d]+\d+)\b", re.IGNORECASE)
_SETTINGS, _WORDS = ("SHOW", "POINTS", "STEP", "LARGEST", "KIND"), ("SHOW", "KIND")
_SETTING = re.compile(r"\b([^\W\d]\w*)\s*:\s*('[^']*'|[^\s,/]+)")
_BOUNDED = re.compile(rf"({VARIABLE})\[([^\],]+),([^\],]+)\]")


@frozen
class Follow:
    """`ranges` are parameters with the texts of their ends, none if the last ones apply."""

    ranges: tuple[tuple[str, tuple[str, str] | None], ...]
    bounds: tuple[tuple[str, str, str], ...]
    settings: Mapping[str, str]
    labels: Mapping[str, str]
    """The labels after -FROM and -TAKE."""
    arguments: Arguments


def parse(text: str) -> Follow:
    plain = without_comment(text)
    labels = {word.upper(): label.upper() for word, label in _POINT.findall(plain)}
    rest = _POINT.sub(" ", plain)
    settings = _settings(rest)
    rest = re.sub(r"\s*,\s*", ",", _SETTING.sub(" ", rest))
    arguments = read_arguments(rest, (_FROM, _TAKE, _RUN, _CYCLE, _ALONE), has_slash=True)
    for word in (_FROM, _TAKE):
        if word in arguments.options:
            raise UserError("bad-command", f"-{word} needs the label of a point", BRANCH.usage)
    bounded = [_BOUNDED.fullmatch(word) for word in arguments.words]
    bounds = tuple((match[1], match[2], match[3]) for match in bounded if match)
    words = [word for word, match in zip(arguments.words, bounded, strict=True) if not match]
    found = Follow(_ranges(words), bounds, settings, labels, arguments)
    _check(found)
    return found


def _settings(text: str) -> dict[str, str]:
    pairs = [(name.upper(), value.strip("'")) for name, value in _SETTING.findall(text)]
    check_once([name for name, _ in pairs], BRANCH.usage)
    for name, _ in pairs:
        if name not in _SETTINGS:
            near = nearest(name, _SETTINGS)
            hint = f"did you mean {near}:?" if near else f"the settings are {': '.join(_SETTINGS)}:"
            raise UserError("bad-command", f"BRANCH has no setting '{name}:'", hint)
    return dict(pairs)


def _ranges(words: list[str]) -> tuple[tuple[str, tuple[str, str] | None], ...]:
    if len(words) <= 1:
        return tuple((word, None) for word in words)
    if len(words) not in (3, 6):
        raise UserError("bad-command", "a parameter is followed by the ends of its range", BRANCH.usage)
    found = tuple((words[i], (words[i + 1], words[i + 2])) for i in range(0, len(words), 3))
    check_once([name for name, _ in found], BRANCH.usage)
    return found


def _check(found: Follow) -> None:
    """Refuse what would have no effect."""
    rest = [*found.ranges, *found.bounds, *found.arguments.options, *(set(found.settings) - {"SHOW"})]
    if _TAKE in found.labels and (rest or len(found.labels) > 1 or found.settings):
        raise UserError("bad-command", "-TAKE stands alone, with the label of a point", BRANCH.usage)
    starts = [f"-{word}" for word in (_FROM, _RUN, _CYCLE) if word in {*found.labels, *found.arguments.options}]
    if len(starts) > 1:
        raise UserError("bad-command", f"{' and '.join(starts)} are different starts", BRANCH.usage)
    if not found.ranges and not found.labels and (rest or not found.settings):
        raise UserError("bad-command", "BRANCH needs a parameter", BRANCH.usage)


def run(workspace: Workspace, command: Follow) -> Iterator[Outcome]:
    if _TAKE in command.labels:
        diagram = workspace.diagram_named(command.arguments.slash)
        yield from _take(workspace, diagram.branches.at(command.labels[_TAKE]))
        return
    if command.ranges or command.labels:
        diagram, added = _followed(workspace, command)
        name = command.arguments.slash.upper()
        workspace.diagrams = {**workspace.diagrams, LAST: diagram, **({name: diagram} if name else {})}
        yield Printed(_table(diagram.branches, added))
        yield from _notes(added)
    else:
        diagram = workspace.diagram_named(command.arguments.slash)
    figure = diagram.branches.plot(command.settings.get("SHOW", ""))
    workspace.page = with_figure(workspace.page, _with_lines(figure, command))
    yield PageDrawn(workspace.page.figure)


def _with_lines(figure: Figure, command: Follow) -> Figure:
    """A click on a label follows the branch from that point, and draws the same variable."""
    shown = f" SHOW:{command.settings['SHOW']}" if "SHOW" in command.settings else ""
    name = f" /{command.arguments.slash}" if command.arguments.slash else ""
    areas = [
        replace(area, words=tuple(replace(each, line=f"BRANCH -FROM {each.text}{shown}{name}") for each in area.words))
        for area in figure.areas
    ]
    return replace(figure, areas=tuple(areas))


def _followed(workspace: Workspace, command: Follow) -> tuple[Diagram, Branches]:
    """The diagram with the branches that were asked for, and these alone, with their labels in the diagram."""
    model, label = workspace.elements, command.labels.get(_FROM, "")
    earlier = workspace.diagram_named(command.arguments.slash) if label else None
    ranges = _read_ranges(workspace, command, earlier)
    start = _start(workspace, command.arguments) if earlier is None else earlier.branches.at(label)
    ends = [end[0] for end in ranges.values()], [end[1] for end in ranges.values()]
    with as_settings({"points": "POINTS", "step": "STEP", "largest_step": "LARGEST", "kind": "KIND"}):
        found = continue_branches(model, tuple(ranges), ends, start, _branch_settings(workspace, command))
    if earlier is None:
        return Diagram(found, ranges), found
    joined = earlier.branches + found
    added = replace(joined, branches=joined.branches[len(earlier.branches) :], notes=found.notes)
    return Diagram(joined, {**earlier.ranges, **ranges}), added


def _start(workspace: Workspace, arguments: Arguments) -> Point | SpecialPoint:
    """The present point, or the end of the last run; or the periodic orbit on which that has settled."""
    if _CYCLE in arguments.options:
        return cycle_point(
            find_cycle(workspace.elements, workspace.elements.of_elements(workspace.run_named(LAST)), None)
        )
    return present_point(workspace, is_end_of_run=_RUN in arguments.options)


def _read_ranges(workspace: Workspace, command: Follow, earlier: Diagram | None) -> dict[str, tuple[float, float]]:
    if not command.ranges:
        assert earlier is not None
        names = earlier.branches.parameters
        return {name: earlier.ranges[name] for name in names}
    found: dict[str, tuple[float, float]] = {}
    for word, ends in command.ranges:
        name = workspace.system.names.find(word)
        if ends is None:
            found[name] = _usual_range(workspace, name)
        else:
            found[name] = evaluate(workspace, ends[0]), evaluate(workspace, ends[1])
    return found


def _usual_range(workspace: Workspace, name: str) -> tuple[float, float]:
    """The range of the last diagram over the parameter."""
    last = workspace.diagrams.get(LAST)
    if last is not None and name in last.ranges:
        return last.ranges[name]
    raise UserError("bad-command", f"the range of {name} is not known", BRANCH.usage)


def _branch_settings(workspace: Workspace, command: Follow) -> BranchSettings:
    numbers = {name: evaluate(workspace, text) for name, text in command.settings.items() if name not in _WORDS}
    usual = BranchSettings()
    return BranchSettings(
        {name: (evaluate(workspace, low), evaluate(workspace, high)) for name, low, high in command.bounds},
        _ALONE not in command.arguments.options,
        numbers.get("POINTS", usual.points),  # type: ignore[arg-type]
        numbers.get("STEP", usual.step),
        numbers.get("LARGEST", usual.largest_step),
        command.settings.get("KIND", ""),
    )


def _table(whole: Branches, added: Branches) -> str:
    labels = set(added.labels)
    first, *rows = whole.table().split("\n")
    return "\n".join([first, *(row for row in rows if row.split()[0] in labels)])


def _notes(found: Branches) -> Iterator[Outcome]:
    for note in found.notes:
        yield Noted(note)
    for branch in found:
        for i, reason in zip((0, -1), branch.ends, strict=True):
            if "has reached" not in reason:
                place = ", ".join(f"{name} = {branch.columns[name][i]:.6g}" for name in branch.parameters)
                yield Noted(f"a branch ends at {place}: {reason}")


def _take(workspace: Workspace, point: SpecialPoint) -> Iterator[Outcome]:
    """The values at a point become those of the runs that follow; one on an orbit is where the orbit begins."""
    parameters = {name: value for name, value in point.parameters.items() if name in workspace.elements.parameters}
    yield from give_values(workspace, parameters, point.states)
    opened = [name for name in point.parameters if name not in parameters]
    if opened:
        yield Noted(f"{', '.join(opened)}: computed by the model, so no run can be given the value of the point")


BRANCH = Command(
    "BRANCH",
    "BRANCH parameter [lower upper [parameter lower upper]] [variable[low,high] ...] [-FROM label] [-RUN] [-CYCLE] "
    "[-ALONE] [SHOW:variable] [POINTS:n] [STEP:h] [LARGEST:h] [KIND:'name'] [/name] | -TAKE label [/name]",
    "Follow the equilibria of the model as a parameter varies.",
    parse,
    run,
    "It starts from the equilibrium near the initial values, or with -RUN near the end of the last run, and follows "
    "it through folds (LP), Hopf points (HB) and branch points (BP), where it follows the other branch too unless "
    "-ALONE is given. The diagram is drawn, stable parts solid, with the labelled points in a table; SHOW: chooses "
    "its variable. -FROM continues from a labelled point and adds to the diagram: from HB1 along the periodic orbits "
    "that begin there, from BP1 along the other branch; with two parameters, LP1 and HB1 become curves of folds and "
    "of Hopf points. -CYCLE starts from the periodic orbit on which the last run has settled (see CYCLE). KIND: "
    "chooses a different kind of solution that begins at the point. A branch ends where a variable leaves its "
    "bounds. -TAKE sets parameters and states to their values at a labelled point; UNDO reverts this, SAVE keeps it.",
    ("BRANCH R 0 30", "BRANCH I 0 200 V[-80,40] SHOW:V", "BRANCH I 0 200 GK 5 60 -FROM HB1", "BRANCH -TAKE HB1"),
)
