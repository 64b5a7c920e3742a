"""Scene -> how it is laid out when boxes are open: each is as large as what is inside it.

At level 1 all boxes are closed; at level 2 each shows its parts, or its equations if it has none; and so on.
"""

from collections.abc import Mapping

from simnon.source import UserError

from .diagram import Box, BoxKind, Diagram, Scene, Side
from .layout import GRID, LETTER, PlacedDiagram, Point, lay_out
from .sizes import closed_size, on_grid
from .typeset import Formula, typeset_equation
from .views import View

HEAD = 2 * GRID
"""The height of the name above an open box, inside its frame."""
MAX_LEVEL = 12
MAX_BOXES = 20_000


class Opened:
    """Lays out each type once for each number of levels below it."""

    def __init__(self, scene: Scene, view: View | None = None) -> None:
        self.scene = scene
        self.view: View = view or {}
        self._laid: dict[tuple[str, int], PlacedDiagram] = {}
        self._formulas: dict[str, tuple[Formula, ...]] = {}
        self._counts: dict[tuple[str, int], int] = {}

    def laid(self, type_: str, level: int) -> PlacedDiagram:
        """The inside of a type that has `level` levels; UserError if there would be too many boxes."""
        key = (type_.casefold(), level)
        if key not in self._laid:
            if self.count(type_, level) > MAX_BOXES:
                hint = "choose a lower --level"
                raise UserError("too-many", f"the picture would have more than {MAX_BOXES} boxes", hint)
            diagram = self.scene.diagrams[type_.casefold()]
            kept = self._kept(type_, level)
            self._laid[key] = lay_out(diagram, lambda box: self.size(box, level), kept)
        return self._laid[key]

    def count(self, type_: str, level: int) -> int:
        """The number of boxes in a type, with those in open boxes."""
        key = (type_.casefold(), level)
        if key not in self._counts:
            boxes = self.scene.diagrams[key[0]].boxes
            inside = (self.count(box.type, level - 1) for box in boxes if self.is_open(box, level) and self.parts(box))
            self._counts[key] = len(boxes) + sum(inside)
        return self._counts[key]

    def _kept(self, type_: str, level: int) -> Mapping[str, Point] | None:
        """Places count if boxes are closed: they say nothing of larger ones."""
        diagram = self.scene.diagrams[type_.casefold()]
        is_closed = not any(self.is_open(box, level) for box in diagram.boxes)
        return self.view.get(type_.casefold()) if is_closed else None

    def is_open(self, box: Box, level: int) -> bool:
        if level <= 1 or box.kind is not BoxKind.PART:
            return False
        inside = self.scene.diagram(box.type)
        return inside is not None and bool(inside.boxes or inside.equations)

    def parts(self, box: Box) -> Diagram | None:
        """The diagram in a box, if it is one of boxes."""
        inside = self.scene.diagram(box.type)
        return inside if inside is not None and inside.boxes else None

    def size(self, box: Box, level: int) -> tuple[float, float]:
        if not self.is_open(box, level):
            return closed_size(box)
        rows = 2.0 * GRID * max(len(box.on(Side.LEFT)), len(box.on(Side.RIGHT)), 1)
        if self.parts(box) is not None:
            inside = self.laid(box.type, level - 1)
            return on_grid(max(inside.width, len(box.name + box.type) * LETTER)), max(rows, on_grid(inside.height))
        formulas = self.formulas(box.type)
        margins = self.margins(box)
        width = max(*(f.width for f in formulas), (len(box.name) + len(box.type)) * LETTER) + sum(margins) + 2 * GRID
        height = sum(f.height + 4 for f in formulas) + HEAD + GRID
        return on_grid(width), max(rows, on_grid(height))

    def margins(self, box: Box) -> tuple[float, float]:
        """The room for the names of terminals at both sides."""
        left = max((len(port.name) for port in box.on(Side.LEFT)), default=0)
        right = max((len(port.name) for port in box.on(Side.RIGHT)), default=0)
        return left * LETTER + GRID, right * LETTER + GRID

    def formulas(self, type_: str) -> tuple[Formula, ...]:
        key = type_.casefold()
        if key not in self._formulas:
            self._formulas[key] = tuple(map(typeset_equation, self.scene.diagrams[key].equations))
        return self._formulas[key]
