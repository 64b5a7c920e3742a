"""Families of tests of which a few are made for every check, the others with the slow tests."""

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def seeds(every: Iterable[int], few: int) -> list[ParameterSet]:
    """All these seeds; only the first `few` are fast tests."""
    return first_fast(every, few)


def first_fast(every: Iterable[Any], few: int = 1) -> list[ParameterSet]:
    """All these values, or tuples of values; only the first `few` are fast tests."""
    return [_slow_unless(i < few, value) for i, value in enumerate(every)]


def these_fast(every: Iterable[Any], *often: Any) -> list[ParameterSet]:
    """All these values; only those among `often` are fast tests."""
    return [_slow_unless(value in often, value) for value in every]


def _slow_unless(is_fast: bool, value: Any) -> ParameterSet:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=[] if is_fast else [pytest.mark.slow])
