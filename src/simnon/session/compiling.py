"""Names of files -> the model of the session; a text with an error opens the line editor."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from simnon.compiler import compile_model
from simnon.languages import DIALECTS
from simnon.simulation import TEXT_TABLES, Simulator, data_system, is_data_file
from simnon.source import UNIT_CODES, Diagnostic, Severity, SimnonError, Source, UserError, encoding_note, read_text

from .experiments import take_experiment
from .files import find_file, missing_file
from .line_editor import USAGE, LineEditor
from .outcome import Diagnosed, Noted, Outcome, Printed
from .standard_systems import is_standard, standard_folder
from .workspace import After, Editing, Loaded, UserValues, Workspace

_NOT_OF_THE_TEXT = ("untrusted-code", "outside-folder")
"""Errors that cannot be fixed in the text: the editor would not help."""


def find_systems(workspace: Workspace, names: tuple[str, ...]) -> tuple[Path, ...]:
    """The files of systems, in the order of their names; standard systems come with the program."""
    folders = (*workspace.folders, standard_folder())
    found = []
    for name in names:
        path = find_file(name, folders, DIALECTS, workspace.allowed)
        if path is None:
            raise missing_file(name, folders, DIALECTS)
        found.append(path)
    return tuple(found)


def compile_files(workspace: Workspace, files: tuple[Path, ...]) -> Iterator[Outcome]:
    """Compile; this discards the values given for the previous model and the choices of STORE and PLOT.

    A text with an error opens the line editor at its line if the following lines can use it, and otherwise raises.
    """
    try:
        model = _load(workspace, *(_text_of(workspace, path) for path in files))
    except SimnonError as error:
        place = _place_of_error(error.diagnostics, files)
        if not workspace.can_correct or place is None:
            raise
        yield Diagnosed(error.diagnostics)
        position, line = place
        yield from open_editor(workspace, files, position, After.COMPILE, line)
        return
    for path in files:
        # The compiler notes the encoding of the texts that it reads itself.
        if path.suffix.lower() in TEXT_TABLES or _is_renamed(workspace, path):
            yield from encoding_notes(path)
    yield from _take_model(workspace, files, model)


def _load(
    workspace: Workspace,
    *texts: str | Path | Source,
    choices: Mapping[str, float | str] | None = None,
    earlier: Mapping[str, float | str] | None = None,
) -> Simulator:
    """According to the switches."""
    switches = workspace.switches
    units, mathematics = "strict" if switches.units else "notes", "libm" if switches.libm else "own"
    return Simulator.of(
        compile_model(
            *texts,
            units=units,
            math=mathematics,
            choices=choices,
            earlier=earlier,
            trust=workspace.trusted,
            open_folders=(*workspace.folders, *workspace.allowed),
            isolate=switches.isolate,
            fma=switches.fma,
            arrays="auto",
        )
    )


def _text_of(workspace: Workspace, path: Path) -> str | Path | Source:
    """A data file as a system; a text in the language of -DIALECT, or in that of its extension."""
    if is_data_file(path):
        return data_system(path)
    if _is_renamed(workspace, path):
        return Source(path.with_suffix(workspace.language).name, read_text(path), str(path.parent))
    return path


def is_loaded(workspace: Workspace, path: Path) -> bool:
    return workspace.loaded is not None and path in workspace.loaded.files


def source_of(workspace: Workspace, path: Path, text: str) -> Source:
    """A text as that of the file; the extension in its name is that of the language it was compiled in."""
    is_renamed = is_loaded(workspace, path) and _is_renamed(workspace, path)
    return Source(path.with_suffix(workspace.language).name if is_renamed else path.name, text, str(path.parent))


def strict_codes(workspace: Workspace) -> frozenset[str]:
    """The codes whose notes are errors."""
    return UNIT_CODES if workspace.switches.units else frozenset()


def compile_sources(workspace: Workspace, *sources: Source) -> Simulator:
    """The model of texts that are not in files yet, with the choices that still apply."""
    return _load(workspace, *sources, earlier=workspace.given.choices)


def _is_renamed(workspace: Workspace, path: Path) -> bool:
    """Whether -DIALECT decides the language of the text, rather than its extension."""
    return bool(workspace.language) and not is_standard(path) and not is_data_file(path)


def choose(workspace: Workspace, choices: Mapping[str, float | str], earlier: Mapping[str, float | str]) -> None:
    """Compile the same files with different choices; values and choices that still apply are kept."""
    loaded = workspace.system
    model = _load(workspace, *loaded.model.sources, choices=choices, earlier=earlier)
    workspace.loaded = Loaded(loaded.files, model, model.names)
    workspace.given = applicable_values(workspace.given, model, choices)


def compile_again(workspace: Workspace) -> None:
    """Compile the files of the model as they are on the disk; values and choices that still apply are kept."""
    loaded = workspace.system
    model = _load(workspace, *(_text_of(workspace, path) for path in loaded.files), earlier=workspace.given.choices)
    workspace.loaded = Loaded(loaded.files, model, model.names)
    workspace.given = applicable_values(workspace.given, model)


def applicable_values(given: UserValues, model: Simulator, chosen: Collection[str] = ()) -> UserValues:
    """Those that a changed model still has; a name that was chosen has no initial value any more."""
    known = model.variable_of_name
    return replace(
        given,
        parameters={name: value for name, value in given.parameters.items() if name in model.parameters},
        initial={name: value for name, value in given.initial.items() if name in known and name not in chosen},
        choices=model.analysed.choices,
        edited=(),
    )


def compile_source(workspace: Workspace, source: Source) -> Iterator[Outcome]:
    """The same for a text that is not in a file; the extension of its name determines the language."""
    yield from _take_model(workspace, (), _load(workspace, source))


def _take_model(workspace: Workspace, files: tuple[Path, ...], model: Simulator) -> Iterator[Outcome]:
    workspace.loaded = Loaded(files, model, model.names)
    workspace.given, workspace.undone = UserValues(), ()
    workspace.store, workspace.plotted, workspace.plotted_texts = None, (), {}
    take_experiment(workspace)
    diagnostics = tuple(diagnostic for diagnostic in model.diagnostics if not _is_about_standard(diagnostic))
    about_units = sum(diagnostic.code in UNIT_CODES for diagnostic in diagnostics)
    if about_units < len(diagnostics):
        yield Diagnosed(tuple(diagnostic for diagnostic in diagnostics if diagnostic.code not in UNIT_CODES))
    if about_units:
        places = "one place" if about_units == 1 else f"{about_units} places"
        yield Noted(f"units disagree or are missing in {places}: to see where, SWITCH UNITS ON and SYST again")


def edit_in_turn(workspace: Workspace, files: tuple[Path, ...], position: int) -> Iterator[Outcome]:
    """Open the editor on the next file that is the user's own text; after the last one, compile."""
    following = next((i for i in range(position, len(files)) if _is_own_text(files[i])), None)
    if following is None:
        yield from compile_files(workspace, files)
    else:
        yield from open_editor(workspace, files, following, After.NEXT_FILE)


def open_editor(
    workspace: Workspace, files: tuple[Path, ...], position: int, after: After, line: int | None = None
) -> Iterator[Outcome]:
    path = files[position]
    if is_standard(path):
        raise UserError("outside-folder", f"{path.name} is a standard system", "to change it, copy it into your folder")
    text = read_text(path) if path.exists() else ""
    editor = LineEditor.of(text, line)
    workspace.editing = Editing(files, position, editor, after, text)
    if text and (note := encoding_note(path)):
        yield Noted(f"{note}; E saves it as UTF-8")
    yield Noted(f"editing {path.name}: {USAGE}")
    yield Printed(editor.shown)


def encoding_notes(path: Path) -> Iterator[Outcome]:
    """A note if the file is in an old encoding."""
    note = encoding_note(path)
    if note:
        yield Noted(note)


def _is_own_text(path: Path) -> bool:
    return not is_standard(path) and not is_data_file(path)


def _is_about_standard(diagnostic: Diagnostic) -> bool:
    """Unused inputs of a standard system are not the user's mistake."""
    return diagnostic.span is not None and is_standard(Path(diagnostic.span.source.folder))


def _place_of_error(diagnostics: tuple[Diagnostic, ...], files: tuple[Path, ...]) -> tuple[int, int] | None:
    """The file and line of the first error that has a position."""
    for diagnostic in diagnostics:
        span = diagnostic.span
        if diagnostic.code in _NOT_OF_THE_TEXT:
            return None
        if diagnostic.severity is Severity.ERROR and span is not None:
            for i, path in enumerate(files):
                if path.stem == Path(span.source.name).stem and not is_data_file(path):
                    return i, span.line
    return None
