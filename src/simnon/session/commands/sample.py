"""`SAMPLE`: runs with values drawn from distributions."""

import re
from collections.abc import Iterator

from simnon.source import UserError, frozen
from simnon.studies import distribution_named, sampled_design, with_labels

from ..calculator import evaluate, evaluate_integer
from ..many_runs import begin_study, go_through, resume_with
from ..outcome import Outcome
from ..words import SELECTED, check_once, only_name, split_at_blanks, unknown_option, without_comment
from ..workspace import Workspace
from .command import Command
from .sweep import SIGN

_DRAWN = re.compile(rf"({SELECTED})~(\w+)\((.+)\)")
_SETTING = re.compile(r"(\w+):(.+)")
_KEPT = re.compile(rf"{SELECTED}|\w+\(.+\)")
_DESIGNS = {"LATIN": "latin", "SOBOL": "sobol"}
_USUAL_COUNT = 1000


@frozen
class DrawnParameter:
    """The distribution of a parameter or initial value; its numbers as texts."""

    name: str
    distribution: str
    numbers: tuple[str, ...]


@frozen
class Sample:
    drawn: tuple[DrawnParameter, ...]
    kept: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    options: frozenset[str]
    name: str


def parse(text: str) -> Sample:
    drawn, kept, settings, options, name = [], [], [], set(), ""
    for word in split_at_blanks(SIGN.sub(r"\1", without_comment(text))):
        if word.startswith("-") and word[1:2].isalpha():
            options.add(_option(word[1:].upper()))
        elif word.startswith("/") and len(word) > 1:
            name = only_name(name, word[1:])
        elif (found := _DRAWN.fullmatch(word)) is not None:
            drawn.append(DrawnParameter(found[1], found[2], tuple(found[3].split(","))))
        elif (found := _SETTING.fullmatch(word)) is not None and found[1].upper() in ("RUNS", "SEED"):
            settings.append((found[1].upper(), found[2]))
        elif _KEPT.fullmatch(word):
            kept.append(word)
        else:
            raise UserError("bad-command", f"SAMPLE cannot interpret '{word}'", SAMPLE.usage)
    if not drawn and "CONT" not in options:
        raise UserError("bad-command", "SAMPLE needs a parameter and its distribution", SAMPLE.usage)
    check_once([*(each.name for each in drawn), *(name for name, _ in settings)], SAMPLE.usage)
    if len(options & set(_DESIGNS)) > 1:
        raise UserError("bad-command", "a sample has one design: -LATIN or -SOBOL", SAMPLE.usage)
    if "CONT" in options and (drawn or kept or settings or len(options) > 1):
        hint = "SAMPLE -CONT [/name]"
        raise UserError("bad-command", "-CONT continues an interrupted sweep or sample and takes nothing else", hint)
    return Sample(tuple(drawn), tuple(kept), tuple(settings), frozenset(options), name)


def _option(word: str) -> str:
    known = (*_DESIGNS, "CONT")
    if word in known:
        return word
    raise unknown_option(word, known)


def run(workspace: Workspace, command: Sample) -> Iterator[Outcome]:
    if "CONT" in command.options:
        yield from resume_with(workspace, command.name, "SAMPLE")
        return
    settings = {name: evaluate_integer(workspace, value, name) for name, value in command.settings}
    seed = settings.get("SEED", workspace.settings.seed)
    distributions = {
        each.name: distribution_named(each.distribution, tuple(evaluate(workspace, text) for text in each.numbers))
        for each in command.drawn
    }
    kind = next((_DESIGNS[option] for option in _DESIGNS if option in command.options), "random")
    count = settings.get("RUNS", _USUAL_COUNT)
    design = sampled_design(with_labels(workspace.elements, distributions), count, seed, kind)
    study = begin_study(workspace, design, command.kept, seed)
    yield from go_through(workspace, study, command.name, "SAMPLE")


SAMPLE = Command(
    "SAMPLE",
    "SAMPLE name~distribution(number,...) ... [value | variable ...] [RUNS:number] [SEED:number] [-LATIN | -SOBOL] "
    "[-CONT] [/name]",
    "Run the model with parameters or initial values drawn from distributions.",
    parse,
    run,
    "The distributions are NORMAL(mean,deviation), UNIFORM(low,high), LOGNORMAL(median,factor), LOGUNIFORM(low,high) "
    "and TRIANGULAR(low,peak,high). The default is RUNS:1000. Values are drawn at random; -LATIN and -SOBOL spread "
    "them more evenly. SEED determines the draw, and the noise of each run. What is kept, Ctrl-C, -CONT and /name "
    "are as for SWEEP.",
    ("SAMPLE GAIN~NORMAL(1,0.1) TI~UNIFORM(20,60) MAX(H) RUNS:500 -SOBOL", "SAMPLE A~LOGNORMAL(2,1.2) H"),
    repeats=False,
)
