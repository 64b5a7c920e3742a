"""`SWITCH` and `TURN`: how the session behaves."""

from collections.abc import Iterator
from dataclasses import fields, replace

from simnon.source import UserError, did_you_mean, nearest

from ..outcome import Noted, Outcome, Printed
from ..words import split_words
from ..workspace import Switches, Workspace
from .command import Command

MEANINGS = {
    "ECHO": "show the lines of macros as they are executed",
    "TRACE": "show them with their positions and the values of variables filled in",
    "LOG": "add every line and every reply to simnon.log in the session folder",
    "PICTURES": "draw curves in the terminal",
    "NOTES": "show notes",
    "VERIFY": "repeat each run with a smaller tolerance and report the accuracy",
    "UNITS": "refuse models in which units disagree or are missing",
    "LIBM": "compile with the elementary functions of the machine's C library instead of Simnon's own",
    "FMA": "compile with products and sums rounded once: faster on most machines, other last digits",
    "ISOLATE": "run FMUs, libraries and Python files of models in a process of their own: a crash ends the run only",
    "LIVE": "redraw the curves on the page after each run, instead of adding to them",
    "INTERPRETER": "run models by the interpreter instead of as machine code: the same numbers, much more slowly",
}
OF_THE_COMPILER = ("UNITS", "LIBM", "FMA", "ISOLATE")
_STATES = {"ON": True, "OFF": False}


def parse(text: str) -> tuple[str, ...]:
    words = tuple(word.upper() for word in split_words(text))
    if words and words[0] not in MEANINGS:
        near = nearest(words[0], MEANINGS)
        hint = f"did you mean {near}?" if near else f"the switches are {', '.join(MEANINGS)}"
        raise UserError("unknown-switch", f"there is no switch '{words[0]}'", hint)
    if words and (len(words) != 2 or words[1] not in _STATES):
        hint = did_you_mean(words[1], _STATES, TURN.usage) if len(words) == 2 else TURN.usage
        raise UserError("bad-command", "expected the name of a switch and ON or OFF", hint)
    return words


def run(workspace: Workspace, words: tuple[str, ...]) -> Iterator[Outcome]:
    if not words:
        yield Printed("\n".join(_line(workspace.switches, name) for name in MEANINGS))
        return
    name, state = words
    before = workspace.switches
    workspace.switches = replace(before, **{name.lower(): _STATES[state]})
    if name in OF_THE_COMPILER and workspace.switches != before and workspace.loaded is not None:
        yield Noted("the loaded model is unchanged; SYST recompiles it")


def _line(switches: Switches, name: str) -> str:
    assert name.lower() in {field.name for field in fields(switches)}
    return f"{name:12}{'ON' if getattr(switches, name.lower()) else 'OFF':4} {MEANINGS[name]}"


TURN = Command(
    "TURN",
    "TURN switch ON|OFF",
    "Turn a switch on or off.",
    parse,
    run,
    "TURN alone shows the switches. " + "; ".join(f"{name}: {meaning}" for name, meaning in MEANINGS.items()) + ".",
    ("TURN VERIFY ON",),
    repeats=False,
)
SWITCH = replace(TURN, name="SWITCH", usage="SWITCH switch ON|OFF", summary="The same as TURN, under its INTRAC name.")
