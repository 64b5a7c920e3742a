"""SVG and PDF: well formed, the same bytes every time, and every word in them."""

import re
import zlib
from xml.etree import ElementTree

import numpy as np
import pytest

from simnon.figures import Curve, Figure
from simnon.graphics import pdf, svg
from simnon.source import UserError
from tests.unit.graphics.small_figures import ALL, MARKED, THREE, TIME, figure_of

NAMESPACE = "{http://www.w3.org/2000/svg}"


def content_of(document: bytes) -> str:
    (stream,) = re.findall(rb"stream\n(.*)\nendstream", document, re.DOTALL)
    return zlib.decompress(stream).decode("latin-1")


@pytest.mark.parametrize("name", list(ALL))
def test_svg_can_be_read_and_stays_on_its_page(name: str) -> None:
    root = ElementTree.fromstring(svg(ALL[name], 600, 400))  # noqa: S314  our own text

    assert root.attrib["viewBox"] == "0 0 600 400"
    for path in root.iter(f"{NAMESPACE}path"):
        numbers = [float(number) for number in re.findall(r"[\d.]+", path.attrib["d"])]
        assert max(numbers[::2]) <= 600
        assert max(numbers[1::2]) <= 400


def test_svg_escapes_what_xml_needs() -> None:
    root = ElementTree.fromstring(svg(figure_of(Curve("a<b&c", TIME, TIME))))  # noqa: S314  our own text

    assert "a<b&c" in [text.text for text in root.iter(f"{NAMESPACE}text")]


def test_the_same_figure_gives_the_same_bytes() -> None:
    assert svg(THREE) == svg(THREE)
    assert pdf(THREE) == pdf(THREE)


@pytest.mark.parametrize("name", list(ALL))
def test_every_object_of_a_pdf_is_at_the_offset_in_its_table(name: str) -> None:
    document = pdf(ALL[name])

    table = int(document.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    assert document[table:].startswith(b"xref\n0 7\n")
    offsets = re.findall(rb"(\d{10}) 00000 n \n", document[table:])
    for number, offset in enumerate(offsets, start=1):
        assert document[int(offset) :].startswith(f"{number} 0 obj\n".encode())


def test_a_pdf_has_its_words_and_curves() -> None:
    content = content_of(pdf(MARKED))

    assert "(peak) Tj" in content
    assert "(A) Tj" in content
    assert content.count("S\n") >= 2


def test_texts_of_a_pdf_are_written_in_its_two_fonts() -> None:
    content = content_of(pdf(figure_of(Curve("x", TIME, TIME), title="(ö) Δω\\ 温")))

    assert r"(\(ö\) ) Tj" in content
    assert re.search(r"/S [\d.]+ Tf \(Dw\) Tj", content)
    assert r"(\\ ?) Tj" in content


def test_a_hundred_thousand_points_along_time_are_thinned() -> None:
    time = np.linspace(0, 1, 100_000)
    figure = figure_of(Curve("x", time, np.sin(1e4 * time)))

    assert len(svg(figure)) < 400_000


@pytest.mark.parametrize(("width", "height"), [(0, 100), (100, -1), (float("nan"), 100), (1e9, 100)])
def test_an_impossible_size_is_refused(width: float, height: float) -> None:
    with pytest.raises(UserError, match="a picture cannot be"):
        svg(Figure(), width, height)
