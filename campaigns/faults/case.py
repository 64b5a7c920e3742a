"""DATA: one fault, as it is tried and kept in a file."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from ..findings import FINDINGS as ALL_FINDINGS
from ..findings import read_findings, write_finding

FINDINGS = ALL_FINDINGS / "faults"


@dataclass(frozen=True, slots=True)
class Fault:
    """`writer` is a line of `writers.WRITERS`, or what is done to the whole process."""

    kind: str
    writer: str
    event: int = 0
    """The process is killed before its n-th operation on a file; 0 if `seconds` counts."""
    seconds: float = 0.0
    """The process is killed after this time."""
    room: int = 0
    """The bytes left on the disk."""
    seed: int = 0

    def name(self) -> str:
        digest = hashlib.sha256(json.dumps(asdict(self)).encode()).hexdigest()[:8]
        return f"{self.kind}-{self.writer.replace(' ', '-').replace('/', '-')}-{digest}"


def keep(fault: Fault, complaints: list[str], folder: Path = FINDINGS) -> Path:
    """Write a finding as a file that a test replays."""
    return write_finding(folder, fault.name(), complaints, asdict(fault))


def kept_faults(folder: Path = FINDINGS) -> dict[str, Fault]:
    """All findings, by the names of their files."""
    return {name: Fault(**content) for name, content in read_findings(folder).items()}
