"""Bodies in space, the camera and the floor."""

from collections.abc import Callable, Mapping
from pathlib import Path as FilePath

import numpy as np

from simnon.source import UserError, lies_inside

from ..given import Given
from ..matrices import scaling, transformed, translation
from ..meshes import box_mesh, cylinder_mesh, read_mesh, sphere_mesh
from ..scene import Body, Camera, Floor, Mesh, Track
from ..theatre import Theatre


def box(theatre: Theatre, given: Given) -> None:
    """A unit box, so that its corners can be expressions."""
    x1, y1, z1, x2, y2, z2 = given.numbers("x1", "y1", "z1", "x2", "y2", "z2")
    _add(theatre, box_mesh(), translation(x1, y1, z1) @ scaling(x2 - x1, y2 - y1, z2 - z1))


def cylinder(theatre: Theatre, given: Given) -> None:
    radius, low, high = given.numbers("radius", "z1", "z2")
    ratio = 1.0
    if given.has("radius2"):
        ratio = float(np.ravel(given.number("radius2"))[0]) / max(float(np.ravel(radius)[0]), 1e-300)
    _add(theatre, cylinder_mesh(ratio), translation(0.0, 0.0, low) @ scaling(radius, radius, high - low))


def sphere(theatre: Theatre, given: Given) -> None:
    radius = given.number("radius")
    _add(theatre, sphere_mesh(), scaling(radius, radius, radius))


def surface(theatre: Theatre, given: Given) -> None:
    """A file beside the picture, or below its folder."""
    name = given.text("file")
    path = FilePath(theatre.folder) / name
    try:
        if not lies_inside(path, (FilePath(theatre.folder),)):
            raise UserError("outside-folder", f"'{name}' is outside the folder of the picture", "copy it there")
        mesh = read_mesh(path)
    except UserError as error:
        theatre.report.error("file-not-found", error.message, given.act.span, error.hint)
        return
    size = given.number("size", 1.0)
    _add(theatre, mesh, scaling(size, size, size))


def _add(theatre: Theatre, mesh: Mesh, placed: np.ndarray) -> None:
    easel = theatre.easel
    known = next((number for number, each in enumerate(theatre.meshes) if each is mesh), None)
    if known is None:
        known = len(theatre.meshes)
        theatre.meshes.append(mesh)
    easel.shapes.append(Body(known, easel.state.matrix @ placed, easel.state.colour, easel.look))


def camera(theatre: Theatre, given: Given) -> None:
    x, y, z = given.numbers("x", "y", "z")
    azimuth, elevation, distance = given.numbers("azimuth", "elevation", "distance")
    theatre.camera = Camera(azimuth, elevation, distance, (x, y, z))


def floor(theatre: Theatre, given: Given) -> None:
    size = given.constant("size")
    step = given.constant("step", size / 5)
    if not (size > 0 and 0 < step <= size and size / step <= 100):
        hint = "write FLOOR 2, 0.5: at most 100 steps from the middle to the edge"
        theatre.report.error("wrong-arguments", "a floor needs a size and a step", given.act.span, hint)
        return
    theatre.floor = Floor(size, step)


def track(theatre: Theatre, given: Given) -> None:
    easel = theatre.easel
    placed = transformed(easel.state.matrix, *given.numbers("x", "y", "z"))
    points = np.stack([np.broadcast_to(each, easel.times.shape) for each in placed], axis=-1)
    easel.shapes.append(Track(easel.times, points, given.constant("span"), easel.state.pen, easel.look))


SPACE: Mapping[str, Callable[[Theatre, Given], None]] = {
    "box": box,
    "cylinder": cylinder,
    "sphere": sphere,
    "surface": surface,
    "camera": camera,
    "floor": floor,
    "track": track,
}
