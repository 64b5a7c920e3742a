"""Bodies -> meshes: a unit box, cylinders, a ball, and surfaces from STL and OBJ files."""

import math
import struct
from functools import cache
from pathlib import Path

import numpy as np

from simnon.source import UserError, read_text

from .scene import Mesh

AROUND = 24
"""Faces around a cylinder or a ball."""
MAX_FILE = 50_000_000
MAX_FACES = 200_000


@cache
def box_mesh() -> Mesh:
    """From 0 to 1 in all directions."""
    corners = [(x, y, z) for z in (0.0, 1.0) for y in (0.0, 1.0) for x in (0.0, 1.0)]
    faces = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6))
    return Mesh(np.array(corners), faces)


@cache
def cylinder_mesh(ratio: float = 1.0) -> Mesh:
    """Of radius 1 from z = 0 to 1, where its radius is `ratio`."""
    angles = [2 * math.pi * number / AROUND for number in range(AROUND)]
    circle = [(math.cos(angle), math.sin(angle)) for angle in angles]
    vertices = [(x, y, 0.0) for x, y in circle] + [(ratio * x, ratio * y, 1.0) for x, y in circle]
    following = [(number + 1) % AROUND for number in range(AROUND)]
    sides = [(i, j, AROUND + j, AROUND + i) for i, j in enumerate(following)]
    ends = [tuple(reversed(range(AROUND))), tuple(range(AROUND, 2 * AROUND))]
    return Mesh(np.array(vertices), (*sides, *ends))


@cache
def sphere_mesh() -> Mesh:
    """Of radius 1, in rings from pole to pole."""
    rings = AROUND // 2
    vertices = [
        (math.sin(polar) * math.cos(angle), math.sin(polar) * math.sin(angle), -math.cos(polar))
        for polar in (math.pi * ring / rings for ring in range(rings + 1))
        for angle in (2 * math.pi * number / AROUND for number in range(AROUND))
    ]
    faces: list[tuple[int, ...]] = []
    for ring in range(rings):
        for number in range(AROUND):
            low, high = ring * AROUND, (ring + 1) * AROUND
            following = (number + 1) % AROUND
            face = (low + number, low + following, high + following, high + number)
            faces.append(face[1:] if ring == 0 else face[:3] if ring == rings - 1 else face)
    return Mesh(np.array(vertices), tuple(faces))


def read_mesh(path: Path) -> Mesh:
    """The faces of an STL or OBJ file; a UserError if it is none."""
    if not path.is_file():
        raise UserError("file-not-found", f"there is no file '{path.name}'", "it must be in the folder of the picture")
    if path.stat().st_size > MAX_FILE:
        raise UserError("too-long", f"'{path.name}' is too long", f"a surface has at most {MAX_FACES} faces")
    match path.suffix.lower():
        case ".stl":
            mesh = _stl(path)
        case ".obj":
            mesh = _obj(path)
        case _:
            raise UserError("unknown-file-type", f"'{path.name}' is not a surface file", "use .stl or .obj")
    if not mesh.faces or len(mesh.faces) > MAX_FACES:
        raise UserError("bad-file", f"'{path.name}' has {len(mesh.faces)} faces", f"it needs 1 to {MAX_FACES}")
    return mesh


def _stl(path: Path) -> Mesh:
    """Binary: 80 bytes, a count, then a normal, three corners and two bytes for each triangle; or as text."""
    content = path.read_bytes()
    count = struct.unpack_from("<I", content, 80)[0] if len(content) >= 84 else -1
    if len(content) == 84 + 50 * count:
        rows = np.frombuffer(content, np.dtype([("numbers", "<f4", 12), ("more", "<u2")]), count, 84)
        corners = rows["numbers"][:, 3:].astype(np.float64).reshape(-1, 3)
        if not np.isfinite(corners).all():
            raise UserError("bad-file", f"'{path.name}' has a vertex without three numbers", "write the file again")
    elif b"\0" in content:
        needed = f"of {84 + 50 * count} for its {count} triangles" if count >= 0 else "of at least 84"
        raise UserError("bad-file", f"'{path.name}' is damaged: it has {len(content)} bytes {needed}", "write it again")
    else:
        corners = _stl_text(path)
    vertices, numbers = np.unique(corners, axis=0, return_inverse=True)
    faces = tuple((int(a), int(b), int(c)) for a, b, c in numbers.reshape(-1, 3) if len({a, b, c}) == 3)
    return Mesh(vertices, faces)


def _stl_text(path: Path) -> np.ndarray:
    words = [line.split() for line in read_text(path).splitlines()]
    corners = [_numbers(path, line[1:]) for line in words if line[:1] == ["vertex"]]
    if not corners or len(corners) % 3:
        raise UserError("bad-file", f"'{path.name}' is not an STL file", "its triangles are not complete")
    return np.array(corners)


def _obj(path: Path) -> Mesh:
    vertices: list[list[float]] = []
    faces: list[tuple[int, ...]] = []
    for line in read_text(path).splitlines():
        match line.split():
            case ["v", *numbers]:
                vertices.append(_numbers(path, numbers[:3]))
            case ["f", *corners]:
                faces.append(tuple(_corner(path, corner, len(vertices)) for corner in corners))
            case _:
                pass
    if any(not 0 <= number < len(vertices) or len(face) < 3 for face in faces for number in face):
        raise UserError("bad-file", f"'{path.name}' has a face without its vertices", "write the file again")
    return Mesh(np.array(vertices).reshape(-1, 3), tuple(faces))


def _corner(path: Path, text: str, count: int) -> int:
    """`3/1/2` is the third vertex, -1 the last one."""
    try:
        number = int(text.partition("/")[0])
    except ValueError:
        raise UserError("bad-file", f"'{path.name}': '{text}' is not a vertex", "write the file again") from None
    return number - 1 if number > 0 else count + number


def _numbers(path: Path, words: list[str]) -> list[float]:
    try:
        found = [float(word) for word in words]
    except ValueError:
        found = []
    if len(found) != 3 or not all(map(math.isfinite, found)):
        raise UserError("bad-file", f"'{path.name}' has a vertex without three numbers", "write the file again")
    return found
