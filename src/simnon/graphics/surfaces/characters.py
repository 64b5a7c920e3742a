"""Figure -> lines of characters: curves as braille dots, or as letters if a terminal has only ASCII.

Axes are drawn with box characters, each of which joins the halves of its cell that a line goes through. Curves are in
front of the axes, texts in front of the curves.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from simnon.figures import Direction, Figure

from ..draw import draw
from ..drawing import Drawing, Shades, Stroke, Surface, Text
from ..palette import TERMINAL_COLOURS, letter_of

_LEFT, _RIGHT, _UP, _DOWN = 1, 2, 4, 8
_BOXES = " ╴╶─╵┘└┴╷┐┌┬│┤├┼"
_PLAIN_BOXES = " ---|+++|+++|+++"
_DOT_BITS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], np.uint8)
_BRAILLE = 0x2800
_AXIS = -1
_SHADES, _PLAIN_SHADES = "⡀⡄⡆⡇⣇⣧⣷⣿", ".:-=+*#@"
_SLACK = 1e-6

Dots = NDArray[np.bool_]


def braille(figure: Figure, columns: int = 80, rows: int = 24, has_colours: bool = False) -> str:
    """The figure in characters of 2 by 4 dots; without colours, letters distinguish several curves."""
    surface = surface_of_cells(columns, rows, (2.0, 4.0), has_colours)
    return braille_of(draw(figure, surface), columns, rows, has_colours)


def braille_of(drawing: Drawing, columns: int, rows: int, has_colours: bool = False) -> str:
    """A drawing of 2 by 4 dots for each character."""
    return _joined(_braille_cells(drawing, columns, rows), has_colours)


def plain(figure: Figure, columns: int = 80, rows: int = 24) -> str:
    """The figure in ASCII, each curve in its letter, as on a line printer; only texts can have other characters."""
    surface = surface_of_cells(columns, rows, (1.0, 1.0), False)
    return plain_of(draw(figure, surface), columns, rows)


def plain_of(drawing: Drawing, columns: int, rows: int) -> str:
    """A drawing in ASCII, of one dot for each character."""
    return _joined(_plain_cells(drawing, columns, rows), False)


@dataclass(slots=True)
class _Grid:
    """A character and the number of a curve for each cell; an empty character is the right half of a wide one."""

    columns: int
    rows: int
    characters: list[list[str]] = field(init=False)
    curves: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.characters = [[" "] * self.columns for _ in range(self.rows)]
        self.curves = [[_AXIS] * self.columns for _ in range(self.rows)]

    def put(self, row: int, column: int, character: str, curve: int = _AXIS) -> None:
        if 0 <= row < self.rows and 0 <= column < self.columns:
            self.characters[row][column] = character
            self.curves[row][column] = curve


def surface_of_cells(columns: int, rows: int, cell: tuple[float, float], has_styles: bool) -> Surface:
    across, down = cell
    return Surface(
        width=columns * across,
        height=rows * down,
        width_of=lambda text: across * cells_of(text),
        line_height=down,
        gap=0.0,
        tick=(across / 2, down / 2),
        pen_width=1.0,
        resolution=1.0,
        has_styles=has_styles,
        cell=cell,
    )


def cells_of(text: str) -> int:
    """The number of cells a text takes in a terminal."""
    return len(text) if text.isascii() else sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _braille_cells(drawing: Drawing, columns: int, rows: int) -> _Grid:
    dots = np.zeros((rows * 4, columns * 2), bool)
    curves = np.full((rows, columns), _AXIS, np.int64)
    for stroke in _curves(drawing):
        own = _rasterised(stroke, 2 * columns, 4 * rows)
        dots |= own
        curves[own.reshape(rows, 4, columns, 2).any(axis=(1, 3))] = _number(stroke)
    bits = (dots.reshape(rows, 4, columns, 2) * _DOT_BITS[None, :, None, :]).sum(axis=(1, 3), dtype=np.int64)
    grid = _Grid(columns, rows)
    _put_shades(grid, drawing, (2.0, 4.0), _SHADES)
    _put_axes(grid, drawing, (2.0, 4.0), _BOXES)
    for row, column in zip(*(index.tolist() for index in np.nonzero(bits)), strict=True):
        grid.put(row, column, chr(_BRAILLE + int(bits[row, column])), int(curves[row, column]))
    _put_texts(grid, drawing, (2.0, 4.0))
    return grid


def _plain_cells(drawing: Drawing, columns: int, rows: int) -> _Grid:
    grid = _Grid(columns, rows)
    _put_shades(grid, drawing, (1.0, 1.0), _PLAIN_SHADES)
    _put_axes(grid, drawing, (1.0, 1.0), _PLAIN_BOXES)
    curves = list(_curves(drawing))
    numbers = {stroke.pen.curve for stroke in curves}
    for stroke in curves:
        character = letter_of(_number(stroke)) if len(numbers) > 1 else "*"
        for row, column in np.argwhere(_rasterised(stroke, columns, rows)).tolist():
            grid.put(row, column, character)
    _put_texts(grid, drawing, (1.0, 1.0))
    return grid


def _number(stroke: Stroke) -> int:
    assert stroke.pen.curve is not None
    return stroke.pen.curve


def _curves(drawing: Drawing) -> Iterable[Stroke]:
    return (part for part in drawing if isinstance(part, Stroke) and part.pen.curve is not None)


def _rasterised(stroke: Stroke, width: int, height: int) -> Dots:
    """The dots that the lines between the points go through; a line takes as many steps as it is dots long."""
    # The middle of a cell is between two dots: rounding must not make a constant curve jump between them.
    x, y = np.clip(stroke.x + _SLACK, 0, width - _SLACK), np.clip(stroke.y + _SLACK, 0, height - _SLACK)
    is_line = np.isfinite(x[1:] + x[:-1] + y[1:] + y[:-1])
    if not is_line.all():
        x, y, dx, dy = x[:-1][is_line], y[:-1][is_line], np.diff(x)[is_line], np.diff(y)[is_line]
    else:
        x, y, dx, dy = x[:-1], y[:-1], np.diff(x), np.diff(y)
    steps = np.ceil(np.maximum(np.abs(dx), np.abs(dy)))
    dx /= np.maximum(steps, 1)
    dy /= np.maximum(steps, 1)
    dots = np.zeros(width * height, bool)
    turn = 0
    while len(x):
        dots[y.astype(np.int32) * np.int32(width) + x.astype(np.int32)] = True
        turn += 1
        is_longer = steps >= turn
        if not is_longer.all():
            x, y, dx, dy, steps = x[is_longer], y[is_longer], dx[is_longer], dy[is_longer], steps[is_longer]
        x, y = x + dx, y + dy
    return dots.reshape(height, width)


def _put_shades(grid: _Grid, drawing: Drawing, cell: tuple[float, float], letters: str) -> None:
    """Each cell of the grid has the shade at its centre."""
    across = (np.arange(grid.columns) + 0.5) * cell[0]
    down = (np.arange(grid.rows) + 0.5) * cell[1]
    for part in drawing:
        if not isinstance(part, Shades):
            continue
        columns = np.searchsorted(part.x, across, side="right") - 1
        rows = np.searchsorted(part.y, down, side="right") - 1
        for row in np.flatnonzero((rows >= 0) & (rows < len(part.y) - 1)).tolist():
            for column in np.flatnonzero((columns >= 0) & (columns < len(part.x) - 1)).tolist():
                darkness = float(part.darkness[rows[row], columns[column]])
                if np.isfinite(darkness):
                    grid.put(row, column, letters[min(int(darkness * len(letters)), len(letters) - 1)])


def _put_axes(grid: _Grid, drawing: Drawing, cell: tuple[float, float], boxes: str) -> None:
    """Lines are horizontal or vertical and take halves of cells; each cell gets the character of its halves."""
    halves: dict[tuple[int, int], int] = {}
    for part in drawing:
        if not isinstance(part, Stroke) or part.pen.curve is not None:
            continue
        xs, ys = (part.x * 2 / cell[0]).tolist(), (part.y * 2 / cell[1]).tolist()
        for x0, y0, x1, y1 in zip(xs, ys, xs[1:], ys[1:], strict=False):
            if not np.isfinite(x0 + y0 + x1 + y1):
                continue
            if y0 == y1:
                row = int(y0) // 2
                for half in range(*sorted((round(x0), round(x1)))):
                    key = row, half // 2
                    halves[key] = halves.get(key, 0) | (_RIGHT if half % 2 else _LEFT)
            else:
                column = int(x0) // 2
                for half in range(*sorted((round(y0), round(y1)))):
                    key = half // 2, column
                    halves[key] = halves.get(key, 0) | (_DOWN if half % 2 else _UP)
    for (row, column), mask in halves.items():
        grid.put(row, column, boxes[mask])


def _put_texts(grid: _Grid, drawing: Drawing, cell: tuple[float, float]) -> None:
    for part in drawing:
        if not isinstance(part, Text):
            continue
        curve = _AXIS if part.pen.curve is None else part.pen.curve
        row = int(part.y // cell[1])
        length = cells_of(part.words)
        column = int(np.floor(part.x / cell[0] - part.anchor.value * length + 1e-9))
        if part.direction is Direction.VERTICAL:
            # On paper the text goes upwards from its position: here its last letter is there.
            for number, character in enumerate(reversed(part.words)):
                grid.put(row - number, int(part.x // cell[0]), character, curve)
            continue
        for character in part.words:
            width = _cells(character)
            if width == 0:
                if 0 < column <= grid.columns and 0 <= row < grid.rows:
                    grid.characters[row][column - 1] += character
                continue
            if width == 2 and column + 1 >= grid.columns:
                break
            grid.put(row, column, character, curve)
            if width == 2:
                grid.put(row, column + 1, "", curve)
            column += width


def _joined(grid: _Grid, has_colours: bool) -> str:
    """Lines without trailing spaces; a colour is set where a curve begins and reset where it ends."""
    if not has_colours:
        return "\n".join("".join(row).rstrip() for row in grid.characters)
    lines = []
    for characters, curves in zip(grid.characters, grid.curves, strict=True):
        line, now = "", _AXIS
        for character, curve in zip(characters, curves, strict=True):
            if character != " " and curve != now:
                line += "\x1b[39m" if curve == _AXIS else f"\x1b[38;5;{TERMINAL_COLOURS[curve % 8]}m"
                now = curve
            line += character
        lines.append(line.rstrip() + ("" if now == _AXIS else "\x1b[39m"))
    return "\n".join(lines)
