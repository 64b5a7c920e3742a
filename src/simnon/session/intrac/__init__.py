"""INTRAC: how a macro is executed: its frame, its control statements, and the values substituted into its lines."""

from .frame import Frame, OpenFor, Question
from .statements import CONTROL, USAGE, answer, execute_control, value_of
from .substitution import shown, substitute

__all__ = [
    "CONTROL",
    "USAGE",
    "Frame",
    "OpenFor",
    "Question",
    "answer",
    "execute_control",
    "shown",
    "substitute",
    "value_of",
]
