"""Libraries of Linux, Windows and macOS: read by an independent linker's rules, and run without their systems."""

import hashlib
import re
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest

import simnon
from simnon.exports import FmuOptions, fmu_files
from simnon.targets import MACHINES
from tests.unit.exports.c.compiling import compilers
from tests.unit.targets.llvm.libraries.emulator import Emulator
from tests.unit.targets.llvm.libraries.reading import lief

LOADER = Path(__file__).with_name("loader.c")
EXAMPLES = Path(__file__).parents[5] / "examples"
STEP, COUNT = 0.5, 20


VERSIONS = """CONTINUOUS SYSTEM pendulum
STATE angle speed
DER dangle dspeed
dangle = speed
angle: 1
VERSION small
dspeed = -9.81*angle
VERSION full
dspeed = -9.81*sin(angle)
END
"""


@pytest.fixture(scope="module", params=[(), ("version",)], ids=["alone", "versions"])
def choices(request: pytest.FixtureRequest) -> tuple[str, ...]:
    found: tuple[str, ...] = request.param
    return found


@pytest.fixture(scope="module")
def model(choices: tuple[str, ...]) -> simnon.Model:
    return simnon.load(VERSIONS, choices={"version": "full"}) if choices else simnon.load(EXAMPLES / "pendulum.t")


@pytest.fixture(scope="module")
def files(model: simnon.Model, choices: tuple[str, ...]) -> dict[str, bytes]:
    simulator = model._simulator
    return fmu_files(simulator, simulator.options(0.0, 10.0, method="dopri5"), FmuOptions(choices=choices))


def described(files: dict[str, bytes], attribute: str, name: str = "") -> str:
    text = files["modelDescription.xml"].decode()
    found = re.search(rf'name="{name}" valueReference="(\d+)"' if name else rf'{attribute}="([^"]+)"', text)
    assert found is not None
    return found[1]


def own_angles(model: simnon.Model) -> list[float]:
    run = model.begin(0.0, 10.0, method="dopri5")
    run.advance_to(0.0)
    angles = []
    for i in range(COUNT):
        run.advance_to(STEP * i + STEP)
        angles.append(run["angle"])
    return angles


@pytest.mark.slow
@pytest.mark.parametrize("machine", ["aarch64-linux", "aarch64-darwin"])
def test_a_library_for_arm_gives_our_own_bits_in_an_emulator(
    machine: str, model: simnon.Model, files: dict[str, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "library"
    path.write_bytes(files[f"binaries/{machine}/pendulum{MACHINES[machine].extension}"])
    emulator = Emulator(path)
    nothing = emulator.put(0, bytes(64))
    token = emulator.put(256, described(files, "instantiationToken").encode() + b"\0")
    reference = emulator.put(512, struct.pack("<I", int(described(files, "", "angle"))))
    instance = emulator.call("fmi3InstantiateCoSimulation", (nothing, token, nothing, 0, 0, 0, 0, 0))
    emulator.call("fmi3EnterInitializationMode", (instance, 0, 0), (0.0, 0.0, 0.0))
    emulator.call("fmi3ExitInitializationMode", (instance,))
    found = []
    for i in range(COUNT):
        emulator.call("fmi3DoStep", (instance, 0, *(nothing + 8 * k for k in range(4))), (STEP * i, STEP))
        emulator.call("fmi3GetFloat64", (instance, reference, 1, emulator.put(1024, bytes(8)), 1))
        found.append(emulator.number(1024))

    assert found == own_angles(model)


@pytest.mark.slow
@pytest.mark.parametrize("machine", MACHINES)
def test_an_independent_reader_finds_the_functions_that_are_exported(
    machine: str, files: dict[str, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "library"
    path.write_bytes(files[f"binaries/{machine}/pendulum{MACHINES[machine].extension}"])
    library: Any = lief().parse(str(path))
    exported = {each.name.removeprefix("_") for each in library.exported_functions}
    imported = {each.name.removeprefix("_") for each in library.imported_functions}

    assert len([name for name in exported if name.startswith("fmi3")]) == 75
    assert imported == ({"GetProcessHeap", "HeapAlloc", "HeapFree"} if "windows" in machine else {"calloc", "free"})


@pytest.mark.slow
@pytest.mark.parametrize("machine", ["x86_64-windows", "x86_64-darwin"])
def test_a_library_of_another_system_gives_our_own_bits(
    machine: str, model: simnon.Model, files: dict[str, bytes], tmp_path: Path
) -> None:
    library = tmp_path / "library"
    library.write_bytes(files[f"binaries/{machine}/pendulum{MACHINES[machine].extension}"])
    loader = tmp_path / "loader"
    flags = ["-DWINDOWS"] if machine.endswith("windows") else []
    subprocess.run([*compilers()[0], "-O1", *flags, "-o", loader, LOADER], check=True)
    token, reference = described(files, "instantiationToken"), described(files, "", "angle")
    done = subprocess.run([loader, library, token, reference], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert [float.fromhex(line) for line in done.stdout.split()] == own_angles(model)


@pytest.mark.slow
@pytest.mark.parametrize("machine", [name for name in MACHINES if name.endswith("darwin")])
def test_the_pages_of_a_library_for_macos_have_the_hashes_of_its_signature(
    machine: str, files: dict[str, bytes]
) -> None:
    data = files[f"binaries/{machine}/pendulum.dylib"]
    start = data.rindex(struct.pack(">I", 0xFADE0CC0))
    directory = start + struct.unpack_from(">I", data, start + 16)[0]
    hashes, slots, limit = (struct.unpack_from(">I", data, directory + at)[0] for at in (16, 28, 32))

    assert limit <= start
    for i in range(slots):
        at = directory + hashes + 32 * i
        page = data[4096 * i : min(4096 * (i + 1), limit)]
        assert data[at : at + 32] == hashlib.sha256(page).digest()
