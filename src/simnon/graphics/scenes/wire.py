"""Scene -> plain dictionaries, texts, numbers and flat arrays, as the page that plays it is sent them."""

from collections.abc import Mapping
from typing import assert_never

import numpy as np

from simnon.pictures import (
    Body,
    Chosen,
    Colour,
    Column,
    Label,
    Look,
    Oval,
    Path,
    Pen,
    Reading,
    Scene,
    Shape,
    Tint,
    Track,
    Trail,
)

Wire = Mapping[str, object]


def scene_wire(scene: Scene) -> Wire:
    camera = scene.camera
    return {
        "name": scene.name,
        "title": scene.title,
        "times": scene.times,
        "time_unit": scene.time_unit,
        "width": scene.width,
        "height": scene.height,
        "shapes": [_shape(shape) for shape in scene.shapes],
        "frames": [
            {"name": each.name, "title": each.title, "box": each.box, "limits": each.limits} for each in scene.frames
        ],
        "order": scene.order,
        "meshes": [{"vertices": each.vertices.ravel(), "faces": each.faces} for each in scene.meshes],
        "camera": {
            "azimuth": camera.azimuth,
            "elevation": camera.elevation,
            "distance": camera.distance,
            "target": camera.target,
        },
        "floor": None if scene.floor is None else {"size": scene.floor.size, "step": scene.floor.step},
        "controls": [
            {
                "kind": each.kind.value,
                "parameter": each.parameter,
                "low": each.low,
                "high": each.high,
                "value": each.value,
                "box": each.box,
                "window": each.window,
                "visible": each.visible,
            }
            for each in scene.controls
        ],
        "requests": [
            {
                "request": each.kind.value,
                "subject": each.subject,
                "line": each.line,
                "window": each.window,
                "place": each.place,
                "visible": each.visible,
                "shapes": [_shape(shape) for shape in each.shapes],
            }
            for each in scene.requests
        ],
        "menus": [
            {
                "name": each.name,
                "title": each.title,
                "items": each.items,
                "markers": each.markers,
                "is_main": each.is_main,
            }
            for each in scene.menus
        ],
    }


def _shape(shape: Shape) -> Wire:
    match shape:
        case Path():
            return {
                "kind": "path",
                "points": shape.x.shape[-1],
                "x": shape.x.ravel(),
                "y": shape.y.ravel(),
                "closed": shape.is_closed,
                "pen": _pen(shape.pen),
                "fill": _colour(shape.fill),
                "look": _look(shape.look),
            }
        case Oval():
            return {
                "kind": "oval",
                "x": shape.x,
                "y": shape.y,
                "across": shape.across,
                "down": shape.down,
                "angle": shape.angle,
                "pen": _pen(shape.pen),
                "fill": _colour(shape.fill),
                "look": _look(shape.look),
            }
        case Label():
            return {
                "kind": "label",
                "pieces": [_piece(piece) for piece in shape.pieces],
                "x": shape.x,
                "y": shape.y,
                "size": shape.size,
                "colour": _colour(shape.colour),
                "anchor": shape.anchor.value,
                "look": _look(shape.look),
            }
        case Trail():
            return {
                "kind": "trail",
                "t": shape.t,
                "x": shape.x,
                "y": shape.y,
                "span": shape.span,
                "drift": shape.drift,
                "pen": _pen(shape.pen),
                "look": _look(shape.look),
            }
        case Body() | Track():
            return _in_space(shape)
        case _:
            assert_never(shape)


def _in_space(shape: Body | Track) -> Wire:
    if isinstance(shape, Body):
        return {
            "kind": "body",
            "mesh": shape.mesh,
            "matrix": np.ascontiguousarray(shape.matrix).ravel(),
            "colour": _colour(shape.colour),
            "look": _look(shape.look),
        }
    return {
        "kind": "track",
        "t": shape.t,
        "points": shape.points.ravel(),
        "span": shape.span,
        "pen": _pen(shape.pen),
        "look": _look(shape.look),
    }


def _piece(piece: str | Reading) -> object:
    return piece if isinstance(piece, str) else {"value": piece.value, "decimals": piece.decimals}


def _pen(pen: Pen | None) -> Wire | None:
    if pen is None:
        return None
    return {"colour": _colour(pen.colour), "width": pen.width, "dash": pen.dash, "offset": pen.offset}


def _colour(colour: Colour | None) -> object:
    match colour:
        case None | str():
            return colour
        case Tint(stops, position):
            return {"stops": stops, "position": position}
        case Chosen(condition, then, otherwise):
            return {"condition": condition, "then": _colour(then), "otherwise": _colour(otherwise)}
        case _:
            assert_never(colour)


def _look(look: Look) -> Wire:
    found: dict[str, Column | int | list[str]] = {}
    if not isinstance(look.visible, float) or look.visible != 1.0:
        found["visible"] = look.visible
    if not isinstance(look.highlight, float) or look.highlight:
        found["highlight"] = look.highlight
    if look.markers:
        found["markers"] = list(look.markers)
    if look.window:
        found["window"] = look.window
    return found
