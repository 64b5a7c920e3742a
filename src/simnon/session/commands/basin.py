"""`BASIN`: which attractor the starts of a map come to."""

from collections.abc import Iterator

from simnon.source import UserError, frozen
from simnon.studies import find_basins, grid_design, read_basins, read_orbit_run, with_labels

from ..outcome import Outcome, PageDrawn, Printed
from ..plotting import with_figure
from ..running import orbit_settings
from ..study_words import StudyWords, read_study_words
from ..words import as_settings, check_once
from ..workspace import Workspace
from .command import Command
from .sweep import SweptValues, numbers_of, read_swept

_SETTINGS, _TIMES = ("NEAR", "PERIOD"), "TIMES"
_NEAR = 0.02


@frozen
class Map:
    """Two ranges, and the variables in which ends are compared."""

    axes: tuple[SweptValues, ...]
    of: tuple[str, ...]
    words: StudyWords


def parse(text: str) -> Map:
    words = read_study_words(text, BASIN.usage, _SETTINGS, (_TIMES,))
    found = [(word, read_swept(word)) for word in words.words]
    axes = tuple(each for _, each in found if each is not None)
    of = tuple(word for word, each in found if each is None)
    if len(axes) != 2:
        raise UserError("bad-command", f"BASIN needs two ranges of starts, found {len(axes)}", BASIN.usage)
    check_once([each.name for each in axes], BASIN.usage)
    check_once(of, BASIN.usage)
    return Map(axes, of, words)


def run(workspace: Workspace, command: Map) -> Iterator[Outcome]:
    model, settings = workspace.elements, workspace.settings
    grid = grid_design(with_labels(model, {each.name: numbers_of(workspace, each) for each in command.axes}))
    near = command.words.number(workspace, "NEAR")
    period = command.words.number(workspace, "PERIOD")
    with as_settings({"near": "NEAR", "period": "PERIOD"}):
        request = read_basins(model, command.of or None, _NEAR if near is None else near, period, None)
    options = read_orbit_run(model, settings.start, settings.stop, orbit_settings(workspace), "runs of a map")
    found = find_basins(model, grid, options, request)
    yield Printed(found.summary())
    figure = found.plot_times() if _TIMES in command.words.options else found.plot()
    workspace.page = with_figure(workspace.page, figure)
    yield PageDrawn(workspace.page.figure)


BASIN = Command(
    "BASIN",
    "BASIN name[low,high,count] name[low,high,count] [variable ...] [NEAR:fraction] [PERIOD:time] [-TIMES]",
    "Map the basins of attraction over a grid of starts.",
    parse,
    run,
    "The two names are initial values or parameters; the runs have the times of the last SIMU, which must be long "
    "enough to settle. Runs that end within NEAR: of each other, a fraction of the range of each variable, by "
    "default 0.02, belong to the same attractor. Ends are compared in the named variables, by default in all states. "
    "A model that is driven periodically needs PERIOD:. With -TIMES the map shows when attractors are reached.",
    ("BASIN x[-2,2,200] v[-2,2,200]", "BASIN x[-2,2,100] v[-2,2,100] PERIOD:6.2831853 -TIMES"),
)
