"""A misspelled name -> the known name most like it."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, candidates: Iterable[str]) -> str:
    """The candidate most like `name` without regard to case; empty where none is near."""
    by_folded: dict[str, str] = {}
    for candidate in candidates:
        by_folded.setdefault(candidate.casefold(), candidate)
    near = get_close_matches(name.casefold(), list(by_folded), n=1)
    return by_folded[near[0]] if near else ""
