"""ELF object -> shared library: what the dynamic loader needs, and no more (System V ABI)."""

import struct
from collections.abc import Sequence

from .layout import AARCH64, aligned, fill, lay_out
from .objects import ObjectFile

PAGE = 65536
"""The largest page of a supported processor."""
_MACHINE = {"x86_64": 62, AARCH64: 183}
_GLOB_DAT = {"x86_64": 6, AARCH64: 1025}
_LOAD, _DYNAMIC, _STACK = 1, 2, 0x6474E551
_R, _RX, _RW = 4, 5, 6
NEEDED, HASH, STRTAB, SYMTAB, RELA, RELASZ, RELAENT, STRSZ, SYMENT, SONAME, BIND_NOW, FLAGS_1 = (
    1, 4, 5, 6, 7, 8, 9, 10, 11, 14, 24, 0x6FFFFFFB,
)  # fmt: skip
_HEADERS = 4


def link_elf(found: ObjectFile, processor: str, exports: Sequence[str], name: str) -> bytes:
    """The library `name`; its only need is the C library, for memory."""
    symbols = [*found.undefined, *exports]
    strings, offsets = _strings([*symbols, "libc.so.6", name])
    tables = _Tables(64 + 56 * _HEADERS, len(symbols) + 1, len(found.undefined), len(strings))
    layout = lay_out(found, tables.end, processor)
    got = aligned(layout.end, PAGE)
    dynamic = got + 8 * len(found.undefined)
    entries = _dynamic_entries(tables, offsets, name, len(found.undefined), len(strings))
    end = dynamic + 16 * len(entries)
    out = bytearray(end)
    out[:64] = _header(processor)
    _program_headers(out, layout.end, got, end, dynamic, 16 * len(entries))
    out[tables.strings : tables.strings + len(strings)] = strings
    fill(found, layout, out, 0, got)
    _write_symbols(out, tables, found, [offsets[s] for s in symbols], exports, layout.address)
    for i in range(len(found.undefined)):
        struct.pack_into("<QQq", out, tables.relocations + 24 * i, got + 8 * i, (i + 1) << 32 | _GLOB_DAT[processor], 0)
    for i, (tag, value) in enumerate(entries):
        struct.pack_into("<QQ", out, dynamic + 16 * i, tag, value)
    return bytes(out)


class _Tables:
    """Where the tables of the loader are, after the headers."""

    def __init__(self, start: int, symbols: int, relocations: int, strings: int) -> None:
        self.symbols = aligned(start, 8)
        self.hash = self.symbols + 24 * symbols
        self.relocations = aligned(self.hash + 4 * (3 + symbols), 8)
        self.strings = self.relocations + 24 * relocations
        self.end = aligned(self.strings + strings, 16)
        self.symbol_count = symbols


def _strings(names: Sequence[str]) -> tuple[bytes, dict[str, int]]:
    data, offsets = bytearray(b"\0"), {}
    for name in names:
        offsets[name] = len(data)
        data += name.encode() + b"\0"
    return bytes(data), offsets


def _header(processor: str) -> bytes:
    rest = struct.pack("<HHIQQQIHHHHHH", 3, _MACHINE[processor], 1, 0, 64, 0, 0, 64, 56, _HEADERS, 64, 0, 0)
    return b"\x7fELF\2\1\1" + bytes(9) + rest


def _program_headers(out: bytearray, text_end: int, data: int, end: int, dynamic: int, size: int) -> None:
    rows = (
        (_LOAD, _RX, 0, text_end, PAGE),
        (_LOAD, _RW, data, end - data, PAGE),
        (_DYNAMIC, _RW, dynamic, size, 8),
        (_STACK, _RW, 0, 0, 16),
    )
    for i, (kind, flags, at, length, alignment) in enumerate(rows):
        struct.pack_into("<IIQQQQQQ", out, 64 + 56 * i, kind, flags, at, at, at, length, length, alignment)


def _dynamic_entries(
    tables: _Tables, offsets: dict[str, int], name: str, relocations: int, strings: int
) -> list[tuple[int, int]]:
    entries = [
        (NEEDED, offsets["libc.so.6"]),
        (SONAME, offsets[name]),
        (HASH, tables.hash),
        (STRTAB, tables.strings),
        (SYMTAB, tables.symbols),
        (STRSZ, strings),
        (SYMENT, 24),
    ]
    if relocations:
        entries += [(RELA, tables.relocations), (RELASZ, 24 * relocations), (RELAENT, 24)]
    return [*entries, (BIND_NOW, 0), (FLAGS_1, 1), (0, 0)]


def _write_symbols(
    out: bytearray, tables: _Tables, found: ObjectFile, names: list[int], exports: Sequence[str], address: object
) -> None:
    """The symbols, those from elsewhere first, and a hash table with one chain through all of them."""
    assert callable(address)
    visible = found.visible()
    for i, name in enumerate(names):
        number = i - len(found.undefined)
        value = 0 if number < 0 else address(visible[exports[number]])
        section = 0 if number < 0 else 1
        struct.pack_into("<IBBHQQ", out, tables.symbols + 24 * (i + 1), name, 0x12, 0, section, value, 0)
    count = tables.symbol_count
    chain = [(i + 1) % count if i else 0 for i in range(count)]
    struct.pack_into(f"<{3 + count}I", out, tables.hash, 1, count, 1, *chain)
