"""Standard streams as they are -> streams that can be used: a closed one discards its output instead of raising."""

import codecs
import contextlib
import io
import os
import sys

_WINDOWS = "simnon-windows"


def open_streams() -> None:
    """A closed stream is empty or discards its output; a character that a stream cannot represent becomes a question
    mark. Input that is not in UTF-8 is read as files are.

    The descriptors of closed streams are occupied, so that no file opened afterwards gets the output.
    """
    for number in range(3):
        with contextlib.suppress(OSError):
            _occupy(number)
    # Python has no stream if its file descriptor was closed at the start.
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    codecs.register_error(_WINDOWS, _as_windows)
    for stream, errors in ((sys.stdin, _WINDOWS), (sys.stdout, "replace"), (sys.stderr, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def complain(text: str) -> None:
    """To standard error, as far as that can be written."""
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def send_the_rest_nowhere() -> None:
    """Output that is still buffered when the process ends must not cause an error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
            continue
        with contextlib.suppress(OSError, ValueError):
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    """Bytes that are not in the encoding of the stream are those of Latin-1 or Windows-1252."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1252", errors="replace"), error.end


def _occupy(number: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        taken = os.open(os.devnull, os.O_RDWR)
        if taken != number:
            os.dup2(taken, number)
            os.close(taken)


def _nowhere(mode: str) -> io.TextIOWrapper:
    stream = open(os.devnull, mode, encoding="utf-8", errors="replace")  # noqa: PTH123, SIM115  open to the end
    assert isinstance(stream, io.TextIOWrapper)
    return stream
