"""`DESIGN`: a linear model -> a regulator or an estimator, as the text of a system."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import assert_never

import numpy as np

from simnon.linear import PID, Estimator, LinearModel, OutputFeedback, StateFeedback, modes_of_poles, output_feedback
from simnon.source import UserError, did_you_mean, frozen, listed

from ..calculator import evaluate
from ..files import FORCE, path_to_write, write_file, wrote
from ..linear_texts import CURES, table_of
from ..outcome import Outcome, Printed, Valued, ValueRow
from ..words import Arguments, as_settings, check_once, read_arguments, text_in, without_comment
from ..workspace import LAST, Workspace
from .command import Command

Design = StateFeedback[LinearModel] | Estimator[LinearModel] | OutputFeedback[LinearModel] | PID[LinearModel]
_TEXT = "TEXT"
_FILE = re.compile(r"-\s*TEXT\s+('[^']*'|[^\s'-]\S*)", re.IGNORECASE)
_SETTING = re.compile(r"(?<!\S)([^\W\d]\w*)\s*:\s*(\S+)")
_COMPLEX = re.compile(r"(?:.*[\d.+-])?[ij]", re.IGNORECASE)


class Given:
    """The settings of one command, as numbers, poles or words."""

    def __init__(self, workspace: Workspace, settings: Mapping[str, str]) -> None:
        self._workspace, self._settings = workspace, settings

    def has(self, name: str) -> bool:
        return name in self._settings

    def numbers(self, name: str) -> list[float]:
        return [evaluate(self._workspace, text) for text in self._text(name).split(",")]

    def number(self, name: str, default: float | None = None) -> float:
        if default is not None and name not in self._settings:
            return default
        found = self.numbers(name)
        if len(found) != 1:
            raise UserError("bad-command", f"{name}: is one number", f"{name}: {found[0]:g}")
        return found[0]

    def poles(self, name: str) -> list[complex]:
        """A complex one stands for itself and its conjugate."""
        found: list[complex] = []
        for text in self._text(name).split(","):
            if _COMPLEX.fullmatch(text):
                try:
                    pole = complex(text.lower().replace("i", "j"))
                except ValueError:
                    raise UserError("bad-command", f"'{text}' is not a complex number", "write -1+2j") from None
                found += [pole, pole.conjugate()]
            else:
                found.append(evaluate(self._workspace, text))
        return found

    def word(self, name: str, default: str) -> str:
        return self._settings.get(name, default)

    def _text(self, name: str) -> str:
        if name not in self._settings:
            raise UserError("bad-command", f"the design needs {name}:", DESIGN.usage)
        return self._settings[name]


@frozen
class Kind:
    """A design and its settings; `is_sampled_first` if PERIOD: samples the model, not only the text."""

    settings: tuple[str, ...]
    make: Callable[[LinearModel, Given], Design]
    is_sampled_first: bool = True


def _lqr(model: LinearModel, given: Given) -> Design:
    return model.lqr(given.numbers("Q"), given.numbers("R"))


def _kalman(model: LinearModel, given: Given) -> Design:
    return model.kalman(given.numbers("W"), given.numbers("V"))


def _lqg(model: LinearModel, given: Given) -> Design:
    feedback = model.lqr(given.numbers("Q"), given.numbers("R"))
    return output_feedback(feedback, model.kalman(given.numbers("W"), given.numbers("V")))


def _poles(model: LinearModel, given: Given) -> Design:
    feedback = model.pole_placement(given.poles("POLES"))
    return output_feedback(feedback, model.observer(given.poles("OBSERVER"))) if given.has("OBSERVER") else feedback


def _observer(model: LinearModel, given: Given) -> Design:
    return model.observer(given.poles("POLES"))


def _lambda(model: LinearModel, given: Given) -> Design:
    return model.lambda_tuning(given.number("TIME"), given.word("KIND", "PI").upper())


def _ziegler_nichols(model: LinearModel, given: Given) -> Design:
    return model.ziegler_nichols(given.word("KIND", "PID").upper(), given.word("METHOD", "step").lower())


def _sensitivity(model: LinearModel, given: Given) -> Design:
    return model.pid_for_sensitivity(given.number("MS", 1.4), given.word("KIND", "PI").upper())


KINDS: dict[str, Kind] = {
    "LQR": Kind(("Q", "R"), _lqr),
    "KALMAN": Kind(("W", "V"), _kalman),
    "LQG": Kind(("Q", "R", "W", "V"), _lqg),
    "POLES": Kind(("POLES", "OBSERVER"), _poles),
    "OBSERVER": Kind(("POLES",), _observer),
    "LAMBDA": Kind(("TIME", "KIND"), _lambda, is_sampled_first=False),
    "ZN": Kind(("KIND", "METHOD"), _ziegler_nichols, is_sampled_first=False),
    "PID": Kind(("MS", "KIND"), _sensitivity),
}
_SETTING_OF_ARGUMENT = {
    "process_noise": "W",
    "measurement_noise": "V",
    "poles": "POLES",
    "time_constant": "TIME",
    "sensitivity_peak": "MS",
    "kind": "KIND",
    "method": "METHOD",
    "period": "PERIOD",
}
_SAMPLED, _PERIOD, _METHOD = "SAMPLED", "PERIOD", "METHOD"
_METHODS = ("zoh", "foh", "tustin")


@frozen
class MakeDesign:
    kind: str
    model: str
    settings: Mapping[str, str]
    arguments: Arguments
    file: str


def parse(text: str) -> MakeDesign:
    plain = without_comment(text)
    file = _FILE.search(plain)
    rest = _FILE.sub(" ", plain, count=1)
    pairs = [(name.upper(), value) for name, value in _SETTING.findall(rest)]
    check_once([name for name, _ in pairs], DESIGN.usage)
    arguments = read_arguments(_SETTING.sub(" ", rest), (_TEXT, FORCE), has_slash=True)
    if _TEXT in arguments.options:
        raise UserError("bad-command", "-TEXT needs the name of one file", DESIGN.usage)
    if FORCE in arguments.options and not file:
        raise UserError("bad-command", "-FORCE needs -TEXT and a file", DESIGN.usage)
    if not 1 <= len(arguments.words) <= 2:
        raise UserError("bad-command", "DESIGN needs a kind of design, and at most one model", DESIGN.usage)
    kind = arguments.words[0].upper()
    known = (*KINDS, _SAMPLED)
    if kind not in known:
        raise UserError("bad-command", f"there is no design '{kind}'", did_you_mean(kind, known, f"{listed(known)}"))
    if arguments.slash and kind != _SAMPLED:
        raise UserError("bad-command", f"/{arguments.slash} keeps a linear model", "only DESIGN SAMPLED makes one")
    _check_settings(kind, [name for name, _ in pairs])
    model = arguments.words[1] if len(arguments.words) > 1 else LAST
    return MakeDesign(kind, model, dict(pairs), arguments, text_in(file[1]) if file else "")


def _check_settings(kind: str, names: Sequence[str]) -> None:
    known = (_PERIOD, _METHOD) if kind == _SAMPLED else (*KINDS[kind].settings, _PERIOD)
    for name in names:
        if name not in known:
            shown = listed([f"{each}:" for each in known])
            hint = did_you_mean(name, known, f"the settings are {shown}")
            raise UserError("bad-command", f"DESIGN {kind} has no setting '{name}:'", hint)


def run(workspace: Workspace, command: MakeDesign) -> Iterator[Outcome]:
    with as_settings(_SETTING_OF_ARGUMENT):
        yield from _designed(workspace, command)


def _designed(workspace: Workspace, command: MakeDesign) -> Iterator[Outcome]:
    model, given = workspace.linear_named(command.model), Given(workspace, command.settings)
    try:
        if command.kind == _SAMPLED:
            yield from _sampled(workspace, command, model, given)
            return
        kind, period = KINDS[command.kind], None
        if given.has(_PERIOD) and kind.is_sampled_first:
            model = model.discretise(given.number(_PERIOD))
        elif given.has(_PERIOD):
            period = given.number(_PERIOD)
        design = kind.make(model, given)
        yield from _report(design)
        yield from _deliver(workspace, command, lambda name: _text(design, name, period))
    except UserError as error:
        raise UserError(error.code, error.message, CURES.get(error.code, error.hint)) from None


def _sampled(workspace: Workspace, command: MakeDesign, model: LinearModel, given: Given) -> Iterator[Outcome]:
    found = model.discretise(given.number(_PERIOD), given.word(_METHOD, _METHODS[0]).lower())
    named = {command.arguments.slash.upper(): found} if command.arguments.slash else {}
    workspace.linear_models = {**workspace.linear_models, LAST: found, **named}
    yield from table_of(found.modes())
    yield from _deliver(workspace, command, found.text)


def _deliver(workspace: Workspace, command: MakeDesign, text: Callable[[str], str]) -> Iterator[Outcome]:
    """Into the file, or to the screen."""
    if not command.file:
        yield Printed(text(command.kind.lower()).rstrip("\n"))
        return
    path = path_to_write(command.file, workspace.folder, ".t", workspace.allowed)
    write_file(path, text(path.stem), force=FORCE in command.arguments.options)
    yield from wrote(path, command.arguments, workspace.folder)


def _text(design: Design, name: str, period: float | None) -> str:
    return design.text(name, period) if isinstance(design, PID) else design.text(name)


def _report(design: Design) -> Iterator[Outcome]:
    """The gains, the poles of the closed loop or of the estimates, and the margins of a single loop."""
    match design:
        case PID():
            yield Printed(repr(design))
            yield Printed(str(design.margins))
        case StateFeedback():
            yield _gains("L", design.L, design.model.inputs, design.model.states)
            yield from table_of(modes_of_poles(design.poles, design.model.period))
        case Estimator():
            yield _gains("K", design.K, design.model.states, design.model.outputs)
            yield from table_of(modes_of_poles(design.poles, design.model.period))
        case OutputFeedback():
            yield from _report(design.feedback)
            yield from _report(design.estimator)
        case _:
            assert_never(design)


def _gains(group: str, gains: np.ndarray, targets: Sequence[str], sources: Sequence[str]) -> Valued:
    return Valued(
        tuple(
            ValueRow(group, f"{target} from {source}", float(gains[i, j]))
            for i, target in enumerate(targets)
            for j, source in enumerate(sources)
        )
    )


DESIGN = Command(
    "DESIGN",
    "DESIGN kind [linear] [NAME:value ...] [PERIOD:time] [-TEXT file [-FORCE]] [/name]",
    "Design a regulator for a linear model, and write it as a system.",
    parse,
    run,
    "The model is one that LINEAR has kept; without a name, the last one. LQR Q:list R:list minimises x'Q x + u'R u; "
    "the lists are the weights of the states and of the inputs, in the order in which LINEAR shows them, or one "
    "number for all. KALMAN W:list V:list estimates the states, with the noise of states and outputs; LQG takes all "
    "four, and is feedback from the estimates. POLES POLES:list places the poles of the closed loop, with "
    "OBSERVER:list from estimates; OBSERVER POLES:list only estimates. A complex pole -1+2j stands for a pair. "
    "LAMBDA TIME:time, ZN [METHOD:step or frequency] and PID MS:peak are PI or PID regulators (KIND:): for a "
    "closed-loop time constant, by Ziegler and Nichols, and with the largest integral gain for a sensitivity peak. "
    "PERIOD: makes a discrete system. SAMPLED PERIOD:time [METHOD:zoh, foh or tustin] samples the model itself, and "
    "keeps it under a /name. -TEXT writes the system to a file that SYST can load; without it the text is shown.",
    (
        "DESIGN PID G MS:1.4 PERIOD:5 -TEXT regulator",
        "DESIGN LQG G Q:1,0 R:0.1 W:0,1 V:0.01 -TEXT regulator",
        "DESIGN POLES G POLES:-1+1j -TEXT feedback",
        "DESIGN SAMPLED G PERIOD:5 /GD",
    ),
    repeats=False,
)
