"""An engine as a user names it -> the engine."""

from typing import Any

from simnon.source import UserError, arguments, nearest

from .engine import Engine
from .executors import Dask, Executor
from .threads import Threads

NAMES = ("threads", "dask")
MAX_THREADS = 1024
EXPECTED = '"threads", "dask", a number of threads, a Dask client or an executor'


def choose_engine(engine: Any = None) -> Engine:
    """None or "threads", a number of threads, "dask", the client of a Dask cluster, or anything with `submit`."""
    if engine is None:
        return Threads()
    if isinstance(engine, str):
        return _named(engine)
    if isinstance(engine, int) and not isinstance(engine, bool):
        return Threads(arguments.integer(engine, "engine", 1, MAX_THREADS))
    if isinstance(engine, type):
        raise arguments.refusal("engine", EXPECTED, engine, "create one from it first")
    if type(engine).__module__.partition(".")[0] == "distributed":
        return Dask(engine)
    if hasattr(engine, "results"):
        own: Engine = engine
        return own
    if hasattr(engine, "submit"):
        return Executor(engine)
    raise arguments.refusal("engine", EXPECTED, engine)


def _named(name: str) -> Engine:
    if name == "threads":
        return Threads()
    if name == "dask":
        return Dask()
    near = nearest(name, NAMES)
    hint = f"did you mean '{near}'?" if near else EXPECTED
    raise UserError("unknown-engine", f"unknown engine '{name}'", hint)
