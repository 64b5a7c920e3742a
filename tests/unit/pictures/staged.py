"""Small pictures over a short run, for the tests: `staged("FILLCIRCLE x, 0, 1")`."""

import numpy as np

from simnon.figures import Array
from simnon.pictures import Moments, Scene, read_picture, stage
from simnon.source import Diagnostic, Report, Source, UserError

TIMES = np.array([0.0, 1.0, 2.0, 3.0])
COLUMNS: dict[str, float | Array] = {
    "h": np.array([1.0, 2.0, 2.5, 3.0]),
    "temp": np.array([20.0, 40.0, 60.0, 80.0]),
    "x": np.array([0.0, 1.0, 0.0, -1.0]),
    "y": np.array([1.0, 0.0, -1.0, 0.0]),
    "phi": np.array([0.0, np.pi / 2, np.pi, 0.25]),
    "k": 0.5,
    "tray[1].x": np.array([0.1, 0.2, 0.3, 0.4]),
    "tray[2].x": np.array([0.5, 0.6, 0.7, 0.8]),
}


def column_of(name: str) -> float | Array:
    if name.casefold() == "t":
        return TIMES
    if name.casefold() not in COLUMNS:
        raise UserError("unknown-variable", f"there is no variable '{name}'")
    return COLUMNS[name.casefold()]


def stage_text(text: str, folder: str = "") -> tuple[Scene, tuple[Diagnostic, ...]]:
    report = Report()
    picture = read_picture(Source("small.picture", text, folder), report)
    scene = stage(picture, Moments(TIMES, column_of, "s"), report)
    return scene, report.diagnostics


def picture_text(*lines: str) -> str:
    """On a page of 10 by 5 units, each of 72 units of the page."""
    return "\n".join(("PICTURE SYSTEM small", "LIMITS 0, 0, 10, 5", *lines, "END"))


def staged(*lines: str, folder: str = "") -> Scene:
    """The scene of lines without a mistake."""
    scene, diagnostics = stage_text(picture_text(*lines), folder)
    assert diagnostics == ()
    return scene


def mistakes(*lines: str) -> list[tuple[str, int]]:
    """Code and line of each mistake; the first line is 1."""
    _, diagnostics = stage_text(picture_text(*lines))
    return [(each.code, each.span.line - 2 if each.span else 0) for each in diagnostics]
