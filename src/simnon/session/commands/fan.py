"""`FAN` and `MAP`: what a sweep or a sample kept, as pictures."""

from collections.abc import Iterator, Sequence

from simnon.figures import Figure
from simnon.source import UserError, frozen

from ..array_maps import map_of_array
from ..outcome import Outcome, PageDrawn
from ..plotting import with_figure
from ..words import check_once, split_at_blanks, unknown_option, without_comment
from ..workspace import Workspace
from .command import Command


@frozen
class Picture:
    """What is shown, of which sweep or sample; `more` are the parameters of the axes."""

    shown: str
    name: str
    more: tuple[str, ...] = ()
    has_bands: bool = False


def parse_fan(text: str) -> Picture:
    words = split_at_blanks(without_comment(text))
    others = [word for word in words if word.upper() != "-BANDS"]
    _refuse_options(others, ("BANDS",))
    if len(others) != 1:
        raise UserError("bad-command", "FAN shows the curves of one variable", FAN.usage)
    shown, _, name = others[0].partition("/")
    return Picture(shown, name, (), len(others) < len(words))


def parse_map(text: str) -> Picture:
    words = split_at_blanks(without_comment(text))
    _refuse_options(words, ())
    if not 1 <= len(words) <= 3:
        raise UserError("bad-command", "MAP shows one value over one or two parameters", MAP.usage)
    shown, _, name = words[0].partition("/")
    check_once(words[1:], MAP.usage)
    return Picture(shown, name, tuple(words[1:]))


def _refuse_options(words: Sequence[str], known: tuple[str, ...]) -> None:
    for word in words:
        if word.startswith("-") and word[1:2].isalpha():
            raise unknown_option(word[1:], known)


def show_fan(workspace: Workspace, picture: Picture) -> Iterator[Outcome]:
    ensemble = workspace.study_named(picture.name).ensemble()
    yield from _draw(workspace, ensemble.bands(picture.shown) if picture.has_bands else ensemble.fan(picture.shown))


def show_map(workspace: Workspace, picture: Picture) -> Iterator[Outcome]:
    run = workspace.runs.get(picture.name)
    selection = run.lookup.arrays.select(picture.shown) if run is not None and not picture.more else None
    if run is not None and selection is not None and selection.counts:
        yield from _draw(workspace, map_of_array(run, picture.shown))
        return
    ensemble = workspace.study_named(picture.name).ensemble()
    yield from _draw(workspace, ensemble.map(picture.shown, *picture.more))


def _draw(workspace: Workspace, figure: Figure) -> Iterator[Outcome]:
    workspace.page = with_figure(workspace.page, figure)
    yield PageDrawn(workspace.page.figure)


FAN = Command(
    "FAN",
    "FAN variable[/name] [-BANDS]",
    "Draw the curves of a sweep or sample.",
    parse_fan,
    show_fan,
    "It draws at most 200 of them, evenly spaced. -BANDS draws the median instead, with bands that contain half and "
    "nine tenths of the curves. The variable must have been named in SWEEP or SAMPLE.",
    ("FAN H", "FAN H/times -BANDS"),
)
MAP = Command(
    "MAP",
    "MAP value[/name] [parameter [parameter]] | MAP array[/run]",
    "Draw a value of a sweep over its parameters, or an array over time and space.",
    parse_map,
    show_map,
    "Over two parameters it draws shades from light to dark, over one a curve; for a sample, dots over one "
    "parameter. Runs that failed leave holes. A vector of a run is drawn over time and its index, a matrix over both "
    "indices at the end of the run.",
    ("MAP MAX(H)", "MAP MAX(H)/tuning TI GAIN", "MAP T"),
)
