"""Text of a markup language: what libraries must not see, and places in it."""

import re

from simnon.source import Source, Span

from ..tokens import NAME, NUMBER, Unreadable

XML_PATTERN = re.compile(
    rf'(?P<remark><!--[\s\S]*?(?:-->|\Z))|(?P<text>"[^"\n]*"?)|{NUMBER}|{NAME}|(?P<newline>\n)|\s|(?P<bad>.)'
)
"""What an editor colours."""
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")


def has_entities(text: str) -> bool:
    """Whether it can define words of its own, which can grow without bound or read files."""
    return "<!DOCTYPE" in text or "<!ENTITY" in text


def with_utf8(text: str) -> str:
    """The text is decoded; the encoding that it states would be applied again."""
    declared = _DECLARATION.match(text)
    if declared is None:
        return text.lstrip("\ufeff")
    lines = "\n" * declared[0].count("\n")
    return f'<?xml version="1.0" encoding="UTF-8"?>{lines}{text[declared.end() :]}'


def span_of_line(source: Source, line: int) -> Span:
    """What is written on the line."""
    number = min(max(line, 1), len(source.line_starts))
    text = source.line_text(number)
    start = source.line_starts[number - 1] + len(text) - len(text.lstrip())
    return Span(source, start, start + max(len(text.strip()), 1))


def refused(what: str, span: Span, hint: str = "write the model without it") -> Unreadable:
    return Unreadable("unsupported-statement", f"{what} is not supported", span, hint)
