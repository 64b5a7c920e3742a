"""Local coordinates, segments and markers."""

from collections.abc import Callable, Mapping

import numpy as np

from ..given import Given
from ..matrices import rotation, scaling, translation
from ..theatre import Theatre


def scale(theatre: Theatre, given: Given) -> None:
    """One factor is for all directions; two leave the third as it is."""
    x = given.number("x")
    y = given.number("y") if given.has("y") else x
    z = given.number("z") if given.has("z") else 1.0 if given.has("y") else x
    _multiply(theatre, scaling(x, y, z))


def translate(theatre: Theatre, given: Given) -> None:
    _multiply(theatre, translation(*given.numbers("x", "y", "z")))


def rotate(axis: str) -> Callable[[Theatre, Given], None]:
    def perform(theatre: Theatre, given: Given) -> None:
        _multiply(theatre, rotation(axis, given.number("angle")))

    return perform


def _multiply(theatre: Theatre, matrix: np.ndarray) -> None:
    state = theatre.easel.state
    state.matrix = state.matrix @ matrix


def push_matrix(theatre: Theatre, _given: Given) -> None:
    theatre.stack.append(theatre.easel.state.copy())


def pop_matrix(theatre: Theatre, given: Given) -> None:
    if not theatre.stack:
        hint = "each POPMATRIX needs a PUSHMATRIX before it"
        theatre.report.error("unreadable-line", "nothing is left to return to", given.act.span, hint)
        return
    # What an IF around hides stays hidden, and names are taken away by POPMARKER.
    before, now = theatre.stack.pop(), theatre.easel.state
    before.visible, before.markers = now.visible, now.markers
    theatre.easel.state = before


def delete(theatre: Theatre, given: Given) -> None:
    name = given.word("name")
    if theatre.segment(name, given.act.span) is not None:
        del theatre.segments[name]


def highlight(theatre: Theatre, given: Given) -> None:
    name = given.word("name")
    if theatre.segment(name, given.act.span) is not None:
        theatre.highlights[name] = given.number("condition", 1.0)


def push_marker(theatre: Theatre, given: Given) -> None:
    state = theatre.easel.state
    state.markers = (*state.markers, given.word("name"))


def pop_marker(theatre: Theatre, given: Given) -> None:
    state = theatre.easel.state
    if not state.markers:
        hint = "each POPMARKER needs a PUSHMARKER before it"
        theatre.report.error("unreadable-line", "no marker is left", given.act.span, hint)
    state.markers = state.markers[:-1]


COORDINATES: Mapping[str, Callable[[Theatre, Given], None]] = {
    "scale": scale,
    "translate": translate,
    "rotate": rotate("z"),
    "rotatex": rotate("x"),
    "rotatey": rotate("y"),
    "rotatez": rotate("z"),
    "pushmatrix": push_matrix,
    "popmatrix": pop_matrix,
    "delete": delete,
    "highlight": highlight,
    "pushmarker": push_marker,
    "popmarker": pop_marker,
}
