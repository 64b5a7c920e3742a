"""A `special` line -> Network."""

from ...tokens import Unreadable, span_of
from ..meaning import GILLESPIE, KINDS
from ..program import Network
from .line_reader import LineReader
from .lines import Line

_HINT = "write special k=conv(even,n,m,w,u0)"


def read_network(pieces: LineReader, line: Line) -> Network:
    texts = [token.text for token in line]
    if len(line) < 6 or line[1].kind != "name" or texts[2] != "=" or texts[4] != "(" or texts[-1] != ")":
        raise pieces.wrong(line, "special needs name=kind(...)", _HINT)
    kind = next((known for known in KINDS if texts[3].casefold().startswith(known)), None)
    span = span_of(pieces.source, line)
    if kind is None:
        message = f"special: networks of the kind {texts[3]} are not supported"
        raise Unreadable("unsupported-statement", message, span, f"the kinds are {', '.join(KINDS)}")
    arguments = "".join(texts[5:-1]).split(",")
    if len(arguments) != KINDS[kind] and (kind != GILLESPIE or len(arguments) < KINDS[kind]):
        message = f"{kind} takes {KINDS[kind]} arguments, not {len(arguments)}"
        if kind == GILLESPIE:
            message = f"{kind} takes a method and the rates of one reaction or more, not {len(arguments)} arguments"
        raise Unreadable("wrong-arguments", message, span, _HINT)
    return Network(pieces.spelling(texts[1]), kind, tuple(arguments), span)
