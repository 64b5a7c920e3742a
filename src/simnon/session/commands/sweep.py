"""`SWEEP`: runs for every combination of some parameters."""

import re
from collections.abc import Iterator

import numpy as np

from simnon.figures import Array
from simnon.source import UserError, frozen, resources
from simnon.studies import grid_design, with_labels, zipped_design

from ..calculator import evaluate
from ..many_runs import begin_study, go_through, resume_with
from ..outcome import Outcome
from ..words import SELECTED, VARIABLE, check_once, only_name, split_at_blanks, unknown_option, without_comment
from ..workspace import Workspace
from .command import Command

SIGN = re.compile(r"\s*(<=|>=|<|>|=|~|,|:)\s*")
_RANGE = re.compile(rf"({VARIABLE})\[([^\[\],]+),([^\[\],]+),([^\[\],]+)(,LOG)?\]", re.IGNORECASE)
_LIST = re.compile(rf"({SELECTED})=(.+)")
_KEPT = re.compile(rf"{SELECTED}|\w+\(.+\)")


@frozen
class SweptValues:
    """Of a parameter or initial value: a range with a count, or a list; all as texts."""

    name: str
    texts: tuple[str, ...]
    is_range: bool
    is_logarithmic: bool = False


@frozen
class Sweep:
    values: tuple[SweptValues, ...]
    kept: tuple[str, ...]
    options: frozenset[str]
    name: str


def parse(text: str) -> Sweep:
    values, kept, options, name = [], [], set(), ""
    for word in split_at_blanks(SIGN.sub(r"\1", without_comment(text))):
        if word.upper() in ("-ZIP", "-CONT"):
            options.add(word[1:].upper())
        elif word.startswith("/") and len(word) > 1:
            name = only_name(name, word[1:])
        elif (swept := read_swept(word)) is not None:
            values.append(swept)
        elif _KEPT.fullmatch(word):
            kept.append(word)
        elif word.startswith("-") and word[1:2].isalpha():
            raise unknown_option(word[1:], ("ZIP", "CONT"))
        else:
            raise UserError("bad-command", f"SWEEP cannot interpret '{word}'", SWEEP.usage)
    if not values and "CONT" not in options:
        raise UserError("bad-command", "SWEEP needs a parameter and its values", SWEEP.usage)
    check_once([each.name for each in values], SWEEP.usage)
    if "CONT" in options and (values or kept or "ZIP" in options):
        raise UserError(
            "bad-command",
            "-CONT continues an interrupted sweep or sample and takes nothing else",
            "SWEEP -CONT [/name]",
        )
    return Sweep(tuple(values), tuple(kept), frozenset(options), name)


def read_swept(word: str) -> SweptValues | None:
    """`name[low,high,count]` or `name=value,value`; None if it is neither."""
    if (found := _RANGE.fullmatch(word)) is not None:
        return SweptValues(found[1], (found[2], found[3], found[4]), True, bool(found[5]))
    if (found := _LIST.fullmatch(word)) is not None:
        return SweptValues(found[1], tuple(found[2].split(",")), False)
    return None


def run(workspace: Workspace, command: Sweep) -> Iterator[Outcome]:
    if "CONT" in command.options:
        yield from resume_with(workspace, command.name, "SWEEP")
        return
    values = with_labels(workspace.model, {each.name: numbers_of(workspace, each) for each in command.values})
    design = zipped_design(values) if "ZIP" in command.options else grid_design(values)
    study = begin_study(workspace, design, command.kept)
    yield from go_through(workspace, study, command.name, "SWEEP")


def numbers_of(workspace: Workspace, values: SweptValues) -> Array:
    numbers = [evaluate(workspace, text) for text in values.texts]
    if not values.is_range:
        return np.array(numbers)
    low, high, count = numbers
    if count != int(count) or count < 1:
        raise UserError(
            "bad-command",
            f"expected a positive number of values, found {count:g} for {values.name}",
            f"write {values.name}[low,high,count] with a count from 1",
        )
    resources.check_memory(3 * 8 * count, f"{count:.10g} values of {values.name}", "give fewer")
    with np.errstate(all="ignore"):
        if not values.is_logarithmic:
            return np.linspace(low, high, int(count))
        if not (low > 0 and high > 0) and not (low < 0 and high < 0):
            raise UserError("bad-command", f"LOG needs ends of the same sign, not {low:g} and {high:g}", SWEEP.usage)
        return np.asarray(np.geomspace(low, high, int(count)), dtype=np.float64)


SWEEP = Command(
    "SWEEP",
    "SWEEP name[low,high,count[,LOG]] | name=value,... ... [value | variable ...] [-ZIP] [-CONT] [/name]",
    "Run the model for every combination of some parameters or initial values.",
    parse,
    run,
    "Every value of one is combined with every value of the others; with -ZIP, lists are taken in parallel. Each run "
    "gives what SIMU would give, with the times of the last SIMU; many run side by side. Name what to keep of each: "
    "FINAL(H), MIN(H), MAX(H), MEAN(H), INTEGRAL(H), AT(H,5), WHEN(H>3) and EVER(H>3) are one number per run, H "
    "alone is its curve; by default, the final values of all states. A run that fails leaves a hole, and the reason "
    "is reported. Ctrl-C ends it with the completed runs, and SWEEP -CONT runs the rest. MAP and FAN show what was "
    "kept, EXPORT writes it, and /name keeps it under a name instead of ENSEMBLE.",
    ("SWEEP GAIN[0.2,5,100] TI[10,200,100] MAX(H)", "SWEEP TI=20,50,100 H /times", "SWEEP -CONT"),
    repeats=False,
)
