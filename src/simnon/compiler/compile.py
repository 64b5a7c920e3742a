"""Text -> FlatModel -> HybridModel -> Program -> Executable: the phases joined, one line each."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path

from simnon.analysis import check_whole, make_hybrid, order_equations
from simnon.assembly import Choices, applicable_choices, assemble
from simnon.doors import loaded_on_use
from simnon.languages import DIALECTS
from simnon.lowering import Mathematics, lower_model
from simnon.model import (
    RELATIONS_OF_ARRAYS,
    TOTAL,
    Arrays,
    FlatModel,
    ForeignDefinition,
    HybridModel,
    NotWhole,
    Schedule,
    System,
    WholeArrays,
)
from simnon.program import Program
from simnon.source import Report, Source, frozen, nearest, read_source

from .chosen_functions import define_functions, functions_among, is_function
from .foreign_systems import with_equations_of_files
from .foreign_texts import read_foreign_texts
from .inputs import Signal
from .library import Library, categorised
from .whole_parts import whole_parts

with loaded_on_use(__name__):
    from simnon.analysis import note_classic_order
    from simnon.lowering import fuse_model

    from .inputs import give_inputs

DEFAULT_DIALECT = ".t"


@frozen
class Analysed:
    """A model that has passed all checks, and the order of its equations."""

    declared: FlatModel
    """As assembled from the systems, before any pass."""
    model: HybridModel
    schedule: Schedule
    foreign_texts: Mapping[str, str]
    sources: tuple[Source, ...]
    """The texts it was compiled from, with those of the libraries."""
    mathematics: Mathematics = Mathematics.OWN
    choices: Choices = field(default_factory=dict)
    """Structural parameters, versions and functions chosen from outside the text."""
    inputs: Mapping[str, Signal] = field(default_factory=dict)
    """The signals that drive it, by full name."""
    has_open_inputs: bool = False
    """Whether an input that nothing connects needs no value."""
    isolation: float = 0.0
    """The seconds allowed for a call of code in a file, which then runs in a process of its own; 0 if it does not."""
    is_fused: bool = False
    """Whether products and sums are rounded once in the derivatives and the steps of methods."""
    arrays: Arrays = Arrays.EXPANDED
    """What was asked for; `declared.whole` says what became of the arrays."""


def read_systems(sources: Iterable[Source], report: Report) -> tuple[System, ...]:
    """The systems of all sources, each read by the dialect of its extension."""
    systems: list[System] = []
    for source in sources:
        extension = Path(source.name).suffix.lower() or DEFAULT_DIALECT
        if extension in DIALECTS:
            systems += categorised(DIALECTS[extension](source, report), source)
        else:
            _report_extension(source, extension, report)
    return tuple(systems)


def gather_systems(sources: Iterable[Source], report: Report) -> tuple[tuple[System, ...], tuple[Source, ...]]:
    """The systems of all sources, with the types they use from libraries, and all sources.

    Those from files have the equations that their files compute.
    """
    found, texts = read_systems(sources, report), tuple(sources)
    library, latest = Library(found, report), found
    while latest:
        added = tuple(library.missing(latest))
        latest = read_systems(added, report)
        library.add(latest)
        found, texts = found + latest, texts + added
    return with_equations_of_files(found, report), texts


def analyse(
    sources: Iterable[Source],
    report: Report,
    *,
    is_classic: bool = False,
    mathematics: Mathematics = Mathematics.OWN,
    choices: Choices | None = None,
    earlier: Choices | None = None,
    inputs: Mapping[str, Signal] | None = None,
    open_inputs: bool = False,
    isolation: float = 0.0,
    is_fused: bool = False,
    arrays: Arrays = Arrays.EXPANDED,
) -> Analysed | None:
    """Everything up to the schedule; None if there are errors, all reported."""
    systems, texts = gather_systems(sources, report)
    choices, earlier = choices or {}, earlier or {}
    functions = functions_among({**earlier, **choices})
    others = {name: value for name, value in choices.items() if not is_function(name)}
    defined = define_functions(functions, report)

    def assembled(
        chosen: tuple[System, ...], trial: Report, given: Choices, how: Arrays = Arrays.EXPANDED
    ) -> FlatModel | None:
        return assemble(chosen, trial, given, earlier, defined, open_inputs=open_inputs, arrays=how)

    assembling = _Assembling(
        lambda trial, how: assembled(systems, trial, others, how),
        lambda trial, of_parts: whole_parts(systems, trial, {**earlier, **others}, assembled, of_parts=of_parts),
        is_fused=is_fused,
    )
    kept = assembling.kept_whole(Arrays.EXPANDED if inputs else arrays, report)
    if kept is not None:
        chosen = {**applicable_choices(earlier, kept[0]), **others, **functions}
        schedule = order_equations(kept[1])
        return Analysed(*kept, schedule, {}, texts, mathematics, chosen, {}, open_inputs, isolation, is_fused, arrays)
    declared = assembling.expanded(report)
    if declared is None:
        return None
    chosen = {**applicable_choices(earlier, declared), **others, **functions}
    if is_classic:
        note_classic_order(declared, report)
    declared = give_inputs(declared, inputs, report) if inputs else declared
    model = make_hybrid(declared, report)
    if model is None:
        return None
    schedule = order_equations(model)
    foreign_texts = read_foreign_texts(model, report)
    if report.has_errors:
        return None
    if isolation:
        model = replace(model, foreign=tuple(_isolated(each, isolation) for each in model.foreign))
    return Analysed(
        declared,
        model,
        schedule,
        foreign_texts,
        texts,
        mathematics,
        chosen,
        inputs or {},
        open_inputs,
        isolation,
        is_fused,
        arrays,
    )


Studied = Callable[[Report, bool], tuple[FlatModel, HybridModel] | None]
"""A model with large arrays, of parts if that is true, as studied on smaller ones."""


class _Assembling:
    """Assembles a model with its arrays whole if that is possible, and expanded otherwise."""

    def __init__(
        self, assembled: Callable[[Report, Arrays], FlatModel | None], studied: Studied, *, is_fused: bool
    ) -> None:
        self.assembled = assembled
        self.studied = studied
        self.is_fused = is_fused
        self.reason = ""
        self.found: FlatModel | None = None
        """The expanded model, if a trial has found it."""

    def kept_whole(self, arrays: Arrays, report: Report) -> tuple[FlatModel, HybridModel] | None:
        """The model with whole arrays; None if it has none, or if they have to be expanded.

        Mistakes are reported for the expanded model, which names the elements.
        """
        if arrays is Arrays.EXPANDED or report.has_errors:
            return None
        trial = Report(report.strict)
        try:
            found = self._checked(self.studied(trial, True)) or self._checked(self._assembled(arrays, trial, report))
            if found is None and self._has_relations_between_arrays():
                trial = Report(report.strict)
                found = self._checked(self.studied(trial, False))
        except NotWhole as reason:
            self.reason = str(reason)
            return None
        if found is not None:
            _copy(trial, report)
        return found

    def _checked(self, found: tuple[FlatModel, HybridModel] | None) -> tuple[FlatModel, HybridModel] | None:
        if found is not None:
            check_whole(found[1])
            if self.is_fused and any(TOTAL in equation.functions for equation in found[1].equations):
                raise NotWhole("products in sums are rounded once")
        return found

    def _assembled(self, arrays: Arrays, trial: Report, report: Report) -> tuple[FlatModel, HybridModel] | None:
        declared = self.assembled(trial, arrays)
        if declared is None or not declared.whole or declared.foreign:
            self._keep(declared, trial, report)
            return None
        model = make_hybrid(declared, trial)
        return None if model is None else (declared, model)

    def _has_relations_between_arrays(self) -> bool:
        return self.found is not None and self.found.whole.expanded_because == RELATIONS_OF_ARRAYS

    def _keep(self, declared: FlatModel | None, trial: Report, report: Report) -> None:
        if declared is not None and not declared.whole:
            self.found = declared
            _copy(trial, report)

    def expanded(self, report: Report) -> FlatModel | None:
        """The model without whole arrays, and why they are not."""
        if self.found is not None:
            because = WholeArrays(expanded_because=self.reason)
            return replace(self.found, whole=because) if self.reason else self.found
        declared = self.assembled(report, Arrays.EXPANDED)
        if declared is None or not self.reason:
            return declared
        return replace(declared, whole=WholeArrays(expanded_because=self.reason))


def _copy(trial: Report, report: Report) -> None:
    for diagnostic in trial.all_found:
        report.add(diagnostic)


def _isolated(foreign: ForeignDefinition, seconds: float) -> ForeignDefinition:
    """An object of this process cannot leave it, and kernels are our own code."""
    is_own = foreign.body is not None or not foreign.is_in_file
    return foreign if is_own else replace(foreign, isolation=seconds)


def lower(analysed: Analysed, *, slides: bool = False) -> Program:
    program = lower_model(
        analysed.model, analysed.schedule, analysed.foreign_texts, analysed.mathematics, slides=slides
    )
    return fuse_model(program) if analysed.is_fused else program


def read_sources(paths: Iterable[Path], report: Report, open_folders: Iterable[str | Path] = ()) -> tuple[Source, ...]:
    """The texts of the files; a name without extension is looked for with that of each dialect.

    `open_folders` are those whose files the texts can name, besides their own.
    """
    folders = tuple(map(str, open_folders))
    sources = (read_source(_found(path), report) for path in paths)
    return tuple(replace(source, open_folders=folders) for source in sources if source is not None)


def _found(path: Path) -> Path:
    if not path.name or path.suffix or os.path.exists(path):  # noqa: PTH110  Path.exists raises for long names
        return path
    for extension in DIALECTS:
        for candidate in (path.with_suffix(extension), path.with_suffix(extension.upper())):
            if os.path.exists(candidate):  # noqa: PTH110
                return candidate
    return path


def _report_extension(source: Source, extension: str, report: Report) -> None:
    near = nearest(extension, DIALECTS)
    report.error(
        "unknown-dialect",
        f"{source.name}: no language uses the extension '{extension}'",
        None,
        f"did you mean '{near}'?" if near else f"the extensions are {', '.join(DIALECTS)}",
    )
