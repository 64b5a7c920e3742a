"""How many examples a property is tried on: fewer in the fast tests, all of them when all tests are run."""

from typing import Any

from hypothesis import settings

ALL = 100
FAST = 8


def examples(count: int, **others: Any) -> settings:
    """Settings for `count` examples, of which the fast tests take their share."""
    return settings(max_examples=max(1, count * settings().max_examples // ALL), **others)
