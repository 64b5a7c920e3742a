"""DATA: one fault, as it is tried and as it is kept in a file."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

FINDINGS = Path(__file__).parents[2] / "tests" / "findings" / "faults"


@dataclass(frozen=True, slots=True)
class Fault:
    """`writer` is a line of `writers.WRITERS`, or what is done to a whole process."""

    kind: str
    writer: str
    event: int = 0
    """The process is killed before it does this to a file for the so many-th time; 0 where time counts."""
    seconds: float = 0.0
    """The process is killed after so long."""
    room: int = 0
    """So many bytes are left on the disk."""
    seed: int = 0

    def name(self) -> str:
        digest = hashlib.sha256(json.dumps(asdict(self)).encode()).hexdigest()[:8]
        return f"{self.kind}-{self.writer.replace(' ', '-').replace('/', '-')}-{digest}"


def keep(fault: Fault, complaints: list[str], folder: Path = FINDINGS) -> Path:
    """Write a finding as a file that a test replays."""
    path = folder / f"{fault.name()}.json"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"found": complaints, "fault": asdict(fault)}, indent=1) + "\n", encoding="utf-8")
    return path


def kept_faults(folder: Path = FINDINGS) -> dict[str, Fault]:
    """All findings that are kept, by the names of their files."""
    texts = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.json"))}
    return {name: Fault(**json.loads(text)["fault"]) for name, text in texts.items()}
