"""`LINEAR`: the linear model around a point, kept for the commands that draw it."""

import math
import re
from collections.abc import Iterator, Mapping

from simnon.linear import LinearModel
from simnon.source import UserError, arguments, frozen, nearest
from simnon.studies import linearize, linearize_orbit

from ..calculator import evaluate
from ..files import FORCE, find_file, missing_file, path_to_write, write_file, wrote
from ..linear_texts import matrices_text, multipliers_table, summary_of
from ..outcome import Noted, Outcome, Printed
from ..running import present_point
from ..words import Arguments, as_settings, check_once, read_arguments, text_in, without_comment
from ..workspace import LAST, Workspace
from .command import Command

_FROM_RUN, _SHOW, _LOOP, _MINIMAL = "RUN", "SHOW", "LOOP", "MINIMAL"
_OF_POINT, _OF_NEW = {_FROM_RUN, _LOOP}, {_FROM_RUN, _LOOP, _MINIMAL}
"""Options of a model that is made at a point, and of one that is new."""
_TEXT, _MAT, _FROM = "TEXT", "MAT", "FROM"
_FILES = (_TEXT, _MAT, _FROM)
_PADE, _AT, _REDUCE, _PERIOD = "PADE", "AT", "REDUCE", "PERIOD"
_SETTINGS = (_PADE, _AT, _REDUCE, _PERIOD)
_ORBIT, _INSTANTS = "ORBIT", 100
_ARROW = re.compile(r"\s*->\s*")
_FILE = re.compile(rf"-\s*({'|'.join(_FILES)})\s+('[^']*'|[^\s'/-][^\s]*|/[^\s]*/[^\s]*)", re.IGNORECASE)
_SETTING = re.compile(r"\b([^\W\d]\w*)\s*:\s*([^\s,/]+)")


@frozen
class Linearise:
    """Without inputs and outputs, a model that was made before, or that a file has, is shown or written.

    `files` are their names by the words before them; `settings` are texts.
    """

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    arguments: Arguments
    files: Mapping[str, str]
    settings: Mapping[str, str]


def parse(text: str) -> Linearise:
    plain = without_comment(text)
    pairs = [(word.upper(), text_in(name)) for word, name in _FILE.findall(plain)]
    check_once([word for word, _ in pairs], LINEAR.usage)
    files, rest = dict(pairs), _FILE.sub(" ", plain)
    settings = _settings(rest)
    arguments = read_arguments(
        _ARROW.sub(" TO ", _SETTING.sub(" ", rest)), (*sorted(_OF_NEW), _SHOW, *_FILES, FORCE), has_slash=True
    )
    for word in _FILES:
        if word in arguments.options:
            raise UserError("bad-command", f"-{word} needs the name of one file", LINEAR.usage)
    if FORCE in arguments.options and not {_TEXT, _MAT} & files.keys():
        raise UserError("bad-command", "-FORCE needs -TEXT or -MAT and a file", LINEAR.usage)
    if _AT in settings and _FROM_RUN in arguments.options:
        raise UserError("bad-command", "-RUN is the end of the last run, AT: an instant of it", "give one of them")
    inputs, outputs = _signals(arguments)
    found = Linearise(inputs, outputs, arguments, files, settings)
    _check_kept(found)
    return found


def _settings(text: str) -> dict[str, str]:
    pairs = [(name.upper(), value) for name, value in _SETTING.findall(text)]
    check_once([name for name, _ in pairs], LINEAR.usage)
    for name, _ in pairs:
        if name not in _SETTINGS:
            near = nearest(name, _SETTINGS)
            hint = f"did you mean {near}:?" if near else f"the settings are {': '.join(_SETTINGS)}:"
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


def _check_kept(command: Linearise) -> None:
    """Without signals, the command needs something to do with a model that was made before, or that is read."""
    options = command.arguments.options
    if _FROM in command.files:
        if command.inputs or _OF_POINT & options or {_AT, _PERIOD} & command.settings.keys():
            raise UserError("bad-command", "-FROM reads a model instead of making one at a point", LINEAR.usage)
    elif not command.inputs and (_OF_NEW & options or command.settings or not (command.files or _SHOW in options)):
        raise UserError("bad-command", "LINEAR needs inputs, TO and outputs", LINEAR.usage)

    if _PERIOD in command.settings and (
        len(command.settings) > 1 or command.files or {*options} - {_FROM_RUN} or not command.inputs
    ):
        raise UserError("bad-command", "an orbit has PERIOD:, and at most -RUN and a /name", LINEAR.usage)


def run(workspace: Workspace, command: Linearise) -> Iterator[Outcome]:
    arguments = command.arguments
    if _PERIOD in command.settings:
        yield from _around_orbit(workspace, command)
        return
    if command.inputs or _FROM in command.files:
        made = _made(workspace, command) if command.inputs else _read(workspace, command.files[_FROM])
        model, notes = _simplified(workspace, command, made)
        named = {arguments.slash.upper(): model} if arguments.slash else {}
        workspace.linear_models = {**workspace.linear_models, LAST: model, **named}
        yield from summary_of(model)
        yield from notes
    else:
        model = workspace.linear_named(arguments.slash)
    if _SHOW in arguments.options:
        yield Printed(matrices_text(model))
    yield from _written(workspace, command, model)


def _around_orbit(workspace: Workspace, command: Linearise) -> Iterator[Outcome]:
    """The multipliers; the matrices over the period become a table."""
    names, text = workspace.system.names, command.settings[_PERIOD]
    period = arguments.number(evaluate(workspace, text), _PERIOD)
    if not 0.0 < period < math.inf:
        raise arguments.refusal(_PERIOD, "a positive time", text)
    signals = [tuple(map(names.find, each)) for each in (command.inputs, command.outputs)]
    point = present_point(workspace, is_end_of_run=_FROM_RUN in command.arguments.options)
    found = linearize_orbit(workspace.elements, point, (signals[0], signals[1]), period, _INSTANTS)
    yield from multipliers_table(found.multipliers)
    name = command.arguments.slash.upper() or _ORBIT
    table = found.trajectory()
    workspace.runs = {**workspace.runs, name: table}
    yield Noted(f"{len(table.t)} rows of {', '.join(table.columns)} as /{name}")


def _written(workspace: Workspace, command: Linearise, model: LinearModel) -> Iterator[Outcome]:
    is_forced = FORCE in command.arguments.options
    for word, extension in ((_TEXT, ".t"), (_MAT, ".mat")):
        if word in command.files:
            path = path_to_write(command.files[word], workspace.folder, extension, workspace.allowed)
            if word == _MAT:
                model.write_mat(path, force=is_forced)
            else:
                write_file(path, model.text(path.stem), force=is_forced)
            yield from wrote(path, command.arguments, workspace.folder)


def _read(workspace: Workspace, name: str) -> LinearModel:
    folders, extensions = workspace.folders, (".mat",)
    path = find_file(name, folders, extensions, workspace.allowed)
    if path is None:
        raise missing_file(name, folders, extensions)
    return LinearModel.read_mat(path)


def _made(workspace: Workspace, command: Linearise) -> LinearModel:
    simulator, names = workspace.elements, workspace.system.names
    inputs, outputs = (tuple(map(names.find, each)) for each in (command.inputs, command.outputs))
    options, at = command.arguments.options, command.settings.get(_AT, "")
    instant = evaluate(workspace, at) if at else None
    point = present_point(workspace, is_end_of_run=_FROM_RUN in options, instant=instant)
    found = linearize(simulator.partials(inputs, outputs), point)
    # The loop has its own sign; margins are those of a loop with negative feedback.
    return -found if _LOOP in options else found


def _simplified(
    workspace: Workspace, command: Linearise, model: LinearModel
) -> tuple[LinearModel, tuple[Outcome, ...]]:
    """As -MINIMAL, PADE: and REDUCE: ask, in this order, and what a reduction has left out."""
    orders = {
        word: arguments.integer(evaluate(workspace, text), word, least=0 if word == _REDUCE else 1)
        for word, text in command.settings.items()
        if word != _AT
    }
    if _MINIMAL in command.arguments.options:
        model = model.minimal()
    if _PADE in orders:
        with as_settings({"order": _PADE}):
            model = model.without_delays(orders[_PADE])
    if _REDUCE not in orders:
        return model, ()
    with as_settings({"order": _REDUCE}):
        found = model.reduced(orders[_REDUCE])
    return found.model, (Noted(f"the gain is wrong by at most {found.error_bound:.6g} at any frequency"),)


LINEAR = Command(
    "LINEAR",
    "LINEAR variable ... TO variable ... | variable -LOOP | -FROM file [-RUN] [AT:time] [-MINIMAL] [PADE:order] "
    "[REDUCE:order] [PERIOD:time] [-SHOW] [-TEXT file] [-MAT file] [-FORCE] [/name]",
    "Linearise the model, from some variables to others.",
    parse,
    run,
    "An input is a parameter, or a variable that an equation assigns: the model is opened there. `u -> y` can be "
    "written instead of u TO y. With -LOOP the loop is opened at one variable, and the result is its transfer "
    "function with the sign of negative feedback. The operating point is given by the initial values, which EQUIL "
    "can find, or with -RUN by the end of the last run, or with AT: by an instant of it. The poles, zeros and static "
    "gain of the linear model are shown, and it is kept for BODE and similar commands, also under a /name. -SHOW "
    "adds its matrices, -TEXT writes it as a system, -MAT as a MATLAB file; all three also work alone, with the "
    "model made before. -FROM reads such a file (A, B, C, D, Ts) instead. Delays are kept exactly unless PADE:order "
    "approximates them; -MINIMAL removes states that are not controllable or not observable, and REDUCE:order "
    "reduces the model to that order by balanced truncation, with a bound on the error. With PERIOD: the model is "
    "linearised along the periodic orbit through the initial values, which CYCLE can find: its Floquet multipliers "
    "are shown, and its matrices over the period are kept as a table, by default /ORBIT, for PRINT and EXPORT.",
    (
        "LINEAR QIN TO H /G",
        "LINEAR U[REG] -LOOP /L",
        "LINEAR QIN TO H -RUN",
        "LINEAR QIN TO H AT:50",
        "LINEAR -TEXT model.t /G",
        "LINEAR -FROM plant.mat REDUCE:3 /P -TEXT plant.t",
        "LINEAR U TO X PERIOD:6.6633",
    ),
)
