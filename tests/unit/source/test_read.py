"""read_source: plain text from files as editors leave them; an unreadable file is reported with the reason."""

from pathlib import Path

import pytest

from simnon.source import Report, Severity, Source, UserError, encoding_note, read_source, read_text


def read(tmp_path: Path, content: bytes, report: Report | None = None) -> Source | None:
    path = tmp_path / "m.t"
    path.write_bytes(content)
    return read_source(path, report or Report())


@pytest.mark.parametrize("content", [b"a\r\nb\r\n", b"a\nb\n", b"a\rb\r", b"\xef\xbb\xbfa\nb\n", b"a\r\nb\r\n\x1a"])
def test_line_ends_and_marks_of_old_systems_are_normalised(tmp_path: Path, content: bytes) -> None:
    source = read(tmp_path, content)

    assert source is not None
    assert (source.name, source.text, source.folder) == ("m.t", "a\nb\n", str(tmp_path))


@pytest.mark.parametrize(
    ("content", "encoding", "line", "column"),
    [
        ("niv\xe5\r\nb".encode("latin-1"), "WINDOWS-1252", 1, 4),
        ("a\r\n‘niv\xe5’".encode("cp1252"), "WINDOWS-1252", 2, 1),
        ("niv\xe5".encode("utf-16"), "UTF-16", 1, 1),
    ],
)
def test_a_text_in_an_old_encoding_is_read_with_a_note(
    tmp_path: Path, content: bytes, encoding: str, line: int, column: int
) -> None:
    report = Report()

    source = read(tmp_path, content, report)

    assert source is not None
    assert "niv\xe5" in source.text
    (note,) = report.diagnostics
    assert (note.severity, note.code) == (Severity.NOTE, "not-utf8")
    assert encoding in note.message
    assert f"iconv -f {encoding} -t UTF-8 m.t" in note.hint
    assert note.span is not None
    assert (note.span.line, note.span.column) == (line, column)
    assert read_text(tmp_path / "m.t") == source.text
    assert encoding in encoding_note(tmp_path / "m.t")


@pytest.mark.parametrize(
    ("content", "line", "column", "expected"),
    [
        (b"\xc3\xa5 a\r\n\xc3\xa5\xff", 2, 2, "UTF-8"),
        (b"\xef\xbb\xbfab\xe5", 1, 3, "UTF-8"),
        (b"\x00\xff", 1, 2, "UTF-8"),
        (b"a\r\x8f", 2, 1, "UTF-8 or Windows-1252"),
    ],
    ids=["beside UTF-8", "after a mark of UTF-8", "in no text", "in no encoding"],
)
def test_a_byte_that_is_in_no_text_is_shown_at_its_position(
    tmp_path: Path, content: bytes, line: int, column: int, expected: str
) -> None:
    report = Report()

    assert read(tmp_path, content, report) is None

    (diagnostic,) = report.diagnostics
    assert diagnostic.code == "not-utf8"
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (line, column)
    assert diagnostic.message == f"the byte 0x{content[-1]:02X} is not {expected} text"
    assert "iconv -f CP850 -t UTF-8 m.t" in diagnostic.hint
    with pytest.raises(UserError, match=diagnostic.message):
        read_text(tmp_path / "m.t")


@pytest.mark.parametrize("name", ["missing.t", "", "x" * 3000, "a\0b"])
def test_a_file_that_cannot_be_opened_is_reported(tmp_path: Path, name: str) -> None:
    report = Report()

    assert read_source(tmp_path / name, report) is None
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["file-not-found"]
