"""Acts on the diagram of a model -> changes of its texts on the disk, checked before they are written; and UNDO.

The model is compiled again. If the text is incomplete, such as a circuit that is being built, the model that was
compiled last stays, and a note says why.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from simnon.assembly import Catalogue, assemble
from simnon.compiler import gather_systems
from simnon.diagrams import Edited, Point, Scene, View, edited, parse_view, print_view, scene_of
from simnon.model import System, SystemKind
from simnon.simulation import is_data_file
from simnon.source import (
    Diagnostic,
    Report,
    Severity,
    SimnonError,
    Source,
    UserError,
    frozen,
    lies_inside,
    nearest,
    read_text,
)

from .compiling import compile_again, source_of
from .files import write_edited, write_file
from .outcome import Noted, Outcome, Wrote
from .standard_systems import is_standard
from .workspace import EditedText, Workspace

_INCOMPLETE = frozenset({"input-not-connected", "unused-input", "unused-value", "missing-equation", "undefined-name"})
"""What may be wrong with a text that is being built."""


@frozen
class ModelTexts:
    """The texts of the model as they are on the disk, and all systems with those of libraries."""

    files: tuple[Path, ...]
    sources: tuple[Source, ...]
    systems: tuple[System, ...]

    @property
    def scene(self) -> Scene:
        return scene_of(self.systems)

    @property
    def view_file(self) -> Path:
        return self.files[0].with_suffix(".view")


def model_texts(workspace: Workspace) -> ModelTexts:
    """UserError without a model."""
    files = tuple(path for path in workspace.system.files if not is_data_file(path) and not is_standard(path))
    if not files:
        raise UserError("no-model", "the model has no text of its own", "SYST compiles one")
    every = [path for path in workspace.system.files if not is_data_file(path)]
    sources = tuple(source_of(workspace, path, read_text(path)) for path in every)
    systems, _ = gather_systems(sources, Report())
    return ModelTexts(files, sources, systems)


def system_to_edit(texts: ModelTexts, name: str) -> System:
    """The system of this name in a text of the user; without a name, the model itself."""
    wanted = name or texts.scene.top
    own = {id(source) for source in texts.sources}
    found = next(
        (s for s in texts.systems if s.name.casefold() == wanted.casefold() and id(s.span.source) in own), None
    )
    if found is None:
        names = [s.name for s in texts.systems if id(s.span.source) in own and s.kind is not SystemKind.TERMINAL]
        near = nearest(wanted, names)
        hint = f"did you mean '{near}'?" if near else f"the texts have {', '.join(names)}"
        raise UserError("unknown-system", f"no text of the model has a system '{wanted}'", hint)
    if Path(found.span.source.name).suffix.lower() not in ("", ".t"):
        hint = "simnon convert makes one of it"
        raise UserError("unknown-dialect", f"{found.span.source.name} is not a text in Simnon", hint)
    return found


def types_of_parts(texts: ModelTexts, system: System) -> dict[str, System]:
    """The type of each part, by folded name."""
    catalogue = Catalogue(texts.systems, Report())
    parts = [part for each in (system, *system.versions) for part in each.parts]
    found = {part.name.casefold(): catalogue.find(part.type, system, part.span, is_terminal=False) for part in parts}
    return {name: type_ for name, type_ in found.items() if type_ is not None}


def check_edit(workspace: Workspace, name: str, act: Callable[[ModelTexts, System], Edited]) -> None:
    """UserError with the reason for which `edit_model` would refuse the act; nothing is written."""
    texts = model_texts(workspace)
    system = system_to_edit(texts, name)
    _check(texts, system.span.source, edited(system.span.source.text, act(texts, system).replacements))


def edit_model(
    workspace: Workspace,
    name: str,
    act: Callable[[ModelTexts, System], Edited],
    change_view: Callable[[View], View] | None = None,
) -> Iterator[Outcome]:
    """Change the text of a system; UserError, with the compiler's reason, if that would make a wrong model of it."""
    texts = model_texts(workspace)
    system = system_to_edit(texts, name)
    source = system.span.source
    path = texts.files[[id(each) for each in texts.sources].index(id(source))] if source in texts.sources else None
    assert path is not None, "edit_model: the system is in a text of the user"
    if not lies_inside(path, (workspace.folder, *workspace.allowed)):
        raise UserError("outside-folder", f"{path.name} is outside the session folder", "copy it into the folder")
    change = act(texts, system)
    text = edited(source.text, change.replacements)
    _check(texts, source, text)
    changed = [EditedText(path, source.text, text)]
    if change_view is not None:
        changed += _changed_view(texts, change_view)
    yield from _write(workspace, changed)
    for note in change.notes:
        yield Noted(note)


def move_boxes(workspace: Workspace, change_view: Callable[[View], View]) -> Iterator[Outcome]:
    """Change where boxes stand, and nothing else."""
    yield from _write(workspace, _changed_view(model_texts(workspace), change_view), compiles=False)


def _changed_view(texts: ModelTexts, change_view: Callable[[View], View]) -> list[EditedText]:
    file = texts.view_file
    before = read_text(file) if file.is_file() else None
    view = parse_view(before, file.name) if before is not None else {}
    return [EditedText(file, before, print_view(change_view(view)))]


def _check(texts: ModelTexts, source: Source, text: str) -> None:
    """The errors that a change would bring are the reason to refuse it."""
    after = tuple(replace_text(each, text) if each is source else each for each in texts.sources)
    known = {(each.code, each.message) for each in _errors(texts.sources)}
    new = [each for each in _errors(after) if (each.code, each.message) not in known and each.code not in _INCOMPLETE]
    if new:
        raise UserError(new[0].code, new[0].message, new[0].hint)


def replace_text(source: Source, text: str) -> Source:
    return Source(source.name, text, source.folder, source.category, source.open_folders)


def _errors(sources: Iterable[Source]) -> list[Diagnostic]:
    report = Report()
    systems, _ = gather_systems(sources, report)
    assemble(systems, report)
    return [each for each in report.diagnostics if each.severity is Severity.ERROR]


def _write(workspace: Workspace, changed: list[EditedText], *, compiles: bool = True) -> Iterator[Outcome]:
    given = workspace.given
    edits = []
    for each in changed:
        content = _content_of(each.path)
        if each.before != each.after:
            write_edited(each.path, each.after)
            yield Wrote(each.path)
        edits.append(replace(each, content=content, written=_content_of(each.path)))
    workspace.undone = (*workspace.undone, replace(given, edited=tuple(edits)))
    if compiles:
        yield from _compiled(workspace)


def _compiled(workspace: Workspace) -> Iterator[Outcome]:
    try:
        compile_again(workspace)
    except SimnonError as error:
        first = next((each for each in error.diagnostics if each.severity is Severity.ERROR), None)
        reason = first.message if first is not None else str(error)
        yield Noted(f"the model is not complete, so the last one stays compiled: {reason}")


def restore_texts(workspace: Workspace, edits: Iterable[EditedText]) -> Iterator[Outcome]:
    """Undo edits, the last one first; UserError if somebody else has changed a file since."""
    contents: dict[Path, bytes | None] = {}
    for each in edits:
        now = contents[each.path] if each.path in contents else _content_of(each.path)
        if now != each.written:
            raise _changed_elsewhere(each.path.name, is_gone=now is None)
        contents[each.path] = each.content
    for path, content in contents.items():
        if content is not None:
            write_file(path, content, is_edited=True)
            yield Wrote(path)
        else:
            path.unlink(missing_ok=True)
            yield Noted(f"{path.name} is gone")
    if any(path.suffix != ".view" for path in contents):
        yield from _compiled(workspace)


def _content_of(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _changed_elsewhere(name: str, *, is_gone: bool) -> UserError:
    if is_gone:
        message = f"{name} is gone: another program has deleted or renamed it, so UNDO cannot revert the edit"
        return UserError("changed-elsewhere", message, f"UNDO -FILE {name} restores the version before the last edit")
    message = f"{name} was changed by another program since the edit, and UNDO would lose that change"
    shown = "" if name.endswith(".view") else "MODEL -DIFF shows it; "
    return UserError(
        "changed-elsewhere", message, f"{shown}UNDO -FILE {name} restores the version before the last edit"
    )


def with_place(view: View, type_: str, places: dict[str, Point]) -> View:
    """The view with these boxes of a type where they are."""
    own = {**view.get(type_.casefold(), {}), **{name.casefold(): place for name, place in places.items()}}
    return {**view, type_.casefold(): own}
