"""A changed text is written in the form of its file: encoding, marks, ends of lines."""

import random

import pytest

from simnon.source.read import decode
from simnon.source.text_form import in_form_of
from tests.seeds import seeds


@pytest.mark.parametrize(
    ("content", "text", "expected"),
    [
        (b"a\r\nb\r\n", "a\nnew\nb\n", b"a\r\nnew\r\nb\r\n"),
        (b"a\rb\r", "a\nb\nc\n", b"a\rb\rc\r"),
        (b"a\nb", "a\nb2", b"a\nb2"),
        (b"", "a\n", b"a\n"),
        (b"one", "one\ntwo\n", b"one\ntwo\n"),
        (b"\xef\xbb\xbfa\r\n", "b\n", b"\xef\xbb\xbfb\r\n"),
        (b"a\r\n\x1a", "a\nb\n", b"a\r\nb\r\n\x1a"),
        (b'" caf\xe9\r\n', '" caf\u00e9\nx\n', b'" caf\xe9\r\nx\r\n'),
        (b'" caf\xe9\n', '" caf\u00e9 \u03b1\n', '" caf\u00e9 \u03b1\n'.encode()),
        (b'" caf\xe9\n', '" \u00c3\u00a9\n', '" \u00c3\u00a9\n'.encode()),
        ("\ufeffa\r\n".encode("utf-16-le"), "a\nb\n", "\ufeffa\r\nb\r\n".encode("utf-16-le")),
        ("\ufeffa\n".encode("utf-16-be"), "b\n", "\ufeffb\n".encode("utf-16-be")),
        (b"a\r\nb\nc\r\nd\n", "a\nb\nnew\nc\nd\n", b"a\r\nb\nnew\r\nc\r\nd\n"),
        (b"a\x0cb\r\n", "a\x0cb\nc\n", b"a\x0cb\r\nc\r\n"),
        (b"a\r\n", "a\r\nb\r\n", b"a\r\nb\r\n"),
    ],
)
def test_only_what_was_changed_is_different(content: bytes, text: str, expected: bytes) -> None:
    assert in_form_of(content, text) == expected


@pytest.mark.parametrize("seed", seeds(range(200), 20))
def test_lines_of_any_ends_keep_them(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311
    lines = [choose.choice(("", "x = 1", f"line {i}", "\u00e9")) for i in range(choose.randint(0, 12))]
    ends = [choose.choice(("\n", "\r\n", "\r\n")) for _ in lines]
    content = "".join(line + end for line, end in zip(lines, ends, strict=True)).encode()
    text = decode(content).text
    assert in_form_of(content, text) == content

    place = choose.randint(0, len(lines))
    added = [*lines[:place], "an added line", *lines[place:]]
    written = in_form_of(content, "".join(f"{line}\n" for line in added))
    without = written.replace(b"an added line\r\n", b"").replace(b"an added line\n", b"")
    assert without == content
    assert decode(written).text.splitlines() == added


def test_an_old_encoding_becomes_utf8_on_request() -> None:
    assert in_form_of(b"caf\xe9\r\n", "caf\u00e9\nx\n", keeps_encoding=False) == "caf\u00e9\r\nx\r\n".encode()
