"""Positions in a text as Python counts them <-> as the browser counts them.

JavaScript counts a character beyond the first 65536, such as an emoji in a comment, as two.
"""

from bisect import bisect_left

_LAST_OF_ONE = "\uffff"


class Positions:
    """Of one text."""

    def __init__(self, text: str) -> None:
        self._wide = [i for i, letter in enumerate(text) if letter > _LAST_OF_ONE] if _has_wide(text) else []

    def to_browser(self, position: int) -> int:
        return position + bisect_left(self._wide, position)

    def from_browser(self, position: int) -> int:
        for i, wide in enumerate(self._wide):
            if wide + i >= position:
                return position - i
        return position - len(self._wide)


def _has_wide(text: str) -> bool:
    return bool(text) and max(text) > _LAST_OF_ONE
