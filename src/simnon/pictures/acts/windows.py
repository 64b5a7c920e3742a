"""Windows within a picture: where they are on the page, their coordinates, titles and order."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from ..easel import PAGE_WIDTH
from ..given import Given
from ..scene import Frame
from ..state import State
from ..theatre import Theatre, WindowBeingDrawn


def create(theatre: Theatre, given: Given) -> None:
    """Its coordinates are those of its box until LIMITS says otherwise."""
    name = given.word("name")
    x1, y1, x2, y2 = (given.constant(each) for each in ("x1", "y1", "x2", "y2"))
    if not (x2 > x1 and y2 > y1):
        hint = "give the lower left corner first; the page goes from 0, 0 to 1, 1"
        theatre.report.error("wrong-arguments", f"the window '{name}' has no size", given.act.span, hint)
        return
    box = (PAGE_WIDTH * x1, theatre.height * (1 - y2), PAGE_WIDTH * x2, theatre.height * (1 - y1))
    theatre.windows[name] = WindowBeingDrawn(
        Frame(name, "", box, (0.0, 0.0, box[2] - box[0], box[3] - box[1])), State()
    )
    theatre.order = [*(each for each in theatre.order if each != name), name]


def title(theatre: Theatre, given: Given) -> None:
    theatre.set_frame(replace(theatre.easel.frame, title=given.text("text")))


def bind(theatre: Theatre, given: Given) -> None:
    name = given.word("name")
    if theatre.window(name, given.act.span) is not None:
        theatre.bind(name)


def limits(theatre: Theatre, given: Given) -> None:
    x1, y1, x2, y2 = (given.constant(each) for each in ("x1", "y1", "x2", "y2"))
    if x2 > x1 and y2 > y1:
        theatre.set_frame(replace(theatre.easel.frame, limits=(x1, y1, x2, y2)))
    elif theatre.easel.window:
        hint = "give the lower left corner first"
        theatre.report.error("wrong-arguments", "the limits must increase", given.act.span, hint)


def erase(theatre: Theatre, _given: Given) -> None:
    theatre.easel.hide_before(theatre.easel.state.visible)


def redraw_window(theatre: Theatre, given: Given) -> None:
    name = given.word("name")
    if theatre.window(name, given.act.span) is not None:
        theatre.order = [*(each for each in theatre.order if each != name), name]


def redraw_all(theatre: Theatre, _given: Given) -> None:
    theatre.order = list(theatre.windows)


WINDOWS: Mapping[str, Callable[[Theatre, Given], None]] = {
    "create": create,
    "title": title,
    "bind": bind,
    "limits": limits,
    "erase": erase,
    "redrawwindow": redraw_window,
    "redrawall": redraw_all,
}
