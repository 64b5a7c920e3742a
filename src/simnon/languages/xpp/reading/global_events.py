"""A `global` line -> GlobalEvent: direction, condition and assignments; what follows them is ignored, as by XPP."""

from ...tokens import span_of
from ..program import GlobalEvent, NamedValue
from .line_reader import LineReader
from .lines import Line

_HINT = "write global 1 {x-1} {x=0;y=y+1}"


def read_global(pieces: LineReader, line: Line) -> GlobalEvent:
    is_negative = len(line) > 2 and line[1].text == "-"
    position = 3 if is_negative or (len(line) > 2 and line[1].text == "+") else 2
    sign = line[position - 1].text if len(line) > position else ""
    if sign not in ("0", "1"):
        raise pieces.wrong(line, "global needs the direction 1, -1 or 0 first", _HINT)
    groups = pieces.groups(line)
    if not groups:
        raise pieces.wrong(line, "global needs its assignments in { } at the end", _HINT)
    opening, closing = groups[-1]
    if len(groups) == 2 and groups[0][0] == position and groups[0][1] == opening - 1:
        condition = pieces.formula(line, position + 1, groups[0][1])
    else:
        condition = pieces.formula(line, position, opening)
    assignments = _assignments(pieces, line[opening + 1 : closing], line)
    number = -int(sign) if is_negative else int(sign)
    return GlobalEvent(number, condition, assignments, span_of(pieces.source, line))


def _assignments(pieces: LineReader, tokens: Line, line: Line) -> tuple[NamedValue, ...]:
    split: list[Line] = [[]]
    for token in tokens:
        if token.text == ";":
            split.append([])
        else:
            split[-1].append(token)
    found = tuple(pieces.definition(piece, line) for piece in split if piece)
    if not found:
        raise pieces.wrong(line, "global assigns nothing", _HINT)
    return found
