"""Pictures beside a page: `![...](NAME.svg)` after a session is the page as that session has left it.

`NAME-dark.svg` is the same in the dark; `NAME-session.svg` is the terminal with the whole block and its picture.
"""

import re
from pathlib import Path

from simnon.figures import Figure
from simnon.graphics import braille, svg
from simnon.graphics.palette import DARK, LIGHT
from tests.transcripts.terminal_picture import terminal_picture
from tests.transcripts.transcript import KIND, Replayed, replay

_PICTURE = re.compile(r'(?:!\[[^\]]*\]\(|srcset="|src=")(?![\w./-]*/diagrams/)([\w./-]+\.svg)')
COLUMNS, ROWS = 78, 20


def pictures_of(page: Path, folder: Path) -> dict[Path, str]:
    """What the pictures named on a page must be, by path; each belongs to the session before it."""
    blocks = replay(page, folder)
    lines = page.read_text("utf-8").split("\n")
    wanted: dict[Path, str] = {}
    for number, line in enumerate(lines, start=1):
        for name in _PICTURE.findall(line):
            before = [block for block in blocks if block.line <= number]
            after = [block for block in blocks if block.line > number]
            wanted[page.parent / name] = _picture(name, before[-1] if before else after[0])
    return wanted


def _picture(name: str, block: Replayed) -> str:
    figure = block.figures[max(block.figures)]
    if name.endswith("-session.svg"):
        return terminal_picture([*block.written.splitlines(), *_drawn(figure)])
    return svg(figure, theme=DARK if name.endswith("-dark.svg") else LIGHT)


def _drawn(figure: Figure) -> list[str]:
    return braille(figure, COLUMNS, ROWS).split("\n")


def has_pictures(page: Path) -> bool:
    text = page.read_text("utf-8")
    return f"```{KIND}" in text and _PICTURE.search(text) is not None
