"""The word at a position of a text -> what is known about it, and where it is defined."""

import re
from pathlib import Path

from simnon.compiler import InfoLine, SystemOutline, information, outline
from simnon.languages import Colour, coloured
from simnon.session import COMMANDS, CONTROL_USAGE, FUNCTIONS, WORDS, Session, Workspace, is_macro_text, present_value
from simnon.source import SimnonError, Source, Span, UserError, frozen

from .answers import path_of
from .language import is_of_file, lexicon_for, name_of
from .messages import Explained
from .positions import Positions
from .requests import Explain

_NAME = re.compile(r"[^\W\d]\w*")
_IN_SYSTEM = re.compile(r"\s*\[\s*([^\W\d]\w*)\s*\]")
_PATH_BEFORE = re.compile(r"(?:[^\W\d]\w*(?:\[\d+\])?\.)+\Z")
_QUIET = (Colour.COMMENT, Colour.TEXT)
MAX_LINES = 12
"""Of the description of a type, which can be long."""


def explained(session: Session, asked: Explain) -> Explained:
    """Empty if nothing is known about it."""
    path = path_of(session, asked.file)
    positions = Positions(asked.text)
    at = _word_at(asked.text, positions.from_browser(asked.position))
    if at is None or _is_quiet(path, asked.text, at.start()):
        return Explained(asked.id, "", "", -1)
    if is_macro_text(asked.text):
        return Explained(asked.id, _of_command(at.group()), "", -1)
    known = _known(session.workspace, path, asked.text, at)
    if known.span is None:
        return Explained(asked.id, known.text, "", -1)
    if is_of_file(known.span.source, path):
        return Explained(asked.id, known.text, asked.file, positions.to_browser(known.span.start))
    file = name_of(known.span.source, session.workspace.folder)
    return Explained(asked.id, known.text, file, known.span.start if file else -1)


def _is_quiet(path: Path, text: str, position: int) -> bool:
    """Whether the compiler does not read it: a comment, or a text in quotes."""
    lexicon = lexicon_for(path, text)
    pieces = coloured(lexicon, text) if lexicon is not None else ()
    return any(start <= position < end and colour in _QUIET for start, end, colour in pieces)


def _word_at(text: str, position: int) -> "re.Match[str] | None":
    """The name at the position, or that ends there."""
    start = min(position, len(text))
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    return _NAME.match(text, start)


@frozen
class _Known:
    text: str
    span: Span | None = None


def _known(workspace: Workspace, path: Path, text: str, at: "re.Match[str]") -> _Known:
    systems = outline(Source(path.name, text, str(path.parent)))
    word, owner = at.group(), _owner_of(workspace, text, at, systems)
    here = next((each for each in systems if each.name.casefold() == owner.casefold()), None)
    declared = here.names.get(word.casefold()) if here is not None else None
    of_model = _of_model(workspace, word, owner)
    if of_model is not None:
        return _Known(of_model.text, declared.span if declared is not None else of_model.span)
    if declared is not None:
        return _Known(_row_text(declared.row), declared.span)
    return _of_system(workspace, word, systems) or _Known(_of_language(workspace, text, at))


def _owner_of(workspace: Workspace, text: str, at: "re.Match[str]", systems: tuple[SystemOutline, ...]) -> str:
    """The system that a name belongs to: the one in brackets, the part before it, or the one whose text it is in."""
    known = {each.name.casefold() for each in systems}
    if workspace.loaded is not None:
        known |= {variable.owner.casefold() for variable in workspace.loaded.model.variables}
    in_system = _IN_SYSTEM.match(text, at.end())
    before = _PATH_BEFORE.search(text[max(0, at.start() - 200) : at.start()])
    inside = next((each.name for each in systems if each.span.start <= at.start() < each.end), "")
    if in_system and in_system[1].casefold() in known:
        # Otherwise it is a unit.
        return in_system[1]
    if before:
        return before.group().removesuffix(".")
    return inside


def _of_model(workspace: Workspace, word: str, owner: str) -> _Known | None:
    """A variable of the compiled model, with its present value."""
    if workspace.loaded is None:
        return None
    model = workspace.loaded.model
    wanted = word.casefold(), owner.casefold()
    types = {path.casefold(): type_.casefold() for path, type_ in model.analysed.declared.parts}
    for variable in model.variables:
        folded = variable.owner.casefold()
        if variable.local.casefold() == wanted[0] and wanted[1] in (folded, types.get(folded)):
            unit = variable.unit.text if variable.unit is not None else ""
            lines = [_title(variable.name, variable.role.value, unit), model.descriptions.get(variable.name, "")]
            lines.append(_value_text(workspace, variable.name, unit))
            return _Known("\n".join(filter(None, lines)), variable.span)
    return None


def _title(name: str, kind: str, unit: str) -> str:
    return f"{name}  {kind}{f', {unit}' if unit else ''}"


def _value_text(workspace: Workspace, name: str, unit: str) -> str:
    model = workspace.model
    try:
        value = f"{present_value(workspace, name):.6g} {unit}".rstrip()
    except UserError:
        return ""
    in_text = model.parameters.get(name)
    changed = f", {in_text:.6g} in the text" if name in workspace.given.parameters and in_text is not None else ""
    limits = [limit for limit in model.analysed.declared.limits if limit.name == name]
    ranges = "".join(f", RANGE {limit.low:g}..{limit.high:g}" for limit in limits)
    return f"{value}{changed}{ranges}"


def _row_text(row: InfoLine) -> str:
    value = " ".join(filter(None, (row.value, row.unit if row.value else "")))
    ranges = f"RANGE {row.range}" if row.range else ""
    return "\n".join(filter(None, (_title(row.name, row.kind, row.unit), row.description, value, ranges)))


def _of_system(workspace: Workspace, word: str, systems: tuple[SystemOutline, ...]) -> _Known | None:
    """A system of the text, or of another text of the model."""
    others = workspace.loaded.model.sources if workspace.loaded is not None else ()
    for each in (*systems, *(found for source in others if not source.category for found in outline(source))):
        if each.name.casefold() == word.casefold():
            return _Known(f"{each.name}  {each.kind}", each.span)
    return None


def _of_language(workspace: Workspace, text: str, at: "re.Match[str]") -> str:
    """A word, a function, or a type of a library."""
    word = at.group().upper()
    if word in WORDS:
        return f"{word}\n{WORDS[word].meaning}"
    if word in FUNCTIONS:
        return f"{word}  function"
    before = _PATH_BEFORE.search(text[max(0, at.start() - 200) : at.start()])
    if not before:
        return ""
    try:
        described = str(information(f"{before.group()}{at.group()}", workspace.folders))
    except SimnonError:
        return ""
    return "\n".join(described.split("\n")[:MAX_LINES])


def _of_command(word: str) -> str:
    command = COMMANDS.get(word.upper())
    if command is not None:
        return f"{command.usage}\n{command.summary}"
    return CONTROL_USAGE.get(word.upper(), "")
