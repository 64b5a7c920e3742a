"""The golden models, and each of them as text after every stage of the compiler."""

from pathlib import Path

from simnon.compiler import STAGES, explain, read_sources
from simnon.source import Report, render_all
from simnon.targets import TARGETS

FOLDER = Path(__file__).parent
EXAMPLES = FOLDER.parents[1] / "examples"
SMALL = FOLDER / "models"
EXPECTED = FOLDER / "expected"

FILES_OF_MODEL: dict[str, tuple[Path, ...]] = {
    "level": (EXAMPLES / "tank.t", EXAMPLES / "regulator.t", EXAMPLES / "level.t"),
    **{name: (EXAMPLES / f"{name}.t",) for name in ("ball", "relay", "lander", "counter", "multirate", "friction")},
    **{path.stem: (path,) for path in sorted(SMALL.glob("*.t"))},
}
PRINTED_STAGES = tuple(stage for stage in STAGES if stage not in TARGETS)
"""What targets make of a program, `tests/targets` compares by what it computes."""


def expected_file(model: str, stage: str) -> Path:
    return EXPECTED / model / f"{stage}.txt"


def printed(model: str, stage: str) -> str:
    """The model after the stage; where the compiler stops before, what it says."""
    report = Report()
    sources = read_sources(FILES_OF_MODEL[model], report)
    text = explain(sources, report, stage)
    return text if text is not None else render_all(report.diagnostics) + "\n"
