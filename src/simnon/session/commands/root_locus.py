"""`ROOTLOCUS`: where poles go, as the gain of a loop grows or as a parameter of the model moves."""

from collections.abc import Iterator

from simnon.figures import Figure
from simnon.source import UserError
from simnon.studies import eigenvalue_locus

from ..calculator import evaluate
from ..outcome import Noted, Outcome, PageDrawn, Printed
from ..plotting import with_figure
from ..running import present_point
from ..words import as_settings
from ..workspace import Workspace
from .command import Command
from .linear_curves import Kind, Models, Picture, Settings, draw_picture, parse_picture

_FROM, _TO, _GAIN = "FROM", "TO", "GAIN"


def _locus_of_gain(models: Models, settings: Settings) -> Figure:
    if len(models) > 1:
        raise UserError("bad-command", "ROOTLOCUS draws one model", "give one name")
    return next(iter(models.values())).root_locus(gain=settings.get(_GAIN))


_OF_GAIN = Kind(_locus_of_gain, (_GAIN,))


def parse(text: str) -> Picture:
    picture = parse_picture(Kind(_locus_of_gain, (_GAIN, _FROM, _TO)), text)
    names = {name for name, _ in picture.settings}
    if names & {_FROM, _TO} and (not {_FROM, _TO} <= names or _GAIN in names or len(picture.names) != 1):
        raise UserError("bad-command", "the locus of a parameter needs its name, FROM: and TO:", ROOTLOCUS.usage)
    return picture


def run(workspace: Workspace, picture: Picture) -> Iterator[Outcome]:
    settings = dict(picture.settings)
    if _FROM not in settings:
        yield from draw_picture(_OF_GAIN, workspace, picture)
        return
    name = workspace.system.names.find(picture.names[0])
    low, high = (evaluate(workspace, settings[end]) for end in (_FROM, _TO))
    point = present_point(workspace, is_end_of_run=False)
    with as_settings({"low": _FROM, "high": _TO}):
        locus = eigenvalue_locus(workspace.elements, point, name, low, high)
    workspace.page = with_figure(workspace.page, locus.plot())
    yield PageDrawn(workspace.page.figure)
    for value in locus.changes:
        yield Printed(f"the stability changes at {name} = {value:.6g}")
    for note in locus.notes:
        yield Noted(note)


ROOTLOCUS = Command(
    "ROOTLOCUS",
    "ROOTLOCUS [linear] [GAIN:value] | parameter FROM:value TO:value",
    "Draw where poles go as a gain, or a parameter of the model, changes.",
    parse,
    run,
    "Of a linear model, the poles of the closed loop as the gain of the loop grows: crosses are the poles of the "
    "open loop, rings its zeros, and GAIN: puts squares at the poles for one gain. The models are those that LINEAR "
    "has kept under names; without a name, the last one. Of a parameter, the eigenvalues at the equilibrium that "
    "moves with it: crosses are at the first value, squares at the present one, and the values at which the "
    "stability changes are printed.",
    ("ROOTLOCUS L", "ROOTLOCUS L GAIN:2", "ROOTLOCUS GAIN[REG] FROM:0.1 TO:5"),
    repeats=False,
)
