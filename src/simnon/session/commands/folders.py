"""A folder as it is typed -> the folder."""

from pathlib import Path

from simnon.source import UserError, similar_file

from ..workspace import Workspace


def folder_named(workspace: Workspace, name: str) -> Path:
    """Relative to the session folder, with links followed."""
    try:
        folder = workspace.folder.joinpath(Path(name).expanduser()).resolve()
        if folder.is_dir():
            return folder
    except (OSError, RuntimeError, ValueError):
        pass
    hint = similar_file(workspace.folder / name, "give an existing folder, in quotes if its name has blanks")
    raise UserError("file-not-found", f"there is no folder '{name}'", hint)
