"""`BODE`, `NYQUIST`, `NICHOLS`, `SIGMA`, `PZMAP` and `STEP`: what LINEAR made, as pictures."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np

from simnon.figures import Array, Figure
from simnon.linear import LinearModel, bode, nichols, nyquist, pole_zero_map, sigma, step_figure
from simnon.source import UserError, frozen, nearest

from ..calculator import evaluate
from ..linear_texts import CURES, margins_of
from ..measuring import draw_measured
from ..outcome import Outcome, PageDrawn
from ..plotting import with_figure
from ..words import as_settings, check_once, read_arguments, without_comment
from ..workspace import LAST, Workspace
from .command import Command

_SETTING = re.compile(r"\s*:\s*")
Models = Mapping[str, LinearModel]
Settings = Mapping[str, float]


@frozen
class Picture:
    """The names of models, none for the last one, and settings as texts."""

    names: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    options: frozenset[str]


@frozen
class Kind:
    """How models are drawn with the settings the command takes."""

    draw: Callable[[Models, Settings], Figure]
    settings: tuple[str, ...] = ()
    has_margins: bool = False
    options: tuple[str, ...] = ()


_MEASURED, _FROM_RUN = "MEASURED", "RUN"
_OF_MEASURED = ("AMPLITUDE", "POINTS")


def parse_picture(kind: Kind, text: str) -> Picture:
    names, pairs = [], []
    arguments = read_arguments(_SETTING.sub(":", without_comment(text)), kind.options, has_expressions=True)
    for word in arguments.words:
        name, colon, value = word.partition(":")
        if not colon:
            names.append(name)
        elif name.upper() in kind.settings and value:
            pairs.append((name.upper(), value))
        else:
            raise _bad_setting(name, value, kind.settings)
    usage = "give each once"
    check_once(names, usage)
    check_once([name for name, _ in pairs], usage)
    if _MEASURED not in arguments.options:
        useless = [*(f"-{each}" for each in arguments.options), *(f"{n}:" for n, _ in pairs if n in _OF_MEASURED)]
        if useless:
            raise UserError("bad-command", f"{useless[0]} has no effect without -{_MEASURED}", "give both or none")
    elif len(names) > 1:
        raise UserError("bad-command", f"-{_MEASURED} draws one model", "give one name")
    return Picture(tuple(names), tuple(pairs), arguments.options)


def _bad_setting(name: str, value: str, known: tuple[str, ...]) -> UserError:
    if not value:
        return UserError("bad-command", f"no value is given for '{name}:'", "a setting is a name, ':' and a value")
    near = nearest(name.upper(), known)
    listed = ", ".join(f"{setting}:" for setting in known)
    hint = f"did you mean {near}:?" if near else f"the settings are {listed}" if known else "the command has none"
    return UserError("bad-command", f"there is no setting '{name}:'", hint)


def draw_picture(kind: Kind, workspace: Workspace, picture: Picture) -> Iterator[Outcome]:
    with as_settings({name.lower(): name for name, _ in picture.settings} | {"sensitivity_peak": "MS"}):
        yield from _drawn(kind, workspace, picture)


def _drawn(kind: Kind, workspace: Workspace, picture: Picture) -> Iterator[Outcome]:
    models = {name: workspace.linear_named(name) for name in picture.names or (LAST,)}
    settings = {name: evaluate(workspace, text) for name, text in picture.settings}
    if _MEASURED in picture.options:
        (linear,) = models.values()
        yield from draw_measured(workspace, linear, settings, is_end_of_run=_FROM_RUN in picture.options)
        return
    try:
        figure = kind.draw(models, settings)
    except UserError as error:
        raise UserError(error.code, error.message, CURES.get(error.code, error.hint)) from None
    workspace.page = with_figure(workspace.page, figure)
    yield PageDrawn(workspace.page.figure)
    if kind.has_margins:
        for name, model in models.items():
            yield from margins_of(name if len(models) > 1 else "", model)


def _shown(models: Models) -> LinearModel | Models:
    """A single model is drawn without a label, with its margins."""
    return next(iter(models.values())) if len(models) == 1 else models


def _frequencies(settings: Settings) -> Array | None:
    if not settings:
        return None
    low, high = settings.get("LOW"), settings.get("HIGH")
    if low is None or high is None or not 0.0 < low < high:
        raise UserError("bad-command", "LOW: and HIGH: are two frequencies in rad/s", "for example LOW:0.01 HIGH:100")
    return np.geomspace(low, high, _POINTS)


_POINTS = 1000


def _bode(models: Models, settings: Settings) -> Figure:
    return bode(_shown(models), frequencies=_frequencies(settings))


def _sigma(models: Models, settings: Settings) -> Figure:
    return sigma(_shown(models), frequencies=_frequencies(settings))


def _nyquist(models: Models, settings: Settings) -> Figure:
    return nyquist(_shown(models), sensitivity_peak=settings.get("MS"))


def _step(models: Models, settings: Settings) -> Figure:
    return step_figure(_shown(models), settings.get("STOP"))


def _command(name: str, kind: Kind, usage: str, texts: tuple[str, str], examples: tuple[str, ...]) -> Command:
    summary, details = texts
    return Command(
        name,
        usage,
        summary,
        partial(parse_picture, kind),
        partial(draw_picture, kind),
        details,
        examples,
        repeats=False,
    )


_MARGINS = (
    "The margins are those of the loop closed around the model with negative feedback, as LINEAR -LOOP gives it. "
)
_MEASUREMENT = (
    "With -MEASURED the nonlinear model is opened at the input of the linear one and simulated with a sinusoid of this "
    "amplitude, and its response is drawn beside the linear one: at 20 frequencies unless POINTS: is given, from the "
    "initial values, or with -RUN from the end of the last run. The distortion is the ratio of the higher harmonics of "
    "the output to the fundamental."
)
_NAMES = "The models are those that LINEAR has kept under names; without a name, the last one."

BODE = _command(
    "BODE",
    Kind(_bode, ("LOW", "HIGH", *_OF_MEASURED), has_margins=True, options=(_MEASURED, _FROM_RUN)),
    "BODE [linear ...] [LOW:frequency HIGH:frequency] [-MEASURED AMPLITUDE:value [POINTS:count] [-RUN]]",
    (
        "Draw gain and phase over frequency, and print the margins.",
        f"{_MARGINS}{_NAMES} It takes the whole page. {_MEASUREMENT}",
    ),
    ("BODE", "BODE G L", "BODE L LOW:0.001 HIGH:1", "BODE G -MEASURED AMPLITUDE:0.1"),
)
NYQUIST = _command(
    "NYQUIST",
    Kind(_nyquist, ("MS",), has_margins=True),
    "NYQUIST [linear ...] [MS:value]",
    (
        "Draw the Nyquist curve of a loop, and print the margins.",
        f"The circle is that of its sensitivity peak, or of the one given by MS:. {_MARGINS}{_NAMES}",
    ),
    ("NYQUIST L", "NYQUIST L MS:1.4"),
)
NICHOLS = _command(
    "NICHOLS",
    Kind(lambda models, _settings: nichols(_shown(models)), has_margins=True),
    "NICHOLS [linear ...]",
    (
        "Draw the gain of a loop over its phase, and print the margins.",
        f"Thin lines are contours of constant closed-loop gain. {_MARGINS}{_NAMES}",
    ),
    ("NICHOLS L",),
)
SIGMA = _command(
    "SIGMA",
    Kind(_sigma, ("LOW", "HIGH")),
    "SIGMA [linear ...] [LOW:frequency HIGH:frequency]",
    ("Draw the singular values over frequency.", f"For models with several inputs and outputs. {_NAMES}"),
    ("SIGMA", "SIGMA G LOW:0.01 HIGH:10"),
)
PZMAP = _command(
    "PZMAP",
    Kind(lambda models, _settings: pole_zero_map(_shown(models))),
    "PZMAP [linear ...]",
    ("Draw poles and zeros in the complex plane.", f"Crosses are poles, rings are zeros. {_NAMES}"),
    ("PZMAP G",),
)
STEP = _command(
    "STEP",
    Kind(_step, ("STOP",)),
    "STEP [linear ...] [STOP:time]",
    (
        "Draw the response of linear models to a step at their inputs.",
        f"It ends when everything has settled, or at STOP:. With several outputs it takes the whole page. {_NAMES}",
    ),
    ("STEP G", "STEP G H STOP:100"),
)
