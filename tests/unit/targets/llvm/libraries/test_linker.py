"""Our libraries beside those that the linker of `ziglang` makes of the same object files."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import simnon
from simnon.exports import FmuOptions, fmu_files
from simnon.targets import MACHINES, Machine
from simnon.targets.llvm import fmu as building
from simnon.targets.llvm.libraries import link_library
from simnon.targets.llvm.libraries.objects import ObjectFile, Symbol
from simnon.targets.llvm.libraries.read_coff import read_coff
from simnon.targets.llvm.libraries.read_elf import read_elf
from simnon.targets.llvm.libraries.read_mach_o import read_mach_o
from tests.unit.targets.llvm.libraries.reading import lief

EXAMPLES = Path(__file__).parents[5] / "examples"
TARGETS = {
    "x86_64-linux": ("x86_64-linux-gnu", ("-Wl,-Bsymbolic",)),
    "aarch64-linux": ("aarch64-linux-gnu", ("-Wl,-Bsymbolic",)),
    "x86_64-windows": ("x86_64-windows-gnu", ("-nostdlib", "-lkernel32", "-Wl,--export-all-symbols")),
    "aarch64-darwin": ("aarch64-macos.11.0", ()),
    "x86_64-darwin": ("x86_64-macos.11.0", ()),
}
READERS = {"elf": read_elf, "pe": read_coff, "mach-o": read_mach_o}
SIZE_OF_PLACE = 4
"""The bytes that a relocation changes."""
LONGEST = 256
"""The bytes of a function that are compared."""


@pytest.fixture(scope="module")
def linked() -> dict[str, tuple[tuple[bytes, ...], bytes]]:
    """By machine, the object files of an FMU and our library of them."""
    found: dict[str, tuple[tuple[bytes, ...], bytes]] = {}

    def link(images: Any, machine: Machine, exports: Any, name: str, entry: str) -> bytes:
        made = link_library(images, machine, exports, name, entry)
        found[machine.name] = (tuple(images), made)
        return made

    simulator = simnon.load(EXAMPLES / "pendulum.t")._simulator
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "link_library", link)
        fmu_files(simulator, simulator.options(0.0, 10.0, method="dopri5"), FmuOptions())
    return found


def zig_library(images: tuple[bytes, ...], machine: str, folder: Path) -> Any:
    objects = []
    for i, image in enumerate(images):
        objects.append(folder / f"{i}.o")
        objects[-1].write_bytes(image)
    target, flags = TARGETS[machine]
    path = folder / f"zig{MACHINES[machine].extension}"
    done = subprocess.run(
        [sys.executable, "-m", "ziglang", "cc", "-target", target, "-shared", *flags, "-o", path, *objects],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return lief().parse(str(path))


def functions(library: Any) -> dict[str, int]:
    """The addresses of the functions of FMI."""
    found = {f.name.removeprefix("_"): f.address for f in library.exported_functions}
    return {name: address for name, address in found.items() if name.startswith("fmi3")}


def code_at(library: Any, address: int, size: int) -> bytes:
    return bytes(library.get_content_from_virtual_address(address, size))


def unchanged(parts: ObjectFile, symbol: Symbol, size: int) -> list[int]:
    """The offsets in a function that do not depend on where other sections are."""
    moved = {
        byte
        for place in parts.places
        if place.section == symbol.section and place.symbol.section != symbol.section
        for byte in range(place.offset, place.offset + SIZE_OF_PLACE)
    }
    return [i for i in range(size) if symbol.offset + i not in moved]


@pytest.mark.slow
@pytest.mark.parametrize("machine", MACHINES)
def test_the_linker_of_zig_exports_the_same_functions_with_the_same_code(
    machine: str, linked: dict[str, tuple[tuple[bytes, ...], bytes]], tmp_path: Path
) -> None:
    images, made = linked[machine]
    path = tmp_path / f"ours{MACHINES[machine].extension}"
    path.write_bytes(made)
    ours, theirs = lief().parse(str(path)), zig_library(images, machine, tmp_path)
    here, there = functions(ours), functions(theirs)
    compared = 0
    for image in images:
        parts = READERS[MACHINES[machine].system](image)
        for name, symbol in parts.visible().items():
            plain = name.removeprefix("_")
            if plain in here and symbol.section is not None:
                size = min(LONGEST, len(parts.sections[symbol.section].data) - symbol.offset)
                first, second = (code_at(lib, at[plain], size) for lib, at in ((ours, here), (theirs, there)))
                same = unchanged(parts, symbol, size)
                assert [first[i] for i in same] == [second[i] for i in same], name
                compared += len(same)

    assert set(here) == set(there)
    assert compared > 5000
