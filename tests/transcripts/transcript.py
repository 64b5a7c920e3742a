"""A page of the manual -> its sessions, replayed: what the page shows and what the program says now.

A block ```simnon-session holds lines as they stand on a screen: a prompt and what is typed, then the reply in plain
text. The session goes on from block to block of a page. Words after the fence:

    new             begin a new session in a new folder
    folder=NAME     its folder holds the files of examples/NAME instead of those of examples
    as=DIALECT      commands are given in this dialect

A block of any kind with `file=NAME` is put into the folder as a file, and into those of new sessions after it.
Times in ms and s are not compared, nor whether compiling took long enough to be reported.
"""

import html
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from simnon.figures import Figure
from simnon.frontends.plain import plain_text
from simnon.frontends.replies import replies
from simnon.graphics import svg
from simnon.graphics.palette import DARK
from simnon.session import Session
from tests.language.markdown_cases import Fence, fences_in

ROOT = Path(__file__).parents[2]
KIND = "simnon-session"
_TIME = re.compile(r"\b\d+(?:\.\d+)? m?s\b")
_COMPILING = re.compile(r" \+ \d+(?:\.\d+)? m?s compiling")


LONG = frozenset(
    ["bifurcations", "cycles", "designs", "ensembles", "fits", "indices", "linear-models", "optimal-control", "orbits"]
)
"""Pages whose studies take long: they are replayed with the slow tests."""

DRAWING = (
    *("ASHOW", "SHOW", "FAN", "MAP", "SENS", "FIT", "BRANCH", "CYCLE", "OPTCON", "HCOPY"),
    *("BASIN", "POINCARE", "LYAP", "SOBOL", "MORRIS"),
    *("BODE", "NYQUIST", "NICHOLS", "SIGMA", "PZMAP", "ROOTLOCUS", "STEP"),
)
"""The commands whose pictures are shown in the manual."""


def quick(pages: list[Path]) -> list[Path]:
    return [page for page in pages if page.stem not in LONG]


@dataclass(frozen=True, slots=True)
class Replayed:
    """One block: where its text begins, that text as it is now, and the page after each row that has drawn on it."""

    line: int
    written: str
    now: str
    figures: dict[int, Figure] = field(default_factory=dict)

    @property
    def is_true(self) -> bool:
        return masked(self.written) == masked(self.now)


def masked(text: str) -> str:
    return _TIME.sub("#", _COMPILING.sub("", text))


def replay(page: Path, folder: Path) -> list[Replayed]:
    """Every session of the page, in order, in new folders under `folder`."""
    session: Session | None = None
    text_of_file: dict[str, str] = {}
    replayed = []
    for number, fence in enumerate(fences_in(page.read_text("utf-8"))):
        name = fence.setting("file")
        if name is not None:
            text_of_file[name] = fence.text
        if fence.kind == KIND and (session is None or "new" in fence.words):
            session = _new_session(folder / str(number), fence, text_of_file)
        elif name is not None and session is not None:
            (session.workspace.folder / name).write_text(fence.text, "utf-8")
        if fence.kind == KIND:
            assert session is not None
            replayed.append(replay_block(session, fence))
    return replayed


def replay_block(session: Session, fence: Fence) -> Replayed:
    """The block with the replies that the session gives now."""
    written = fence.text.splitlines()
    now: list[str] = []
    figures: dict[int, Figure] = {}
    while written:
        line = written.pop(0)
        prompt = session.prompt
        assert _is_after(prompt, line), f"'{line}' does not begin with '{prompt}', the prompt after\n" + "\n".join(now)
        outcomes = list(replies(session, line[len(prompt) :].removeprefix(" ")))
        texts = [plain_text(outcome, session.workspace.folder) for outcome in outcomes]
        said = [row for text in texts if text for row in text.split("\n")]
        now += [line, *said]
        if line[len(prompt) :].upper().split()[:1] in [[word] for word in DRAWING]:
            figures[len(now)] = session.workspace.page.figure
        if [masked(row) for row in written[: len(said)]] == [masked(row) for row in said]:
            del written[: len(said)]
        while written and not _is_after(session.prompt, written[0]):
            written.pop(0)
    return Replayed(fence.line, fence.text, "".join(f"{line}\n" for line in now), figures)


def _is_after(prompt: str, line: str) -> bool:
    """The line begins with the prompt; after an empty one the page has no blanks at its end."""
    return line.startswith(prompt) or line == prompt.rstrip()


def with_replies(text: str, replayed: list[Replayed]) -> str:
    """The page with the replies of now, where they differ by more than times, and without times of compiling."""
    lines = text.split("\n")
    for block in reversed(replayed):
        if not block.is_true:
            first = block.line - 1
            lines[first : first + block.written.count("\n")] = _COMPILING.sub("", block.now).splitlines()
    return "\n".join(lines)


def with_figures(text: str, replayed: list[Replayed]) -> str:
    """The page with the picture of each command that draws, in the light and in the dark, right after it."""
    lines = text.split("\n")
    for block in reversed(replayed):
        fence = lines[block.line - 2]
        for row, figure in sorted(block.figures.items(), reverse=True):
            at = block.line - 1 + row
            is_last = lines[at].startswith("```")
            lines[at:at] = ["```", "", *picture_lines(figure), "", *([] if is_last else [_continued(fence)])]
            if is_last:
                del lines[at + 3 + len(picture_lines(figure))]
    return "\n".join(lines)


def _continued(fence: str) -> str:
    """The fence of a block that goes on with the session of the one before."""
    return " ".join(word for word in fence.split() if word != "new")


def picture_lines(figure: Figure) -> list[str]:
    pictures = (("only-light", svg(figure)), ("only-dark", svg(figure, theme=DARK)))
    content = "".join(
        f'<div class="{name}" role="img" aria-label="{described(figure)}">{text}</div>' for name, text in pictures
    )
    return ["```{raw} html", f"<figure>{content.replace(chr(10), '')}</figure>", "```"]


def described(figure: Figure) -> str:
    """A sentence for those who cannot see the picture."""
    return html.escape(repr(figure).removeprefix("Figure(").removesuffix(")"))


def _new_session(folder: Path, fence: Fence, text_of_file: Mapping[str, str]) -> Session:
    folder.mkdir(parents=True)
    for path in sorted((ROOT / "examples" / (fence.setting("folder") or "")).iterdir()):
        if path.is_file():
            shutil.copy(path, folder)
    for name, text in text_of_file.items():
        (folder / name).write_text(text, "utf-8")
    return Session(folder, dialect=fence.setting("as") or "")
