"""Object files -> shared libraries of Linux, Windows and macOS, made on any of them."""

from collections.abc import Mapping, Sequence

from simnon.source import frozen

from ...machines import Machine
from .elf import link_elf
from .mach_o import link_mach_o
from .objects import ObjectFile, merged, renamed
from .pe import link_pe
from .read_coff import read_coff
from .read_elf import read_elf
from .read_mach_o import read_mach_o

KERNEL = "KERNEL32.dll"


@frozen
class Group:
    """Object files that see each other's symbols; others see only those in `shown`, under other names."""

    images: tuple[bytes, ...]
    shown: Mapping[str, str]


def link_library(
    images: Sequence[bytes],
    machine: Machine,
    exports: Sequence[str],
    name: str,
    entry: str,
    groups: Sequence[Group] = (),
) -> bytes:
    """The library with these functions; `entry` is what Windows calls when it loads it."""
    parts = [_read(image, machine) for image in images]
    parts += [renamed(merged([_read(image, machine) for image in group.images]), group.shown) for group in groups]
    whole, processor = merged(parts), machine.name.split("-")[0]
    match machine.system:
        case "elf":
            return link_elf(whole, processor, exports, name)
        case "pe":
            return link_pe(whole, exports, name, entry, KERNEL)
        case _:
            return link_mach_o(whole, processor, exports, name)


def _read(image: bytes, machine: Machine) -> ObjectFile:
    match machine.system:
        case "elf":
            return read_elf(image)
        case "pe":
            return read_coff(image)
        case _:
            return read_mach_o(image)


__all__ = ["Group", "link_library"]
