"""DATA: one thing to try, what became of it, and how a finding is kept in a file."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

FINDINGS = Path(__file__).parents[1] / "tests" / "findings"


@dataclass(frozen=True, slots=True)
class Case:
    """`lines` are what is made smaller: of a model, of a session, a Python call, bytes in hexadecimal digits."""

    kind: str
    lines: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def with_lines(self, lines: tuple[str, ...]) -> "Case":
        return replace(self, lines=lines)

    def as_json(self) -> dict[str, object]:
        return {"kind": self.kind, "settings": dict(self.settings), "lines": list(self.lines)}

    @staticmethod
    def from_json(content: dict[str, object]) -> "Case":
        lines, settings = content["lines"], content["settings"]
        assert isinstance(lines, list)
        assert isinstance(settings, dict)
        return Case(str(content["kind"]), tuple(map(str, lines)), settings)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`outcome` is a word: made, refused (with a diagnostic), interrupted, or the kind of a finding.

    `signature` is empty where all is well; findings with the same one are taken for one and the same.
    """

    outcome: str
    signature: str = ""
    account: str = ""

    @property
    def is_finding(self) -> bool:
        return bool(self.signature)


def keep(case: Case, verdict: Verdict, folder: Path = FINDINGS) -> Path:
    """Write a finding as a file that a test replays."""
    content = json.dumps({"found": verdict.signature, **case.as_json()}, indent=1) + "\n"
    path = folder / f"{case.kind}-{hashlib.sha256(verdict.signature.encode()).hexdigest()[:10]}.json"
    path.write_text(content, encoding="utf-8")
    return path


def kept_cases(folder: Path = FINDINGS) -> dict[str, Case]:
    """All findings that are kept, by the names of their files."""
    return {path.stem: Case.from_json(json.loads(path.read_text("utf-8"))) for path in sorted(folder.glob("*.json"))}
