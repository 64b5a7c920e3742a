"""Lines, rectangles, circles, texts, pens."""

from collections.abc import Callable, Mapping

from ..given import Given
from ..points import pairs
from ..scene import Anchor
from ..theatre import Theatre

_ANCHORS = {"left": Anchor.START, "center": Anchor.MIDDLE, "centre": Anchor.MIDDLE, "right": Anchor.END}


def move(theatre: Theatre, given: Given) -> None:
    theatre.easel.move(*given.numbers("x", "y"))


def draw(theatre: Theatre, given: Given) -> None:
    theatre.easel.draw(*given.numbers("x", "y"))


def rectangle(theatre: Theatre, given: Given) -> None:
    easel = theatre.easel
    easel.rectangle(*given.numbers("x1", "y1", "x2", "y2"), pen=easel.state.pen)


def fill_rectangle(theatre: Theatre, given: Given) -> None:
    easel = theatre.easel
    easel.rectangle(*given.numbers("x1", "y1", "x2", "y2"), fill=easel.state.colour)


def circle(theatre: Theatre, given: Given) -> None:
    theatre.easel.circle(*given.numbers("x", "y", "radius"), pen=theatre.easel.state.pen)


def fill_circle(theatre: Theatre, given: Given) -> None:
    theatre.easel.circle(*given.numbers("x", "y", "radius"), fill=theatre.easel.state.colour)


def polygon(theatre: Theatre, given: Given) -> None:
    theatre.easel.path(pairs(theatre, given, "x1"), is_closed=True, pen=theatre.easel.state.pen)


def fill_polygon(theatre: Theatre, given: Given) -> None:
    theatre.easel.path(pairs(theatre, given, "x1"), is_closed=True, fill=theatre.easel.state.colour)


def arc(theatre: Theatre, given: Given) -> None:
    x, y, radius, begin, end = given.numbers("x", "y", "radius", "from", "to")
    theatre.easel.arc(x, y, radius, begin, end, theatre.easel.state.pen)


def trace(theatre: Theatre, given: Given) -> None:
    x, y = given.numbers("x", "y")
    theatre.easel.trail(x, y, given.constant("span"), theatre.easel.state.pen)


def draw_string(theatre: Theatre, given: Given) -> None:
    x, y = given.numbers("x", "y")
    theatre.easel.label(x, y, *given.pieces("text"))


def set_color(theatre: Theatre, given: Given) -> None:
    theatre.easel.state.colour = given.colour("colour")


def set_line_width(theatre: Theatre, given: Given) -> None:
    state = theatre.easel.state
    state.width = given.number("width")
    dashes = given.constants("dash", 1.0) if given.has("dash") else []
    if any(each < 0 for each in dashes) or (dashes and not any(dashes)):
        hint = "write SETLINEWIDTH 2, 6, 3: the width, a dash and a gap"
        theatre.report.error("wrong-arguments", "a dash must be positive", given.act.span, hint)
        return
    state.dash = tuple(dashes)


def set_text(theatre: Theatre, given: Given) -> None:
    state = theatre.easel.state
    state.text_size = given.number("size")
    word = given.word("anchor")
    if word in _ANCHORS:
        state.anchor = _ANCHORS[word]
    elif word:
        hint = "write LEFT, CENTER or RIGHT"
        theatre.report.error("wrong-arguments", f"'{word}' is no place of a text", given.act.span, hint)


DRAWING: Mapping[str, Callable[[Theatre, Given], None]] = {
    "move": move,
    "draw": draw,
    "rectangle": rectangle,
    "fillrectangle": fill_rectangle,
    "circle": circle,
    "fillcircle": fill_circle,
    "polygon": polygon,
    "fillpolygon": fill_polygon,
    "arc": arc,
    "trace": trace,
    "drawstring": draw_string,
    "setcolor": set_color,
    "setlinewidth": set_line_width,
    "settext": set_text,
}
