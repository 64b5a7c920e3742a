"""Every picture made of characters looks as it was looked at and kept under `pictures/`.

Where a change is meant, `python -m tests.golden.update` writes the files anew.
"""

import pytest

from tests.golden.drawn_pictures import PICTURES, drawn, picture_file
from tests.unit.graphics.small_figures import ALL


@pytest.mark.parametrize("name", list(ALL))
def test_a_picture_looks_as_it_was_kept(name: str) -> None:
    assert drawn(name) == picture_file(name).read_text("utf-8")


def test_no_picture_is_kept_that_nothing_compares() -> None:
    assert set(PICTURES.glob("*.txt")) == {picture_file(name) for name in ALL}
