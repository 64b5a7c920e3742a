"""When two targets agree: the same bits everywhere, all nans being equal."""

import numpy as np

from simnon.program import Array, Executable
from tests.targets.random_programs import Arguments


def results(executable: Executable, arguments: Arguments) -> tuple[Array, Array, Array]:
    """The arrays after all entries have run once, in order."""
    given = arguments.copy()
    for entry in executable.entries:
        executable.call(entry, given.time, given.states, given.values, given.out)
    return given.states, given.values, given.out


def same_bits(one: tuple[Array, ...], other: tuple[Array, ...]) -> bool:
    return all(_same(a, b) for a, b in zip(one, other, strict=True))


def _same(a: Array, b: Array) -> bool:
    both_nan = np.isnan(a) & np.isnan(b)
    return bool(np.all(both_nan | (a.view(np.int64) == b.view(np.int64))))
