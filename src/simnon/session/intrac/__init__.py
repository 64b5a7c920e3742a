"""INTRAC: how a macro is executed: its frame, its control statements, and the values substituted into its lines."""

from .frame import Frame, Loop, Question
from .statements import CONTROL, USAGE, answer, obey_control, value_of
from .substitution import shown, substitute

__all__ = [
    "CONTROL",
    "USAGE",
    "Frame",
    "Loop",
    "Question",
    "answer",
    "obey_control",
    "shown",
    "substitute",
    "value_of",
]
