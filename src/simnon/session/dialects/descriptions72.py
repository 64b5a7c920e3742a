"""SYSTT and SYSDK: a description of 1972 that is typed in or read from a file becomes the system of the session."""

from collections.abc import Iterator
from dataclasses import dataclass

from simnon.languages import simnon72
from simnon.source import Source, read_text

from ..compiling import compile_source
from ..files import find_file, path_to_write, write_file
from ..outcome import Outcome, Printed, Wrote
from ..workspace import EntryKind, JournalEntry, Workspace
from .dialect import CommandDialect, ExecuteCommand
from .teletype72 import MARGIN, failed, marked
from .words72 import Refused, is_file_name, quiet

EXTENSION = ".NON"


@dataclass(slots=True)
class _Typed:
    """A description that is being typed in; `name` is the file it goes to, if any."""

    name: str
    description: simnon72.Description
    lines: list[str]


class DescriptionCommands(CommandDialect):
    """The description of the session, if there is one."""

    def __init__(self, workspace: Workspace, execute_command: ExecuteCommand) -> None:
        super().__init__(workspace, execute_command)
        self._typed: _Typed | None = None
        self._source: Source | None = None
        self._description: simnon72.Description | None = None

    def _systt(self, rest: str, _line: str) -> Iterator[Outcome]:
        if rest and not is_file_name(rest):
            raise Refused("AFTER SYSTT SHOULD FOLLOW <FILENAME> OR <COMMENT>")
        self._typed = _Typed(rest.upper(), simnon72.Description(), [])
        self._note(f"SYSTT {rest}".rstrip())
        yield Printed(f"{' ' * MARGIN}<SYSTEM DESCRIPTION>:")

    def _take_typed(self, line: str, typed: _Typed) -> Iterator[Outcome]:
        problems = typed.description.take(Source("teletype", line), 1)
        if problems:
            yield failed(marked(line, 0, problems))
            return
        typed.lines.append(line)
        self._note(line)
        yield Printed(marked(line, 0, ()))
        if typed.description.accepted.is_ended:
            self._typed = None
            yield from self._finished(typed)

    def _finished(self, typed: _Typed) -> Iterator[Outcome]:
        text = "\n".join((*typed.lines, ""))
        source = Source(f"{typed.name or 'SYSTT'}{EXTENSION}", text, str(self.workspace.folder))
        if typed.name:
            path = path_to_write(f"{typed.name}{EXTENSION}", self.workspace.folder, "", self.workspace.allowed)
            write_file(path, text, is_edited=True)
            yield Wrote(path)
        self._take_over(source, typed.description)
        if typed.description.accepted.is_closed:
            return
        if typed.name:
            yield from quiet(self.execute_command(f"SYST {typed.name}{EXTENSION}"))
        else:
            yield from quiet(compile_source(self.workspace, source))

    def _sysdk(self, rest: str, _line: str) -> Iterator[Outcome]:
        if not is_file_name(rest):
            raise Refused("AFTER SYSDK SHOULD FOLLOW <FILENAME>")
        path = find_file(f"{rest}{EXTENSION}", self.workspace.folders, (), self.workspace.allowed)
        if path is None:
            raise Refused(f"NO FILE: {rest.upper()} NON")
        source = Source(path.name, read_text(path), str(path.parent))
        description = simnon72.Description()
        shown, has_problems = [], False
        for number, start in enumerate(source.line_starts, start=1):
            problems = description.take(source, number)
            has_problems = has_problems or bool(problems)
            shown.append(marked(source.line_text(number), start, problems))
            if description.accepted.is_ended:
                break
        self._take_over(source, description)
        listing = "\n".join(shown).rstrip()
        if has_problems or not description.accepted.is_ended:
            yield failed(listing)
            return
        yield Printed(listing)
        if not description.accepted.is_closed:
            yield from quiet(self.execute_command(f"SYST {path.name}"))

    def _take_over(self, source: Source, description: simnon72.Description) -> None:
        """The previous system is discarded, even if the new one cannot be executed."""
        self._source, self._description = source, description
        self.workspace.loaded = None

    def _executable(self) -> simnon72.Description:
        if self._description is None:
            raise Refused("NO <SYSTEM DESCRIPTION>")
        if self.workspace.loaded is None:
            raise Refused("<SYSTEM DESCRIPTION> IS NOT EXECUTABLE")
        return self._description

    def _note(self, line: str) -> None:
        """Anything that is not a line of the session is a comment in the journal."""
        self.workspace.journal = (*self.workspace.journal, JournalEntry(EntryKind.COMMAND, f'" {line}'))
