"""The model and an earlier version of it in other files -> their systems, to be compared."""

from collections.abc import Iterable

from simnon.compiler import gather_systems, read_sources
from simnon.diagrams import Scene, mark_changes, scene_of
from simnon.model import System
from simnon.source import Report, SimnonError, render_all

from .compiling import find_systems
from .editing_models import ModelTexts
from .workspace import Workspace


def earlier_systems(workspace: Workspace, names: Iterable[str]) -> tuple[System, ...]:
    """Of files; SimnonError if they cannot be read."""
    report = Report()
    files = find_systems(workspace, tuple(names))
    systems = gather_systems(read_sources(files, report), report)[0]
    if report.has_errors:
        raise SimnonError(report.diagnostics, render_all(report.diagnostics))
    return systems


def marked_scene(workspace: Workspace, texts: ModelTexts, names: Iterable[str]) -> Scene:
    """The diagram of the model, in which what differs from the one in these files is marked."""
    return mark_changes(scene_of(earlier_systems(workspace, names)), texts.scene)
