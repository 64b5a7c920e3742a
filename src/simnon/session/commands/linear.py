"""`LINEAR`: the linear model around a point, kept for the commands that draw it."""

import re
from collections.abc import Iterator

from simnon.linear import LinearModel
from simnon.source import UserError, arguments, frozen, nearest
from simnon.studies import linearize

from ..calculator import evaluate
from ..files import FORCE, path_to_write, write_file, wrote
from ..linear_texts import matrices_text, summary_of
from ..outcome import Outcome, Printed
from ..running import present_point
from ..words import Arguments, check_once, read_arguments, text_in, without_comment
from ..workspace import LAST, Workspace
from .command import Command

_FROM_RUN, _SHOW, _LOOP, _MINIMAL, _TEXT = "RUN", "SHOW", "LOOP", "MINIMAL", "TEXT"
_OF_NEW = {_FROM_RUN, _LOOP, _MINIMAL}
"""Options of a model that is being made."""
_PADE = "PADE"
_ARROW = re.compile(r"\s*->\s*")
_FILE = re.compile(r"-\s*TEXT\s+('[^']*'|[^\s'/-][^\s]*|/[^\s]*/[^\s]*)", re.IGNORECASE)
_SETTING = re.compile(r"\b([^\W\d]\w*)\s*:\s*([^\s,/]+)")


@frozen
class Linearise:
    """Without inputs and outputs, a model that was made before is shown or written."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    arguments: Arguments
    file: str
    pade: str


def parse(text: str) -> Linearise:
    plain = without_comment(text)
    file = _FILE.search(plain)
    rest = _FILE.sub(" ", plain, count=1)
    settings = _settings(rest)
    arguments = read_arguments(
        _ARROW.sub(" TO ", _SETTING.sub(" ", rest)), (*sorted(_OF_NEW), _SHOW, _TEXT, FORCE), has_slash=True
    )
    if _TEXT in arguments.options:
        raise UserError("bad-command", "-TEXT needs the name of one file", LINEAR.usage)
    if FORCE in arguments.options and not file:
        raise UserError("bad-command", "-FORCE needs -TEXT and a file", LINEAR.usage)
    inputs, outputs = _signals(arguments)
    if not inputs:
        _check_kept(arguments, settings, has_file=file is not None)
    return Linearise(inputs, outputs, arguments, text_in(file[1]) if file else "", settings.get(_PADE, ""))


def _settings(text: str) -> dict[str, str]:
    pairs = [(name.upper(), value) for name, value in _SETTING.findall(text)]
    check_once([name for name, _ in pairs], LINEAR.usage)
    for name, _ in pairs:
        if name != _PADE:
            hint = f"did you mean {_PADE}:?" if nearest(name, (_PADE,)) else f"the setting is {_PADE}:"
            raise UserError("bad-command", f"LINEAR has no setting '{name}:'", hint)
    return dict(pairs)


def _signals(arguments: Arguments) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What comes before TO, and what comes after it; with -LOOP one variable is both."""
    words = list(arguments.words)
    places = [i for i, word in enumerate(words) if word.upper() == "TO"]
    if _LOOP in arguments.options:
        if len(words) != 1 or places:
            raise UserError("bad-command", "-LOOP needs the one variable at which the loop is opened", LINEAR.usage)
        return (words[0],), (words[0],)
    if not words:
        return (), ()
    if len(places) != 1 or not 0 < places[0] < len(words) - 1:
        raise UserError("bad-command", "LINEAR needs inputs, TO and outputs", LINEAR.usage)
    inputs, outputs = words[: places[0]], words[places[0] + 1 :]
    check_once(inputs, LINEAR.usage)
    check_once(outputs, LINEAR.usage)
    return tuple(inputs), tuple(outputs)


def _check_kept(arguments: Arguments, settings: dict[str, str], *, has_file: bool) -> None:
    """Without signals, the command needs something to do with a model that was made before."""
    if _OF_NEW & arguments.options or settings or not (has_file or _SHOW in arguments.options):
        raise UserError("bad-command", "LINEAR needs inputs, TO and outputs", LINEAR.usage)


def run(workspace: Workspace, command: Linearise) -> Iterator[Outcome]:
    arguments = command.arguments
    if command.inputs:
        model = _made(workspace, command)
        named = {arguments.slash.upper(): model} if arguments.slash else {}
        workspace.linear_models = {**workspace.linear_models, LAST: model, **named}
        yield from summary_of(model)
    else:
        model = workspace.linear_named(arguments.slash)
    if _SHOW in arguments.options:
        yield Printed(matrices_text(model))
    if command.file:
        path = path_to_write(command.file, workspace.folder, ".t", workspace.allowed)
        write_file(path, model.text(path.stem), force=FORCE in arguments.options)
        yield from wrote(path, arguments, workspace.folder)


def _made(workspace: Workspace, command: Linearise) -> LinearModel:
    simulator, names = workspace.model, workspace.system.names
    inputs, outputs = (tuple(map(names.find, each)) for each in (command.inputs, command.outputs))
    options = command.arguments.options
    point = present_point(workspace, is_end_of_run=_FROM_RUN in options)
    found = linearize(simulator.partials(inputs, outputs), point)
    if _LOOP in options:
        # The loop has its own sign; margins are those of a loop with negative feedback.
        found = -found
    if _MINIMAL in options:
        found = found.minimal()
    return (
        found.without_delays(arguments.integer(evaluate(workspace, command.pade), _PADE, least=1))
        if command.pade
        else found
    )


LINEAR = Command(
    "LINEAR",
    "LINEAR variable ... TO variable ... | variable -LOOP [-RUN] [-MINIMAL] [PADE:order] [-SHOW] "
    "[-TEXT file [-FORCE]] [/name]",
    "Make the linear model from some variables to others.",
    parse,
    run,
    "An input is a parameter, or a variable that an equation assigns: the model is opened there. `u -> y` can be "
    "written instead of u TO y. With -LOOP the loop is opened at one variable, and the result is its transfer function "
    "with the sign of negative feedback. The point is that of the initial values, which EQUIL can find, or with -RUN "
    "the end of the last run. The model is shown with its poles, zeros and static gain, and kept for BODE and the "
    "like, under a /name too. -SHOW adds its matrices, -TEXT writes it as a system; both also work alone, with a model "
    "made before. Delays are kept exactly unless PADE:order approximates them; -MINIMAL leaves out states that the "
    "inputs do not reach or the outputs do not show.",
    ("LINEAR QIN TO H /G", "LINEAR U[REG] -LOOP /L", "LINEAR QIN TO H -RUN", "LINEAR -TEXT model.t /G"),
)
