"""path_text: the text of all coordinates at once, the same as one by one."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simnon.graphics.surfaces.coordinates import Around, number_text, path_text

PLACES = st.integers(0, 9_999_900).map(lambda hundredths: hundredths / 100)


@settings(deadline=None)
@given(st.lists(st.tuples(PLACES, PLACES), min_size=1, max_size=30))
def test_numbers_are_written_as_one_by_one(points: list[tuple[float, float]]) -> None:
    x, y = np.array(points).T

    text = path_text(x, y, Around(b"M", b""), Around(b" ", b"")).decode()

    assert text == "M" + " ".join(f"{number_text(a)} {number_text(b)}" for a, b in points)


def test_the_pen_is_lifted_at_gaps() -> None:
    x = np.array([0.0, 1.5, np.nan, 10.25, 99999.0])

    text = path_text(x, x, Around(b"", b" m\n"), Around(b"", b" l\n"))

    assert text == b"0 0 m\n1.5 1.5 l\n10.25 10.25 m\n99999 99999 l\n"


def test_no_points_are_no_text() -> None:
    assert path_text(np.array([]), np.array([]), Around(b"M", b""), Around(b" ", b"")) == b""
