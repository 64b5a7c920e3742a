"""Chunks of members -> their results, wherever they are run: threads here, a cluster, anything that takes work."""

from .choose import choose_engine
from .chunks import Chunks
from .engine import Engine
from .threads import Threads

__all__ = ["Chunks", "Engine", "Threads", "choose_engine"]
