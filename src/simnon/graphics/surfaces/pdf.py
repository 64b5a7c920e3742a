"""Figure -> a PDF of one page, in points, independent of the time and the machine."""

import unicodedata
import zlib
from collections.abc import Iterator

from simnon.figures import Direction, Figure

from ..draw import draw
from ..drawing import Drawing, Fill, Lettering, Part, Pen, Shades, Stroke, Text, page
from ..palette import LIGHT, Theme, shade_colour
from . import helvetica
from .coordinates import Around, number_text, path_text, rectangles
from .lettering import width_of
from .proportions import text_size_for

_FIRST, _OTHERS = Around(b"", b" m\n"), Around(b"", b" l\n")
_BASELINE = 0.35
_FONTS = {
    Lettering.BOLD: ("B", "Helvetica-Bold"),
    Lettering.ITALIC: ("I", "Times-Italic"),
    Lettering.ROMAN: ("R", "Times-Roman"),
    Lettering.MONO: ("C", "Courier"),
}
"""Their names in the file; every reader has them."""


def pdf(figure: Figure, width: float = 480, height: float = 300, theme: Theme = LIGHT) -> bytes:
    """The figure as the bytes of a PDF file."""
    size = text_size_for(figure, width, height)
    surface = page(width, height, size, lambda text: helvetica.width_of(text, size), theme)
    return pdf_of(draw(figure, surface), width, height, size, theme)


def pdf_of(drawing: Drawing, width: float, height: float, size: float, theme: Theme = LIGHT) -> bytes:
    """Any drawing as the bytes of a PDF file; `size` is that of its letters."""
    parts = [_part(part, height, size, theme) for part in drawing]
    ground = f"{_colour(theme.ground)} rg 0 0 {number_text(width)} {number_text(height)} re f\n"
    content = ground.encode() + b"1 j 1 J\n" + b"".join(parts)
    stream = zlib.compress(content)
    used = [each for each in _FONTS if any(isinstance(part, Text) and part.lettering is each for part in drawing)]
    others = "".join(f" /{_FONTS[each][0]} {number} 0 R" for number, each in enumerate(used, start=7))
    fonts = [
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{_FONTS[each][1]} /Encoding /WinAnsiEncoding >>".encode()
        for each in used
    ]
    box = f"[0 0 {number_text(width)} {number_text(height)}]"
    return _file(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R "
            f"/Resources << /Font << /H 5 0 R /S 6 0 R{others} >> >> >>".encode(),
            f"<< /Length {len(stream)} /Filter /FlateDecode >>\nstream\n".encode() + stream + b"\nendstream",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>",
            *fonts,
        ]
    )


def _file(objects: list[bytes]) -> bytes:
    """Objects numbered from 1, and the table of their offsets."""
    content = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(content))
        content += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    count = len(objects) + 1
    end = f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n<< /Size {count} /Root 1 0 R >>\n"
    return content + f"{end}startxref\n{len(content)}\n%%EOF\n".encode()


def _part(part: Part, height: float, size: float, theme: Theme) -> bytes:
    match part:
        case Stroke():
            return _stroke(part, height)
        case Shades():
            return _shades(part, height)
        case Text():
            return _text(part, height, size, theme)
        case Fill():
            colour = f"{_colour(part.colour)} rg\n".encode()
            return colour + path_text(part.x, height - part.y, _FIRST, _OTHERS) + b"h f\n"


def _shades(shades: Shades, height: float) -> bytes:
    content = []
    for left, top, right, bottom, darkness in rectangles(shades):
        rectangle = " ".join(map(number_text, (left, height - bottom, right - left, bottom - top)))
        content.append(f"{_colour(shade_colour(darkness))} rg {rectangle} re f\n")
    return "".join(content).encode()


def _stroke(stroke: Stroke, height: float) -> bytes:
    return _pen(stroke.pen) + path_text(stroke.x, height - stroke.y, _FIRST, _OTHERS) + b"S\n"


def _pen(pen: Pen) -> bytes:
    dash = " ".join(map(number_text, pen.dash))
    return f"{_colour(pen.colour)} RG {number_text(pen.width)} w [{dash}] 0 d\n".encode()


def _colour(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.3g}" for i in (1, 3, 5))


def _text(text: Text, height: float, usual: float, theme: Theme) -> bytes:
    """The text; if it is backed, drawn first with a broad pen in the colour of the page."""
    size = usual if text.size is None else text.size
    before = text.anchor.value * width_of(text.words, size, text.lettering)
    if text.direction is Direction.VERTICAL:
        x, y = text.x + _BASELINE * size, height - text.y - before
        turn = "0 1 -1 0"
    else:
        x, y = text.x - before, height - text.y - _BASELINE * size
        turn = "1 0 0 1"
    shown = b"".join(_shown(font, codes, size) for font, codes in _runs(text.words, _font(text.lettering)))
    position = f"{turn} {number_text(x)} {number_text(y)} Tm\n".encode()
    halo = f"{_colour(theme.ground)} RG 2.5 w [] 0 d 1 Tr\n".encode()
    backing = halo + position + shown + b"0 Tr\n" if text.is_backed else b""
    return b"BT\n" + backing + f"{_colour(text.pen.colour)} rg\n".encode() + position + shown + b"ET\n"


def _shown(font: str, codes: bytes, size: float) -> bytes:
    escaped = codes.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
    return f"/{font} {number_text(size)} Tf (".encode() + escaped + b") Tj\n"


def _font(lettering: Lettering) -> str:
    return _FONTS[lettering][0] if lettering in _FONTS else "H"


def _runs(words: str, usual: str) -> Iterator[tuple[str, bytes]]:
    """Pieces of a text in one font, as its codes; a character in neither font becomes the nearest one or `?`."""
    font, codes = usual, b""
    for letter in words:
        needed, code = (usual, _code(letter))
        if letter in helvetica.SYMBOLS:
            needed, code = "S", bytes([helvetica.SYMBOLS[letter]])
        if needed != font and codes:
            yield font, codes
            codes = b""
        font = needed
        codes += code
    if codes:
        yield font, codes


def _code(letter: str) -> bytes:
    try:
        return letter.encode("cp1252")
    except UnicodeEncodeError:
        if unicodedata.combining(letter):
            return b""
        return unicodedata.normalize("NFKD", letter)[:1].encode("cp1252", errors="replace")
