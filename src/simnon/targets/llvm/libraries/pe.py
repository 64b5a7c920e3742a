"""COFF object for x86-64 -> dynamic-link library of Windows (Microsoft, PE Format)."""

import struct
from collections.abc import Sequence

from .layout import X86_64, aligned, fill, lay_out
from .objects import ObjectFile

SECTION, FILE = 4096, 512
_BASE = 0x180000000
_HEADERS = 1024
_STUB = b"MZ" + bytes(58) + struct.pack("<I", 64)
CODE, READ_ONLY, IMPORTS, RELOCATIONS = 0x60000020, 0x40000040, 0xC0000040, 0x42000040
_CHARACTERISTICS = 0x2022
"""An executable image, a library, with addresses above 2 GB."""
_DLL_CHARACTERISTICS = 0x0160
"""It can be anywhere (also far up), and its data are not executed."""


def link_pe(found: ObjectFile, exports: Sequence[str], name: str, entry: str, library: str) -> bytes:
    """The library `name`, which imports functions of `library` only; `entry` is called when it is loaded."""
    layout = lay_out(found, SECTION, X86_64)
    import_at = aligned(layout.end, SECTION)
    imports, table = _imports(found, import_at, library)
    export_at = aligned(import_at + max(1, len(imports)), SECTION)
    visible = found.visible()
    names = sorted(exports)
    addresses = [layout.address(visible[each]) for each in names]
    exported = _exports(names, addresses, export_at, name)
    relocation_at = aligned(export_at + len(exported), SECTION)
    code = bytearray(layout.end - SECTION)
    fill(found, layout, code, SECTION, table)
    # One empty block: the code is independent of its position, but a library without a table stays where it was built.
    relocations = struct.pack("<IIHH", SECTION, 12, 0, 0)
    sections = [
        (b".text", SECTION, bytes(code), CODE),
        (b".idata", import_at, imports, IMPORTS),
        (b".edata", export_at, exported, READ_ONLY),
        (b".reloc", relocation_at, relocations, RELOCATIONS),
    ]
    directories = {0: (export_at, len(exported)), 1: (import_at, 40), 5: (relocation_at, len(relocations))}
    directories[12] = (table, 8 * (len(found.undefined) + 1))
    return _file(sections, directories, layout.address(visible[entry]))


def _imports(found: ObjectFile, at: int, library: str) -> tuple[bytes, int]:
    """The table of imports, and the address of the table of addresses in it."""
    names = found.undefined
    lookup, addresses = at + 40, at + 40 + 8 * (len(names) + 1)
    texts_at = addresses + 8 * (len(names) + 1)
    texts, places = bytearray(), []
    for name in names:
        places.append(texts_at + len(texts))
        texts += struct.pack("<H", 0) + name.encode() + b"\0"
        texts += bytes(len(texts) % 2)
    library_at = texts_at + len(texts)
    head = struct.pack("<IIIII", lookup, 0, 0, library_at, addresses) + bytes(20)
    entries = struct.pack(f"<{len(names) + 1}Q", *places, 0)
    return head + entries + entries + bytes(texts) + library.encode() + b"\0", addresses


def _exports(names: Sequence[str], addresses: Sequence[int], at: int, name: str) -> bytes:
    count = len(names)
    functions, pointers, ordinals = at + 40, at + 40 + 4 * count, at + 40 + 8 * count
    texts_at = ordinals + 2 * count
    texts, places = bytearray(name.encode() + b"\0"), []
    for each in names:
        places.append(texts_at + len(texts))
        texts += each.encode() + b"\0"
    head = struct.pack("<IIHHIIIIIII", 0, 0, 0, 0, texts_at, 1, count, count, functions, pointers, ordinals)
    tables = struct.pack(f"<{count}I{count}I{count}H", *addresses, *places, *range(count))
    return head + tables + bytes(texts)


def _file(
    sections: Sequence[tuple[bytes, int, bytes, int]], directories: dict[int, tuple[int, int]], entry: int
) -> bytes:
    end = aligned(sections[-1][1] + len(sections[-1][2]), SECTION)
    headers, bodies, at = bytearray(), bytearray(), _HEADERS
    for title, address, data, flags in sections:
        raw = aligned(len(data), FILE)
        headers += struct.pack("<8sIIIIIIHHI", title, len(data), address, raw, at, 0, 0, 0, 0, flags)
        bodies += data.ljust(raw, b"\0")
        at += raw
    coff = struct.pack("<HHIIIHH", 0x8664, len(sections), 0, 0, 0, 240, _CHARACTERISTICS)
    code = aligned(len(sections[0][2]), FILE)
    rest = len(bodies) - code
    optional = struct.pack("<HBBIIIII", 0x20B, 14, 0, code, rest, 0, entry, SECTION)
    optional += struct.pack(
        "<QIIHHHHHHIIIIHH", _BASE, SECTION, FILE, 6, 0, 0, 0, 6, 0, 0, end, _HEADERS, 0, 2, _DLL_CHARACTERISTICS
    )
    optional += struct.pack("<QQQQII", 1 << 20, 4096, 1 << 20, 4096, 0, 16)
    optional += b"".join(struct.pack("<II", *directories.get(i, (0, 0))) for i in range(16))
    head = _STUB + b"PE\0\0" + coff + optional + bytes(headers)
    return bytes(head.ljust(_HEADERS, b"\0") + bodies)
