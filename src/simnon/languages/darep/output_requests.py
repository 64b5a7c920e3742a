"""A line after the values -> what the program shows: `*title`, `GRAPH X, Y`."""

from simnon.model import Name
from simnon.source import Span, nearest

from ..tokens import Token, Unreadable, describe
from .program import Program
from .statements import StatementReader


def read_output(start: int, text: str, tokens: list[Token], program: Program, statements: StatementReader) -> None:
    """`text` begins at `start` and consists of `tokens`."""
    if text.startswith("*"):
        program.title = text[1:].strip()
        return
    names = tokens[1:-1]
    if tokens[0].text.upper() != "GRAPH":
        near = nearest(tokens[0].text.upper(), ("GRAPH", "END"))
        raise Unreadable(
            "unreadable-line",
            f"{describe(tokens[0])} is not a supported output request",
            Span(statements.source, start, start + len(text)),
            f"did you mean {near}?" if near else "write GRAPH and a variable",
        )
    if not names or any(token.kind != "name" if i % 2 == 0 else token.text != "," for i, token in enumerate(names)):
        raise Unreadable("unreadable-line", "GRAPH needs variables", statements.span(tokens), "write GRAPH H, V")
    shown = [Name(program.spelled(t.text), statements.span([t])) for t in names if t.kind == "name"]
    program.graphs.append(tuple(shown))
