"""The process of isolated foreign functions: loads them, then answers requests until its pipe ends.

It is started by `foreign_process.py`, whose messages it reads from the standard input. What the functions
print goes to the standard error, so that it does not get into the replies.
"""

import ctypes
import json
import math
import os
import signal
import struct
import threading
from pathlib import Path
from typing import IO, Any

from simnon.program import Convention, ForeignFunction
from simnon.source import UserError

from .foreign import LoadedFunction, load_foreign
from .foreign_process import COUNT, FAILURE, RESULTS

_SECONDS_BETWEEN_LOOKS = 1.0


def serve(requests: IO[bytes], replies: IO[bytes]) -> None:
    """Answer all requests; the first names the functions."""
    (length,) = COUNT.unpack(requests.read(COUNT.size))
    wanted = json.loads(requests.read(length))
    functions = [_read(each) for each in wanted["functions"]]
    try:
        library = load_foreign(tuple(functions), wanted["first"])
    except UserError as error:
        _refuse(replies, json.dumps([error.code, error.message, error.hint]))
        return
    replies.write(RESULTS)
    replies.flush()
    while head := requests.read(COUNT.size):
        function = functions[COUNT.unpack(head)[0]]
        values = struct.unpack(f"<{function.arity}d", requests.read(8 * function.arity))
        found = _computed(library.functions[function.name], function, values)
        if library.errors:
            _refuse(replies, next(iter(library.errors.values())))
            library.errors.clear()
        else:
            replies.write(RESULTS + struct.pack(f"<{len(found)}d", *found))
            replies.flush()


def _read(written: dict[str, Any]) -> ForeignFunction:
    convention, arrays, names = Convention(written["convention"]), tuple(written["arrays"]), tuple(written["names"])
    return ForeignFunction(**{**written, "convention": convention, "arrays": arrays, "names": names})


def _computed(loaded: LoadedFunction, function: ForeignFunction, values: tuple[float, ...]) -> list[float]:
    if not function.results:
        found = loaded.call(*values)
        return [math.nan if found is None else found]
    results = (ctypes.c_double * function.results)()
    loaded.call(*values, results)
    return list(results)


def _refuse(replies: IO[bytes], text: str) -> None:
    data = text.encode()
    replies.write(FAILURE + COUNT.pack(len(data)) + data)
    replies.flush()


def _follow(parent: int) -> None:
    """End with the process that started this one, even within a call that never returns."""
    clock = threading.Event()
    while os.getppid() == parent:
        clock.wait(_SECONDS_BETWEEN_LOOKS)
    os._exit(1)


def main() -> None:
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    # Ctrl-C reaches all processes of a terminal; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    serve(requests, replies)


if __name__ == "__main__":
    main()
