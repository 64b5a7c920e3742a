"""DATA: a picture as it is written: operations with their arguments, in blocks of IF, FOR and segments."""

from simnon.languages.simnon import Argument
from simnon.model import Expression
from simnon.source import Source, Span, frozen


@frozen
class Act:
    """An operation of the table, with as many arguments as it takes."""

    word: str
    arguments: tuple[Argument, ...]
    span: Span


@frozen
class If:
    """What is drawn while the condition holds, and otherwise."""

    condition: Expression
    then: "Block"
    otherwise: "Block"
    span: Span


@frozen
class For:
    """The block once for each integer from `low` to `high`."""

    index: str
    low: Expression
    high: Expression
    block: "Block"
    span: Span


@frozen
class FrameBlock:
    """A block with its own matrix, and the name of its frame."""

    name: str
    block: "Block"
    span: Span


@frozen
class Segment:
    """OPEN to CLOSE: stored under a name, drawn by CALL."""

    name: str
    block: "Block"
    span: Span


Part = Act | If | For | FrameBlock | Segment
Block = tuple[Part, ...]


@frozen
class Picture:
    """`source` is its text, whose folder holds the files that it names."""

    name: str
    block: Block
    source: Source
