"""Findings <-> files: each campaign has a folder of them, and a test replays them all."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FINDINGS = ROOT / "tests" / "findings"


def write_finding(folder: Path, name: str, found: str | list[str], case: Mapping[str, object]) -> Path:
    """`found` is what was wrong, `case` everything needed to replay it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"found": found, "case": case}, indent=1) + "\n", encoding="utf-8")
    return path


def read_findings(folder: Path) -> dict[str, dict[str, Any]]:
    """The cases, by the names of their files."""
    return {path.stem: json.loads(path.read_text("utf-8"))["case"] for path in sorted(folder.glob("*.json"))}
