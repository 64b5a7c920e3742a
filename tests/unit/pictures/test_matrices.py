"""Matrices of frames, exactly: rotations by right angles, products, the view of a camera."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.pictures import Body
from simnon.pictures.matrices import rotation, scaling, transformed, translation, view
from tests.unit.pictures.staged import staged

ANGLES = st.floats(-10, 10)


@pytest.mark.parametrize(
    ("axis", "point", "turned"),
    [("x", (0, 1, 0), (0, 0, 1)), ("y", (0, 0, 1), (1, 0, 0)), ("z", (1, 0, 0), (0, 1, 0))],
)
def test_a_quarter_turn_takes_one_axis_to_the_next(
    axis: str, point: tuple[float, float, float], turned: tuple[float, float, float]
) -> None:
    assert transformed(rotation(axis, np.pi / 2), *point) == pytest.approx(turned, abs=1e-15)


@given(st.sampled_from("xyz"), ANGLES)
def test_a_rotation_keeps_lengths_and_orientation(axis: str, angle: float) -> None:
    linear = rotation(axis, angle)[:3, :3]

    assert linear @ linear.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(linear) == pytest.approx(1.0)


def test_columns_give_a_matrix_for_each_moment() -> None:
    angles = np.array([0.0, np.pi / 2, np.pi])

    matrices = rotation("z", angles) @ translation(1.0, 0.0, angles)

    assert matrices.shape == (3, 4, 4)
    for number, angle in enumerate(angles.tolist()):
        assert matrices[number] == pytest.approx(rotation("z", angle) @ translation(1.0, 0.0, angle))


def test_the_camera_sees_its_target_ahead_and_the_vertical_upright() -> None:
    seen = view(0.7, 0.3, 5.0, (1.0, 2.0, 3.0))

    assert transformed(seen, 1.0, 2.0, 3.0) == pytest.approx((0, 0, -5))
    across, up, _ = transformed(seen, 1.0, 2.0, 4.0)
    assert across == pytest.approx(0)
    assert up == pytest.approx(np.cos(0.3))


def robot_hand(q: list[float]) -> np.ndarray:
    """The chain of the example robot, multiplied joint by joint with matrices written out."""

    def turn(axis: int, angle: float) -> np.ndarray:
        c, s = np.cos(angle), np.sin(angle)
        matrix = np.eye(4)
        i, j = [(1, 2), (2, 0), (0, 1)][axis]
        matrix[i, i] = matrix[j, j] = c
        matrix[i, j], matrix[j, i] = -s, s
        return matrix

    def up(z: float) -> np.ndarray:
        matrix = np.eye(4)
        matrix[2, 3] = z
        return matrix

    first = up(0.4) @ turn(2, q[0]) @ up(0.5) @ turn(1, q[1]) @ up(1.05) @ turn(1, q[2])
    last = turn(1, np.pi / 2 - 0.25) @ turn(2, q[3]) @ up(0.9) @ turn(1, q[4]) @ up(0.18) @ turn(2, q[5])
    return np.asarray(first @ last)


def test_nested_frames_are_the_product_of_their_matrices() -> None:
    q = [0.3, -0.2, 0.7, 1.1, -0.4, 2.0]
    lines = [
        "TRANSLATE 0, 0, 0.4", f"ROTATEZ {q[0]}", "FRAME a", "TRANSLATE 0, 0, 0.5", f"ROTATEY {q[1]}", "FRAME b",
        "TRANSLATE 0, 0, 1.05", f"ROTATEY {q[2]}", "FRAME c", "ROTATEY pi/2 - 0.25", f"ROTATEZ {q[3]}", "FRAME d",
        "TRANSLATE 0, 0, 0.9", f"ROTATEY {q[4]}", "FRAME e", "TRANSLATE 0, 0, 0.18", f"ROTATEZ {q[5]}", "SPHERE 1",
        "END", "END", "END", "END", "END",
    ]  # fmt: skip

    (body,) = staged(*lines).shapes

    assert isinstance(body, Body)
    assert body.matrix == pytest.approx(robot_hand(q), abs=1e-14)


def test_a_box_is_a_unit_box_between_its_corners() -> None:
    (body,) = staged("BOX 1, 2, 3, 4, 6, 8").shapes

    assert isinstance(body, Body)
    assert body.matrix == pytest.approx(translation(1.0, 2.0, 3.0) @ scaling(3.0, 4.0, 5.0))


def test_a_joint_that_turns_has_a_matrix_for_each_moment() -> None:
    (body,) = staged("ROTATEZ phi", "SPHERE 1").shapes

    assert isinstance(body, Body)
    assert body.matrix.shape == (4, 4, 4)
    assert body.matrix[1] == pytest.approx(rotation("z", np.pi / 2))
