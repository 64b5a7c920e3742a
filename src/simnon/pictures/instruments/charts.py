"""Strip chart and XY scope: what values were during the last span of time."""

from ..given import Given
from ..scene import Anchor, Column, Pen, Reading
from ..theatre import Theatre
from .ranges import ends_of, share_of, tick_text, ticks

DASHES = ((), (6.0, 4.0), (2.0, 3.0), (8.0, 3.0, 2.0, 3.0))


def strip_chart(theatre: Theatre, given: Given) -> None:
    """Paper that moves to the left; each value can be followed by its 'text'."""
    easel = theatre.easel
    x1, y1, x2, y2 = (given.constant(name) for name in ("x1", "y1", "x2", "y2"))
    span = given.constant("span")
    low, high = ends_of(theatre, given)
    if not span > 0:
        theatre.report.error("wrong-arguments", "the span of a chart must be positive", given.act.span, "give a time")
        return
    easel.rectangle(x1, y1, x2, y2, fill="ground", pen=Pen("axis", 1.0))
    for number in ticks(low, high, 4):
        place = y1 + (y2 - y1) * share_of(number, low, high)
        easel.path([(x1, place), (x2, place)], pen=Pen("grid", 1.0))
        easel.label(x1, place, f"{tick_text(number)} ", size=11.0, colour="faint", anchor=Anchor.END)
    scale = easel.unit
    speed = scale * (x2 - x1) / span
    names = x1
    for number, (value, text) in enumerate(_curves(given)):
        pen = Pen(f"c{number % 8 + 1}", 1.8, DASHES[number % len(DASHES)])
        easel.trail(x2, y1 + (y2 - y1) * share_of(value, low, high), span, pen, speed)
        easel.circle(x2, y1 + (y2 - y1) * share_of(value, low, high), 3.0 / scale, fill=pen.colour)
        easel.label(names, y2 + 9 / scale, text, size=12.0, colour=pen.colour, anchor=Anchor.START)
        names += (12 + 7.5 * len(text)) / scale
    easel.label(x2, y2 + 9 / scale, f"last {span:g}", size=11.0, colour="faint", anchor=Anchor.END)


def _curves(given: Given) -> list[tuple[Column, str]]:
    found: list[tuple[Column, str]] = []
    for piece in given.pieces("value"):
        if isinstance(piece, Reading):
            found.append((piece.value, ""))
        elif found:
            found[-1] = (found[-1][0], piece)
    return found


def scope(theatre: Theatre, given: Given) -> None:
    """Both values go from low to high; without a span the whole run is shown."""
    easel = theatre.easel
    x1, y1, x2, y2 = (given.constant(name) for name in ("x1", "y1", "x2", "y2"))
    low, high = ends_of(theatre, given)
    easel.rectangle(x1, y1, x2, y2, fill="ground", pen=Pen("axis", 1.0))
    for share in (0.25, 0.5, 0.75):
        across, up = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
        easel.path([(across, y1), (across, y2)], pen=Pen("grid", 1.0))
        easel.path([(x1, up), (x2, up)], pen=Pen("grid", 1.0))
    x, y = given.numbers("x", "y")
    place = (x1 + (x2 - x1) * share_of(x, low, high), y1 + (y2 - y1) * share_of(y, low, high))
    length = float(easel.times[-1] - easel.times[0]) if len(easel.times) else 0.0
    easel.trail(*place, given.constant("span", max(length, 1e-300)), Pen(easel.state.colour, 1.6))
    easel.circle(*place, 3.5 / easel.unit, fill=easel.state.colour)
