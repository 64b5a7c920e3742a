"""Scenes over time -> drawings, still and moving files, and a page that plays them."""

from .page import scene_json, scene_page
from .painting import draw_scene
from .terminal import scene_text
from .wire import Wire, scene_wire
from .write import MOVING, PAGE, STILLS, check_frames, write_frames, write_scene

__all__ = [
    "MOVING",
    "PAGE",
    "STILLS",
    "Wire",
    "check_frames",
    "draw_scene",
    "scene_json",
    "scene_page",
    "scene_text",
    "scene_wire",
    "write_frames",
    "write_scene",
]
