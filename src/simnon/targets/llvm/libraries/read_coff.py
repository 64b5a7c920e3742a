"""COFF object for x86-64 -> ObjectFile (Microsoft, PE Format)."""

import struct

from .objects import ObjectFile, Place, Relocation, Section, Symbol, signed, text_at, unknown, word_at

CODE, DATA, REMOVED, WRITABLE = 0x20, 0x40, 0x800, 0x80000000
ADDRESS32_IN_IMAGE, RELATIVE32 = 3, 4
EXTERNAL = 2


def read_coff(image: bytes) -> ObjectFile:
    _, count, _, table, symbols, optional, _ = struct.unpack_from("<HHIIIHH", image, 0)
    strings = table + 18 * symbols
    found = ObjectFile()
    headers = []
    for i in range(count):
        header = struct.unpack_from("<8sIIIIIIHHI", image, 20 + optional + 40 * i)
        headers.append(header)
        flags, title = header[9], _name(header[0], image, strings)
        if flags & (CODE | DATA) and not flags & REMOVED and header[3] and not title.startswith((".pdata", ".xdata")):
            assert not flags & WRITABLE, "libraries: an FMU has no variables of its own"
            alignment = 1 << max(0, ((flags >> 20) & 15) - 1)
            found.sections[i + 1] = Section(title, image[header[4] : header[4] + header[3]], max(16, alignment))
    found.symbols = _symbols(image, table, symbols, strings)
    for i, header in enumerate(headers, start=1):
        if i in found.sections:
            for k in range(header[7]):
                offset, symbol, kind = struct.unpack_from("<IIH", image, header[5] + 10 * k)
                if not RELATIVE32 <= kind <= RELATIVE32 + 5:
                    raise unknown("relocation of COFF", kind)
                # The addend is in the place; the distance counts from the end of the instruction.
                addend = signed(word_at(found.sections[i].data, offset), 32) - 4 - (kind - RELATIVE32)
                found.places.append(Place(i, offset, Relocation.RELATIVE32, found.symbols[symbol], addend))
    return found


def _symbols(image: bytes, table: int, count: int, strings: int) -> list[Symbol]:
    symbols: list[Symbol] = []
    while len(symbols) < count:
        name, value, section, _, storage, more = struct.unpack_from("<8sIhHBB", image, table + 18 * len(symbols))
        where = section if section > 0 else None
        symbol = Symbol(_name(name, image, strings), where, value, storage == EXTERNAL and where is not None)
        symbols += [symbol] * (1 + more)
    return symbols


def _name(field: bytes, image: bytes, strings: int) -> str:
    if field[:4] == b"\0\0\0\0":
        return text_at(image, strings + word_at(field, 4))
    if field[:1] == b"/":
        return text_at(image, strings + int(field[1:].rstrip(b"\0")))
    return field.rstrip(b"\0").decode()
