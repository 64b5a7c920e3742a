"""Lines -> the same lines in which names that begin with digits are names: `5HT` is `_5HT`.

XPP looks for names before it looks for numbers. Here they are the names that a line of the text defines; any other
number before a name, as in `2k`, remains a factor.
"""

from collections.abc import Iterator, Sequence

from simnon.source import Report, Source, Span

from ...tokens import Token
from .words import statement_word

_DEFINING = ("'", "=", "(")
_LISTS = ("par", "number", "init", "wiener", "solve", "input")


def join_numbered_names(source: Source, report: Report, lines: Sequence[list[Token]]) -> list[list[Token]]:
    """Each name is reported where it is defined."""
    defined: dict[str, Token] = {}
    for line in lines:
        for token in _defined_in(line):
            defined.setdefault(token.text.casefold(), token)
    for token in defined.values():
        message = f"{token.text} is called _{token.text}: a name begins with a letter or _"
        report.note("renamed-name", message, Span(source, token.start, token.end), "")
    return [_joined(line, defined) for line in lines] if defined else list(lines)


def _defined_in(line: Sequence[Token]) -> Iterator[Token]:
    """The names that begin with digits in the places of a line where XPP reads a new name."""
    first = line[0]
    following = [token.text for token in line[1:3]]
    if first.kind == "name" and first.text[0] in "dD" and first.text[1:2].isdigit() and following[:1] == ["/"]:
        yield Token("name", first.text[1:], first.start + 1, first.end)
    elif (name := _numbered(line, int(first.text == "!"))) is not None and _is_defining(line, 2 + (first.text == "!")):
        yield name
    elif first.kind == "name" and statement_word(first.text) in _LISTS and following[:1] not in (["="], ["'"], ["("]):
        yield from _in_list(line)
    if len(line) > 1 and line[1].text == "(":
        yield from _arguments(line)


def _in_list(line: Sequence[Token]) -> Iterator[Token]:
    for i in range(1, len(line)):
        begins = line[i - 1].text == "," or line[i - 1].end < line[i].start
        name = _numbered(line, i) if begins else None
        if name is not None and (i + 2 == len(line) or line[i + 2].text in ("=", ",") or line[i + 2].kind == "range"):
            yield name


def _arguments(line: Sequence[Token]) -> Iterator[Token]:
    """Those of a function, `f(5a,b)=`."""
    closing = next((i for i, token in enumerate(line) if token.text == ")"), len(line))
    if closing + 1 < len(line) and line[closing + 1].text == "=":
        names = (_numbered(line, i) for i in range(2, closing) if line[i - 1].text in ("(", ","))
        yield from (name for name in names if name is not None)


def _is_defining(line: Sequence[Token], position: int) -> bool:
    return position < len(line) and (line[position].text in _DEFINING or line[position].kind in ("range", "index"))


def _numbered(line: Sequence[Token], position: int) -> Token | None:
    """A number and the name that is joined to it, as one name."""
    if position + 1 >= len(line):
        return None
    number, name = line[position : position + 2]
    is_joined = number.kind == "number" and number.text.isalnum() and name.kind == "name" and number.end == name.start
    return Token("name", number.text + name.text, number.start, name.end) if is_joined else None


def _joined(line: Sequence[Token], defined: dict[str, Token]) -> list[Token]:
    made: list[Token] = []
    position = 0
    while position < len(line):
        token = line[position]
        name = _numbered(line, position)
        if name is not None and name.text.casefold() in defined:
            made.append(name._replace(text=f"_{name.text}"))
            position += 2
            continue
        is_derivative = position == 0 and len(line) > 1 and line[1].text == "/"
        if is_derivative and token.text[1:].casefold() in defined:
            token = token._replace(text=f"{token.text[0]}_{token.text[1:]}")
        made.append(token)
        position += 1
    return made
