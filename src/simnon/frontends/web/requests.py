"""DATA: what the browser asks for, a frozen class for each kind of request, and reading it.

A request travels as a JSON object: its kind and the fields of its class, no more and no less.
"""

import json
import math
from collections.abc import Mapping
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from simnon.source import frozen

MAX_INTEGER = 2**53
"""JavaScript counts no further."""


class BadRequest(Exception):
    """What the browser sent is no request of this protocol."""


@frozen
class Execute:
    """Give a line to the session. `id` counts the lines of a browser, so that one sent twice is executed once."""

    id: int
    line: str


@frozen
class Interrupt:
    """Stop the running command."""


@frozen
class Try:
    """Run with these values, which are not given to the session; the newest request counts."""

    number: int
    parameters: Mapping[str, float]
    initial: Mapping[str, float]


@frozen
class EndTrial:
    """The drag is over: the pages are those of the session again."""


@frozen
class Operate:
    """Change a parameter of the run that goes on at the pace of a clock."""

    parameter: str
    value: float


@frozen
class Complete:
    """What can follow the text before the cursor."""

    id: int
    text: str


@frozen
class Open:
    """The text of a file."""

    id: int
    file: str


@frozen
class Save:
    """Write the text to the file; `before` is the digest of the text that was changed, empty for a new file."""

    id: int
    file: str
    text: str
    before: str


@frozen
class Check:
    """What the compiler says about a text that is being written; with `follows`, curves of it too."""

    id: int
    file: str
    text: str
    follows: bool


@frozen
class Explain:
    """What is known about the word at a position of a text: its unit, role, value, definition."""

    id: int
    file: str
    text: str
    position: int


@frozen
class CompleteText:
    """What can follow at a position of a text."""

    id: int
    file: str
    text: str
    position: int


@frozen
class Zoom:
    """The curves of an area between two values of its horizontal axis, in full detail."""

    id: int
    window: str
    area: int
    low: float
    high: float


@frozen
class FieldOfArrows:
    """The slopes of two states on a grid, with everything else as it is: a phase plane."""

    id: int
    horizontal: str
    vertical: str
    box: tuple[float, ...]
    """Least and greatest of both states."""
    columns: int
    rows: int


@frozen
class Tabulate:
    """Rows of a table of curves."""

    id: int
    names: tuple[str, ...]
    first: int
    count: int


@frozen
class Outline:
    """Small pictures of curves of the last run."""

    id: int
    names: tuple[str, ...]


@frozen
class Manual:
    """The manual about a word, or its contents."""

    id: int
    word: str


@frozen
class Browse:
    """The files of a folder; empty for that of the session."""

    id: int
    folder: str


@frozen
class Describe:
    """A library or a type; empty for the list of libraries."""

    id: int
    name: str


@frozen
class DrawDiagram:
    """The block diagram of the model; `earlier` is a file with which it is compared, or empty."""

    id: int
    earlier: str


@frozen
class CheckJoin:
    """Whether the compiler would accept a connection, before it is made."""

    id: int
    ends: tuple[str, ...]
    system: str


@frozen
class Restore:
    """Execute the lines of the session that was lost, or forget them."""

    accepts: bool


@frozen
class Arrange:
    """Where the windows are: a tree that the page understands, kept as it is."""

    tree: str


Request: TypeAlias = (
    Execute
    | Interrupt
    | Try
    | EndTrial
    | Operate
    | Complete
    | Open
    | Save
    | Check
    | Explain
    | CompleteText
    | Zoom
    | FieldOfArrows
    | Tabulate
    | Outline
    | Manual
    | Browse
    | Describe
    | DrawDiagram
    | CheckJoin
    | Restore
    | Arrange
)
_REQUESTS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(Request)}


def read_request(text: str) -> Request:
    """BadRequest, with the field that is wrong, if it is none."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"no JSON: {error}") from None
    if not isinstance(given, dict) or not isinstance(given.get("kind"), str):
        raise BadRequest("a request is an object with a kind")
    kind = _REQUESTS.get(given["kind"])
    if kind is None:
        raise BadRequest(f"there is no request '{given['kind'][:50]}'")
    types_of_field = get_type_hints(kind)
    if set(given) - {"kind"} != set(types_of_field):
        raise BadRequest(f"{kind.__name__} has the fields {', '.join(types_of_field) or 'none'}")
    request: Request = kind(**{name: _read(given[name], of, name) for name, of in types_of_field.items()})
    return request


def _read(value: object, of: Any, field: str) -> Any:
    if of is float and type(value) in (int, float) and _is_finite(value):
        return float(value)  # type: ignore[arg-type]
    if of is int and type(value) is int and abs(value) <= MAX_INTEGER:
        return value
    if of is str and isinstance(value, str) and _is_unicode(value):
        return value
    if of is bool and isinstance(value, bool):
        return value
    if get_origin(of) is tuple and isinstance(value, list):
        return tuple(_read(each, get_args(of)[0], field) for each in value)
    if get_origin(of) is Mapping and isinstance(value, dict):
        return {name: _read(each, get_args(of)[1], field) for name, each in value.items()}
    raise BadRequest(f"the field {field} is not {getattr(of, '__name__', of)}")


def _is_finite(value: object) -> bool:
    try:
        return math.isfinite(value)  # type: ignore[arg-type]
    except OverflowError:
        return False


def _is_unicode(text: str) -> bool:
    """Half a character cannot be sent on, nor written to a file."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
