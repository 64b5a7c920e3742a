"""Systems with large arrays of parts -> a model in which they are whole, studied on the same systems with few parts."""

import re
from collections.abc import Callable
from dataclasses import fields, replace

from simnon.assembly import Choices, LargeArrays, find_large_arrays
from simnon.doors import loaded_on_use
from simnon.model import AnyModel, FlatModel, HybridModel, NeedEachOther, NotWhole, System
from simnon.source import Diagnostic, Report

with loaded_on_use(__name__):
    from simnon.analysis import (
        Generalised,
        Sample,
        Starts,
        check_whole,
        complete_hybrid,
        generalise,
        solve_flat,
        tear_parts,
    )
    from simnon.assembly import GivenToParts, keep_whole, with_fewer_parts

FEW = (13, 14, 18)
"""The last numbers of the parts in the models on which a large one is studied."""

_MORE = re.compile(r" (\d+) more\Z")
Assemble = Callable[[tuple[System, ...], Report, Choices], FlatModel | None]


def whole_parts(
    systems: tuple[System, ...], report: Report, choices: Choices, assemble: Assemble, *, of_parts: bool
) -> tuple[FlatModel, HybridModel] | None:
    """None if no array of parts, or of variables, is large; `NotWhole` if they have to be expanded."""
    large = find_large_arrays(systems, choices, of_parts=of_parts)
    if large is None:
        return None
    given = GivenToParts(large, FEW[0]) if of_parts else None
    starts = given.starts if given is not None else _no_starts
    study = _Study(large, starts, lambda fewer, trial, sizes: assemble(fewer, trial, {**choices, **sizes}))
    try:
        return study.whole(report, is_torn=False)
    except NeedEachOther:
        return study.whole(report, is_torn=True)


class _Study:
    def __init__(self, large: LargeArrays, starts: Starts, assemble: Assemble) -> None:
        self.large = large
        self.starts = starts
        self.assemble = assemble

    def whole(self, report: Report, *, is_torn: bool) -> tuple[FlatModel, HybridModel]:
        """Algebraic loops are left, or torn in the models with few parts if they are within a part."""
        samples, notes = self._samples(report, is_torn=is_torn)
        found = generalise(samples, self.large.last, self.large.parameters, self.starts)
        declared = keep_whole(found.model, (), is_forced=True)
        trial = Report(report.strict)
        completed = complete_hybrid(_solved(found, declared), trial)
        if completed is None:
            raise NotWhole("the whole model has a mistake")
        check_whole(completed)
        for note in (*notes, *trial.all_found):
            report.add(note)
        return declared, completed

    def _samples(self, report: Report, *, is_torn: bool) -> tuple[list[Sample], list[Diagnostic]]:
        samples: list[Sample] = []
        reports: list[Report] = []
        for last in FEW:
            trial = Report(report.strict)
            fewer, sizes = with_fewer_parts(self.large, last)
            declared = self.assemble(fewer, trial, sizes)
            solved = solve_flat(declared, trial) if declared is not None else None
            if declared is None or solved is None:
                raise NotWhole("the model with few parts has a mistake")
            if declared.foreign:
                raise NotWhole("the model calls functions in files")
            samples.append(Sample(last, declared, tear_parts(solved, trial) if is_torn else solved))
            reports.append(trial)
        alike = zip(*(each.diagnostics for each in reports), strict=False)
        notes = [_with_all_parts(each, self.large.last) for each in alike]
        if any(len(each.diagnostics) != len(notes) for each in reports):
            raise NotWhole("each part has a warning or a note of its own")
        return samples, notes


def _solved(found: Generalised, declared: FlatModel) -> HybridModel:
    """With what solving relations has found."""
    scalars = {name for name, _ in (*found.aliases, *found.negatives)}
    common = {each.name: getattr(declared, each.name) for each in fields(AnyModel)}
    return replace(
        HybridModel(**common),
        variables=tuple(found.variables.get(variable.name, variable) for variable in declared.variables),
        equations=tuple(equation for equation in declared.equations if equation.target not in scalars),
        aliases=found.aliases,
        negatives=found.negatives,
        relational=found.relational,
        start_constraints=found.start_constraints,
    )


def _no_starts(*_: object) -> tuple[float | None, ...]:
    """Values of elements are the same in all models."""
    return ()


def _with_all_parts(alike: tuple[Diagnostic, ...], last: int) -> Diagnostic:
    """What is reported of each part, with the number of parts that it has in the large model."""
    first = alike[0]
    counts = [found[1] if (found := _MORE.search(each.message)) else "" for each in alike]
    texts = [each.message.removesuffix(f"{count} more") for each, count in zip(alike, counts, strict=True)]
    if any(replace(each, message="") != replace(first, message="") for each in alike) or len(set(texts)) > 1:
        raise NotWhole("parts have different warnings or notes")
    if len(set(counts)) == 1:
        return first
    numbers = [int(count or 0) for count in counts]
    each_part = numbers[1] - numbers[0]
    if any(number != numbers[0] + each_part * (at - FEW[0]) for number, at in zip(numbers, FEW, strict=True)):
        raise NotWhole("parts have different warnings or notes")
    return replace(first, message=f"{texts[0]}{numbers[0] + each_part * (last - FEW[0])} more")
