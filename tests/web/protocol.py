"""The classes of requests and messages -> the page of the manual that lists them all.

`python -m tests.web.protocol` writes it.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from simnon.frontends.web import messages, requests

FILE = Path(__file__).parents[2] / "docs" / "decisions" / "0022-protocol.md"
PREFACE = f"""\
# The protocol of the window

Version {messages.PROTOCOL}. One WebSocket, `/session?browser=NAME`, without compression. A request or a message is a
JSON object: its `kind` and the fields listed here, no more and no less; `[T]` is a list, `{{T}}` an object with such
values. A message with columns of numbers is a binary frame: the length of its JSON text (4 bytes, little-endian), the
text, and all columns as float64; a `column` in the text is the position of its first number and its length. Numbers
that are not finite are the words `nan`, `inf` and `-inf`.

A server greets a browser with `Greeting` and every part. Replies are kept in order; a part replaces the one before; an
answer has the `id` of its question, and `Refused` answers any. Of the requests only `Execute`, and `Restore` with the
lines of a lost session, change the session, and only `Save` writes a file; a line with the same `id` of the same
browser is executed once. What is no request of this list ends the socket with 4400; 4403 refuses whoever has no cookie,
4408 a browser that does not read, 4429 one too many.
"""
PAGE = Path(__file__).parents[2] / "web" / "src" / "protocol" / "requests.ts"
ANSWERED_BY = dict(re.findall(r"readonly (\w+): '(\w+)'", PAGE.read_text(encoding="utf-8").partition("AnswerTo {")[2]))
"""As the page expects it, or by Refused."""
NAMES = {str: "text", float: "number", int: "integer", bool: "boolean", object: "any"}
WIDTH = 118


def write() -> None:
    FILE.write_text(text(), encoding="utf-8")


def text() -> str:
    """Requests, messages, and what they are made of."""
    asked = [_row(kind) for kind in get_args(requests.Request)]
    sent = [kind for kind in _classes(messages) if not kind.__name__.endswith("Item")]
    items = [kind for kind in _classes(messages) if kind.__name__.endswith("Item")]
    return "\n".join(
        (
            PREFACE,
            "## Requests\n\n```text",
            *asked,
            "```\n\n## Messages\n\n```text",
            *map(_row, sent),
            "```\n\n## Their items\n\n```text",
            *map(_row, items),
            "```\n",
        )
    )


def _classes(module: ModuleType) -> Iterator[type]:
    yield from (
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.__name__
    )


def _row(kind: type) -> str:
    """As a call; what does not fit is continued on lines that are indented."""
    types = get_type_hints(kind)
    given = ", ".join(f"{each.name}: {_type(types[each.name])}" for each in fields(kind))
    answer = ANSWERED_BY.get(kind.__name__)
    row = f"{kind.__name__}({given})" + (f" -> {answer}" if answer else "")
    return textwrap.fill(row, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _type(given: Any) -> str:
    """`[T]` is a list, `{T}` an object with such values."""
    origin, inner = get_origin(given), get_args(given)
    if origin is np.ndarray:
        return "column"
    if origin is tuple:
        return f"[{_type(inner[0])}]" if inner[-1] is Ellipsis else f"[{', '.join(map(_type, inner))}]"
    if origin is Mapping:
        return f"{{{_type(inner[1])}}}"
    if origin is UnionType:
        return " | ".join("null" if each is NoneType else _type(each) for each in inner)
    return NAMES.get(given, str(given.__name__))


if __name__ == "__main__":
    write()
