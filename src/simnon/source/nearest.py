"""A misspelled name -> the most similar known name."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, candidates: Iterable[str]) -> str:
    """The candidate most similar to `name`, regardless of case; empty if none is close."""
    by_folded: dict[str, str] = {}
    for candidate in candidates:
        by_folded.setdefault(candidate.casefold(), candidate)
    near = get_close_matches(name.casefold(), list(by_folded), n=1)
    return by_folded[near[0]] if near else ""
