"""Text in, outcomes out, and a journal that can be replayed.

A line is a command; or, if one is expected, the answer to a question, a line for the editor, or a line of a macro that
is being typed in. A command that fails changes nothing.
"""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from simnon.doors import loaded_on_use
from simnon.languages import DIALECTS
from simnon.source import SimnonError, UserError, clear_leftovers, nearest, read_text

from .commands import COMMANDS, Command
from .dialects import open_dialect
from .files import find_file
from .intrac import CONTROL, Frame, Question, answer, execute_control, substitute
from .macro import Macro, first_word, is_macro_text, make_macro, read_macros
from .outcome import Echoed, Ended, Failed, Noted, Operated, Outcome, PageDrawn, is_passing, stays_true
from .words import check_quotes, split_words, text_in, without_comment
from .workspace import After, EntryKind, JournalEntry, Value, Workspace

with loaded_on_use(__name__):
    from .compiling import encoding_notes
    from .editing import edit_line
    from .live import redrawn_pages

FOREIGN_COMMANDS = {
    "QUIT": "STOP ends the session",
    "EXIT": "STOP ends the session",
    "BYE": "STOP ends the session",
    "RUN": "SIMU start stop runs the model",
    "SIM": "SIMU start stop runs the model",
    "SIMULATE": "SIMU start stop runs the model",
    "ODE45": "ALGOR chooses the method, SIMU start stop runs the model",
    "LOAD": "SYST file ... compiles a model",
    "OPEN": "SYST file ... compiles a model",
    "SET": "PAR name: value changes a parameter",
    "WHO": "DISP shows values",
    "WHOS": "DISP shows values",
    "CD": "a session works in the folder it was started in; ALLOW opens another one",
}
"""What other programs call it, and what to do here."""
MAX_NESTED = 50
"""Deeper nesting of macro calls is considered an error."""


class Watcher(Protocol):
    """Sees every line that a session executes, whoever gives it, and its outcomes."""

    def begin(self, prompt: str, line: str) -> None: ...

    def show(self, outcome: Outcome) -> None: ...

    def end(self) -> None: ...


class Session:
    """The user's work, and the only way to it: `execute`."""

    def __init__(
        self,
        folder: Path,
        path: tuple[Path, ...] = (),
        *,
        allowed: tuple[Path, ...] = (),
        trusted: tuple[Path, ...] = (),
        is_interactive: bool = True,
        can_correct: bool | None = None,
        dialect: str = "",
    ) -> None:
        """`dialect` is the one of `dialects.DIALECTS` in which commands are given; empty for Simnon's own.

        `can_correct` says whether a text with an error opens the line editor; by default if the session is interactive.
        """
        for each in (folder, *allowed):
            clear_leftovers(each)
        corrects = is_interactive if can_correct is None else can_correct
        self.workspace = Workspace(folder, path, allowed, trusted, is_interactive, corrects)
        self.dialect = open_dialect(dialect, self.workspace, self._execute_typed) if dialect else None
        self.watchers: list[Watcher] = []
        """Other views of the session, which are told what happens, in the thread that gives the line."""
        self.lock = threading.Lock()
        """Held while a line is executed."""
        self._frames: list[Frame] = []
        self._question: Question | None = None
        self._typed: list[str] = []
        """The macro or the loop being typed in, line by line."""
        self._is_remote = False

    @property
    def prompt(self) -> str:
        """The prompt for the expected input."""
        if self.workspace.editing is not None:
            return "EDIT>"
        if self._question is not None:
            return self._question.prompt
        if self._typed:
            return "FOR>" if first_word(self._typed[0])[0] == "FOR" else "MACRO>"
        if self.dialect is not None:
            return self.dialect.prompt
        return "SUSPENDED>" if self._frames else ">"

    @property
    def is_over(self) -> bool:
        return self.workspace.is_over

    @property
    def is_asking(self) -> bool:
        """Whether a macro waits for an answer."""
        return self._question is not None

    @property
    def is_correcting(self) -> bool:
        """Whether an error in a text has opened the line editor."""
        editing = self.workspace.editing
        return editing is not None and editing.after is After.COMPILE

    @property
    def is_typing(self) -> bool:
        """Whether the beginning of a macro or a loop was given, but not its end."""
        return bool(self._typed) or (self.dialect is not None and self.dialect.is_typing)

    def interrupt(self) -> bool:
        """Stop the current command; can be called from a signal handler or a different thread.

        Returns whether it will end soon by itself; if not, the caller can raise KeyboardInterrupt.
        """
        self.workspace.is_interrupted = True
        return self.workspace.is_checking_interrupts

    def execute(self, line: str, *, is_remote: bool = False) -> Iterator[Outcome]:
        """Execute one line, after those that other threads have given. A mouse click arrives here as text too.

        A line that is remote comes from a browser: it can do what others can, but opens no folders and trusts none.
        """
        with self.lock:
            self._is_remote = is_remote
            for watcher in self.watchers:
                watcher.begin(self.prompt, line)
            try:
                for outcome in self._execute_alone(line):
                    for watcher in self.watchers:
                        watcher.show(outcome)
                    yield outcome
            finally:
                for watcher in self.watchers:
                    watcher.end()

    def _execute_alone(self, line: str) -> Iterator[Outcome]:
        self.workspace.is_interrupted = False
        try:
            for outcome in self._execute_given(line):
                yield outcome
                if isinstance(outcome, Failed):
                    self.workspace.trouble = outcome
        except BaseException:
            self.abandon()
            raise
        if self.workspace.is_over:
            yield Ended()

    def abandon(self) -> None:
        """Cancel the running macros, their questions, and the one being typed in."""
        self._frames, self._question, self._typed = [], None, []
        self.workspace.local = None
        if self.dialect is not None:
            self.dialect.abandon()

    def _execute_given(self, line: str) -> Iterator[Outcome]:
        """A line in the dialect of the session; lines for the line editor and macros are in none."""
        if self.dialect is None or self.workspace.editing is not None or self._question is not None or self._typed:
            yield from self._execute_typed(line)
        else:
            yield from self._guarded(self.dialect.execute(line), holds=False)

    def _execute_typed(self, line: str) -> Iterator[Outcome]:
        kind, asked = self._kind(line), self._question
        failed = False
        operated: list[JournalEntry] = []
        for outcome in self._dispatched(line):
            failed = failed or isinstance(outcome, Failed)
            if isinstance(outcome, Operated):
                operated.append(JournalEntry(EntryKind.COMMAND, outcome.line))
            yield outcome
        is_refused = kind is EntryKind.ANSWER and self._question is asked
        entry = JournalEntry(EntryKind.FAILED if failed or is_refused else kind, line)
        self.workspace.journal = (*self.workspace.journal, entry, *([] if failed else operated))
        if not failed:
            yield from self._continue()

    def _kind(self, line: str) -> EntryKind:
        if self.workspace.editing is not None:
            return EntryKind.EDITOR
        if self._question is not None:
            return EntryKind.ANSWER
        first = self._typed[0] if self._typed else line
        return EntryKind.DEFINITION if first_word(first)[0] == "MACRO" else EntryKind.COMMAND

    def _dispatched(self, line: str) -> Iterator[Outcome]:
        if self.workspace.editing is not None:
            yield from self._guarded(edit_line(self.workspace, line))
        elif self._question is not None:
            yield from self._answered(line)
        elif self._typed:
            yield from self._collected(line)
        else:
            yield from self._statement(line)

    def _statement(self, line: str, frame: Frame | None = None) -> Iterator[Outcome]:
        """A line of a macro, or one typed by itself; pasted with its prompt, it counts without."""
        line = line.lstrip().removeprefix(">")
        word, rest = first_word(line)
        if not word:
            if without_comment(line):
                yield self._failed(
                    UserError("bad-command", f"'{line.strip()}' is not a command", "HELP lists the commands")
                )
        elif word in ("MACRO", "FOR") and frame is None:
            self._typed = [line]
        elif word == "RESUME":
            yield from self._guarded(self._resume())
        elif word in CONTROL:
            yield from self._guarded(self._control(word, rest, frame))
        else:
            yield from self._guarded(self._command_or_macro(word, rest))

    def _control(self, word: str, rest: str, frame: Frame | None) -> Iterator[Outcome]:
        if frame is None:
            raise UserError("bad-command", f"{word} can be used only in a macro", "MACRO name ... END defines one")
        self._question = execute_control(self.workspace, frame, word, rest)
        if self._question is not None and self.workspace.answers:
            given, self.workspace.answers = self.workspace.answers[0], self.workspace.answers[1:]
            yield from self._answered(given)

    def _command_or_macro(self, word: str, rest: str) -> Iterator[Outcome]:
        command = COMMANDS.get(word)
        if command is not None:
            yield from self._command(command, rest)
            return
        macro = self._macro(word)
        if macro is None:
            message = f"there is no command or macro '{word}'"
            raise UserError("unknown-command", message, self._meant(word, rest))
        path = self._macro_file(word)
        if path is not None and not self._frames:
            yield from encoding_notes(path)
        self._call(macro, split_words(self._substituted(rest)))

    def _meant(self, word: str, rest: str) -> str:
        """What a word that is no command probably means."""
        if rest.startswith(("=", ":")):
            return f"PAR {word}: value changes a parameter, INIT {word}: value an initial value"
        near = nearest(word, [*COMMANDS, *self.workspace.macros])
        return FOREIGN_COMMANDS.get(word) or (f"did you mean {near}?" if near else "HELP lists the commands")

    def _command(self, command: Command, rest: str) -> Iterator[Outcome]:
        workspace = self.workspace
        if command.is_typed and (self._frames or not workspace.is_interactive):
            raise UserError("typed-only", f"{command.name} works only when typed at the prompt", command.usage)
        if command.is_typed and self._is_remote and without_comment(rest):
            hint = f"start Simnon with --{command.name.lower()} FOLDER, or give the line at its terminal"
            raise UserError("typed-only", f"{command.name} does not work in a browser", hint)
        check_quotes(rest)
        text = rest if command.is_literal else self._substituted(rest)
        if command.repeats and not without_comment(text):
            text = workspace.last_arguments.get(command.name, text)
        arguments = command.parse(text)
        before, name = workspace.page, workspace.page_name
        yield from command.run(workspace, arguments)
        if workspace.page is not before and workspace.page_name == name:
            line = f"{command.name} {without_comment(text)}".rstrip()
            workspace.page = replace(workspace.page, lines=(*workspace.page.lines, line))
        if command.name == "SIMU" and workspace.switches.live:
            yield from self._redraw()
        if self._frames and workspace.local is not None:
            self._frames[-1].variables = dict(workspace.local)
        if command.repeats and without_comment(text):
            workspace.last_arguments = {**workspace.last_arguments, command.name: text}

    def _redraw(self) -> Iterator[Outcome]:
        """All pages with the curves of the last run."""
        workspace = self.workspace
        page, *others = redrawn_pages(workspace)
        is_new = page is not workspace.page
        workspace.page, workspace.pages = page, dict(zip(workspace.pages, others, strict=True))
        if is_new:
            yield PageDrawn(page.figure)

    def _substituted(self, text: str) -> str:
        return substitute(text, self.workspace.local, self.workspace.variables)

    def _macro(self, word: str) -> Macro | None:
        """A defined macro, or else one in a file of that name, which is read at each call, with any others in it."""
        workspace = self.workspace
        if word in workspace.macros:
            return workspace.macros[word]
        path = self._macro_file(word)
        if path is None:
            return None
        text = read_text(path)
        if not is_macro_text(text):
            kind = "a system" if path.suffix.lower() in DIALECTS else "something else"
            raise UserError("not-a-macro", f"{path.name} holds {kind}, not a macro", f"SYST {word} compiles a system")
        by_name = {macro.name: macro for macro in read_macros(text, path.name)}
        called = by_name.get(word) or next(reversed(by_name.values()))
        companions = {name: macro for name, macro in by_name.items() if macro is not called}
        workspace.macros = {**workspace.macros, **companions}
        return called

    def _macro_file(self, word: str) -> Path | None:
        """The file of a macro that is not defined in the session."""
        workspace = self.workspace
        if word in workspace.macros:
            return None
        return find_file(word, workspace.folders, (".t",), workspace.allowed)

    def _call(self, macro: Macro, words: tuple[str, ...]) -> None:
        if len(self._frames) >= MAX_NESTED:
            raise UserError(
                "bad-macro", f"macros call each other more than {MAX_NESTED} deep", "a macro may be calling itself"
            )
        if len(words) > len(macro.formals):
            formals = " ".join(formal.name for formal in macro.formals) or "no arguments"
            raise UserError("bad-macro", f"{macro.name} takes {formals}, not {' '.join(words)}")
        variables: dict[str, Value] = {}
        for i, formal in enumerate(macro.formals):
            text = words[i] if i < len(words) else formal.default
            if text is None:
                raise UserError("bad-macro", f"{macro.name} needs a value for {formal.name}", macro.text.split("\n")[0])
            variables[formal.name] = _argument(text)
        self._frames.append(Frame(macro, variables))

    def _collected(self, line: str) -> Iterator[Outcome]:
        """A line of a macro or a loop that is being typed in; the last one completes it."""
        self._typed.append(line)
        heads = [first_word(without_comment(typed))[0] for typed in self._typed]
        if heads[0] == "FOR":
            if heads.count("NEXT") == heads.count("FOR"):
                lines, self._typed = self._typed, []
                yield from self._guarded(self._run_lines(lines))
        elif heads[-1] == "END":
            lines, self._typed = self._typed, []
            yield from self._guarded(self._define(lines))

    def _run_lines(self, lines: list[str]) -> Iterator[Outcome]:
        """A loop typed by itself; its variables are those of the session."""
        self._frames.append(Frame(replace(make_macro("MACRO LOOP", lines, "", 1), name=""), {}))
        yield from ()

    def _define(self, lines: list[str]) -> Iterator[Outcome]:
        macro = make_macro(lines[0], lines[1:-1])
        if macro.name in COMMANDS or macro.name in CONTROL:
            raise UserError("bad-macro", f"{macro.name} is already a command", "choose a different name")
        self.workspace.macros = {**self.workspace.macros, macro.name: macro}
        yield from ()

    def _answered(self, line: str) -> Iterator[Outcome]:
        question, frame = self._question, self._frames[-1]
        assert question is not None
        try:
            value = answer(question, line)
        except UserError as error:
            yield Noted(f"{error.message}; {question.prompt}")
            return
        self._question = None
        frame.variables[question.variable] = value
        self.workspace.local = dict(frame.variables)

    def _resume(self) -> Iterator[Outcome]:
        if not self._frames:
            raise UserError("bad-command", "no macro is suspended", "SUSPEND in a macro suspends it")
        self._frames[-1].is_suspended = False
        yield from ()

    def _continue(self) -> Iterator[Outcome]:
        """Execute the called macros, up to a question, a SUSPEND, an error or the end."""
        workspace = self.workspace
        while self._frames and self._question is None:
            frame = self._frames[-1]
            if frame.is_suspended or workspace.is_over:
                break
            workspace.local = dict(frame.variables)
            if frame.position >= len(frame.macro.lines):
                self._leave(self._frames.pop())
                continue
            line = frame.macro.lines[frame.position]
            frame.position += 1
            if workspace.switches.echo or workspace.switches.trace:
                place = frame.place if workspace.switches.trace else ""
                yield Echoed(self._substituted(line) if workspace.switches.trace else line, place)
            failed = False
            steps = self._guarded(edit_line(workspace, line)) if workspace.editing else self._statement(line, frame)
            for outcome in steps:
                if isinstance(outcome, Failed):
                    failed = True
                    yield replace(outcome, place=frame.place)
                else:
                    yield outcome
            if workspace.is_interrupted and not failed:
                yield Noted(f"interrupted in {frame.place}")
            if failed or workspace.is_interrupted:
                self._frames.clear()
        if not self._frames:
            workspace.local = None

    def _leave(self, frame: Frame) -> None:
        """The variables of a loop that was typed by itself belong to the session."""
        if not frame.macro.name:
            self.workspace.variables = {**self.workspace.variables, **frame.variables}

    def _guarded(self, outcomes: Iterator[Outcome], *, holds: bool = True) -> Iterator[Outcome]:
        """Restore everything if the command fails, or is interrupted.

        Its outcomes are held back until it has succeeded, except for progress: a failure withdraws them.
        """
        before = self.workspace.snapshot()
        held: list[Outcome] = []
        try:
            for outcome in outcomes:
                if holds and not is_passing(outcome):
                    held.append(outcome)
                else:
                    yield outcome
            yield from held
        except (SimnonError, OSError, MemoryError) as error:
            self.workspace.restore(before)
            yield from filter(stays_true, held)
            yield self._failed(error)
        except BaseException:
            self.workspace.restore(before)
            raise

    def _failed(self, error: SimnonError | OSError | MemoryError) -> Failed:
        match error:
            case UserError():
                return Failed(error.code, error.message, error.hint)
            case SimnonError():
                return Failed("model-error", "the model has errors", "", "", error.diagnostics)
            case OSError():
                return Failed("file-trouble", f"{error.strerror or error}: {error.filename or ''}".rstrip(": "))
            case _:
                hint = "store fewer variables, or use a spacing"
                return Failed("out-of-memory", "there is not enough memory", hint)


def _argument(text: str) -> Value:
    try:
        return float(text)
    except ValueError:
        return text_in(text)
