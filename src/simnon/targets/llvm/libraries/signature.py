"""The ad-hoc signature of a Mach-O file: the hashes of its pages (xnu, osfmk/kern/cs_blobs.h). Without it, an arm64
system does not load a library."""

import hashlib
import struct

PAGE = 4096
_SUPER_BLOB, _DIRECTORY = 0xFADE0CC0, 0xFADE0C02
_ADHOC_BY_LINKER = 0x20002
_HEAD, _SUPER_HEAD, _HASH = 88, 20, 32


def signature_size(size: int, name: str) -> int:
    """For the first `size` bytes of the file."""
    pages = -(-size // PAGE)
    return -(-(_SUPER_HEAD + _HEAD + len(name.encode()) + 1 + _HASH * pages) // 16) * 16


def signature(data: bytes, name: str, text_size: int) -> bytes:
    """`text_size` is the size of the segment with the code."""
    identifier = name.encode() + b"\0"
    pages = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
    hashes = b"".join(hashlib.sha256(page).digest() for page in pages)
    hash_offset = _HEAD + len(identifier)
    length = hash_offset + len(hashes)
    directory = struct.pack(
        ">IIIIIIIIIBBBBIIIIQQQQ",
        _DIRECTORY, length, 0x20400, _ADHOC_BY_LINKER, hash_offset, _HEAD, 0, len(pages), len(data),
        _HASH, 2, 0, 12, 0, 0, 0, 0, 0, 0, text_size, 0,
    )  # fmt: skip
    assert len(directory) == _HEAD, "libraries: the head of a code directory has 88 bytes"
    head = struct.pack(">IIIII", _SUPER_BLOB, _SUPER_HEAD + length, 1, 0, _SUPER_HEAD)
    return (head + directory + identifier + hashes).ljust(signature_size(len(data), name), b"\0")
