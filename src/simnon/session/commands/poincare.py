"""`POINCARE`: the points at which a run crosses a surface, or those a period apart."""

from collections.abc import Iterator

from simnon.source import UserError, frozen
from simnon.studies import find_section, read_orbit_run, read_section

from ..calculator import evaluate_integer
from ..outcome import Noted, Outcome, PageDrawn, Printed, Tabulated
from ..plotting import with_figure
from ..running import orbit_settings
from ..study_words import StudyWords, read_study_words
from ..words import as_settings, check_once, is_variable
from ..workspace import Workspace
from .command import Command
from .sweep import SweptValues, numbers_of, read_swept

USUAL_NAME = "SECTION"
_SETTINGS = ("PERIOD", "TRANSIENT", "POINTS")
_DOWN, _BOTH, _RETURN = "DOWN", "BOTH", "RETURN"
_POINTS = 1000
_LINES = 10
"""How many points are listed."""


@frozen
class Cross:
    """The surface as a text, none if a period is given; `over` is a parameter with its values."""

    section: str
    of: tuple[str, ...]
    over: SweptValues | None
    words: StudyWords


def parse(text: str) -> Cross:
    words = read_study_words(text, POINCARE.usage, _SETTINGS, (_DOWN, _BOTH, _RETURN), has_slash=True)
    before, over = _over(words.words)
    sections = [word for word in before if "=" in word]
    of = tuple(word for word in before if "=" not in word)
    has_period = any(name == "PERIOD" for name, _ in words.settings)
    if len(sections) + has_period != 1:
        raise UserError("bad-command", "POINCARE needs a surface or PERIOD:", POINCARE.usage)
    if {_DOWN, _BOTH} <= words.options:
        raise UserError("bad-command", "-DOWN and -BOTH exclude each other", POINCARE.usage)
    if over is not None and _RETURN in words.options:
        raise UserError("bad-command", "a return map is that of one run, not OVER a parameter", POINCARE.usage)
    for word in of:
        if not is_variable(word):
            raise UserError("bad-command", f"'{word}' is not a variable", POINCARE.usage)
    check_once(of, POINCARE.usage)
    return Cross(sections[0] if sections else "", of, over, words)


def _over(words: tuple[str, ...]) -> tuple[tuple[str, ...], SweptValues | None]:
    places = [number for number, word in enumerate(words) if word.upper() == "OVER"]
    if not places:
        return words, None
    after = words[places[0] + 1 :]
    swept = read_swept(after[0]) if len(after) == 1 else None
    if swept is None:
        raise UserError("bad-command", "OVER needs one parameter with its values: OVER r[20,30,200]", POINCARE.usage)
    return words[: places[0]], swept


def run(workspace: Workspace, command: Cross) -> Iterator[Outcome]:
    model, settings, words = workspace.elements, workspace.settings, command.words
    options = read_orbit_run(model, settings.start, settings.stop, orbit_settings(workspace), "runs of a section")
    points = dict(words.settings).get("POINTS")
    with as_settings({"period": "PERIOD", "transient": "TRANSIENT", "most": "POINTS"}):
        request = read_section(
            model,
            options,
            command.section or None,
            words.number(workspace, "PERIOD"),
            direction="down" if _DOWN in words.options else "both" if _BOTH in words.options else "up",
            transient=words.number(workspace, "TRANSIENT") or 0.0,
            of=command.of or None,
            most=_POINTS if points is None else evaluate_integer(workspace, points, "POINTS"),
            over=None if command.over is None else {command.over.name: numbers_of(workspace, command.over)},
        )
    found = find_section(model, options, request)
    name = words.name.upper() or USUAL_NAME
    yield Printed(f"{len(found):,} points; kept as /{name}")
    for note in found.notes:
        yield Noted(note)
    if not len(found):
        return
    names = tuple(found.columns)
    if command.over is None:
        units = tuple(model.units.get(each, "") for each in ("t", *names))
        yield Tabulated(("t", *names), units, tuple(c[:_LINES] for c in (found.t, *found.columns.values())))
    workspace.runs = {**workspace.runs, name: found.trajectory()}
    figure = found.return_map() if _RETURN in words.options or len(names) == 1 else found.plot()
    workspace.page = with_figure(workspace.page, figure)
    yield PageDrawn(workspace.page.figure)


POINCARE = Command(
    "POINCARE",
    "POINCARE expression=value | PERIOD:time [variable ...] [-DOWN | -BOTH] [-RETURN] [TRANSIENT:time] [POINTS:count] "
    "[OVER name[low,high,count]] [/name]",
    "Draw a section of a run: where it crosses a surface, or points one period apart.",
    parse,
    run,
    "The run is that of the last SIMU. Crossings from below count, with -DOWN those from above, with -BOTH all. "
    "Points within TRANSIENT: of the start are discarded, and the run ends after POINTS: points, by default 1000. "
    "The first two variables are drawn against each other, with -RETURN the first against its previous value. OVER a "
    "parameter or initial value gives an orbit diagram: the points of a run for each value. They are kept as a table "
    "/name, by default SECTION, for SHOW and EXPORT.",
    ("POINCARE z=27 x y TRANSIENT:10", "POINCARE PERIOD:1 x OVER r[2.5,4,400] TRANSIENT:200 POINTS:100"),
)
