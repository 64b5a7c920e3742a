"""Where the systems that come with the program lie."""

from pathlib import Path


def standard_folder() -> Path:
    """The folder of DELAY, NOISE and the others, read-only."""
    return Path(__file__).parent / "systems"
