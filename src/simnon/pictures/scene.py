"""DATA: a picture over time: shapes on a page, whose numbers are constant or have one value for each moment.

Coordinates are those of a page `width` wide, increasing to the right and downwards; bodies have their own space, which
a camera looks at. Nothing is about pixels or themes: `ink` and `c1` are colours of whoever draws.
"""

from dataclasses import field
from enum import Enum
from typing import TypeAlias

import numpy as np

from simnon.figures import Array
from simnon.source import frozen, has_same_fields, no_hash

Column: TypeAlias = float | Array
"""One number, or one for each moment."""


@frozen
class Tint:
    """The colour at `position`, from 0 to 1, between equally spaced `stops`."""

    stops: tuple[str, ...]
    position: Column

    __eq__ = has_same_fields
    __hash__ = no_hash


@frozen
class Chosen:
    """One colour while the condition is true, another one otherwise."""

    condition: Column
    then: "Colour"
    otherwise: "Colour"

    __eq__ = has_same_fields
    __hash__ = no_hash


Colour: TypeAlias = str | Tint | Chosen
"""A word or `#RRGGBB` is constant."""


@frozen
class Pen:
    """Widths and dashes are in units of the page; `offset` is where the dashes begin."""

    colour: Colour = "ink"
    width: Column = 1.5
    dash: tuple[float, ...] = ()
    offset: Column = 0.0


class Anchor(Enum):
    START = "start"
    MIDDLE = "middle"
    END = "end"


@frozen
class Look:
    """What all shapes have: whether they can be seen, what picking them gives, whether they stand out."""

    visible: Column = 1.0
    markers: tuple[str, ...] = ()
    highlight: Column = 0.0
    window: int = 0


@frozen
class Path:
    """Points joined by lines; `x` and `y` have one row of points, or one for each moment."""

    x: Array = field(repr=False)
    y: Array = field(repr=False)
    is_closed: bool = False
    pen: Pen | None = None
    fill: Colour | None = None
    look: Look = Look()


@frozen
class Oval:
    """`angle` turns it, in radians, from right to down."""

    x: Column
    y: Column
    across: Column
    down: Column
    angle: Column = 0.0
    pen: Pen | None = None
    fill: Colour | None = None
    look: Look = Look()


@frozen
class Reading:
    """A number within a text; negative `decimals` give four digits."""

    value: Column
    decimals: int = -1


@frozen
class Label:
    """Upright text, centred vertically on its position."""

    pieces: tuple[str | Reading, ...]
    x: Column
    y: Column
    size: Column
    colour: Colour = "ink"
    anchor: Anchor = Anchor.START
    look: Look = Look()


@frozen
class Trail:
    """Where a point has been during the last `span` of time, on paper that moves to the left with the speed `drift`.

    A point is drawn at `x - drift * now`.
    """

    t: Array = field(repr=False)
    x: Array = field(repr=False)
    y: Array = field(repr=False)
    span: float
    drift: float = 0.0
    pen: Pen = Pen()
    look: Look = Look()


@frozen
class Body:
    """A mesh placed by a matrix, which is (4, 4), or (moments, 4, 4)."""

    mesh: int
    matrix: Array = field(repr=False)
    colour: Colour = "c2"
    look: Look = Look()


@frozen
class Track:
    """Where a point of space has been during the last `span` of time."""

    t: Array = field(repr=False)
    points: Array = field(repr=False)
    span: float
    pen: Pen = Pen()
    look: Look = Look()


Shape: TypeAlias = Path | Oval | Label | Trail | Body | Track


@frozen
class Mesh:
    """Faces with the numbers of their vertices, anticlockwise from outside."""

    vertices: Array = field(repr=False)
    faces: tuple[tuple[int, ...], ...] = field(repr=False)


@frozen
class Camera:
    """Where it looks from: angles in radians around `target`, a distance, and the height of the picture there."""

    azimuth: Column = -0.9
    elevation: Column = 0.35
    distance: Column = 6.0
    target: tuple[Column, Column, Column] = (0.0, 0.0, 0.5)


@frozen
class Floor:
    """A grid on the plane z = 0, from -`size` to `size`."""

    size: float
    step: float


class ControlKind(Enum):
    SLIDER = "slider"
    KNOB = "knob"
    SWITCH = "switch"
    BUTTON = "button"


@frozen
class Control:
    """What can be operated: it sets `parameter` to a number from `low` to `high`; a box on the page.

    `visible` is as in the look of a shape: what cannot be seen cannot be operated.
    """

    kind: ControlKind
    parameter: str
    low: float
    high: float
    value: Column
    box: tuple[float, float, float, float]
    window: int = 0
    visible: Column = 1.0


class RequestKind(Enum):
    PICK = "pick"
    LINE = "line"
    RECTANGLE = "rectangle"
    SHAPE = "shape"
    STRING = "string"


@frozen
class Request:
    """What a gesture in the picture gives: a line of text with `$` words replaced.

    `subject` is the marker that is picked, the segment that is placed, or the question for a text. A segment follows
    the pointer: `shapes` are it at `place`.
    """

    kind: RequestKind
    subject: str
    line: str
    window: int = 0
    place: tuple[float, float] | None = None
    """Where the field for a text stands, or the origin of the segment."""
    visible: Column = 1.0
    shapes: tuple[Shape, ...] = ()


@frozen
class Menu:
    """A choice gives its line; `marker` is the marker it belongs to, empty for the whole picture."""

    name: str
    title: str
    items: tuple[tuple[str, str], ...]
    markers: tuple[str, ...] = ()
    is_main: bool = False


@frozen
class Frame:
    """A window in the picture: its box on the page, and the coordinates in it, left, bottom, right, top."""

    name: str
    title: str
    box: tuple[float, float, float, float]
    limits: tuple[float, float, float, float]


@frozen
class Scene:
    """`times` are its moments. Windows are drawn in the order of `order`, shapes of one in their own order."""

    name: str
    title: str
    times: Array = field(repr=False)
    width: float
    height: float
    shapes: tuple[Shape, ...] = field(repr=False)
    frames: tuple[Frame, ...] = ()
    order: tuple[int, ...] = (0,)
    meshes: tuple[Mesh, ...] = field(default=(), repr=False)
    camera: Camera = Camera()
    floor: Floor | None = None
    controls: tuple[Control, ...] = ()
    requests: tuple[Request, ...] = ()
    menus: tuple[Menu, ...] = ()
    time_unit: str = ""

    @property
    def is_in_space(self) -> bool:
        return any(isinstance(shape, Body | Track) for shape in self.shapes) or self.floor is not None


def at(column: Column, moment: int) -> float:
    """The number of a moment."""
    return float(column[moment]) if isinstance(column, np.ndarray) else column


def row(points: Array, moment: int) -> Array:
    """The points of a moment."""
    found: Array = points[moment] if points.ndim > 1 else points
    return found
