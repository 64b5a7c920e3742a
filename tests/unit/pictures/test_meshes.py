"""Meshes: closed, facing outwards, and read from STL and OBJ files."""

import struct
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from simnon.pictures import Body, Mesh
from simnon.pictures.meshes import box_mesh, cylinder_mesh, read_mesh, sphere_mesh
from simnon.source import UserError
from tests.unit.pictures.staged import stage_text, staged

STL = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n"
OBJ = "# a square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1 2/2 3/3 -1\n"


def volume(mesh: Mesh) -> float:
    """Positive if all faces are anticlockwise from outside (Gauss)."""
    total = 0.0
    for face in mesh.faces:
        first = mesh.vertices[face[0]]
        for one, other in pairwise(face[1:]):
            total += float(np.dot(first, np.cross(mesh.vertices[one], mesh.vertices[other]))) / 6
    return total


@pytest.mark.parametrize(
    ("mesh", "expected", "tolerance"),
    [
        (box_mesh(), 1.0, 1e-12),
        (cylinder_mesh(), np.pi, 0.04),
        (cylinder_mesh(0.5), np.pi * (1 + 0.5 + 0.25) / 3, 0.04),
        (sphere_mesh(), 4 * np.pi / 3, 0.12),
    ],
)
def test_a_body_encloses_its_volume(mesh: Mesh, expected: float, tolerance: float) -> None:
    assert volume(mesh) == pytest.approx(expected, abs=tolerance)


@pytest.mark.parametrize("mesh", [box_mesh(), cylinder_mesh(), sphere_mesh()])
def test_every_edge_belongs_to_two_faces_in_opposite_directions(mesh: Mesh) -> None:
    points = [tuple(np.round(vertex, 9)) for vertex in mesh.vertices.tolist()]
    edges = [
        (points[one], points[other])
        for face in mesh.faces
        for one, other in zip(face, (*face[1:], face[0]), strict=True)
        if points[one] != points[other]
    ]

    assert sorted(edges) == sorted((other, one) for one, other in edges)


def test_a_text_stl_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.stl").write_text(STL)

    mesh = read_mesh(tmp_path / "a.stl")

    assert len(mesh.faces) == 1
    assert mesh.vertices.shape == (3, 3)


@pytest.mark.parametrize(
    ("triangles", "reason"),
    [
        (struct.pack("<12fH", *[0.0] * 3, 0, 0, 0, 1, 0, 0, 0, float("nan"), 0, 0), "a vertex without three numbers"),
        (b"\1" * 49, "is damaged: it has 133 bytes of 134 for its 1 triangles"),
    ],
)
def test_a_damaged_binary_stl_is_refused(tmp_path: Path, triangles: bytes, reason: str) -> None:
    (tmp_path / "a.stl").write_bytes(bytes(80) + struct.pack("<I", 1) + triangles)

    with pytest.raises(UserError, match=reason):
        read_mesh(tmp_path / "a.stl")


def test_a_binary_stl_is_read(tmp_path: Path) -> None:
    triangle = struct.pack("<12fH", 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0)
    (tmp_path / "a.stl").write_bytes(b"solid ".ljust(80) + struct.pack("<I", 2) + triangle + triangle)

    mesh = read_mesh(tmp_path / "a.stl")

    assert len(mesh.faces) == 2
    assert mesh.vertices.max() == 2.0


def test_an_obj_is_read_with_faces_of_any_number_of_corners(tmp_path: Path) -> None:
    (tmp_path / "a.obj").write_text(OBJ)

    assert read_mesh(tmp_path / "a.obj").faces == ((0, 1, 2, 3),)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.stl", "solid nothing\n"),
        ("a.stl", "vertex 1 2\n"),
        ("a.obj", "f 1 2 3\n"),
        ("a.obj", "v 1 2 nan\n"),
        ("a.obj", "v 1 2 3\nf a b c\n"),
        ("a.obj", ""),
        ("a.ply", "ply\n"),
    ],
)
def test_a_file_that_is_no_surface_is_refused(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)

    with pytest.raises(UserError):
        read_mesh(tmp_path / name)


def test_a_surface_stands_beside_its_picture(tmp_path: Path) -> None:
    (tmp_path / "a.obj").write_text(OBJ)

    (body,) = staged("SURFACE 'a.obj', 2", folder=str(tmp_path)).shapes

    assert isinstance(body, Body)
    assert np.diag(body.matrix).tolist() == [2, 2, 2, 1]


def test_a_surface_outside_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.obj").write_text(OBJ)
    (tmp_path / "below").mkdir()

    _, found = stage_text("PICTURE a\nSURFACE '../a.obj'\nEND", str(tmp_path / "below"))

    assert "outside" in found[0].message
