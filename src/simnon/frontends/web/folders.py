"""Where the files of the page and of the manual are."""

from importlib.resources import files
from pathlib import Path

from simnon.source import UserError


def built_page() -> Path:
    """The folder of the built page; UserError if it was not built."""
    folder = Path(str(files("simnon.frontends.web") / "built"))
    if not (folder / "index.html").is_file():
        raise UserError("no-page", "the page of the windows was not built", "python3 run.py window builds it")
    return folder


def manual_folder() -> Path:
    """Beside the code in an installed package, `docs` in a checkout."""
    package = Path(__file__).parents[2]
    installed = package / "manual"
    return installed if installed.is_dir() else package.parents[1] / "docs"
