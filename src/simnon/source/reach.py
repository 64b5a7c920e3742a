"""Which files a text or a session can reach: those in the folders open to it, and below; links are followed."""

from collections.abc import Iterable
from pathlib import Path

from .span import Source
from .trusted_folders import trusted_folders

OUTSIDE_HINT = "move it there, or open its folder: --allow on the command line, ALLOW at the prompt, trust= in Python"


def outside_text(name: str) -> str:
    return f"'{name}' is outside the folder of the text"


def lies_inside(path: Path, folders: Iterable[str | Path]) -> bool:
    """Whether the target of `path` is in one of the folders or below; False if that cannot be determined."""
    try:
        real = path.resolve()
        return any(real.is_relative_to(Path(folder).resolve()) for folder in folders)
    except (OSError, RuntimeError, ValueError):
        return False


def is_within_reach(path: Path, source: Source) -> bool:
    """Whether a text can name the file: it is beside the text, in a folder opened to it, or in a trusted one."""
    return lies_inside(path, (source.folder, *source.open_folders)) or lies_inside(path, trusted_folders())
