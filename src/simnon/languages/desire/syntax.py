"""DATA: the statements above DYNAMIC, one act each."""

from simnon.model import Expression
from simnon.source import Span, frozen


@frozen
class Declare:
    """`ARRAY name[sizes]`, or `STATE name[sizes]`; `spelling` is the name in the program."""

    name: str
    spelling: str
    sizes: tuple[Expression, ...]
    is_state: bool
    span: Span


@frozen
class Give:
    """`places` are the indices of the element that gets the value."""

    name: str
    value: Expression
    span: Span
    places: tuple[Expression, ...] = ()


@frozen
class MakeRun:
    """`drun`, or `drunr`, which restores the states and the time afterwards."""

    is_reset: bool
    span: Span


@frozen
class Reset:
    span: Span


@frozen
class If:
    condition: Expression
    span: Span


@frozen
class Else:
    span: Span


@frozen
class Proceed:
    span: Span


@frozen
class For:
    name: str
    first: Expression
    last: Expression
    step: Expression | None
    span: Span


@frozen
class Next:
    name: str
    span: Span


@frozen
class Label:
    label: str
    span: Span


@frozen
class Go:
    label: str
    span: Span


Act = Declare | Give | MakeRun | Reset | If | Else | Proceed | For | Next | Label | Go


def expressions_of(act: Act) -> tuple[Expression, ...]:
    match act:
        case Declare(_, _, sizes):
            return sizes
        case Give(_, value, _, places):
            return (value, *places)
        case If(condition):
            return (condition,)
        case For(_, first, last, step):
            return (first, last) if step is None else (first, last, step)
        case _:
            return ()


def assigned_by(act: Act) -> str:
    """The variable that gets a value, empty if none does."""
    return act.name if isinstance(act, Declare | Give | For) else ""
