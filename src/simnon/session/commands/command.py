"""DATA: a command: how it is written, what it is for, how its arguments are read, and what it does."""

from collections.abc import Callable, Iterator
from typing import Any

from simnon.source import frozen

from ..outcome import Outcome
from ..workspace import Workspace


@frozen
class Command:
    """`parse` makes the arguments of the text after the name, `run` obeys them; both raise UserError.

    Without `repeats` the command by itself does not take the arguments it had the last time. With `is_literal` the
    values of variables are not put into the text before it is read: the command looks for them itself. `is_typed` is
    for what only a person may decide: it is not obeyed in macros and files of commands.
    """

    name: str
    usage: str
    summary: str
    parse: Callable[[str], Any]
    run: Callable[[Workspace, Any], Iterator[Outcome]]
    details: str = ""
    examples: tuple[str, ...] = ()
    repeats: bool = True
    is_literal: bool = False
    is_typed: bool = False
