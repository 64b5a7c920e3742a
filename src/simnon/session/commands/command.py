"""DATA: a command: its syntax, what it is for, how its arguments are parsed, and what it does."""

from collections.abc import Callable, Iterator
from typing import Any

from simnon.source import frozen

from ..outcome import Outcome
from ..workspace import Workspace


@frozen
class Command:
    """`parse` turns the text after the name into arguments, `run` executes them; both raise UserError.

    Without `repeats` the command alone does not reuse its last arguments. With `is_literal` variables are not replaced
    by their values before the text is parsed: the command looks them up itself. `is_typed` is for decisions that only a
    person can make: the command does not work in macros and files of commands.
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
