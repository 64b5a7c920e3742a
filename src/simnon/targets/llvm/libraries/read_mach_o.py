"""Mach-O object for x86-64 or ARM -> ObjectFile (mach-o/loader.h, mach-o/x86_64/reloc.h, mach-o/arm64/reloc.h)."""

import struct

from .objects import ObjectFile, Place, Relocation, Section, Symbol, signed, text_at, unknown, word_at

ARM64 = 0x0100000C
SEGMENT, SYMTAB = 0x19, 0x2
EXTERNAL, DEFINED_IN_SECTION = 0x01, 0x0E
_X86_SIGNED = {1: 0, 2: 0, 6: -1, 7: -2, 8: -4}
"""SIGNED and BRANCH, and SIGNED with 1, 2 or 4 bytes that follow in the instruction."""
ARM_BRANCH, ARM_PAGE, ARM_LOW, ARM_ADDEND = 2, 3, 4, 10


def read_mach_o(image: bytes) -> ObjectFile:
    cpu = struct.unpack_from("<I", image, 4)[0]
    commands = struct.unpack_from("<I", image, 16)[0]
    found, headers, addresses = ObjectFile(), [], {}
    at, symtab = 32, (0, 0, 0, 0)
    for _ in range(commands):
        kind, size = struct.unpack_from("<II", image, at)
        if kind == SEGMENT:
            count = struct.unpack_from("<I", image, at + 64)[0]
            headers += [struct.unpack_from("<16s16sQQIIIIIIII", image, at + 72 + 80 * i) for i in range(count)]
        elif kind == SYMTAB:
            symtab = struct.unpack_from("<IIII", image, at + 8)
        at += size
    for i, header in enumerate(headers, start=1):
        title = header[0].rstrip(b"\0").decode()
        addresses[i] = header[2]
        if title not in ("__compact_unwind", "__eh_frame") and header[3]:
            data = image[header[4] : header[4] + header[3]]
            found.sections[i] = Section(title, data, max(16, 1 << header[5]))
    for i in range(symtab[1]):
        name, kind, section, _, value = struct.unpack_from("<IBBHQ", image, symtab[0] + 16 * i)
        is_here = kind & DEFINED_IN_SECTION == DEFINED_IN_SECTION
        text = text_at(image, symtab[2] + name)
        offset = value - addresses[section] if is_here else 0
        found.symbols.append(
            Symbol(text.removeprefix("_"), section if is_here else None, offset, bool(kind & EXTERNAL) and is_here)
        )
    for i, header in enumerate(headers, start=1):
        if i in found.sections:
            _read_places(image, found, i, header, cpu == ARM64, addresses)
    return found


def _read_places(
    image: bytes, found: ObjectFile, section: int, header: tuple[int, ...], is_arm: bool, addresses: dict[int, int]
) -> None:
    addend = 0
    for k in range(header[7]):
        offset, rest = struct.unpack_from("<iI", image, header[6] + 8 * k)
        number, is_external, kind = rest & 0xFFFFFF, rest >> 27 & 1, rest >> 28
        data = found.sections[section].data
        if is_arm and kind == ARM_ADDEND:
            addend = signed(number, 24)
            continue
        if not is_external:
            if is_arm or kind not in _X86_SIGNED:
                raise unknown("local relocation of Mach-O", kind)
            # The place holds the distance to an address of the object file.
            target = addresses[section] + offset + 4 - _X86_SIGNED[kind] + signed(word_at(data, offset), 32)
            symbol = Symbol("", number, 0)
            found.places.append(
                Place(
                    section, offset, Relocation.RELATIVE32, symbol, target - addresses[number] - 4 + _X86_SIGNED[kind]
                )
            )
            continue
        symbol = found.symbols[number]
        if is_arm:
            kinds = {ARM_BRANCH: Relocation.BRANCH26, ARM_PAGE: Relocation.PAGE21, ARM_LOW: Relocation.LOW12}
            if kind not in kinds:
                raise unknown("relocation of Mach-O", kind)
            found.places.append(Place(section, offset, kinds[kind], symbol, addend))
            addend = 0
        elif kind in _X86_SIGNED:
            # SIGNED_1 and its likes: the addend in the place does not count the bytes that follow.
            own = signed(word_at(data, offset), 32) - 4
            found.places.append(Place(section, offset, Relocation.RELATIVE32, symbol, own))
        else:
            raise unknown("relocation of Mach-O", kind)
