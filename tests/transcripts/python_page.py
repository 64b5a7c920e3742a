"""A page of the manual -> its Python sessions, replayed: what the page shows and what Python says now.

Blocks ```pycon of a page are one session, in a folder with the files that the page writes (`file=NAME`).
"""

import contextlib
import doctest
from pathlib import Path
from typing import Any

from tests.language.markdown_cases import Fence, fences_in
from tests.transcripts.transcript import Replayed

KIND = "pycon"


class _Answers(doctest.DocTestRunner):
    """Notes what each line gives, right or wrong."""

    def __init__(self) -> None:
        super().__init__(optionflags=doctest.NORMALIZE_WHITESPACE)
        self.answers: list[str] = []

    def report_success(self, *told: Any) -> None:
        _, _, example, _ = told
        self.answers.append(example.want)

    def report_failure(self, *told: Any) -> None:
        self.answers.append(told[-1])

    def report_unexpected_exception(self, *told: Any) -> None:
        kind, error, _ = told[-1]
        self.answers.append(f"Traceback (most recent call last):\n{kind.__name__}: {error}\n")


def replay_python(page: Path, folder: Path) -> list[Replayed]:
    """Every block of the page, in order; the files of the page are put into `folder`."""
    known: dict[str, object] = {}
    replayed = []
    for fence in fences_in(page.read_text("utf-8")):
        name = fence.setting("file")
        if name is not None:
            (folder / name).write_text(fence.text, "utf-8")
        if fence.kind == KIND:
            with contextlib.chdir(folder):
                replayed.append(Replayed(fence.line, fence.text, _replay_block(fence, known, page)))
    return replayed


def _replay_block(fence: Fence, known: dict[str, object], page: Path) -> str:
    """The block with the answers of now; `known` are the names that it leaves behind."""
    test = doctest.DocTestParser().get_doctest(fence.text, known, page.name, str(page), fence.line - 1)
    runner = _Answers()
    runner.run(test, out=lambda _: None, clear_globs=False)
    known.update(test.globs)
    lines = [_as_typed(each.source) + answer for each, answer in zip(test.examples, runner.answers, strict=True)]
    return "".join(lines)


def _as_typed(source: str) -> str:
    first, *rest = source.splitlines()
    return "".join(f"{line}\n" for line in (f">>> {first}", *(f"... {each}" for each in rest)))
