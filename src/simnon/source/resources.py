"""How much memory and disk space is left; requests that need more are refused.

If the system does not report it, nothing is refused.
"""

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from .diagnostic import UserError

_CONTROL_GROUP, _PROCESS = Path("/sys/fs/cgroup"), Path("/proc/self")
_UNITS = ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def check_memory(needed: float, what: str, hint: str) -> None:
    """Raise if `what` needs more memory than is available."""
    available = memory_available()
    if available is not None and needed > available:
        message = f"{what} would need {size_text(needed)} of memory, but {size_text(available)} is available"
        raise UserError("too-large", message, hint)


def check_disk(needed: float, folder: Path, what: str, hint: str) -> None:
    """Raise if `what` needs more space than the disk of the folder has."""
    free = disk_free(folder)
    if free is not None and needed > free:
        message = f"{what} would need {size_text(needed)} in {folder}, where {size_text(free)} is free"
        raise UserError("too-large", message, hint)


def memory_available() -> int | None:
    """In bytes; None if the system does not report it."""
    return min(_limits(), default=None)


def disk_free(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def size_text(count: float) -> str:
    """Such as 7.7 GB; for impossible sizes, the power of ten."""
    if count >= 1e18:
        return f"{count:.0e} bytes"
    size, unit = next(((size, unit) for size, unit in _UNITS if count >= size), (1.0, "bytes"))
    return f"{count / size:.3g} {unit}"


def _limits() -> Iterator[int]:
    """Everything that limits the memory this process can still get."""
    if sys.platform == "win32":
        yield from _windows_memory()
        return
    yield from _unix_memory()
    yield from _control_group_memory()
    yield from _own_limit()


def _unix_memory() -> Iterator[int]:
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    for line in lines:
        if line.startswith("MemAvailable:"):
            yield 1024 * int(line.split()[1])
            return
    try:
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return


def _control_group_memory() -> Iterator[int]:
    """A container can have less than the machine; file caches can be reclaimed."""
    try:
        limit = (_CONTROL_GROUP / "memory.max").read_text("ascii").strip()
        used = int((_CONTROL_GROUP / "memory.current").read_text("ascii"))
        counts = dict(line.split() for line in (_CONTROL_GROUP / "memory.stat").read_text("ascii").splitlines())
        if limit != "max":
            yield max(0, int(limit) - used + int(counts.get("inactive_file", "0")))
    except (OSError, ValueError):
        return


def _own_limit() -> Iterator[int]:
    """What `ulimit -v` leaves."""
    try:
        lines = (_PROCESS / "limits").read_text("ascii").splitlines()
        pages = int((_PROCESS / "statm").read_text("ascii").split()[0])
        limits = [line.split()[3] for line in lines if line.startswith("Max address space")]
        if limits and limits[0] != "unlimited":
            yield max(0, int(limits[0]) - pages * os.sysconf("SC_PAGE_SIZE"))
    except (OSError, ValueError, IndexError):
        return


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        ("total", ctypes.c_ulonglong),
        ("available", ctypes.c_ulonglong),
        ("total_page_file", ctypes.c_ulonglong),
        ("available_page_file", ctypes.c_ulonglong),
        ("total_virtual", ctypes.c_ulonglong),
        ("available_virtual", ctypes.c_ulonglong),
        ("available_extended", ctypes.c_ulonglong),
    )


def _windows_memory() -> Iterator[int]:
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    libraries = getattr(ctypes, "windll", None)
    if libraries is not None and libraries.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        yield int(status.available)
