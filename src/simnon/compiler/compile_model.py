"""Files or text -> a compiled model, or one exception with all errors."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from math import inf
from os import PathLike
from pathlib import Path

from simnon.assembly import Choices
from simnon.doors import loaded_on_use
from simnon.lowering import ELEMENTARY_LIBRARY, Mathematics
from simnon.model import Arrays, Role, UnitsByName, Variable, VariablesByName, VariableTable, shown_variables
from simnon.program import Executable, Program, Target
from simnon.source import (
    UNIT_CODES,
    Diagnostic,
    LazyMapping,
    Report,
    Severity,
    SimnonError,
    Source,
    UserError,
    arguments,
    did_you_mean,
    frozen,
)
from simnon.targets import TARGETS, USUAL_TARGET

from .compile import Analysed, analyse, lower, read_sources
from .garbage import paused_collection
from .inputs import Signal
from .trust import Trust, read_trust, report_untrusted

with loaded_on_use(__name__):
    from simnon.source import render_all

SECONDS_OF_A_CALL = 60.0
"""Of code in a process of its own, unless the user says otherwise."""


@frozen
class Recipe:
    """What a model was compiled from: it is sent as text and compiled again by the receiver."""

    sources: tuple[tuple[str, str, str, str], ...]
    """Name, text, folder and category of each."""
    math: str
    """Which elementary functions are called."""
    choices: tuple[tuple[str, float | str], ...] = ()
    """Structural parameters, versions and functions of parts."""
    inputs: tuple[tuple[str, Signal], ...] = ()
    """The signals that drive it."""
    has_open_inputs: bool = False
    """Whether an input that nothing connects needs no value."""
    isolation: float = 0.0
    """The seconds allowed for a call of code in a file, if that runs in a process of its own."""
    is_fused: bool = False
    """Whether products and sums are rounded once."""
    arrays: str = Arrays.AUTO.value
    """Whether its arrays stay whole."""

    def compiled(self, chosen: Choices | None = None) -> "CompiledModel":
        """The model; with other versions `chosen`, those choices that no longer apply are dropped."""
        # The sender has already compiled the recipe, and so has trusted its code.
        texts = (Source(*source) for source in self.sources)
        return compile_model(
            *texts,
            math=self.math,
            choices=dict(self.choices) if chosen is None else None,
            earlier=None if chosen is None else {**dict(self.choices), **chosen},
            inputs=dict(self.inputs),
            trust=True,
            open_inputs=self.has_open_inputs,
            isolate=self.isolation,
            fma=self.is_fused,
            arrays=self.arrays,
        )


@frozen
class CompiledModel:
    """A model ready to run: its contents, its diagnostics, and its code on one target."""

    name: str
    variables: Sequence[Variable]
    """Every variable the text has, in source order, with role, owner, start value and unit."""
    parameters: Mapping[str, float]
    """The values given in the text, by name."""
    states: Sequence[str]
    units: Mapping[str, str]
    """By name, as written, for the names that have one."""
    diagnostics: tuple[Diagnostic, ...]
    """Warnings and notes; errors raise."""
    analysed: Analysed = field(repr=False)
    program: Program = field(repr=False)
    target: Target = field(repr=False)
    executable: Executable = field(repr=False)
    sources: tuple[Source, ...] = field(repr=False)

    @property
    def recipe(self) -> Recipe:
        texts = tuple((source.name, source.text, source.folder, source.category) for source in self.sources)
        analysed = self.analysed
        choices, inputs = tuple(analysed.choices.items()), tuple(analysed.inputs.items())
        mathematics = analysed.mathematics.value
        return Recipe(
            texts,
            mathematics,
            choices,
            inputs,
            analysed.has_open_inputs,
            analysed.isolation,
            analysed.is_fused,
            analysed.arrays.value,
        )

    @property
    def is_whole(self) -> bool:
        """Whether it has arrays that are one variable each, not one for each element."""
        return bool(self.analysed.model.whole)


def compile_model(
    *paths_or_text: str | Path | Source,
    math: str = "own",
    choices: Choices | None = None,
    units: str = "notes",
    earlier: Choices | None = None,
    trust: Trust = False,
    open_folders: Iterable[str | Path] = (),
    inputs: Mapping[str, Signal] | None = None,
    open_inputs: bool = False,
    isolate: bool | float = False,
    fma: bool = False,
    arrays: str = Arrays.AUTO.value,
) -> CompiledModel:
    """Compile systems from files, from text (a string with a line break) or sources, in any order.

    `choices` are versions, structural parameters, and functions of parts ("part.f(x)": "2*x");
    `earlier` ones count if they still apply, and are dropped otherwise.
    `math` selects the elementary functions: "own", or those of the machine's "libm".
    With `fma`, a product and the sum that follows it are rounded once, in the derivatives and the steps of methods.
    `units` that disagree are "notes", or "strict": errors.
    Code that a text names, in libraries and in Python files that cannot be compiled, runs if its folder is trusted:
    all of it if `trust` is True, otherwise code in the given folders, besides those that the user trusted before.
    `open_folders` are those whose files the texts can name, besides their own.
    `inputs` are the signals that drive it, by full names. With `open_inputs`, an input that nothing connects and that
    has no value is 0 until a run gives it one.
    With `isolate`, code in files that is not compiled (FMUs, libraries, Python) runs in a process of its own; a number
    is how many seconds a call may take.
    `arrays` are "expanded" into a scalar for each element, or stay "whole" if possible; "auto" expands small ones.
    Raises `SimnonError`, which prints all errors as the terminal would show them.
    """
    report = Report(_strict_codes(units))
    mathematics = _mathematics(math)
    trusted = read_trust(trust)
    choices = _read_choices(choices)
    isolation = _read_isolation(isolate)
    is_fused = arguments.truth(fma, "fma")
    how = _arrays(arrays)
    with paused_collection():
        sources = _with_reach(read_all(paths_or_text, report), (*open_folders, *trusted))
        analysed = (
            None
            if report.has_errors
            else analyse(
                sources,
                report,
                mathematics=mathematics,
                choices=choices,
                earlier=earlier,
                inputs=inputs,
                open_inputs=open_inputs,
                isolation=isolation,
                is_fused=is_fused,
                arrays=how,
            )
        )
        if analysed is None:
            raise _error(report)
        program = lower(analysed)
        report_untrusted(analysed.model, program, trusted, report)
        if report.has_errors:
            raise _error(report)
        target = TARGETS[USUAL_TARGET]
        executable = _executable(program, target, report)
    return _described(analysed, report, program, target, executable)


def _read_isolation(isolate: bool | float) -> float:
    """The seconds allowed for a call."""
    if isinstance(isolate, bool):
        return SECONDS_OF_A_CALL if isolate else 0.0
    seconds = arguments.number(isolate, "isolate", "True, False or a number of seconds")
    if not 0.0 <= seconds < inf:
        raise UserError("bad-argument", f"isolate is {seconds:g} seconds", "give a positive number, or True")
    return seconds


def _strict_codes(units: str) -> frozenset[str]:
    if arguments.text(units, "units", "'notes' or 'strict'") not in ("notes", "strict"):
        hint = did_you_mean(units, ("notes", "strict"), "choose one of 'notes', 'strict'")
        raise UserError("bad-option", f"units is '{units}'", hint)
    return UNIT_CODES if units == "strict" else frozenset()


def _mathematics(name: str) -> Mathematics:
    arguments.text(name, "math", "'own' or 'libm'")
    try:
        return Mathematics(name)
    except ValueError:
        known = [choice.value for choice in Mathematics]
        hint = did_you_mean(name, known, f"choose one of {', '.join(map(repr, known))}")
        raise UserError("bad-option", f"math is '{name}'", hint) from None


def _arrays(name: str) -> Arrays:
    arguments.text(name, "arrays", "'auto', 'whole' or 'expanded'")
    try:
        return Arrays(name)
    except ValueError:
        known = [choice.value for choice in Arrays]
        hint = did_you_mean(name, known, f"choose one of {', '.join(map(repr, known))}")
        raise UserError("bad-option", f"arrays is '{name}'", hint) from None


def read_all(paths_or_text: tuple[str | Path | Source, ...], report: Report) -> tuple[Source, ...]:
    """The sources in the given order; a string with a line break is the text itself."""
    sources: list[Source] = []
    if not paths_or_text:
        raise UserError("bad-argument", "neither a file nor a text is given", 'name a file: simnon.load("tank.t")')
    for item in paths_or_text:
        if isinstance(item, Source):
            sources.append(item)
        elif isinstance(item, str) and "\n" in item:
            sources.append(Source(f"text {len(sources) + 1}", item.replace("\r\n", "\n"), _working_folder()))
        elif isinstance(item, str) and not item:
            report.error("file-not-found", "the name of a file is empty", None, 'name one: simnon.load("tank.t")')
        else:
            sources += read_sources((_path(item),), report)
    return tuple(sources)


def _working_folder() -> str:
    """The folder of a text that is not in a file; None if the working folder has been removed."""
    try:
        return str(Path.cwd())
    except OSError:
        return ""


def _with_reach(sources: tuple[Source, ...], folders: Iterable[str | Path]) -> tuple[Source, ...]:
    """The texts, which can name files in the folders too."""
    names = tuple(map(str, folders))
    return (
        tuple(replace(source, open_folders=(*source.open_folders, *names)) for source in sources) if names else sources
    )


def _path(item: object) -> Path:
    if not isinstance(item, str | PathLike):
        raise arguments.refusal("load", "the name of a file, or a text of several lines", item)
    return Path(item)


def _read_choices(choices: Choices | None) -> Choices:
    """Numbers and names of versions by path, each path once, regardless of case."""
    found: dict[str, float | str] = {}
    for name, value in arguments.by_name(choices, "choices", "of paths and values").items():
        if any(name.casefold() == known.casefold() for known in found):
            raise UserError("given-twice", f"choices: '{name}' is given twice", "give it one value")
        argument = f"choices: '{name}'"
        found[name] = value if isinstance(value, str) else arguments.number(value, argument, "a number or a version")
    return found


def compile_to_slide(model: CompiledModel) -> CompiledModel:
    """The same model with code that can slide along a switch."""
    program = lower(model.analysed, slides=True)
    return replace(model, program=program, executable=model.target.build(program, ELEMENTARY_LIBRARY))


def compile_for(target: Target, model: CompiledModel) -> CompiledModel:
    """The same model with code of a different target."""
    return replace(model, target=target, executable=target.build(model.program, ELEMENTARY_LIBRARY))


def _executable(program: Program, target: Target, report: Report) -> Executable:
    try:
        return target.build(program, ELEMENTARY_LIBRARY)
    except UserError as error:
        report.error(error.code, error.message, None, error.hint)
        raise _error(report) from error


def _error(report: Report) -> SimnonError:
    errors = tuple(d for d in report.diagnostics if d.severity is Severity.ERROR)
    return SimnonError(report.diagnostics, render_all(errors))


def _described(
    analysed: Analysed,
    report: Report,
    program: Program,
    target: Target,
    executable: Executable,
) -> CompiledModel:
    variables = shown_variables(analysed.declared)
    if isinstance(variables, VariableTable):
        return _described_by_ranges(analysed, report, program, target, executable, variables)
    return CompiledModel(
        analysed.model.name,
        variables,
        {v.name: v.start for v in variables if v.role is Role.PARAMETER and v.start is not None},
        tuple(v.name for v in variables if v.role is Role.STATE),
        {v.name: v.unit.text for v in variables if v.unit is not None},
        report.diagnostics,
        analysed,
        program,
        target,
        executable,
        analysed.sources,
    )


class UnitTexts(Mapping[str, str]):
    """The unit of each name that has one, as written."""

    def __init__(self, units: UnitsByName) -> None:
        self._units = units

    def __getitem__(self, name: str) -> str:
        return self._units[name].text

    def __iter__(self) -> Iterator[str]:
        return iter(self._units)

    def __len__(self) -> int:
        return len(self._units)

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self),)


def _described_by_ranges(
    analysed: Analysed,
    report: Report,
    program: Program,
    target: Target,
    executable: Executable,
    variables: VariableTable,
) -> CompiledModel:
    """The same without an object for each element of an array, until somebody reads them."""
    parameters = variables.with_role(Role.PARAMETER)
    return CompiledModel(
        analysed.model.name,
        variables,
        LazyMapping(lambda: {v.name: v.start for v in parameters if v.start is not None}),
        variables.with_role(Role.STATE).names,
        UnitTexts(UnitsByName(VariablesByName(variables))),
        report.diagnostics,
        analysed,
        program,
        target,
        executable,
        analysed.sources,
    )
