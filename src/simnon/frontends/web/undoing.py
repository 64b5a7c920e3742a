"""What UNDO would revert, in words."""

from collections.abc import Mapping

from simnon.session import Workspace

MAX_NAMES = 3


def undone_text(workspace: Workspace) -> str:
    """The values that it would restore, as `TI: 50`; empty if there is nothing to undo."""
    if not workspace.undone or workspace.loaded is None:
        return ""
    now, before = workspace.given, workspace.undone[-1]
    if before.edited:
        return f"the last edit of {before.edited[0].path.name}"
    if now.choices != before.choices:
        return "the structure of the model"
    starts = {variable.name: variable.start or 0.0 for variable in workspace.model.variables}
    changed = [*_changed(now.parameters, before.parameters), *_changed(now.initial, before.initial)]
    words = [f"{name}: {starts.get(name, 0.0) if value is None else value:g}" for name, value in changed[:MAX_NAMES]]
    return " ".join(words) + (" ..." if len(changed) > MAX_NAMES else "")


def _changed(now: Mapping[str, float], before: Mapping[str, float]) -> list[tuple[str, float | None]]:
    """None stands for the value of the text."""
    return [(name, before.get(name)) for name in dict.fromkeys((*now, *before)) if now.get(name) != before.get(name)]
