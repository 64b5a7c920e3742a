"""Exceptions of libraries about damaged or unsuitable files -> a UserError with the file and the cause."""

import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..diagnostic import UserError
from ..nearest import similar_file
from .atomic import reason_of

UNREADABLE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    zlib.error,
)
"""Everything that libraries raise if the bytes of a file are not as expected."""


@contextmanager
def reading(path: Path, expected: str, hint: str) -> Iterator[None]:
    """`expected` is what the file should be."""
    try:
        with warnings.catch_warnings():
            # They concern details of a file, which is then found to be intact or not.
            warnings.simplefilter("ignore")
            yield
    except FileNotFoundError as error:
        hint = similar_file(path, "check the name and the folder")
        raise UserError("file-not-found", f"there is no '{path}'", hint) from error
    except (PermissionError, IsADirectoryError) as error:
        raise UserError("unreadable-file", f"'{path}': {reason_of(error)}", "check the name and the folder") from error
    except UNREADABLE as error:
        raise UserError(
            "unreadable-file", f"'{path}' is not {expected}, or is damaged: {reason_of(error)}", hint
        ) from error
