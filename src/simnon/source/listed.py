"""Names -> how a message lists them: all if there are few, the first ones if there are many."""

from collections.abc import Sequence

MAX_LISTED = 12


def listed(names: Sequence[str]) -> str:
    more = len(names) - MAX_LISTED
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:MAX_LISTED])} and {more} more"
