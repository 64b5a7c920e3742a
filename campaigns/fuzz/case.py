"""DATA: one case to try, its outcome, and how a finding is kept in a file."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..findings import FINDINGS as ALL_FINDINGS
from ..findings import read_findings, write_finding

FINDINGS = ALL_FINDINGS / "fuzz"


@dataclass(frozen=True, slots=True)
class Case:
    """`lines` are what is reduced: those of a model or a session, a Python call, bytes in hexadecimal digits."""

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
    """`outcome` is a word: accepted, refused (with a diagnostic), interrupted, or the kind of a finding.

    `signature` is empty if all is well; findings with the same signature count as one.
    """

    outcome: str
    signature: str = ""
    account: str = ""

    @property
    def is_finding(self) -> bool:
        return bool(self.signature)


def keep(case: Case, verdict: Verdict, folder: Path = FINDINGS) -> Path:
    """Write a finding as a file that a test replays."""
    name = f"{case.kind}-{hashlib.sha256(verdict.signature.encode()).hexdigest()[:10]}"
    return write_finding(folder, name, verdict.signature, case.as_json())


def kept_cases(folder: Path = FINDINGS) -> dict[str, Case]:
    """All findings, by the names of their files."""
    return {name: Case.from_json(content) for name, content in read_findings(folder).items()}
