"""Loads all commands in a thread, while the user reads the first prompt: the first one given does not wait."""

import threading

from simnon.doors import load_the_rest

from .commands import COMMANDS


def load_commands_beside() -> None:
    threading.Thread(target=_load, name="loading", daemon=True).start()


def _load() -> None:
    for name in COMMANDS:
        assert COMMANDS[name].name == name
    load_the_rest()
