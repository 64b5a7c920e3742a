"""ObjectFile -> its sections one after another in memory, with every relocation applied."""

import struct
from collections.abc import Mapping

from simnon.source import frozen

from .objects import ObjectFile, Place, Relocation, Symbol, word_at

X86_64, AARCH64 = "x86_64", "aarch64"
_ADD_IMMEDIATE, _ADD_MASK = 0x11000000, 0x7F000000
_VECTOR_128 = 0x04800000


def aligned(number: int, alignment: int) -> int:
    return -(-number // alignment) * alignment


@frozen
class Stubs:
    """Short jumps through a table of addresses, one for each function of another library."""

    processor: str
    names: tuple[str, ...]

    @property
    def size_of_one(self) -> int:
        return 8 if self.processor == X86_64 else 16

    @property
    def size(self) -> int:
        return self.size_of_one * len(self.names)

    def code(self, start: int, table: int) -> bytes:
        """The stubs at `start`, for a table of eight bytes each at `table`."""
        return b"".join(
            self._one(start + i * self.size_of_one, table + 8 * i).ljust(self.size_of_one, b"\0")
            for i in range(len(self.names))
        )

    def _one(self, here: int, slot: int) -> bytes:
        if self.processor == X86_64:
            return b"\xff\x25" + struct.pack("<i", slot - (here + 6))
        pages = (slot >> 12) - (here >> 12)
        adrp = 0x90000010 | (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5
        load = 0xF9400210 | (slot & 0xFFF) >> 3 << 10
        return struct.pack("<III", adrp, load, 0xD61F0200)

    def addresses(self, start: int) -> dict[str, int]:
        return {name: start + i * self.size_of_one for i, name in enumerate(self.names)}


@frozen
class Layout:
    """Where the sections and the stubs are; `end` is the first free address after them."""

    address_of_section: Mapping[int, int]
    stubs: Stubs
    address_of_stubs: int
    end: int

    def address(self, symbol: Symbol) -> int:
        if symbol.section is None:
            return self.stubs.addresses(self.address_of_stubs)[symbol.name]
        return self.address_of_section[symbol.section] + symbol.offset


def lay_out(found: ObjectFile, start: int, processor: str) -> Layout:
    at, addresses = start, {}
    for index, section in found.sections.items():
        addresses[index] = at = aligned(at, section.alignment)
        at += len(section.data)
    stubs = Stubs(processor, found.undefined)
    at = aligned(at, 16)
    return Layout(addresses, stubs, at, at + stubs.size)


def fill(found: ObjectFile, layout: Layout, image: bytearray, base: int, table: int) -> None:
    """Copy sections and stubs into `image`, whose first byte has the address `base`, and relocate them."""
    for index, section in found.sections.items():
        start = layout.address_of_section[index] - base
        image[start : start + len(section.data)] = section.data
    start = layout.address_of_stubs - base
    image[start : start + layout.stubs.size] = layout.stubs.code(layout.address_of_stubs, table)
    for place in found.places:
        _relocate(place, layout, image, base)


def _relocate(place: Place, layout: Layout, image: bytearray, base: int) -> None:
    here = layout.address_of_section[place.section] + place.offset
    at = here - base
    there = layout.address(place.symbol) + place.addend
    match place.kind:
        case Relocation.RELATIVE32:
            struct.pack_into("<i", image, at, there - here)
        case Relocation.BRANCH26:
            _change(image, at, 0x03FFFFFF, (there - here) >> 2)
        case Relocation.PAGE21:
            pages = (there >> 12) - (here >> 12)
            _change(image, at, 3 << 29 | 0x7FFFF << 5, (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5)
        case Relocation.LOW12:
            _change(image, at, 0xFFF << 10, (there & 0xFFF) >> _scale(word_at(image, at)) << 10)


def _change(image: bytearray, at: int, mask: int, bits: int) -> None:
    struct.pack_into("<I", image, at, (word_at(image, at) & ~mask & 0xFFFFFFFF) | (bits & mask))


def _scale(instruction: int) -> int:
    """The power of two in which a load or a store counts its offset; an addition counts bytes."""
    if instruction & _ADD_MASK == _ADD_IMMEDIATE or instruction & 0x7F800000 == 0x91000000 & 0x7F800000:
        return 0
    is_vector_128 = instruction & _VECTOR_128 == _VECTOR_128 and instruction >> 30 == 0
    return 4 if is_vector_128 else instruction >> 30
