"""What a user calls an engine -> the engine."""

from typing import Any

from simnon.source import UserError, nearest

from .engine import Engine
from .executors import Dask, Executor
from .threads import Threads

NAMES = ("threads", "dask")


def choose_engine(engine: Any = None) -> Engine:
    """None or "threads", how many threads, "dask", the client of a Dask cluster, or what has `submit`."""
    if engine is None or engine == "threads":
        return Threads()
    if isinstance(engine, int) and not isinstance(engine, bool) and engine > 0:
        return Threads(engine)
    if engine == "dask":
        return Dask()
    if type(engine).__module__.partition(".")[0] == "distributed":
        return Dask(engine)
    if hasattr(engine, "results"):
        own: Engine = engine
        return own
    if hasattr(engine, "submit"):
        return Executor(engine)
    near = nearest(str(engine), NAMES)
    hint = f"did you mean '{near}'?" if near else '"threads", "dask", a Dask client, or an executor'
    raise UserError("unknown-engine", f"there is no engine '{engine}'", hint)
