"""`OPTIM`: find the parameters that minimise a loss."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from simnon.languages import Unreadable, read_expression
from simnon.model import Expression, Role
from simnon.simulation import Simulator, Trajectory
from simnon.source import UserError, frozen, nearest
from simnon.studies import Measured, SearchOptions

from ..calculator import evaluate, evaluate_integer, names_read, value_of
from ..optimising import Search, problem_within_ranges, search_optimum
from ..outcome import Outcome
from ..slopes import Differentiated, corner_in, differentiated, slopes_of_expressions
from ..study_words import element_or_range
from ..words import VARIABLE, check_once, split_at_blanks, unknown_option, without_comment
from ..workspace import LAST, UserValues, Workspace
from .command import Command
from .par import find_parameter
from .simu import Simulate, make_run

_OPTIONS = {
    "MAX": "",
    "SIMPLEX": "simplex",
    "GRADIENT": "gradient",
    "GLOBAL": "global",
    "MULTIPLIER": "multiplier",
    "QUADRATIC": "quadratic",
}
_SETTINGS = ("TOL", "RUNS")
_SIGN = re.compile(r"\s*(<=|>=|<|>|=|\+|\*|/|\^|,|:|\s-\s)\s*")
_COMPARED = re.compile(r"<=|>=|<|>|=")
_BOUNDED = re.compile(rf"({VARIABLE})(?:\[([^\],]+),([^\],]+)\])?")


@frozen
class Varied:
    """A parameter; its bounds as texts, empty if there are none."""

    name: str
    low: str = ""
    high: str = ""


@frozen
class Constraint:
    """`expression` must not be positive, or must be zero."""

    shown: str
    expression: str
    is_equality: bool


@frozen
class Optimise:
    loss: str
    varied: tuple[Varied, ...]
    constraints: tuple[Constraint, ...]
    options: frozenset[str]
    settings: tuple[tuple[str, str], ...]


def parse(text: str) -> Optimise:
    loss = ""
    varied, constraints, options, settings = [], [], set(), []
    for word in split_at_blanks(_SIGN.sub(lambda sign: sign.group(1).strip(), without_comment(text))):
        if word.startswith("-") and word[1:2].isalpha() and loss:
            options.add(_option(word[1:].upper()))
        elif not loss:
            loss = word
        elif _COMPARED.search(word):
            constraints.append(_constraint(word))
        elif ":" in word:
            name, _, value = word.partition(":")
            settings.append((name.upper(), value))
        elif (bounded := _BOUNDED.fullmatch(word)) is not None:
            varied.append(Varied(bounded[1], bounded[2] or "", bounded[3] or ""))
        else:
            raise UserError("bad-command", f"'{word}' is neither a parameter nor a constraint", OPTIM.usage)
    if not varied:
        raise UserError("bad-command", "OPTIM needs a loss and the parameters to vary", OPTIM.usage)
    check_once([*(each.name for each in varied), *(name for name, _ in settings)], OPTIM.usage)
    _check_settings([name for name, _ in settings])
    if len(options - {"MAX"}) > 1:
        raise UserError("bad-command", "OPTIM takes one method", OPTIM.usage)
    return Optimise(loss, tuple(varied), tuple(constraints), frozenset(options), tuple(settings))


def _check_settings(names: Sequence[str]) -> None:
    for name in names:
        if name not in _SETTINGS:
            near = nearest(name, _SETTINGS)
            hint = f"did you mean {near}:?" if near else f"the settings are {' and '.join(f'{s}:' for s in _SETTINGS)}"
            raise UserError("bad-command", f"OPTIM has no setting '{name}:'", hint)


def _option(word: str) -> str:
    if word in _OPTIONS:
        return word
    raise unknown_option(word, _OPTIONS)


def _constraint(word: str) -> Constraint:
    parts = _COMPARED.split(word)
    if len(parts) != 2 or not all(parts):
        raise UserError("bad-command", f"'{word}' is not a constraint", "write H<=2, MAX(H)<=2 or X=0")
    left, right = parts
    sign = word[len(left)]
    expression = f"({right})-({left})" if sign == ">" else f"({left})-({right})"
    return Constraint(word, expression, sign == "=")


def run(workspace: Workspace, command: Optimise) -> Iterator[Outcome]:
    yield from search_optimum(workspace, _search(workspace, command))
    if not workspace.is_interrupted:
        yield from make_run(workspace, Simulate((), continues=False, marks=False, name=""))


def _search(workspace: Workspace, command: Optimise) -> Search:
    names = workspace.system.names
    settled = tuple(Varied(*element_or_range(names, each.name, each.low, each.high)) for each in command.varied)
    command = replace(command, varied=settled)
    parameters = tuple(find_parameter(workspace.system, varied.name) for varied in command.varied)
    check_once(parameters, OPTIM.usage)
    inequalities = [c for c in command.constraints if not c.is_equality]
    equalities = [c for c in command.constraints if c.is_equality]
    ordered = (*inequalities, *equalities)

    def measure(run: Trajectory) -> Measured:
        trial = workspace.snapshot()
        trial.runs = {**workspace.runs, LAST: run}
        trial.given = _given_to(run, trial)
        loss, *values = (_finite(trial, text) for text in (command.loss, *(c.expression for c in ordered)))
        return Measured(loss, tuple(values[: len(inequalities)]), tuple(values[len(inequalities) :]))

    texts = (command.loss, *(constraint.expression for constraint in ordered))
    needed = _needed(workspace, texts)
    low = [evaluate(workspace, varied.low) if varied.low else -math.inf for varied in command.varied]
    high = [evaluate(workspace, varied.high) if varied.high else math.inf for varied in command.varied]
    problem = problem_within_ranges(workspace, parameters, low, high, (len(inequalities), len(equalities)))

    def with_slopes(extended: Simulator) -> Differentiated:
        names = [f"d({name})/d({parameter})" for name in needed for parameter in parameters]
        slopes = slopes_of_expressions(workspace.elements, needed, parameters, problem.steps, measure)
        return Differentiated(extended, (*needed, *names), slopes)

    def differentiate() -> tuple[Differentiated | None, str]:
        corner = corner_in(texts)
        if corner:
            return None, f"{corner} has corners or jumps"
        return differentiated(workspace.elements, parameters, needed, with_slopes)

    return Search(
        parameters,
        problem,
        measure,
        needed,
        _search_options(workspace, command),
        command.loss.upper(),
        tuple(constraint.shown.upper() for constraint in ordered),
        "MAX" in command.options,
        differentiate,
    )


def _search_options(workspace: Workspace, command: Optimise) -> SearchOptions:
    settings = dict(command.settings)
    method = next((_OPTIONS[option] for option in command.options if _OPTIONS[option]), "auto")
    usual = SearchOptions()
    runs = evaluate_integer(workspace, settings["RUNS"], "RUNS") if "RUNS" in settings else usual.most_runs
    tolerance = evaluate(workspace, settings["TOL"]) if "TOL" in settings else usual.tolerance
    return SearchOptions(method, tolerance, runs, workspace.settings.seed)


def _given_to(run: Trajectory, trial: Workspace) -> UserValues:
    """The parameter values of the run."""
    return UserValues(run.provenance.options.parameters, trial.given.initial)


def _finite(trial: Workspace, text: str) -> float:
    value = value_of(trial, text)
    return value if math.isfinite(value) else math.nan


def _needed(workspace: Workspace, texts: tuple[str, ...]) -> tuple[str, ...]:
    """What a run has to record for the expressions."""
    role_of_name = {variable.name: variable.role for variable in workspace.model.variables}
    names = [name for text in texts for name in names_read(workspace, _read(text))]
    found = dict.fromkeys(workspace.system.names.find(name) for name in names)
    return tuple(name for name in found if role_of_name[name] not in (Role.PARAMETER, Role.CONSTANT, Role.TIME))


def _read(text: str) -> Expression:
    try:
        return read_expression(text)
    except Unreadable as error:
        raise UserError("bad-expression", f"'{text}': {error}", error.hint) from None


OPTIM = Command(
    "OPTIM",
    "OPTIM loss parameter[low,high] ... [constraint ...] [TOL:number] [RUNS:number] [-MAX] "
    "[-QUADRATIC | -SIMPLEX | -GRADIENT | -GLOBAL | -MULTIPLIER]",
    "Find the parameters that minimise a loss.",
    parse,
    run,
    "It repeats the last SIMU with different parameters. The loss is a variable at the end of the run, or an "
    "expression such as MAX(H) or INTEGRAL(ABS(E)); -MAX maximises it. Bounds are optional, except with -GLOBAL. A "
    "constraint is a comparison, such as MAX(H)<=2 or X=0; -MULTIPLIER also reports its multiplier. The search uses "
    "the exact derivatives of a smooth loss, and notes why if it cannot. The parameters get the best values, which "
    "UNDO reverts, and the last run uses them. Ctrl-C ends the search with the best values so far.",
    ("OPTIM IAE GAIN TI", "OPTIM INTEGRAL(ABS(E)) GAIN[0.1,10] TI[REG][1,100] MAX(H)<=2.1", "OPTIM RANGE ANGLE -MAX"),
)
