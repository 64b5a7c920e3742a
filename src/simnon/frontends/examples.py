"""Where the examples that come with Simnon are."""

from pathlib import Path


def examples_folder() -> Path:
    """In an installed package beside the code, in a checkout at its root."""
    package = Path(__file__).parent.parent
    installed = package / "examples"
    return installed if installed.is_dir() else package.parent.parent / "examples"
