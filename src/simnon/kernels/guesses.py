"""The guesses of algebraic loops: a step that is rejected must not lead them to another solution."""

from .control import FIRST_GUESS, GUESS_COUNT, LAST_GUESSES
from .subset import Array, inline


@inline
def keep_guesses(control: Array, values: Array, work: Array) -> None:
    for i in range(int(control[GUESS_COUNT])):
        work[int(control[LAST_GUESSES]) + i] = values[int(control[FIRST_GUESS]) + i]


@inline
def restore_guesses(control: Array, values: Array, work: Array) -> None:
    for i in range(int(control[GUESS_COUNT])):
        values[int(control[FIRST_GUESS]) + i] = work[int(control[LAST_GUESSES]) + i]
