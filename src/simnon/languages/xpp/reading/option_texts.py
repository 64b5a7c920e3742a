"""The text of `@` lines and of sets -> Settings as written; values such as 5dp are not tokens of formulas."""

import re

from simnon.source import Report, Source, Span

from ..program import NamedSet, Setting
from .line_reader import LineReader
from .lines import Line

_SETTING = re.compile(r"(\w*[^\W\d]\w*)\s*=\s*([^\s,=]+)")
_WORD = re.compile(r"[^ ,\\\r\n]+")
_OPTION = re.compile(r"([^\W\d]\w*)=(\S+)")


def read_options(source: Source, report: Report, line: Line) -> list[Setting]:
    """`@ name=text`, with commas or blanks between but none around `=`; XPP ignores any other word.

    It takes the first word for the `@`, whatever else is in it.
    """
    start = line[0].start
    settings: list[Setting] = []
    ignored: list[re.Match[str]] = []
    for word in _WORD.finditer(source.text[start : line[-1].end]):
        option = _OPTION.match(word[0])
        if option is not None:
            span = Span(source, start + word.start(), start + word.end())
            settings.append(Setting(option[1].casefold(), option[2], span))
        if option is not None or word[0] == "@":
            _report_ignored(source, start, ignored, report)
            ignored = []
        else:
            ignored.append(word)
    _report_ignored(source, start, ignored, report)
    return settings


def _report_ignored(source: Source, start: int, words: list[re.Match[str]], report: Report) -> None:
    if not words:
        return
    span = Span(source, start + words[0].start(), start + words[-1].end())
    hint = "write @ total=100, dt=0.01"
    if "=" in span.text:
        message = f"'{span.text}' is ignored: XPP wants a blank after @ and none around ="
        report.warn("unknown-setting", message, span, hint)
    else:
        report.note("unknown-setting", f"'{span.text}' is not name=value and is ignored", span, hint)


def _settings(source: Source, tokens: Line) -> list[Setting]:
    """`name=text` with commas or blanks between."""
    if not tokens:
        return []
    first, last = tokens[0].start, tokens[-1].end
    return [
        Setting(match[1].casefold(), match[2], Span(source, first + match.start(), first + match.end()))
        for match in _SETTING.finditer(source.text[first:last])
    ]


def read_set(pieces: LineReader, line: Line) -> NamedSet:
    """`set name {a=1,b=2}`; the name can have several words, which are joined."""
    opening = next((i for i, token in enumerate(line) if token.text == "{"), 0)
    if opening < 2 or line[-1].text != "}":
        raise pieces.wrong(line, "a set is a name and values in braces", "write set fast {a=1,x=2}")
    words = re.findall(r"\w+", pieces.source.text[line[1].start : line[opening - 1].end])
    settings = _settings(pieces.source, line[opening + 1 : -1])
    return NamedSet("_".join(words), tuple(settings))
