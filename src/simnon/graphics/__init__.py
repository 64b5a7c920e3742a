"""How figures are drawn: one drawing code for the terminal, for paper and for pixels."""

from .draw import draw
from .drawing import Anchor, Drawing, Fill, Lettering, Part, Pen, Shades, Stroke, Surface, Text
from .palette import DARK, LIGHT, Theme
from .scenes import MOVING, PAGE, STILLS, Wire, draw_scene, scene_text, scene_wire, write_frames, write_scene
from .surfaces import braille, kitty, pdf, plain, png, sixel, svg, svg_of, width_of
from .write import known_type, write_drawing, write_figure

__all__ = [
    "DARK",
    "LIGHT",
    "MOVING",
    "PAGE",
    "STILLS",
    "Anchor",
    "Drawing",
    "Fill",
    "Lettering",
    "Part",
    "Pen",
    "Shades",
    "Stroke",
    "Surface",
    "Text",
    "Theme",
    "Wire",
    "braille",
    "draw",
    "draw_scene",
    "kitty",
    "known_type",
    "pdf",
    "plain",
    "png",
    "scene_text",
    "scene_wire",
    "sixel",
    "svg",
    "svg_of",
    "width_of",
    "write_drawing",
    "write_figure",
    "write_frames",
    "write_scene",
]
