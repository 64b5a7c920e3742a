"""A text that is being written -> what the compiler says about it; nothing in it is run, and nothing is changed.

If the file is one of the model's, the others are compiled with it, as SYST would.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from simnon.compiler import analyse, read_sources
from simnon.languages import DIALECTS
from simnon.source import UNIT_CODES, Diagnostic, Report, Severity, Source, Span, UserError, nearest

from .animating import EXTENSION, check_picture
from .commands import COMMANDS
from .compiling import compile_sources, is_loaded, source_of, strict_codes
from .files import find_file
from .intrac import CONTROL
from .macro import first_word, is_macro_text, read_macros
from .words import without_comment
from .workspace import Loaded, Workspace

_OF_OTHER_SYSTEMS = ("input-not-connected", "unknown-system")
"""What a system alone lacks is no mistake of its text."""
_MACRO_WORDS = ("MACRO", "END", "RESUME")


def check_text(workspace: Workspace, path: Path, text: str) -> tuple[Diagnostic, ...]:
    """The diagnostics of a text in place of that in the file; of other files too, if they are compiled with it."""
    if not text.strip():
        return ()
    if path.suffix.lower() == EXTENSION:
        return check_picture(workspace, path, text)
    if is_macro_text(text):
        return tuple(_check_macros(workspace, path, text))
    if not _is_known(workspace, path):
        return ()
    report = Report(strict_codes(workspace))
    sources = sources_with(workspace, path, text, report)
    if not report.has_errors:
        analyse(sources, report, earlier=workspace.given.choices)
    is_alone = not is_loaded(workspace, path)
    return tuple(
        replace(diagnostic, severity=Severity.NOTE) if is_alone and diagnostic.code in _OF_OTHER_SYSTEMS else diagnostic
        for diagnostic in report.diagnostics
        if diagnostic.severity is Severity.ERROR or diagnostic.code not in UNIT_CODES
    )


def loaded_with(workspace: Workspace, path: Path, text: str) -> Loaded:
    """The model with a text in place of that in the file; SimnonError if it has errors.

    A text that runs code of other files is refused: it is not compiled while it is being written.
    """
    files = workspace.system.files
    if path not in files:
        raise UserError("not-loaded", f"{path.name} is not part of the model", "SYST compiles it")
    report = Report()
    sources = sources_with(workspace, path, text, report)
    analysed = analyse(sources, report, earlier=workspace.given.choices)
    if analysed is not None and any(foreign.body is None and foreign.is_in_file for foreign in analysed.model.foreign):
        raise UserError("untrusted-code", "this text runs code of other files", "SYST compiles it")
    model = compile_sources(workspace, *sources)
    return Loaded(files, model, model.names)


def sources_with(workspace: Workspace, path: Path, text: str, report: Report) -> tuple[Source, ...]:
    """The texts of the model with this one in place of that in the file; if it is not of the model, this one alone."""
    here = source_of(workspace, path, text)
    loaded = workspace.loaded
    if loaded is None or not is_loaded(workspace, path):
        return (here,)
    sources: list[Source] = []
    for known, before in zip(loaded.files, loaded.model.sources, strict=False):
        if known == path:
            sources.append(here)
        elif known.suffix.lower() in DIALECTS and not workspace.language:
            sources += read_sources((known,), report)
        else:
            sources.append(before)
    folders = tuple(map(str, (*workspace.folders, *workspace.allowed)))
    return tuple(replace(source, open_folders=folders) for source in sources)


def _is_known(workspace: Workspace, path: Path) -> bool:
    """Whether it is a text of a language; data, notes and Python files are not."""
    return path.suffix.lower() in DIALECTS or (is_loaded(workspace, path) and bool(workspace.language))


def _check_macros(workspace: Workspace, path: Path, text: str) -> Iterator[Diagnostic]:
    source = Source(path.name, text, str(path.parent))
    try:
        macros = read_macros(text, path.name)
    except UserError as error:
        found = re.search(r"\bline (\d+)", error.message)
        span = _line(source, int(found[1]) if found else 1)
        yield Diagnostic(Severity.ERROR, error.code, error.message, span, error.hint)
        return
    own = {macro.name for macro in macros}
    for macro in macros:
        for number, line in enumerate(macro.lines, start=macro.first_line):
            word, _ = first_word(without_comment(line))
            if word and not (word in own or _is_command(workspace, word)):
                near = nearest(word, [*COMMANDS, *CONTROL, *own, *workspace.macros])
                hint = f"did you mean {near}?" if near else "HELP lists the commands"
                start = source.line_starts[number - 1] + len(line) - len(line.lstrip())
                span = Span(source, start, start + len(word))
                message = f"there is no command or macro '{word}'"
                yield Diagnostic(Severity.ERROR, "unknown-command", message, span, hint)


def _is_command(workspace: Workspace, word: str) -> bool:
    if word in COMMANDS or word in CONTROL or word in _MACRO_WORDS or word in workspace.macros:
        return True
    return find_file(word, workspace.folders, (".t",), workspace.allowed) is not None


def _line(source: Source, number: int) -> Span:
    """The text of a line, without the blanks around it."""
    number = min(max(number, 1), len(source.line_starts))
    line, start = source.line_text(number), source.line_starts[number - 1]
    return Span(source, start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
