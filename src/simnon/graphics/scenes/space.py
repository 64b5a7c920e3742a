"""Bodies of a scene at a moment -> filled polygons, the farthest first (the painter's algorithm).

Faces are shaded by their direction, without shadows on each other; those that intersect can be in the wrong order.
"""

from collections.abc import Iterator

import numpy as np

from simnon.figures import Array
from simnon.pictures import Body, Scene, Track, at, camera_view, row

from ..drawing import Fill, Part, Pen, Stroke
from ..palette import Theme
from ..paths import Viewport, clip
from .clipping import clip_polygon
from .shades import paint, shaded

FIELD_OF_VIEW = np.radians(40.0)
NEAREST = 0.02
"""Faces nearer to the camera than this share of its distance are left out."""
_LIGHT = np.array([0.35, -0.6, 0.85]) / np.linalg.norm([0.35, -0.6, 0.85])
_DARKEST = 0.5


class Projection:
    """Points of space -> points of the page, and how far they are from the camera."""

    def __init__(self, scene: Scene, moment: int) -> None:
        self.view = camera_view(scene.camera, moment)
        self.nearest = NEAREST * at(scene.camera.distance, moment)
        self._focus = scene.height / 2 / np.tan(FIELD_OF_VIEW / 2)
        self._middle = scene.width / 2, scene.height / 2

    def __call__(self, points: Array) -> tuple[Array, Array, Array]:
        seen = points @ self.view[:3, :3].T + self.view[:3, 3]
        distance = -seen[:, 2]
        safe = np.maximum(distance, self.nearest)
        x = self._middle[0] + self._focus * seen[:, 0] / safe
        y = self._middle[1] - self._focus * seen[:, 1] / safe
        return x, y, distance


def draw_space(scene: Scene, moment: int, theme: Theme) -> Iterator[Part]:
    project = Projection(scene, moment)
    page = Viewport(0.0, 0.0, scene.width, scene.height)
    yield from _floor(scene, project, page, theme)
    faces = [face for shape in scene.shapes if isinstance(shape, Body) for face in _faces(scene, shape, moment, theme)]
    drawn = []
    for corners, colour in faces:
        x, y, distance = project(corners)
        area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
        if area < 0 and distance.min() > project.nearest:
            drawn.append((float(distance.mean()), x, y, colour))
    for _, x, y, colour in sorted(drawn, key=lambda face: -face[0]):
        clipped_x, clipped_y = clip_polygon(x, y, page)
        if len(clipped_x):
            yield Fill(clipped_x, clipped_y, colour)
            closed = np.append(clipped_x, clipped_x[0]), np.append(clipped_y, clipped_y[0])
            yield Stroke(*closed, Pen(None, colour, 0.6))
    for shape in scene.shapes:
        if isinstance(shape, Track):
            yield from _track(scene, shape, moment, project, page, theme)


def _faces(scene: Scene, body: Body, moment: int, theme: Theme) -> Iterator[tuple[Array, str]]:
    if not at(body.look.visible, moment):
        return
    mesh = scene.meshes[body.mesh]
    matrix = body.matrix[moment] if body.matrix.ndim > 2 else body.matrix
    vertices = mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3]
    colour = paint("accent" if at(body.look.highlight, moment) else body.colour, moment, theme)
    is_mirrored = np.linalg.det(matrix[:3, :3]) < 0
    for face in mesh.faces:
        corners = vertices[list(reversed(face) if is_mirrored else face)]
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        length = float(np.linalg.norm(normal)) or 1.0
        light = _DARKEST + (1.08 - _DARKEST) * max(0.0, float(normal @ _LIGHT) / length)
        yield corners, shaded(colour, light)


def _floor(scene: Scene, project: Projection, page: Viewport, theme: Theme) -> Iterator[Stroke]:
    if scene.floor is None:
        return
    size, step = scene.floor.size, scene.floor.step
    pen = Pen(None, theme.axis if theme.grid == theme.ground else theme.grid, 1.2)
    along = np.linspace(-size, size, 25)
    for place in np.arange(-size, size + step / 2, step).tolist():
        for points in (np.column_stack((along, np.full(25, place))), np.column_stack((np.full(25, place), along))):
            x, y, distance = project(np.column_stack((points, np.zeros(25))))
            x = np.where(distance > project.nearest, x, np.nan)
            yield from _stroke(x, y, page, pen)


def _track(
    scene: Scene, track: Track, moment: int, project: Projection, page: Viewport, theme: Theme
) -> Iterator[Stroke]:
    now = float(scene.times[moment])
    chosen = (track.t <= now) & (track.t >= now - track.span)
    width = at(track.pen.width, moment)
    if at(track.look.visible, moment) and chosen.sum() > 1 and not np.isnan(width):
        x, y, _ = project(row(track.points, 0) if track.points.ndim > 2 else track.points[chosen])
        yield from _stroke(x, y, page, Pen(0, paint(track.pen.colour, moment, theme), width, track.pen.dash))


def _stroke(x: Array, y: Array, page: Viewport, pen: Pen) -> Iterator[Stroke]:
    clipped = clip(x, y, page, 0.0)
    if len(clipped[0]):
        yield Stroke(*clipped, pen)
