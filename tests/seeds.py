"""Seeds of random tests: a few for every check, the others with the slow tests."""

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


def seeds(every: Iterable[int], few: int) -> list[ParameterSet]:
    """All these seeds; only the first `few` are fast tests."""
    return [pytest.param(seed, marks=[] if i < few else [pytest.mark.slow]) for i, seed in enumerate(every)]
