"""read_source: plain text from files as editors leave them; an unreadable file is reported with the reason."""

from pathlib import Path

import pytest

from simnon.source import Report, Source, read_source


def read(tmp_path: Path, content: bytes, report: Report | None = None) -> Source | None:
    path = tmp_path / "m.t"
    path.write_bytes(content)
    return read_source(path, report or Report())


@pytest.mark.parametrize("content", [b"a\r\nb\r\n", b"a\nb\n", b"a\rb\r", b"\xef\xbb\xbfa\nb\n"])
def test_line_ends_and_byte_order_marks_are_normalised(tmp_path: Path, content: bytes) -> None:
    source = read(tmp_path, content)

    assert source is not None
    assert (source.name, source.text, source.folder) == ("m.t", "a\nb\n", str(tmp_path))


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [(b"a\xff", 1, 2), (b"\xc3\xa5 a\r\n\xc3\xa5\xff", 2, 2), (b"\xef\xbb\xbfab\xe5", 1, 3), (b"a\r\xff", 2, 1)],
)
def test_a_byte_that_is_not_utf8_is_shown_at_its_position(
    tmp_path: Path, content: bytes, line: int, column: int
) -> None:
    report = Report()

    assert read(tmp_path, content, report) is None

    (diagnostic,) = report.diagnostics
    assert diagnostic.code == "not-utf8"
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (line, column)
    assert diagnostic.message == f"the byte 0x{content[-1]:02X} is not UTF-8 text"


@pytest.mark.parametrize("name", ["missing.t", "", "x" * 3000, "a\0b"])
def test_a_file_that_cannot_be_opened_is_reported(tmp_path: Path, name: str) -> None:
    report = Report()

    assert read_source(tmp_path / name, report) is None
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["file-not-found"]
