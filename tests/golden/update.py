"""`python -m tests.golden.update`: write the golden files anew, to be read before they are kept."""

from pathlib import Path

from tests.golden.drawn_pictures import PICTURES, drawn, picture_file
from tests.golden.printed_stages import EXPECTED, FILES_OF_MODEL, PRINTED_STAGES, expected_file, printed
from tests.unit.graphics.small_figures import ALL


def update() -> None:
    stages = {
        expected_file(model, stage): printed(model, stage) for model in FILES_OF_MODEL for stage in PRINTED_STAGES
    }
    _write(EXPECTED, stages)
    _write(PICTURES, {picture_file(name): drawn(name) for name in ALL})


def _write(folder: Path, text_of_file: dict[Path, str]) -> None:
    """Write these files and no others."""
    for path in sorted(folder.rglob("*.txt")):
        if path not in text_of_file:
            path.unlink()
    for path, text in text_of_file.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    update()
