"""Object files -> shared libraries of Linux, Windows and macOS, made on any of them."""

from collections.abc import Sequence

from ...machines import Machine
from .elf import link_elf
from .mach_o import link_mach_o
from .objects import merged
from .pe import link_pe
from .read_coff import read_coff
from .read_elf import read_elf
from .read_mach_o import read_mach_o

KERNEL = "KERNEL32.dll"


def link_library(images: Sequence[bytes], machine: Machine, exports: Sequence[str], name: str, entry: str) -> bytes:
    """The library with these functions; `entry` is what Windows calls when it loads it."""
    processor = machine.name.split("-")[0]
    match machine.system:
        case "elf":
            return link_elf(merged([read_elf(image) for image in images]), processor, exports, name)
        case "pe":
            return link_pe(merged([read_coff(image) for image in images]), exports, name, entry, KERNEL)
        case _:
            return link_mach_o(merged([read_mach_o(image) for image in images]), processor, exports, name)


__all__ = ["link_library"]
