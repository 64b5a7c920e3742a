"""Where Simnon keeps what belongs to the user and not to a study: the history of commands, reports of our mistakes."""

import os
from collections.abc import Mapping
from pathlib import Path


def state_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """As the XDG base directories or Windows have it; None for somebody without a home."""
    given = environment.get("XDG_STATE_HOME") or environment.get("LOCALAPPDATA") or environment.get("APPDATA")
    if given:
        return Path(given) / "simnon"
    try:
        return Path.home() / ".local" / "state" / "simnon"
    except RuntimeError:
        return None
