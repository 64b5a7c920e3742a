"""Outcome -> the reply in the command window."""

from pathlib import Path
from typing import assert_never

from simnon.session import (
    Advanced,
    Changed,
    Diagnosed,
    Echoed,
    EditorRequested,
    Ended,
    Failed,
    Noted,
    Operated,
    Outcome,
    Paced,
    PageDrawn,
    Printed,
    RunEnded,
    SceneDrawn,
    Tabulated,
    Valued,
    WindowsRequested,
    Wrote,
)
from simnon.simulation import StopKind

from ..plain import plain_text

MAX_TEXT = 200_000
"""A longer reply is cut: tables of any length have a window of their own."""


def tone_of(outcome: Outcome) -> str:
    """How the command window shows it: plain, note, error, echo; empty if it does not."""
    match outcome:
        case PageDrawn() | SceneDrawn() | Advanced() | Paced() | EditorRequested() | WindowsRequested() | Ended():
            return ""
        case Echoed():
            return "echo"
        case Noted():
            return "note"
        case Failed() | Diagnosed():
            return "error"
        case RunEnded():
            return "error" if outcome.stop.kind is StopKind.FAILURE else "plain"
        case Printed() | Changed() | Operated() | Valued() | Tabulated() | Wrote():
            return "plain"
        case _:
            assert_never(outcome)


def text_of(outcome: Outcome, folder: Path) -> str:
    text = plain_text(outcome, folder)
    if len(text) <= MAX_TEXT:
        return text
    return f"{text[:MAX_TEXT]}\n... {len(text) - MAX_TEXT} more characters; WPRINT shows tables of any length"
