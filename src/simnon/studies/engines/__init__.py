"""Chunks of members -> their results, wherever they run: local threads, a cluster, any executor."""

from .choose import choose_engine
from .chunks import Chunks
from .engine import Engine
from .threads import Threads

__all__ = ["Chunks", "Engine", "Threads", "choose_engine"]
