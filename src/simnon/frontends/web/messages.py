"""DATA: what the browser is sent, a frozen class for each kind of message, and how it travels.

A message is a reply, kept in order, or a part of the page: all there is to show, so that the newest replaces the one
before. It travels as a JSON object; one with columns of numbers as a binary frame: the length of the JSON text, the
text, and the columns as float64, to which the text refers by position. Numbers that are not finite are words.
"""

import json
import math
import struct
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path

import numpy as np

from simnon.figures import Array, Figure
from simnon.source import frozen

PROTOCOL = 1
"""Raised with every change that an older page would not understand; a page of another version reloads itself."""


# Replies, in order.


@frozen
class Line:
    """A line was given to the session, by this browser (`id`), by another one or at the terminal."""

    number: int
    browser: str
    id: int
    prompt: str
    text: str


@frozen
class Reply:
    """Something that the session replied to a line; `tone` is plain, note, error or echo."""

    number: int
    tone: str
    text: str


@frozen
class Done:
    """The line is executed."""

    number: int
    browser: str
    id: int
    has_failed: bool


@frozen
class Refused:
    """A request could not be met."""

    id: int
    message: str
    hint: str


# Parts.


@frozen
class Greeting:
    """The first message of a connection."""

    protocol: int
    version: str
    folder: str
    browser: str
    arrangement: str
    lost: tuple[str, ...]
    """Lines of a session that ended without STOP, which can be executed again."""
    history: tuple[str, ...]
    """Lines of earlier sessions, at the terminal and in the window, for the arrows of the prompt."""


@frozen
class PromptPart:
    """What the session expects next."""

    prompt: str
    is_busy: bool
    is_over: bool
    undo_count: int
    undoes: str
    """What UNDO would revert, as PAR or INIT would write it."""


@frozen
class SettingsPart:
    start: float
    stop: float
    method: str
    rtol: float
    switches: Mapping[str, bool]


@frozen
class ModelPart:
    """What SYST has compiled; no files if nothing is.

    `changed` has the times at which the texts were changed, with those of where boxes stand and of icons; 0 for none.
    """

    files: tuple[str, ...]
    name: str
    states: int
    parameters: int
    changed: tuple[float, ...]


@frozen
class ValueItem:
    """A variable with its present value; `text_value` is what the text gives, `low` and `high` are its RANGE.

    `start` is the initial value of a run.
    """

    system: str
    name: str
    full_name: str
    role: str
    value: float
    text_value: float
    start: float
    unit: str
    low: float
    high: float
    description: str


@frozen
class ValuesPart:
    items: tuple[ValueItem, ...]


@frozen
class ProgressPart:
    """`share` is from 0 to 1; negative if nothing is running."""

    share: float
    text: str


@frozen
class RunItem:
    """A run; the last one has no name. `differs` are the values that are not those of the text.

    A table that IMPORT read `is_measured`.
    """

    name: str
    start: float
    stop: float
    reason: str
    kind_of_stop: str
    points: int
    events: int
    variables: tuple[str, ...]
    differs: Mapping[str, float]
    seconds: float
    is_measured: bool


@frozen
class EnsembleItem:
    """A sweep or sample: what it varies, how many of its runs are done, the curves and the numbers it keeps."""

    name: str
    design: str
    parameters: tuple[str, ...]
    done: int
    count: int
    curves: tuple[str, ...]
    numbers: tuple[str, ...]


@frozen
class RunsPart:
    items: tuple[RunItem, ...]
    ensembles: tuple[EnsembleItem, ...]


@frozen
class EventItem:
    time: float
    name: str
    before: float
    after: float


@frozen
class EventsPart:
    """The events of the last run, the first of `count`; `reason` is why the run ended."""

    count: int
    reason: str
    items: tuple[EventItem, ...]


@frozen
class WindowItem:
    kind_of_window: str
    subject: str
    is_icon: bool


@frozen
class WindowsPart:
    """`current` is the graphics window that commands draw on; empty for the first one."""

    current: str
    items: tuple[WindowItem, ...]


@frozen
class FigurePart:
    """What a graphics window shows. `trial` is the number of the request if it is of a run that is being tried.

    `lengths` has the number of points of each curve before they were thinned out, area by area.
    """

    window: str
    area: int
    trial: int
    figure: Figure
    lengths: tuple[tuple[int, ...], ...]


@frozen
class ScenePart:
    """What a window with a picture plays, as `graphics` writes it; a `message` says why there is none.

    It `is_live` while the run goes on at the pace of a clock.
    """

    window: str
    is_live: bool
    message: str
    scene: Mapping[str, object] | None

    __eq__ = object.__eq__
    __hash__ = object.__hash__


@frozen
class TrialPart:
    """The trial of this number is over; `message` is the reason if it could not be done."""

    number: int
    message: str


@frozen
class FileItem:
    name: str
    size: int
    changed: float
    is_folder: bool
    is_loaded: bool


@frozen
class FolderPart:
    folder: str
    items: tuple[FileItem, ...]


# Answers to requests; `id` is that of the request.


@frozen
class SuggestionItem:
    text: str
    start: int
    meaning: str


@frozen
class Suggestions:
    """`usage` is the line below the prompt."""

    id: int
    usage: str
    items: tuple[SuggestionItem, ...]


@frozen
class FileText:
    """`digest` identifies the text on the disk; empty if there is no file yet."""

    id: int
    file: str
    text: str
    digest: str
    language: str


@frozen
class DiagnosticItem:
    """`start` and `stop` count characters as JavaScript does; `file` is where they are, empty if nowhere."""

    severity: str
    code: str
    message: str
    hint: str
    file: str
    start: int
    stop: int


@frozen
class Checked:
    """What the compiler says about a text; `tokens` are start, length and kind, three numbers for each.

    The kinds are 1 a word of the language, 2 a function, 3 a number, 4 a quoted text, 5 a comment, 6 a unit.
    """

    id: int
    file: str
    items: tuple[DiagnosticItem, ...]
    tokens: tuple[int, ...]


@frozen
class Explained:
    """What is known about a word, its name first; `definition` is where it is declared, -1 if nowhere."""

    id: int
    text: str
    file: str
    definition: int


@frozen
class Zoomed:
    id: int
    window: str
    area: int
    x: tuple[Array, ...]
    y: tuple[Array, ...]


@frozen
class Arrows:
    """Slopes of two states, row by row from the bottom."""

    id: int
    across: Array
    up: Array


@frozen
class Rows:
    """`total` is the number of all rows of the table."""

    id: int
    names: tuple[str, ...]
    units: tuple[str, ...]
    first: int
    total: int
    columns: tuple[Array, ...]


@frozen
class Outlines:
    """What the last run has of the curves asked for: the least and greatest value of each, and a few points."""

    id: int
    names: tuple[str, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    x: tuple[Array, ...]
    y: tuple[Array, ...]


@frozen
class PageItem:
    """A page of the manual; `name` is how links and WHELP call it."""

    name: str
    title: str
    chapter: str


@frozen
class ManualPage:
    """Markdown, and all pages; `name` is empty if the text is about a word that has no page."""

    id: int
    name: str
    title: str
    text: str
    contents: tuple[PageItem, ...]


@frozen
class Listing:
    """The files of a folder below that of the session; `folder` is relative to it."""

    id: int
    folder: str
    items: tuple[FileItem, ...]


@frozen
class InfoItem:
    """One row about a type: `kind_of_row` is parameter, input, terminal and so on."""

    name: str
    kind_of_row: str
    value: str
    unit: str
    range: str
    description: str


@frozen
class LibraryPage:
    """A library with its types (`entries`), or a type with its terminals and parameters."""

    id: int
    name: str
    what: str
    remarks: tuple[tuple[str, str], ...]
    terminals: tuple[InfoItem, ...]
    parameters: tuple[InfoItem, ...]
    variables: tuple[InfoItem, ...]
    versions: tuple[str, ...]
    entries: tuple[InfoItem, ...]


@frozen
class PortItem:
    """A terminal, input or output; `x` and `y` are those of the diagram, `colour` counts curves, -1 for ink."""

    name: str
    kind_of_port: str
    side: str
    type: str
    note: str
    x: float
    y: float
    colour: int


@frozen
class BoxItem:
    name: str
    kind_of_box: str
    type: str
    members: str
    versions: tuple[str, ...]
    text: str
    is_loop: bool
    x: float
    y: float
    width: float
    height: float
    ports: tuple[PortItem, ...]
    change: str


@frozen
class NetItem:
    """`segments` are four numbers each, `joints` two; `ends` are box and port, on two lines."""

    kind_of_net: str
    colour: int
    segments: tuple[float, ...]
    joints: tuple[float, ...]
    ends: tuple[str, ...]
    change: str


@frozen
class ParameterItem:
    name: str
    value: str
    unit: str
    description: str


@frozen
class LetterItem:
    words: str
    x: float
    y: float
    size: float
    lettering: str
    width: float


@frozen
class FormulaItem:
    """A typeset equation; `rules` are three numbers each: two ends and a height."""

    width: float
    up: float
    down: float
    letters: tuple[LetterItem, ...]
    rules: tuple[float, ...]


@frozen
class DiagramItem:
    """The inside of a type; `is_own` if it is in a text of the user, which can be edited."""

    type: str
    purpose: str
    is_own: bool
    width: float
    height: float
    ports: tuple[PortItem, ...]
    boxes: tuple[BoxItem, ...]
    nets: tuple[NetItem, ...]
    parameters: tuple[ParameterItem, ...]
    equations: tuple[FormulaItem, ...]
    comments: tuple[str, ...]


@frozen
class IconItem:
    """Lines through points on a grid of 48 by 48; each has its coordinates in turn."""

    type: str
    lines: tuple[tuple[float, ...], ...]


@frozen
class JoinChecked:
    """Why two ends of a diagram cannot be connected; empty if they can."""

    id: int
    reason: str


@frozen
class DiagramPage:
    """The diagram of the model: every type once; `newer` names texts that have changed since they were compiled."""

    id: int
    top: str
    items: tuple[DiagramItem, ...]
    icons: tuple[IconItem, ...]
    newer: tuple[str, ...]


def encode(message: object) -> str | bytes:
    """Text, or a binary frame if the message has columns."""
    columns: list[np.ndarray] = []
    head = _plain(message, columns)
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # Names of files need not be Unicode.
    words = text.encode(errors="replace")
    if not columns:
        return words.decode()
    words += b" " * (-(len(words) + 4) % 8)
    data = b"".join(np.ascontiguousarray(column, dtype="<f8").tobytes() for column in columns)
    return struct.pack("<I", len(words)) + words + data


def _plain(value: object, columns: list[np.ndarray]) -> object:
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, np.ndarray):
        columns.append(value.ravel())
        return {"column": sum(len(column) for column in columns[:-1]), "length": value.size}
    if isinstance(value, Enum | Path):
        return str(value.value if isinstance(value, Enum) else value)
    if isinstance(value, Mapping):
        return {str(name): _plain(each, columns) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each, columns) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        named = {each.name: _plain(getattr(value, each.name), columns) for each in fields(value)}
        return {"kind": type(value).__name__, **named}
    return _plain(float(value), columns)  # type: ignore[arg-type]
