"""ELF object -> ObjectFile (System V ABI; for AArch64, ELF for the Arm 64-bit Architecture)."""

import struct

from .objects import ObjectFile, Place, Relocation, Section, Symbol, text_at, unknown

PROGBITS, SYMTAB, RELA = 1, 2, 4
ALLOCATED, WRITABLE = 2, 1
X86_64, AARCH64 = 62, 183
_KINDS = {
    (X86_64, 2): Relocation.RELATIVE32,
    (X86_64, 4): Relocation.RELATIVE32,
    (AARCH64, 261): Relocation.RELATIVE32,
    (AARCH64, 282): Relocation.BRANCH26,
    (AARCH64, 283): Relocation.BRANCH26,
    (AARCH64, 275): Relocation.PAGE21,
    **{(AARCH64, kind): Relocation.LOW12 for kind in (277, 278, 284, 285, 286, 299)},
}


def read_elf(image: bytes) -> ObjectFile:
    machine = struct.unpack_from("<H", image, 18)[0]
    table = struct.unpack_from("<Q", image, 40)[0]
    size, count, names = struct.unpack_from("<HHH", image, 58)
    headers = [struct.unpack_from("<IIQQQQIIQQ", image, table + i * size) for i in range(count)]
    found = ObjectFile()
    for i, (name, kind, flags, _, start, length, _, _, alignment, _) in enumerate(headers):
        if kind == PROGBITS and flags & ALLOCATED and length:
            assert not flags & WRITABLE, "libraries: an FMU has no variables of its own"
            title = text_at(image, headers[names][4] + name)
            if not title.startswith(".eh_frame"):
                found.sections[i] = Section(title, image[start : start + length], max(16, alignment))
    symtab = next(header for header in headers if header[1] == SYMTAB)
    strings = headers[symtab[6]][4]
    for i in range(symtab[5] // 24):
        name, binding, _, section, value, _ = struct.unpack_from("<IBBHQQ", image, symtab[4] + 24 * i)
        is_elsewhere = section == 0 or section >= 0xFF00
        found.symbols.append(
            Symbol(text_at(image, strings + name), None if is_elsewhere else section, value, binding >> 4 == 1)
        )
    for header in headers:
        if header[1] == RELA and header[7] in found.sections:
            for i in range(header[5] // 24):
                offset, what, addend = struct.unpack_from("<QQq", image, header[4] + 24 * i)
                kind = _KINDS.get((machine, what & 0xFFFFFFFF))
                if kind is None:
                    raise unknown("relocation of ELF", what & 0xFFFFFFFF)
                found.places.append(Place(header[7], offset, kind, found.symbols[what >> 32], addend))
    return found
