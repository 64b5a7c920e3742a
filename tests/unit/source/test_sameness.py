"""Sameness, bit for bit: arrays, values that contain them, and nan."""

import numpy as np
import pytest

from simnon.source import is_same

A = np.array([1.0, 2.0])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (A, A.copy(), True),
        (A, A.reshape(1, 2), False),
        (A, A.astype(np.float32), False),
        (np.array([0.0]), np.array([-0.0]), False),
        (np.array([np.nan]), np.array([np.nan]), True),
        ({"a": A, "b": 1}, {"b": 1, "a": A.copy()}, True),
        ({"a": A}, {"b": A}, False),
        ((A, "x"), [A.copy(), "x"], True),
        ((A,), (A, A), False),
        (float("nan"), float("nan"), True),
        (float("nan"), 1.0, False),
        (1, 1.0, True),
        (None, A, False),
    ],
)
def test_is_same(one: object, other: object, same: bool) -> None:
    assert is_same(one, other) is same
