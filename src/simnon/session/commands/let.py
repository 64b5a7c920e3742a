"""`LET` and `FREE`: variables of macros and of the session."""

from collections.abc import Iterator

from simnon.source import UserError

from ..intrac import shown, value_of
from ..macro import NAME
from ..outcome import Outcome, Printed
from ..words import split_words, without_comment
from ..workspace import Workspace
from .command import Command


def parse_let(text: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in without_comment(text).partition("="))
    if not name and not equals:
        return "", ""
    if not equals or not NAME.match(name) or not value:
        raise UserError("bad-command", "expected a name, an equals sign and a value", LET.usage)
    return name, value


def let(workspace: Workspace, assignment: tuple[str, str]) -> Iterator[Outcome]:
    name, text = assignment
    if not name:
        known = {**workspace.variables, **(workspace.local or {})}
        yield Printed("\n".join(f"{name} = {shown(value)}" for name, value in known.items()) or "no variables")
        return
    value = value_of(workspace, text)
    if workspace.local is not None and "." not in name:
        workspace.local = _without(workspace.local, name) | {name: value}
    else:
        workspace.variables = _without(workspace.variables, name) | {name: value}


def parse_free(text: str) -> tuple[str, ...]:
    words = split_words(text)
    if not words:
        raise UserError("bad-command", "FREE needs the names of variables, or -ALL", FREE.usage)
    return words


def free(workspace: Workspace, names: tuple[str, ...]) -> Iterator[Outcome]:
    for name in names:
        if name.upper() == "-ALL":
            workspace.variables = {}
        elif workspace.local is not None and _has(workspace.local, name):
            workspace.local = _without(workspace.local, name)
        elif _has(workspace.variables, name):
            workspace.variables = _without(workspace.variables, name)
        else:
            raise UserError("unknown-variable", f"there is no variable '{name}'", "LET lists them")
    yield from ()


def _has(scope: object, name: str) -> bool:
    return isinstance(scope, dict) and any(known.casefold() == name.casefold() for known in scope)


def _without(scope: object, name: str) -> dict[str, float | str]:
    assert isinstance(scope, dict)
    return {known: value for known, value in scope.items() if known.casefold() != name.casefold()}


LET = Command(
    "LET",
    "LET variable = expression | 'text'",
    "Assign a variable.",
    parse_let,
    let,
    "Inside a macro the variable is local, unless its name begins or ends with a dot: such variables, and those set "
    "outside macros, belong to the session and are visible everywhere. Expressions can use values of the model and "
    "functions over the last run: MAX MIN TMAX TMIN MEAN RMS INTEGRAL FIRST FINAL AT. LET alone lists the variables.",
    ("LET m = MAX(H)", "LET e = AT(H, 100) - HREF", "LET name = 'slow'"),
    repeats=False,
    is_literal=True,
)
FREE = Command(
    "FREE",
    "FREE variable ... | -ALL",
    "Delete variables.",
    parse_free,
    free,
    "",
    ("FREE m",),
    repeats=False,
    is_literal=True,
)
