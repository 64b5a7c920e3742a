"""What the user types: one line, or several that were pasted, with history, completion and highlighting."""

from collections.abc import Callable, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app, run_in_terminal
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import History
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.output import Output
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from simnon.session import Session

from ..suggestions import suggest
from ..usage_line import usage_line
from .highlighting import STYLES, pieces

STYLE = Style.from_dict({**STYLES, "bottom-toolbar": "noreverse dim", "prompt": "bold", "auto-suggestion": "dim"})


class Keyboard:
    """Reads lines for a session; `source` and `output` are the terminal's by default."""

    def __init__(
        self, session: Session, history: History, source: Input | None = None, output: Output | None = None
    ) -> None:
        self._session = session
        self._commands: PromptSession[str] = PromptSession(
            history=history,
            auto_suggest=AutoSuggestFromHistory(),
            completer=_SessionCompleter(session),
            complete_while_typing=False,
            complete_style=CompleteStyle.COLUMN,
            reserve_space_for_menu=6,
            lexer=_SessionLexer(session),
            bottom_toolbar=self._toolbar,
            enable_suspend=True,
            key_bindings=_bindings(),
            style=STYLE,
            input=source,
            output=output,
        )
        self._answers: PromptSession[str] = PromptSession(
            bottom_toolbar=self._toolbar, key_bindings=_bindings(), style=STYLE, input=source, output=output
        )

    def read(self, typed: str = "") -> list[str]:
        """The lines that were given; EOFError at the end, KeyboardInterrupt for Ctrl-C on an empty line."""
        prompts = self._answers if self._session.is_asking else self._commands
        text = prompts.prompt([("class:prompt", self._session.prompt), ("", " ")], default=typed)
        return text.split("\n")

    def say(self, text: str) -> None:
        """Print above the prompt, from a different thread."""
        if not self._in_prompt(lambda _app: run_in_terminal(lambda: print(text))):
            print(text)

    def leave(self) -> None:
        """The session is over: stop waiting for a line, from a different thread."""
        self._in_prompt(lambda app: app.exit(result=""))

    def _in_prompt(self, act: Callable[[Application[str]], object]) -> bool:
        """Whether a prompt waits for a line, and so could be told."""
        for prompts in (self._commands, self._answers):
            app = prompts.app
            if app.is_running and app.loop is not None:
                app.loop.call_soon_threadsafe(act, app, context=app.context)
                return True
        return False

    def _toolbar(self) -> str:
        return " " + usage_line(self._session, get_app().current_buffer.text)


def _bindings() -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add("c-c")
    def _clear(event: KeyPressEvent) -> None:
        """Clear the line; on an empty line, leave the prompt."""
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt, style="class:aborting")

    return bindings


class _SessionCompleter(Completer):
    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        line = document.current_line_before_cursor
        for suggestion in suggest(self._session, line):
            yield Completion(suggestion.text, suggestion.start, display_meta=suggestion.meaning)


class _SessionLexer(Lexer):
    def __init__(self, session: Session) -> None:
        self._session = session

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        lines = document.lines

        def styled(number: int) -> StyleAndTextTuples:
            line = lines[number] if number < len(lines) else ""
            return [(f"class:{kind}", text) for kind, text in pieces(self._session, line)]

        return styled
