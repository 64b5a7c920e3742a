"""The animated examples as stills for the manual; `python -m tests.transcripts.animations` writes them again."""

import shutil
import tempfile
from pathlib import Path

from simnon.session import Failed, Session
from tests.transcripts.transcript import ROOT

FOLDER = ROOT / "docs" / "manual" / "pictures"
EXAMPLES = {
    "heater": ("animation", ("SYST heater", "SIMU 0 200"), "AT: 112"),
    "robot": ("animation", ("SYST robot", "SIMU 0 16"), "AT: 4.6"),
    "orbit": ("animation", ("SYST orbit", "SIMU 0 30"), "AT: 14"),
    "balance": ("", ("SYST balance", "SIMU 0 5"), "AT: 0.12"),
    "column": ("", ("SYST column", "SIMU 0 200"), "AT: 120"),
}
"""By the name of the picture: the folder of the example, what runs it, and the moment."""


def still_of(name: str, place: Path) -> str:
    """The text of the SVG file that ANIMATE writes into a folder."""
    folder, lines, moment = EXAMPLES[name]
    for path in (ROOT / "examples" / folder).glob("*.*"):
        if path.is_file():
            shutil.copy(path, place)
    session = Session(place, is_interactive=False)
    for line in (*lines, f"ANIMATE {name} {name}.svg {moment}"):
        failures = [outcome for outcome in session.execute(line) if isinstance(outcome, Failed)]
        assert failures == []
    return (place / f"{name}.svg").read_text("utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in EXAMPLES:
        with tempfile.TemporaryDirectory() as temporary:
            (FOLDER / f"{each}.svg").write_text(still_of(each, Path(temporary)), "utf-8")
