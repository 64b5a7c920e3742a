"""A file, standard input or the words of `-c` -> lines for the session, each with its position."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from simnon.languages import DIALECTS
from simnon.session import find_file, is_macro_text, read_macros
from simnon.simulation import is_data_file
from simnon.source import UserError, encoding_note, frozen, nearest, read_text

from .streams import complain

PROMPT = ">"
_HEADING = re.compile(r'(?:\s*("[^\n]*)?\n)*\s*(CONTINUOUS|DISCRETE|CONNECTING)\b', re.IGNORECASE)
_COMMAND = re.compile(r"(?:'[^'\n]*'|\"[^\n]*|[^;\n])+")


@frozen
class ScriptLine:
    text: str
    place: str
    """The position, for messages; empty if there is none worth showing."""


def lines_of_stream(stream: Iterable[str]) -> Iterator[ScriptLine]:
    lines = (
        ScriptLine(line.rstrip("\r\n"), f"line {number} of standard input")
        for number, line in enumerate(stream, start=1)
    )
    return typed_lines(lines)


def typed_lines(lines: Iterable[ScriptLine]) -> Iterator[ScriptLine]:
    """All lines; of a recorded session, whose first line has a prompt, only what was typed and not the replies."""
    is_recorded: bool | None = None
    for line in lines:
        if is_recorded is None and line.text.strip():
            is_recorded = line.text.startswith(PROMPT)
        if not is_recorded:
            yield line
        elif line.text.startswith(PROMPT):
            yield replace(line, text=line.text.removeprefix(PROMPT).lstrip())


def lines_of_words(words: str) -> Iterator[ScriptLine]:
    """Commands between semicolons; those inside 'a text' or after a quote that begins a comment do not count."""
    for match in _COMMAND.finditer(words):
        text = match.group().strip()
        if text:
            yield ScriptLine(text, f"the command {text}")


def lines_of_file(name: str, arguments: tuple[str, ...], folders: tuple[Path, ...]) -> tuple[ScriptLine, ...]:
    """A macro is called with its arguments, a model is run; the lines of any other file are given as if typed."""
    path = Path(name) if Path(name).is_file() else find_file(name, folders, (".t",))
    if path is None:
        raise _missing(name, folders)
    if is_data_file(path):
        return _lines_of_model(path, arguments)
    text = read_text(path)
    if _is_model(path, text):
        return _lines_of_model(path, arguments)
    if not is_macro_text(text):
        if arguments:
            raise UserError("bad-command", f"{path.name} is not a macro and takes no arguments")
        _note_encoding(path)
        lines = enumerate(text.splitlines(), start=1)
        return tuple(
            typed_lines(ScriptLine(line, f"{path.name}, line {number}: {line.strip()}") for number, line in lines)
        )
    found = find_file(path.stem, folders, (".t",)) if path.stem.isidentifier() else None
    is_found = found is not None and found.samefile(path)
    names = [macro.name for macro in read_macros(text, path.name)]
    name = path.stem if is_found or path.stem.upper() in names else names[-1]
    call = ScriptLine(" ".join((name, *map(_quoted, arguments))), "")
    if is_found:
        return (call,)
    _note_encoding(path)
    return (*(ScriptLine(line, path.name) for line in text.splitlines()), call)


def _is_model(path: Path, text: str) -> bool:
    """Whether the text is a system, in any language; a file of commands can have the extension .t, too."""
    suffix = path.suffix.casefold()
    return suffix in DIALECTS if suffix != ".t" else _HEADING.match(text) is not None


def _lines_of_model(path: Path, arguments: tuple[str, ...]) -> tuple[ScriptLine, ...]:
    """Compile the model, run it as it says, and show the final values."""
    if arguments:
        raise UserError("bad-command", f"{path.name} is a model and takes no arguments", "a macro can set parameters")
    return tuple(ScriptLine(line, "") for line in (f"SYST {_quoted(str(path))}", "SIMU", "DISP"))


def _note_encoding(path: Path) -> None:
    note = encoding_note(path)
    if note:
        complain(f"note: {note}")


def _quoted(word: str) -> str:
    return word if re.fullmatch(r"[^\s'\",]+", word) else "'" + word.replace("'", "") + "'"


def _missing(name: str, folders: tuple[Path, ...]) -> UserError:
    known = [path.stem for folder in folders for path in sorted(folder.glob("*.[tT]"))]
    near = nearest(Path(name).stem, known)
    return UserError(
        "file-not-found",
        f"there is no macro and no file '{name}'",
        f"did you mean '{near}'?" if near else "macros are looked for in the session folder and on --path, as name.t",
    )
