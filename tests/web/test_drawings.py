"""The figures with which the page compares its own drawings are those of the present drawing code."""

import json
import math

import pytest

from tests.web.drawings import FILE, drawings

KEPT = json.loads(FILE.read_text(encoding="utf-8"))
PRESENT = drawings()


def test_there_are_as_many() -> None:
    assert [kept["name"] for kept in KEPT] == [present["name"] for present in PRESENT]


@pytest.mark.parametrize(
    ("kept", "present"), list(zip(KEPT, PRESENT, strict=False)), ids=[present["name"] for present in PRESENT]
)
def test_the_file_is_up_to_date(kept: dict[str, object], present: dict[str, object]) -> None:
    assert is_same(kept, present), "python -m tests.web.drawings writes it anew"


def is_same(one: object, other: object) -> bool:
    """Numbers but for rounding, which is not the same on every machine."""
    if isinstance(one, float | int) and isinstance(other, float | int):
        return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    return one == other
