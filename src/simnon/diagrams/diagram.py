"""DATA: the diagram of a type: boxes with ports, and nets between them; and the scene, the diagrams of a whole model.

A box refers to its type by name: however many instances it has, a type has one diagram.
"""

from collections.abc import Mapping
from dataclasses import field
from enum import Enum

from simnon.model import Expression
from simnon.source import Span, frozen

FRAME = ""
"""The name, among boxes, of the frame around the diagram: its ports are those of the type itself."""


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


class PortKind(Enum):
    """What a port is; a `PROBE` is a variable inside a box that is read from outside."""

    INPUT = "input"
    OUTPUT = "output"
    TERMINAL = "terminal"
    EVENT = "event"
    PROBE = "probe"


class NetKind(Enum):
    """What a connection carries; a `BUNDLE` is a terminal of directed signals, a `MEASUREMENT` pierces a box."""

    SIGNAL = "signal"
    SAMPLED = "sampled"
    PHYSICAL = "physical"
    BUNDLE = "bundle"
    ORDER = "order"
    MEASUREMENT = "measurement"


class BoxKind(Enum):
    """`FORMULA` is an equation of the system itself, `VALUE` a constant given to an input."""

    PART = "part"
    FORMULA = "formula"
    VALUE = "value"


class Change(Enum):
    """How something differs from an earlier text."""

    NONE = ""
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@frozen
class Port:
    """`type` is that of a terminal; `note` its unit, range and description, shown on demand."""

    name: str
    kind: PortKind
    side: Side
    type: str = ""
    note: str = ""


@frozen
class Box:
    """`type` is empty for formulas and values; `members` is `1..9` for an array.

    `versions` are those of its type; the chosen one is the first.
    """

    name: str
    kind: BoxKind
    type: str = ""
    ports: tuple[Port, ...] = ()
    members: str = ""
    versions: tuple[str, ...] = ()
    text: str = ""
    """What a formula or a value says."""
    is_loop: bool = False
    """Whether it belongs to an algebraic loop."""
    change: Change = Change.NONE
    span: Span | None = field(default=None, compare=False)

    @property
    def label(self) -> str:
        """The words below a closed box: its name, with its members and the chosen version."""
        name = f"{self.name} [{self.members}]" if self.members else self.name
        return f"{name} · {self.versions[0]}" if self.versions else name

    def port(self, name: str) -> Port | None:
        return next((port for port in self.ports if port.name.casefold() == name.casefold()), None)

    def on(self, side: Side) -> tuple[Port, ...]:
        return tuple(port for port in self.ports if port.side is side)


@frozen
class Pin:
    """The port of a box at which a net ends; `box` is FRAME for the type's own ports."""

    box: str
    port: str
    index: str = ""
    """The member of an array, as written."""


@frozen
class Net:
    """`type` is that of the terminals it connects."""

    kind: NetKind
    pins: tuple[Pin, ...]
    type: str = ""
    change: Change = Change.NONE
    span: Span | None = field(default=None, compare=False)


@frozen
class Parameter:
    name: str
    value: str
    unit: str = ""
    description: str = ""
    change: Change = Change.NONE


@frozen
class Sides:
    """The two sides of an equation; `condition` is that of the WHEN it belongs to."""

    left: Expression
    right: Expression
    condition: Expression | None = None
    change: Change = Change.NONE


@frozen
class Diagram:
    """The inside of a type. `equations` are those shown in an innermost box."""

    type: str
    boxes: tuple[Box, ...] = ()
    nets: tuple[Net, ...] = ()
    ports: tuple[Port, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    equations: tuple["Sides", ...] = ()
    purpose: str = ""
    kind: str = ""
    comments: tuple[str, ...] = ()

    def box(self, name: str) -> Box | None:
        return next((box for box in self.boxes if box.name.casefold() == name.casefold()), None)


@frozen
class Scene:
    """All diagrams of a model, by the casefolded name of their type; `top` is the model itself."""

    top: str
    diagrams: Mapping[str, Diagram]

    def diagram(self, type_: str) -> Diagram | None:
        return self.diagrams.get(type_.casefold())
