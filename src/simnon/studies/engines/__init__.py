"""Chunks of members -> their results, wherever they run: local threads, a cluster, any executor."""

from simnon.doors import front_door

with front_door(__name__):
    from .choose import choose_engine
    from .chunks import Chunks
    from .engine import Engine
    from .threads import Threads, processors

__all__ = ["Chunks", "Engine", "Threads", "choose_engine", "processors"]
