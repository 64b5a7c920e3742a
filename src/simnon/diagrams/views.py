"""`name.view`: where somebody has placed the boxes of a model, one line each: `type: box = x y`.

The lines are sorted, so that the changes of two people merge; a line without effect does no harm.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from simnon.source import UserError, atomic_file, read_text

from .layout import Point

EXTENSION = ".view"
View = Mapping[str, Mapping[str, Point]]
"""By folded type and folded box."""
_LINE = re.compile(r"(?P<type>[^:]+): (?P<box>.+) = (?P<x>-?\d{1,7}) (?P<y>-?\d{1,7})")
_CONFLICT = ("<<<<<<<", "=======", ">>>>>>>")
_HEADING = '" where boxes stand: type: box = x y'


def read_view(path: Path) -> dict[str, dict[str, Point]]:
    """Empty if there is no file; UserError names a line that cannot be read."""
    return parse_view(read_text(path), path.name) if path.is_file() else {}


def parse_view(text: str, name: str) -> dict[str, dict[str, Point]]:
    found: dict[str, dict[str, Point]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith('"'):
            continue
        match = _LINE.fullmatch(line.strip())
        if line.startswith(_CONFLICT):
            hint = "a merge left both sides in the file: keep the lines that you want, and delete the marks"
            raise UserError("unreadable-line", f"{name} line {number}: this marks a conflict of versions", hint)
        if match is None:
            hint = "a line is for example: drive: motor = 120 240; delete the file to place boxes automatically"
            raise UserError("unreadable-line", f"{name} line {number}: '{line.strip()[:40]}' is not a place", hint)
        place = Point(float(match["x"]), float(match["y"]))
        found.setdefault(match["type"].casefold(), {})[match["box"].casefold()] = place
    return found


def print_view(view: View) -> str:
    lines = sorted(
        f"{type_}: {box} = {int(x)} {int(y)}" for type_, boxes in view.items() for box, (x, y) in boxes.items()
    )
    return "\n".join((_HEADING, *lines)) + "\n"


def write_view(path: Path, view: View) -> None:
    """A view without places is no file; what was there is replaced, as it is the user's own."""
    with atomic_file(path, is_edited=True) as place:
        place.write_text(print_view(view), encoding="utf-8", newline="\n")
