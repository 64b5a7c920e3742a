"""Systems -> diagrams: boxes and nets, their layout, and pictures of them."""

from . import edits
from .diagram import (
    FRAME,
    Box,
    BoxKind,
    Change,
    Diagram,
    Net,
    NetKind,
    Parameter,
    Pin,
    Port,
    PortKind,
    Scene,
    Side,
    Sides,
)
from .differences import Difference, differences, mark_changes, print_differences
from .edits import Edited, edited
from .equation_graph import equation_graph
from .graph import Node, graph_of
from .icons import Icon, icon_of, read_icon, read_icons
from .inks import domain_pen
from .layout import GRID, PlacedBox, PlacedDiagram, PlacedPort, Point, Route, Segment, lay_out
from .opened import MAX_LEVEL
from .picture import TEXT_SIZE, draw_scene
from .printed import print_diagram
from .scene import scene_of
from .sizes import closed_size
from .typeset import Formula, typeset_equation
from .views import View, parse_view, print_view, read_view, write_view

__all__ = [
    "FRAME",
    "GRID",
    "MAX_LEVEL",
    "TEXT_SIZE",
    "Box",
    "BoxKind",
    "Change",
    "Diagram",
    "Difference",
    "Edited",
    "Formula",
    "Icon",
    "Net",
    "NetKind",
    "Node",
    "Parameter",
    "Pin",
    "PlacedBox",
    "PlacedDiagram",
    "PlacedPort",
    "Point",
    "Port",
    "PortKind",
    "Route",
    "Scene",
    "Segment",
    "Side",
    "Sides",
    "View",
    "closed_size",
    "differences",
    "domain_pen",
    "draw_scene",
    "edited",
    "edits",
    "equation_graph",
    "graph_of",
    "icon_of",
    "lay_out",
    "mark_changes",
    "parse_view",
    "print_diagram",
    "print_differences",
    "print_view",
    "read_icon",
    "read_icons",
    "read_view",
    "scene_of",
    "typeset_equation",
    "write_view",
]
