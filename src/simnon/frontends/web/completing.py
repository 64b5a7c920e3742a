"""The text before the cursor of an editor -> what can follow: names, words and functions."""

import re
from collections.abc import Iterator
from pathlib import Path

from simnon.compiler import SystemOutline, outline
from simnon.session import WORDS, Session, Workspace, is_macro_text
from simnon.source import Source

from ..suggestions import suggest
from .answers import MAX_SUGGESTIONS, path_of
from .language import lexicon_for
from .messages import SuggestionItem, Suggestions
from .positions import Positions
from .requests import CompleteText

_FRAGMENT = re.compile(r"\w*\Z")
_IN_BRACKETS = re.compile(r"\w\s*\[\s*\w*\Z")
Offer = tuple[str, str]


def completed_text(session: Session, asked: CompleteText) -> Suggestions:
    """Those that begin with the letters before the cursor, each once, in the order in which they are likely."""
    path = path_of(session, asked.file)
    at = Positions(asked.text).from_browser(asked.position)
    line = asked.text[asked.text.rfind("\n", 0, at) + 1 : at]
    if is_macro_text(asked.text):
        offered = [(each.text, each.meaning) for each in suggest(session, line)]
    else:
        offered = list(_offers(session.workspace, path, asked.text, at, line))
    found = _FRAGMENT.search(line)
    fragment = found.group() if found else ""
    meanings: dict[str, str] = {}
    for text, meaning in offered:
        if text.casefold().startswith(fragment.casefold()) and text.casefold() != fragment.casefold():
            meanings.setdefault(text, meaning)
    items = (SuggestionItem(text, -len(fragment), meaning) for text, meaning in meanings.items())
    return Suggestions(asked.id, "", tuple(items)[:MAX_SUGGESTIONS])


def _offers(workspace: Workspace, path: Path, text: str, at: int, line: str) -> Iterator[Offer]:
    lexicon = lexicon_for(path, text)
    if lexicon is None or '"' in line:
        return
    systems = outline(Source(path.name, text, str(path.parent)))
    if _IN_BRACKETS.search(line):
        yield from _systems(workspace, systems)
        return
    is_first = not line.strip() or re.fullmatch(r"\s*\w+", line) is not None
    here = next((each for each in systems if each.span.start <= at <= each.end), None)
    for known in here.names.values() if here is not None else ():
        row = known.row
        yield row.name, "  ".join(filter(None, (row.kind, row.unit and f"[{row.unit}]", row.description)))
    if here is not None and "connecting" in here.kind:
        yield from _names_of_model(workspace)
    words = sorted(lexicon.words | (lexicon.openings if is_first else frozenset()))
    for word in words:
        yield word.upper(), WORDS[word.upper()].meaning if word.upper() in WORDS else ""
    if not is_first:
        yield from ((function.upper(), "function") for function in sorted(lexicon.functions))


def _systems(workspace: Workspace, systems: tuple[SystemOutline, ...]) -> Iterator[Offer]:
    yield from ((each.name, each.kind) for each in systems)
    if workspace.loaded is not None:
        yield from ((owner, "") for owner in dict.fromkeys(each.owner for each in workspace.model.variables) if owner)


def _names_of_model(workspace: Workspace) -> Iterator[Offer]:
    """Variables of the other systems, which a connecting system joins."""
    if workspace.loaded is None:
        return
    for variable in workspace.model.variables:
        if variable.role.name in ("INPUT", "OUTPUT", "STATE", "AUXILIARY"):
            description = workspace.model.descriptions.get(variable.name, "")
            yield variable.name, "  ".join(filter(None, (variable.role.value, description)))
