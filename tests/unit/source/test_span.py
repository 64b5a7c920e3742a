"""span: lines and columns count from 1, and every character has a position."""

from hypothesis import given
from hypothesis import strategies as st

from simnon.source import Source, Span


@given(st.text(alphabet="ab\n", max_size=30), st.integers(0, 30))
def test_line_and_column_are_those_a_reader_counts(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    before = text[:offset].split("\n")

    span = Span(Source("t", text), offset, offset)

    assert (span.line, span.column) == (len(before), len(before[-1]) + 1)
    assert span.source.line_text(span.line) == text.split("\n")[span.line - 1]


def test_the_text_of_a_span_is_what_it_covers() -> None:
    assert Span(Source("t", "abc"), 1, 3).text == "bc"
