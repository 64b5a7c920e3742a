"""The text before the cursor -> completions: commands, files, variables, options, each with a description.

What a command takes is read from its usage: a noun there (`file`, `variable`, `switch`) determines what is offered.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from simnon.session import (
    COMMANDS,
    CONTROL_USAGE,
    SWITCHES,
    Command,
    Session,
    Workspace,
    cases_in,
    first_word,
    is_macro_text,
    present_value,
)
from simnon.simulation import METHOD_CHOICES
from simnon.source import UserError, frozen, read_text


@frozen
class Suggestion:
    """`start` counts back from the cursor to what is replaced."""

    text: str
    start: int
    meaning: str = ""


Meaning = str | Callable[[], str]
"""A description, or a function that finds it: the values of a large model are looked up only if they are shown."""
Offer = tuple[str, Meaning]
_FRAGMENT = re.compile(r"[^\s,()/:=<>+*^|']*\Z")
_IN_EXPRESSION = re.compile(r"[:=+*^(<>-]\s*\Z")
_NO_START = ("PARAMETER", "CONSTANT", "TIME")


def suggest(session: Session, before: str) -> list[Suggestion]:
    if session.workspace.editing is not None or session.is_asking:
        return []
    match = _FRAGMENT.search(before)
    assert match is not None
    fragment = match.group()
    left = before[: match.start()]
    offers: dict[str, Meaning] = dict(
        _first_words(session) if not left.strip() else _arguments(session, left, fragment)
    )
    folded = fragment.casefold()
    return [
        Suggestion(text, -len(fragment), meaning if isinstance(meaning, str) else meaning())
        for text, meaning in offers.items()
        if text.casefold().startswith(folded) and not _is_longer_than_needed(text, fragment, offers)
    ]


def _is_longer_than_needed(text: str, fragment: str, offers: Mapping[str, Meaning]) -> bool:
    """Whether `TI[DPID]` is superfluous: TI is enough, and no bracket was typed."""
    name, bracket, _ = text.partition("[")
    return bool(bracket) and "[" not in fragment and name in offers


def _first_words(session: Session) -> Iterator[Offer]:
    workspace = session.workspace
    if session.dialect is not None:
        yield from session.dialect.usages.items()
        return
    for command in COMMANDS.values():
        yield command.name, command.summary
    if session.is_typing:
        yield from CONTROL_USAGE.items()
        yield "END", "ends the macro"
    for macro in workspace.macros.values():
        yield macro.name, macro.text.partition("\n")[0]
    for path in _files(workspace):
        heading = _macro_heading(path)
        if heading:
            yield path.stem.upper(), heading


def _arguments(session: Session, left: str, fragment: str) -> Iterator[Offer]:
    command = COMMANDS.get(first_word(left)[0])
    if command is None or session.dialect is not None:
        return
    options = [(f"-{option}", "") for option in options_of(command)]
    if fragment.startswith("-"):
        yield from options
    elif left.endswith("/"):
        yield from _runs(session.workspace)
    elif _IN_EXPRESSION.search(left):
        yield from _variables(session.workspace, command)
    else:
        for noun in nouns_of(command):
            if noun in SOURCES:
                yield from SOURCES[noun](session.workspace, command)
        yield from ((word, "") for word in keywords_of(command))
        yield from options if not fragment else ()


def options_of(command: Command) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"(?<!\w)-([A-Z]+)\b", command.usage)))


def nouns_of(command: Command) -> tuple[str, ...]:
    """What it takes first; expressions after a colon or an equals sign have their own completions."""
    return tuple(dict.fromkeys(re.findall(r"(?<![/:=])(?<![:=] )\b[a-z]+\b", command.usage)))


def keywords_of(command: Command) -> tuple[str, ...]:
    """Words in capitals that are typed as they are: ON and OFF, H and V."""
    return tuple(dict.fromkeys(re.findall(r"(?<![-\w'])[A-Z]+\b", command.usage.removeprefix(command.name))))


def _variables(workspace: Workspace, _command: Command) -> Iterator[Offer]:
    yield from _model_names(workspace, lambda _role: True)


def _values(workspace: Workspace, command: Command) -> Iterator[Offer]:
    """`name[system]`: what PAR or INIT sets; `name` alone is that of a case."""
    if "name[system]" not in command.usage:
        if "/name" not in command.usage:
            yield from ((case, "case") for case in cases_in(workspace.folder))
        return
    wants_parameters = command.name == "PAR"
    yield from _model_names(
        workspace, lambda role: (role == "PARAMETER") if wants_parameters else role not in _NO_START
    )


def _model_names(workspace: Workspace, is_wanted: Callable[[str], bool]) -> Iterator[Offer]:
    """A name alone if only one system has it; always with its system."""
    if workspace.loaded is None:
        return
    variables = [variable for variable in workspace.loaded.model.variables if variable.local]
    systems_with_name = Counter(variable.local.casefold() for variable in variables)
    for variable in variables:
        if is_wanted(variable.role.name):
            unit = variable.unit.text if variable.unit is not None else ""
            meaning = partial(_present, workspace, variable.name, unit, variable.role.value)
            if systems_with_name[variable.local.casefold()] == 1:
                yield variable.local, meaning
            yield variable.name, meaning


def _present(workspace: Workspace, name: str, unit: str, role: str) -> str:
    try:
        value = f"{present_value(workspace, name):.6g} {unit}".rstrip()
    except UserError:
        return role
    return f"{value}  {role}"


def _file_names(workspace: Workspace, command: Command) -> Iterator[Offer]:
    """Systems by their stems; for commands that take any file, whole names."""
    for path in _files(workspace):
        if command.name == "SYST":
            if not _macro_heading(path):
                yield path.stem.upper(), path.name
        else:
            yield path.stem, path.name
    if command.name == "IMPORT":
        yield from ((path.name, "") for path in sorted(workspace.folder.iterdir()) if _is_table(path))


def _is_table(path: Path) -> bool:
    return path.suffix.lower() in (".csv", ".parquet", ".nc", ".txt", ".dat", ".d") and path.is_file()


def _files(workspace: Workspace) -> Iterator[Path]:
    for folder in workspace.folders:
        if folder.is_dir():
            yield from sorted(path for path in folder.iterdir() if path.suffix.lower() == ".t" and path.is_file())


def _macro_heading(path: Path) -> str:
    """The first line of a macro in a file; empty for systems and unreadable files."""
    try:
        text = read_text(path)
    except (OSError, UserError):
        return ""
    if not is_macro_text(text):
        return ""
    return next(line.strip() for line in text.splitlines() if first_word(line)[0] == "MACRO")


def _runs(workspace: Workspace) -> Iterator[Offer]:
    for name, run in workspace.runs.items():
        if name:
            yield name, f"to t = {run.stop.time:g}"


def _linear_models(workspace: Workspace, _command: Command) -> Iterator[Offer]:
    for name, model in workspace.linear_models.items():
        if name:
            yield name, f"{', '.join(model.inputs)} -> {', '.join(model.outputs)}"


def _switches(workspace: Workspace, _command: Command) -> Iterator[Offer]:
    for name, meaning in SWITCHES.items():
        yield name, f"{'on' if getattr(workspace.switches, name.lower()) else 'off'}: {meaning}"


def _methods(workspace: Workspace, _command: Command) -> Iterator[Offer]:
    present = workspace.settings.method
    yield from ((method.upper(), "the current one" if method == present else "") for method in METHOD_CHOICES)


def _commands(_workspace: Workspace, _command: Command) -> Iterable[Offer]:
    return ((command.name, command.summary) for command in COMMANDS.values())


def _macros(workspace: Workspace, _command: Command) -> Iterable[Offer]:
    return ((macro.name, macro.text.partition("\n")[0]) for macro in workspace.macros.values())


SOURCES: dict[str, Callable[[Workspace, Command], Iterable[Offer]]] = {
    "file": _file_names,
    "variable": _variables,
    "expression": _variables,
    "name": _values,
    "linear": _linear_models,
    "switch": _switches,
    "method": _methods,
    "command": _commands,
    "macro": _macros,
}
