"""A page of the manual -> its sessions, replayed: what the page shows and what the program says now.

A block ```simnon-session holds lines as they stand on a screen: a prompt and what is typed, then the reply in plain
text. The session goes on from block to block of a page. Words after the fence:

    new             begin a new session in a new folder
    folder=NAME     its folder holds the files of examples/NAME instead of those of examples
    as=DIALECT      commands are given in this dialect

A block of any kind with `file=NAME` is put into the folder as a file, and into those of new sessions after it.
Times in ms and s are not compared.
"""

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from simnon.frontends.plain import plain_text
from simnon.frontends.replies import replies
from simnon.session import Session
from tests.language.markdown_cases import Fence, fences_in

ROOT = Path(__file__).parents[2]
KIND = "simnon-session"
_TIME = re.compile(r"\b\d+(?:\.\d+)? (ms|s)\b")


@dataclass(frozen=True, slots=True)
class Replayed:
    """One block: where its text begins, and that text as it is now."""

    line: int
    written: str
    now: str

    @property
    def is_true(self) -> bool:
        return masked(self.written) == masked(self.now)


def masked(text: str) -> str:
    return _TIME.sub(r"# \1", text)


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
            replayed.append(Replayed(fence.line, fence.text, replay_block(session, fence)))
    return replayed


def replay_block(session: Session, fence: Fence) -> str:
    """The block with the replies that the session gives now."""
    written = fence.text.splitlines()
    now: list[str] = []
    while written:
        line = written.pop(0)
        prompt = session.prompt
        assert _is_after(prompt, line), f"'{line}' does not begin with '{prompt}', the prompt after\n" + "\n".join(now)
        outcomes = list(replies(session, line[len(prompt) :].removeprefix(" ")))
        texts = [plain_text(outcome, session.workspace.folder) for outcome in outcomes]
        said = [row for text in texts if text for row in text.split("\n")]
        now += [line, *said]
        if [masked(row) for row in written[: len(said)]] == [masked(row) for row in said]:
            del written[: len(said)]
        while written and not _is_after(session.prompt, written[0]):
            written.pop(0)
    return "".join(f"{line}\n" for line in now)


def _is_after(prompt: str, line: str) -> bool:
    """The line begins with the prompt; after an empty one the page has no blanks at its end."""
    return line.startswith(prompt) or line == prompt.rstrip()


def with_replies(text: str, replayed: list[Replayed]) -> str:
    """The page with the replies of now, where they differ by more than times."""
    lines = text.split("\n")
    for block in reversed(replayed):
        if not block.is_true:
            first = block.line - 1
            lines[first : first + block.written.count("\n")] = block.now.splitlines()
    return "\n".join(lines)


def _new_session(folder: Path, fence: Fence, text_of_file: Mapping[str, str]) -> Session:
    folder.mkdir(parents=True)
    for path in sorted((ROOT / "examples" / (fence.setting("folder") or "")).iterdir()):
        if path.is_file():
            shutil.copy(path, folder)
    for name, text in text_of_file.items():
        (folder / name).write_text(text, "utf-8")
    return Session(folder, dialect=fence.setting("as") or "")
