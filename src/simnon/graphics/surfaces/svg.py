"""Figure -> SVG."""

from simnon.figures import Direction, Figure

from ..draw import draw
from ..drawing import Anchor, Drawing, Fill, Lettering, Part, Pen, Shades, Stroke, Text, page
from ..palette import LIGHT, Theme, shade_colour
from . import helvetica
from .coordinates import Around, number_text, path_text, rectangles
from .lettering import width_of
from .proportions import text_size_for

_ANCHORS = {Anchor.START: "", Anchor.MIDDLE: ' text-anchor="middle"', Anchor.END: ' text-anchor="end"'}
_FIRST, _OTHERS = Around(b"M", b""), Around(b" ", b"")
_WIDEST = 1.1
"""If a viewer has none of the fonts, letters are wider; texts get space for that."""

_BASELINE = 0.35
_SERIF = ' font-family="STIX Two Text, Times New Roman, Times, Liberation Serif, serif"'
_LETTERINGS = {
    Lettering.PLAIN: "",
    Lettering.BOLD: ' font-weight="600"',
    Lettering.ITALIC: f'{_SERIF} font-style="italic"',
    Lettering.ROMAN: _SERIF,
    Lettering.MONO: ' font-family="Menlo, Consolas, DejaVu Sans Mono, Liberation Mono, monospace"',
}
"""The distance of the baseline below the middle of the line, in font sizes."""

_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
    'font-family="Helvetica, Arial, Liberation Sans, sans-serif" font-size="{size}" '
    'stroke-linejoin="round" stroke-linecap="round">\n'
    '<rect width="{width}" height="{height}" fill="{ground}"/>\n'
)


def svg(figure: Figure, width: float = 720, height: float = 450, theme: Theme = LIGHT) -> str:
    """The figure as SVG text, in CSS pixels."""
    size = text_size_for(figure, width, height)
    surface = page(width, height, size, lambda text: _WIDEST * helvetica.width_of(text, size), theme)
    return svg_of(draw(figure, surface), width, height, size, theme)


def svg_of(drawing: Drawing, width: float, height: float, size: float, theme: Theme = LIGHT) -> str:
    """Any drawing as SVG text; `size` is that of its letters."""
    head = _HEAD.format(
        width=number_text(width), height=number_text(height), size=number_text(size), ground=theme.ground
    )
    parts = [_part(part, size, theme) for part in drawing]
    return head + "".join(f"{part}\n" for part in parts) + "</svg>\n"


def _part(part: Part, size: float, theme: Theme) -> str:
    match part:
        case Stroke():
            return _stroke(part)
        case Shades():
            return _shades(part)
        case Text():
            return _text(part, size, theme)
        case Fill():
            path = path_text(part.x, part.y, _FIRST, _OTHERS).decode("ascii")
            return f'<path d="{path}Z" fill="{part.colour}"/>'


def _shades(shades: Shades) -> str:
    lines = []
    for left, top, right, bottom, darkness in rectangles(shades):
        position = f'x="{number_text(left)}" y="{number_text(top)}"'
        size = f'width="{number_text(right - left)}" height="{number_text(bottom - top)}"'
        lines.append(f'<rect {position} {size} fill="{shade_colour(darkness)}"/>')
    return '<g shape-rendering="crispEdges">\n' + "\n".join(lines) + "\n</g>"


def _stroke(stroke: Stroke) -> str:
    text = path_text(stroke.x, stroke.y, _FIRST, _OTHERS).decode("ascii")
    return f'<path d="{text}" fill="none"{_pen(stroke.pen)}/>'


def _pen(pen: Pen) -> str:
    dash = ",".join(map(number_text, pen.dash))
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f' stroke="{pen.colour}" stroke-width="{number_text(pen.width)}"{dashes}'


def _text(text: Text, usual: float, theme: Theme) -> str:
    size = usual if text.size is None else text.size
    if text.direction is Direction.VERTICAL:
        x, y = number_text(text.x + _BASELINE * size), number_text(text.y)
        position = f'x="{x}" y="{y}" transform="rotate(-90 {x} {y})"'
    else:
        position = f'x="{number_text(text.x)}" y="{number_text(text.y + _BASELINE * size)}"'
    backing = f' stroke="{theme.ground}" stroke-width="4" paint-order="stroke"' if text.is_backed else ""
    colour = f' fill="{text.pen.colour}"'
    letters = _LETTERINGS[text.lettering] + ("" if text.size is None else f' font-size="{number_text(size)}"')
    letters += _fitted(text, size)
    return f"<text {position}{_ANCHORS[text.anchor]}{colour}{letters}{backing}>{escape(text.words)}</text>"


def _fitted(text: Text, size: float) -> str:
    """The letters of formulas stand side by side: they take their room in any font, and blanks count."""
    if text.lettering not in (Lettering.ITALIC, Lettering.ROMAN) or not text.words.strip():
        return ""
    width = number_text(width_of(text.words, size, text.lettering))
    return f' xml:space="preserve" textLength="{width}" lengthAdjust="spacingAndGlyphs"'


def escape(text: str) -> str:
    """Escaped for XML. (The standard library's function imports half of the network modules.)"""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
