"""The user's work: text in, outcomes out."""

from .session import Session

__all__ = ["Session"]
