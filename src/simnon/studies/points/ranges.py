"""Groups of names -> the slices of a vector that has them one after another."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np


def ranges(groups: Sequence[Sequence[str]]) -> list[slice]:
    ends = np.cumsum([0, *map(len, groups)]).tolist()
    return [slice(first, last) for first, last in pairwise(ends)]
