"""A library for ARM in an emulator: read by LIEF, run by Unicorn, with memory allocation as its only system."""

import struct
from pathlib import Path
from typing import Any, cast

import unicorn
from unicorn import arm64_const as arm

from tests.unit.targets.llvm.libraries.reading import lief

BASE, HEAP, STACK, SYSTEM = 0x10000000, 0x40000000, 0x70000000, 0x60000000
IMPORTED = {"calloc": SYSTEM, "free": SYSTEM + 16}
RETURN = SYSTEM + 256
SCRATCH = SYSTEM + 0x1000
_RETURN_INSTRUCTION = struct.pack("<I", 0xD65F03C0)


class Emulator:
    """The library at `path`, ready to be called."""

    def __init__(self, path: Path) -> None:
        made = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)  # type: ignore[attr-defined,no-untyped-call]
        self.machine = cast("Any", made)
        for start, size in ((BASE, 1 << 24), (HEAP, 1 << 25), (STACK, 1 << 21), (SYSTEM, 1 << 16)):
            self.machine.mem_map(start, size)
        self.machine.reg_write(arm.UC_ARM64_REG_CPACR_EL1, 3 << 20)
        for address in IMPORTED.values():
            self.machine.mem_write(address, _RETURN_INSTRUCTION)
        self._free = HEAP
        self.machine.hook_add(unicorn.UC_HOOK_CODE, self._allocate, begin=SYSTEM, end=SYSTEM + 32)
        self.functions = self._load(path)

    def _load(self, path: Path) -> dict[str, int]:
        library: Any = lief().parse(str(path))
        data, is_elf = path.read_bytes(), isinstance(library, lief().ELF.Binary)
        for segment in library.segments:
            size = segment.physical_size if is_elf else segment.file_size
            is_loaded = not is_elf or segment.type == lief().ELF.Segment.TYPE.LOAD
            if is_loaded:
                part = data[segment.file_offset : segment.file_offset + size]
                self.machine.mem_write(BASE + segment.virtual_address, part)
        for place in library.relocations if is_elf else library.bindings:
            name = place.symbol.name.removeprefix("_")
            self.machine.mem_write(BASE + place.address, struct.pack("<Q", IMPORTED[name]))
        return {symbol.name.removeprefix("_"): BASE + symbol.value for symbol in library.exported_symbols}

    def _allocate(self, machine: Any, address: int, _size: int, _data: object) -> None:
        if address == IMPORTED["calloc"]:
            size = machine.reg_read(arm.UC_ARM64_REG_X0) * machine.reg_read(arm.UC_ARM64_REG_X1)
            machine.reg_write(arm.UC_ARM64_REG_X0, self._free)
            self._free += -(-size // 64) * 64

    def call(self, name: str, integers: tuple[int, ...], floats: tuple[float, ...] = ()) -> int:
        """The result, an integer; arguments beyond eight are zero."""
        for i, value in enumerate(integers):
            self.machine.reg_write(arm.UC_ARM64_REG_X0 + i, value)
        for i, number in enumerate(floats):
            self.machine.reg_write(arm.UC_ARM64_REG_D0 + i, struct.unpack("<Q", struct.pack("<d", number))[0])
        top = STACK + (1 << 20)
        self.machine.mem_write(top, bytes(64))
        self.machine.reg_write(arm.UC_ARM64_REG_SP, top)
        self.machine.reg_write(arm.UC_ARM64_REG_LR, RETURN)
        self.machine.emu_start(self.functions[name], RETURN)
        return int(self.machine.reg_read(arm.UC_ARM64_REG_X0))

    def put(self, offset: int, data: bytes) -> int:
        self.machine.mem_write(SCRATCH + offset, data)
        return SCRATCH + offset

    def number(self, offset: int) -> float:
        return float(struct.unpack("<d", self.machine.mem_read(SCRATCH + offset, 8))[0])
