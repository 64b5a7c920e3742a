"""A misspelled name -> the most similar known name."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path


def nearest(name: str, candidates: Iterable[str]) -> str:
    """The candidate most similar to `name`, regardless of case; empty if none is close."""
    by_folded: dict[str, str] = {}
    for candidate in candidates:
        by_folded.setdefault(candidate.casefold(), candidate)
    near = get_close_matches(name.casefold(), list(by_folded), n=1)
    return by_folded[near[0]] if near else ""


def did_you_mean(name: str, candidates: Iterable[str], otherwise: str = "") -> str:
    """The hint for a misspelled name; `otherwise` if no candidate is close."""
    near = nearest(name, candidates)
    return f"did you mean '{near}'?" if near else otherwise


def similar_file(path: Path, otherwise: str) -> str:
    """The hint for a file that does not exist."""
    try:
        entries = sorted(entry.name for entry in path.parent.iterdir())
    except (OSError, ValueError):
        return otherwise
    near = nearest(path.name, entries)
    return f"did you mean '{path.with_name(near)}'?" if near else otherwise
