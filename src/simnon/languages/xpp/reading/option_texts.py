"""The text of `@` lines and of sets -> Settings as written; values such as 5dp are not tokens of formulas."""

import re

from simnon.source import Report, Source, Span

from ..program import NamedSet, Setting
from .line_reader import LineReader
from .lines import Line

_SETTING = re.compile(r"([^\W\d]\w*)\s*=\s*([^\s,=]+)")


def read_options(source: Source, report: Report, tokens: Line) -> list[Setting]:
    """`name=text` with commas or blanks between; XPP ignores anything else."""
    if not tokens:
        return []
    first, last = tokens[0].start, tokens[-1].end
    text = source.text[first:last]
    settings, position = [], 0
    for match in _SETTING.finditer(text):
        _note_gap(source, report, first + position, first + match.start())
        position = match.end()
        span = Span(source, first + match.start(), first + match.end())
        settings.append(Setting(match[1].casefold(), match[2], span))
    _note_gap(source, report, first + position, last)
    return settings


def _note_gap(source: Source, report: Report, start: int, end: int) -> None:
    gap = re.sub(r"[\s,\\]", "", source.text[start:end])
    if gap:
        message = f"'{gap}' is not name=value and is ignored"
        report.note("unknown-setting", message, Span(source, start, end), "write @ total=100, dt=0.01")


def read_set(pieces: LineReader, report: Report, line: Line) -> NamedSet:
    """`set name {a=1,b=2}`; the name can have several words, which are joined."""
    opening = next((i for i, token in enumerate(line) if token.text == "{"), 0)
    if opening < 2 or line[-1].text != "}":
        raise pieces.wrong(line, "a set is a name and values in braces", "write set fast {a=1,x=2}")
    words = re.findall(r"\w+", pieces.source.text[line[1].start : line[opening - 1].end])
    settings = read_options(pieces.source, report, line[opening + 1 : -1])
    return NamedSet("_".join(words), tuple(settings))
