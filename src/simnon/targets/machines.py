"""DATA: the machines that libraries can be built for, wherever that happens."""

from simnon.source import frozen


@frozen
class Machine:
    """A system and a processor in LLVM's terms; `name` and `extension` are those of FMI."""

    name: str
    triple: str
    cpu: str
    system: str
    """The kind of its libraries: `elf`, `pe` or `mach-o`."""
    extension: str
    older_name: str
    """The name of its folder in FMI 2."""


MACHINES: dict[str, Machine] = {
    machine.name: machine
    for machine in (
        Machine("x86_64-linux", "x86_64-unknown-linux-gnu", "x86-64-v2", "elf", ".so", "linux64"),
        Machine("aarch64-linux", "aarch64-unknown-linux-gnu", "generic", "elf", ".so", "aarch64-linux"),
        Machine("x86_64-windows", "x86_64-pc-windows-gnu", "x86-64-v2", "pe", ".dll", "win64"),
        Machine("aarch64-darwin", "arm64-apple-macosx11.0.0", "apple-m1", "mach-o", ".dylib", "aarch64-darwin"),
        Machine("x86_64-darwin", "x86_64-apple-macosx11.0.0", "x86-64-v2", "mach-o", ".dylib", "darwin64"),
    )
}
