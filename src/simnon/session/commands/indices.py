"""`SOBOL` and `MORRIS`: which parameters matter for a number of a run."""

import re
from collections.abc import Callable, Iterator, Mapping

from simnon.source import UserError, frozen
from simnon.studies import (
    Distribution,
    IndexPlan,
    Indices,
    distribution_named,
    estimate,
    morris_plan,
    sobol_plan,
    with_labels,
)

from ..calculator import evaluate, evaluate_integer
from ..many_runs import begin_study, complete_study
from ..outcome import Outcome, PageDrawn, Printed
from ..plotting import with_figure
from ..study_words import StudyWords, read_study_words
from ..words import SELECTED, check_once
from ..workspace import Workspace
from .command import Command

_DRAWN = re.compile(rf"({SELECTED})~(\w+)\((.+)\)")
_KEPT = re.compile(r"\w+\(.+\)")
Planner = Callable[[Mapping[str, Distribution], int, int], IndexPlan]


@frozen
class Question:
    """Names with distributions and their numbers as texts, and the numbers of a run that they influence."""

    drawn: tuple[tuple[str, str, tuple[str, ...]], ...]
    kept: tuple[str, ...]
    words: StudyWords


def _parser(name: str, usage: str) -> Callable[[str], Question]:
    def parse(text: str) -> Question:
        words = read_study_words(text, usage, ("RUNS", "SEED"))
        drawn = [found for word in words.words if (found := _DRAWN.fullmatch(word))]
        kept = tuple(word for word in words.words if not _DRAWN.fullmatch(word))
        for word in kept:
            if not _KEPT.fullmatch(word):
                raise UserError("bad-command", f"{name} cannot interpret '{word}'", usage)
        if not drawn or not kept:
            raise UserError("bad-command", f"{name} needs distributions and numbers such as MAX(H)", usage)
        check_once([found[1] for found in drawn], usage)
        return Question(tuple((each[1], each[2], tuple(each[3].split(","))) for each in drawn), kept, words)

    return parse


def _runner(plan_of: Planner, usual: int) -> Callable[[Workspace, Question], Iterator[Outcome]]:
    def run(workspace: Workspace, question: Question) -> Iterator[Outcome]:
        settings = {name: evaluate_integer(workspace, text, name) for name, text in question.words.settings}
        seed = settings.get("SEED", workspace.settings.seed)
        distributions = {
            name: distribution_named(kind, tuple(evaluate(workspace, text) for text in numbers))
            for name, kind, numbers in question.drawn
        }
        plan = plan_of(with_labels(workspace.elements, distributions), settings.get("RUNS", usual), seed)
        study = begin_study(workspace, plan.design, question.kept, seed)
        yield from complete_study(workspace, study)
        found: Indices = estimate(plan, study.ensemble().results.stored.reduced, seed)
        yield Printed(found.summary())
        workspace.page = with_figure(workspace.page, found.plot(found.labels[0]))
        yield PageDrawn(workspace.page.figure)

    return run


_DISTRIBUTIONS = "name~distribution(number,...) ..."
_SOBOL = f"SOBOL {_DISTRIBUTIONS} number(variable) ... [RUNS:count] [SEED:number]"
_MORRIS = f"MORRIS {_DISTRIBUTIONS} number(variable) ... [RUNS:count] [SEED:number]"
SOBOL = Command(
    "SOBOL",
    _SOBOL,
    "Divide the variance of results among the parameters (Sobol indices).",
    _parser("SOBOL", _SOBOL),
    _runner(sobol_plan, 1024),
    "The distributions and results are those of SAMPLE; the results must be numbers such as MAX(H), not curves. The "
    "first-order index is the share of the variance that a parameter explains alone, the total index the share that "
    "would remain if all others were known; the intervals have a confidence of 95 %. With n parameters it takes n + "
    "2 times RUNS: runs; the default is RUNS:1024.",
    ("SOBOL GAIN~UNIFORM(0.5,2) TI~UNIFORM(20,60) MAX(H)",),
)
MORRIS = Command(
    "MORRIS",
    _MORRIS,
    "Find which of many parameters matter, with few runs.",
    _parser("MORRIS", _MORRIS),
    _runner(morris_plan, 20),
    "Like SOBOL, but with RUNS: paths, by default 20, along which one parameter changes at a time. The size of an "
    "effect is the mean change of the result as the parameter goes over its range; its spread is large if the effect "
    "is nonlinear or depends on other parameters.",
    ("MORRIS GAIN~UNIFORM(0.5,2) TI~UNIFORM(20,60) MAX(H)",),
)
