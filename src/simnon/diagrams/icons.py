"""Icons of types -> lines on a grid of 48 by 48; a small language, so that users can draw their own.

A file `electrical.icons` has a line for each type of the category: its name and its path, with M move, L line, H
across, V down, Q curve, Z close, each with coordinates, and O circle with centre and radius. Icons for the types of a
text are in the file of the same name: `drive.icons` beside `drive.t`.
"""

import math
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from simnon.source import UserError, read_text

LIBRARIES = Path(__file__).parents[1] / "library"
EXTENSION = ".icons"
SIDE = 48.0
Line = tuple[tuple[float, float], ...]
Icon = tuple[Line, ...]
"""Lines through points."""
_TOKEN = re.compile(r"\s*([MLHVQZO]|-?\d+(?:\.\d+)?)\s*,?")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "Z": 0, "O": 3}
_PIECES_OF_CURVE, _PIECES_OF_CIRCLE = 8, 24
MAX_POINTS = 5000
_SLACK = 1e-9
"""Circles touch the edge with rounded coordinates."""


def icon_of(type_: str, texts: Iterable[Path] = ()) -> Icon | None:
    """The icon of a type: of the user's own files beside the texts first, then of the libraries; None without one."""
    category, _, name = type_.rpartition(".")
    for text in texts:
        folder = text.parent
        # The text of a type in a folder of types can be opened itself.
        beside_folder = folder.parent / f"{folder.name}{EXTENSION}"
        files = (folder / f"{category}{EXTENSION}",) if category else (text.with_suffix(EXTENSION), beside_folder)
        for own in files:
            if own.is_file() and name.casefold() in (found := read_icons(own)):
                return found[name.casefold()]
    return _library(category).get(name.casefold()) if category else None


def library_category(folder: str) -> str:
    """The category of a type of the libraries whose text was opened by its path; empty for other folders."""
    path = Path(folder)
    return path.name if path.parent == LIBRARIES else ""


@cache
def _library(category: str) -> Mapping[str, Icon]:
    path = LIBRARIES / f"{category.casefold()}{EXTENSION}"
    return read_icons(path) if re.fullmatch(r"\w+", category) and path.is_file() else {}


def read_icons(path: Path) -> dict[str, Icon]:
    """By folded name; UserError names the line that cannot be read."""
    found = {}
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        words = line.partition('"')[0].split(maxsplit=1)
        if not words:
            continue
        try:
            found[words[0].casefold()] = read_icon(words[1] if len(words) > 1 else "")
        except ValueError as error:
            hint = "a path is for example M4 24 H12 L36 31 Z O24 24 6"
            raise UserError("unreadable-line", f"{path.name} line {number}: {error}", hint) from None
    return found


def read_icon(text: str) -> Icon:
    """ValueError states what is wrong."""
    drawing = _Drawing()
    position = 0
    letter, numbers = "", list[float]()
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if match is None:
            raise ValueError(f"'{text[position:].strip()[:10]}' is not a letter or number of a path")
        position = match.end()
        if match[1] in _COUNTS:
            if numbers or (letter and not drawing.is_done):
                raise ValueError(f"{letter} needs {_COUNTS[letter]} numbers")
            letter = match[1]
            drawing.is_done = not _COUNTS[letter]
            if letter == "Z":
                drawing.draw("Z", [])
            continue
        numbers.append(float(match[1]))
        if not letter or letter == "Z":
            raise ValueError("a path begins with a letter")
        if len(numbers) == _COUNTS[letter]:
            drawing.draw(letter, numbers)
            drawing.is_done, numbers = True, []
    if numbers or (letter and not drawing.is_done):
        raise ValueError(f"{letter} needs {_COUNTS[letter]} numbers")
    return drawing.icon()


class _Drawing:
    def __init__(self) -> None:
        self.lines: list[list[tuple[float, float]]] = []
        self.is_done = True

    def icon(self) -> Icon:
        """ValueError if it leaves its square: it would be drawn over what is around the box."""
        outside = next((point for line in self.lines for point in line if not _is_inside(*point)), None)
        if outside is not None:
            raise ValueError(f"the point {outside[0]:g} {outside[1]:g} is outside the square from 0 0 to 48 48")
        return tuple(tuple(line) for line in self.lines if len(line) > 1)

    def draw(self, letter: str, numbers: list[float]) -> None:
        if sum(map(len, self.lines)) > MAX_POINTS:
            raise ValueError("the path is too long")
        if letter == "O":
            self._circle(*numbers)
            return
        if letter == "M":
            self.lines.append([(numbers[0], numbers[1])])
            return
        if not self.lines:
            raise ValueError("a path begins with M or O")
        line = self.lines[-1]
        x, y = line[-1]
        match letter:
            case "L":
                line.append((numbers[0], numbers[1]))
            case "H":
                line.append((numbers[0], y))
            case "V":
                line.append((x, numbers[0]))
            case "Z":
                line.append(line[0])
            case _:
                line += _curve((x, y), *numbers)

    def _circle(self, x: float, y: float, radius: float) -> None:
        angles = (math.tau * i / _PIECES_OF_CIRCLE for i in range(_PIECES_OF_CIRCLE + 1))
        self.lines.append([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles])


def _is_inside(x: float, y: float) -> bool:
    return -_SLACK <= x <= SIDE + _SLACK and -_SLACK <= y <= SIDE + _SLACK


def _curve(start: tuple[float, float], x1: float, y1: float, x2: float, y2: float) -> list[tuple[float, float]]:
    x, y = start
    found = []
    for i in range(1, _PIECES_OF_CURVE + 1):
        t = i / _PIECES_OF_CURVE
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        found.append((a * x + b * x1 + c * x2, a * y + b * y1 + c * y2))
    return found
