"""Mach-O object -> dynamic library of macOS, signed ad hoc (mach-o/loader.h; the linker's opcodes for dyld)."""

import struct
from collections.abc import Sequence

from .layout import AARCH64, aligned, fill, lay_out
from .objects import ObjectFile
from .signature import signature, signature_size

PAGE = 16384
_CPU = {"x86_64": (0x01000007, 3), AARCH64: (0x0100000C, 0)}
_DYLIB, _FLAGS = 6, 0x00100085
"""No undefined symbols that are not bound, names of libraries with symbols, no re-exports."""
SYSTEM = "/usr/lib/libSystem.B.dylib"
_HEADERS = 4096
MACOS, VERSION_11 = 1, 11 << 16


def link_mach_o(found: ObjectFile, processor: str, exports: Sequence[str], name: str) -> bytes:
    """The library `name`; its only need is the system's library, for memory."""
    layout = lay_out(found, _HEADERS, processor)
    text_size = aligned(layout.end, PAGE)
    table, table_size = text_size, 8 * len(found.undefined)
    data_size = PAGE if found.undefined else 0
    visible = found.visible()
    addresses = {each: layout.address(visible[each]) for each in exports}
    links = _Links(text_size + data_size, found.undefined, addresses)
    out = bytearray(links.start)
    fill(found, layout, out, 0, table)
    commands = _commands(layout.end, text_size, (table, table_size, data_size), links, name, found.undefined)
    signed_size = aligned(links.end, 16)
    commands.append(struct.pack("<IIII", 0x1D, 16, signed_size, signature_size(signed_size, name)))
    linkedit = signed_size + signature_size(signed_size, name) - links.start
    commands[2 if data_size else 1] = _segment(b"__LINKEDIT", links.start, linkedit, 1, ())
    cpu, kind = _CPU[processor]
    body = b"".join(commands)
    out[:32] = struct.pack("<IIIIIIII", 0xFEEDFACF, cpu, kind, _DYLIB, len(commands), len(body), _FLAGS, 0)
    assert 32 + len(body) <= _HEADERS, "libraries: too many load commands"
    out[32 : 32 + len(body)] = body
    out += links.data
    out += bytes(signed_size - len(out))
    return bytes(out) + signature(bytes(out), name, text_size)


class _Links:
    """What the loader reads: bindings, the trie of exports, symbols and their names."""

    def __init__(self, start: int, imports: Sequence[str], addresses: dict[str, int]) -> None:
        self.start = start
        binds = _bindings(imports)
        trie = _trie({f"_{name}": address for name, address in addresses.items()})
        names = [*sorted(addresses), *imports]
        strings, offsets = bytearray(b" \0"), []
        for name in names:
            offsets.append(len(strings))
            strings += b"_" + name.encode() + b"\0"
        symbols = b"".join(
            struct.pack(
                "<IBBHQ",
                at,
                0x0F if name in addresses else 0x01,
                int(name in addresses),
                0 if name in addresses else 0x0100,
                addresses.get(name, 0),
            )
            for name, at in zip(names, offsets, strict=True)
        )
        self.binds = (start, len(binds))
        self.trie = (start + len(binds), len(trie))
        self.symbols = (aligned(sum(self.trie), 8), len(names))
        self.strings = (self.symbols[0] + len(symbols), len(strings))
        self.defined = len(addresses)
        self.data = (binds + trie).ljust(self.symbols[0] - start, b"\0") + symbols + bytes(strings)
        self.end = start + len(self.data)


def _uleb(number: int) -> bytes:
    out = bytearray()
    while True:
        byte, number = number & 0x7F, number >> 7
        out.append(byte | (0x80 if number else 0))
        if not number:
            return bytes(out)


def _bindings(imports: Sequence[str]) -> bytes:
    """Pointers of the second segment, one after another, from the first library."""
    if not imports:
        return b""
    out = bytearray(b"\x11\x51\x71\x00")
    for name in imports:
        out += b"\x40_" + name.encode() + b"\0\x90"
    out += b"\0"
    return bytes(out.ljust(aligned(len(out), 8), b"\0"))


def _trie(addresses: dict[str, int]) -> bytes:
    """A root with an edge for each name, sorted; each ends in a node with the address."""
    names = sorted(addresses)
    leaves = {name: bytes([1 + len(_uleb(addresses[name]))]) + b"\0" + _uleb(addresses[name]) + b"\0" for name in names}
    at, size = dict.fromkeys(names, 0), -1
    assert len(names) < 256, "libraries: too many exports"
    while True:
        root = b"\0" + bytes([len(names)]) + b"".join(n.encode() + b"\0" + _uleb(at[n]) for n in names)
        if len(root) == size:
            break
        size, place = len(root), len(root)
        for name in names:
            at[name] = place
            place += len(leaves[name])
    data = root + b"".join(leaves[name] for name in names)
    return data.ljust(aligned(len(data), 8), b"\0")


def _segment(name: bytes, at: int, size: int, protection: int, sections: Sequence[bytes], used: int = -1) -> bytes:
    length = size if used < 0 else used
    head = struct.pack(
        "<II16sQQQQIIII",
        0x19,
        72 + 80 * len(sections),
        name,
        at,
        aligned(size, PAGE),
        at,
        length,
        protection,
        protection,
        len(sections),
        0,
    )
    return head + b"".join(sections)


def _section(name: bytes, segment: bytes, at: int, size: int, alignment: int, flags: int) -> bytes:
    return struct.pack("<16s16sQQIIIIIIII", name, segment, at, size, at, alignment, 0, 0, flags, 0, 0, 0)


def _commands(
    text_end: int, text_size: int, data: tuple[int, int, int], links: _Links, name: str, imports: Sequence[str]
) -> list[bytes]:
    code = _section(b"__text", b"__TEXT", _HEADERS, text_end - _HEADERS, 4, 0x80000400)
    commands = [_segment(b"__TEXT", 0, text_size, 5, (code,))]
    table, used, size = data
    if size:
        got = _section(b"__got", b"__DATA", table, used, 3, 6)
        commands.append(_segment(b"__DATA", table, size, 3, (got,)))
    commands.append(b"")  # __LINKEDIT, whose size follows from the signature
    commands.append(_library(0x0D, f"@rpath/{name}"))
    commands.append(struct.pack("<12I", 0x80000022, 48, 0, 0, *links.binds, 0, 0, 0, 0, *links.trie))
    commands.append(struct.pack("<6I", 0x02, 24, *links.symbols, *links.strings))
    symbols = (0, 0, 0, links.defined, links.defined, len(imports))
    indirect = (0,) * 12
    commands.append(struct.pack("<20I", 0x0B, 80, *symbols, *indirect))
    commands.append(struct.pack("<6I", 0x32, 24, MACOS, VERSION_11, VERSION_11, 0))
    commands.append(_library(0x0C, SYSTEM))
    return commands


def _library(command: int, name: str) -> bytes:
    text = name.encode() + b"\0"
    size = aligned(24 + len(text), 8)
    return (struct.pack("<6I", command, size, 24, 0, 0x10000, 0x10000) + text).ljust(size, b"\0")
