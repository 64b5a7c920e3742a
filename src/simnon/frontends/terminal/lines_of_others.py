"""Lines that a browser gives to the session of a terminal -> the terminal, above its prompt."""

import threading
from pathlib import Path
from typing import Protocol

from simnon.session import Ended, Outcome

from ..plain import plain_text


class Prompt(Protocol):
    def say(self, text: str) -> None: ...

    def leave(self) -> None: ...


class LinesOfOthers:
    """A watcher of the session; lines of the thread that made it are shown by whoever gives them."""

    def __init__(self, prompt: Prompt, folder: Path) -> None:
        self._prompt = prompt
        self._folder = folder
        self._own = threading.get_ident()
        self._texts: list[str] = []

    def begin(self, prompt: str, line: str) -> None:
        self._texts = [f"{prompt} {line}"]

    def show(self, outcome: Outcome) -> None:
        if threading.get_ident() == self._own:
            return
        self._texts.append(plain_text(outcome, self._folder))
        if isinstance(outcome, Ended):
            self._prompt.leave()

    def end(self) -> None:
        if threading.get_ident() != self._own:
            self._prompt.say("\n".join(filter(None, self._texts)))
