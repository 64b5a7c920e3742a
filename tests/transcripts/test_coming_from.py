"""The page for those who come from another simulator agrees with the hints that Simnon gives them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from simnon.assembly.names import FOREIGN_FUNCTIONS, FOREIGN_NAMES
from simnon.compiler import analyse
from simnon.languages.simnon.foreign_idioms import IDIOMS
from simnon.session import COMMANDS, Failed, Session
from simnon.session.session import FOREIGN_COMMANDS
from simnon.simulation import FOREIGN_METHODS
from simnon.source import Report, Severity, Source
from tests.transcripts.transcript import ROOT

PAGE = (ROOT / "docs" / "manual" / "coming-from.md").read_text("utf-8")
MODEL = "CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\ndx = y\ndy = -x\nx: 1\n{}\nEND\n"
_CODE = re.compile(r"`([^`]+)`")


def rows(heading: str) -> Iterator[tuple[list[str], list[str]]]:
    """The code in both columns of the table under a heading."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    for line in re.findall(r"^\| `.*\|$", section, re.MULTILINE):
        left, right = re.split(r"(?<!\\)\|", line)[1:3]
        yield (
            [code.replace("\\|", "|") for code in _CODE.findall(left)],
            [code.replace("\\|", "|") for code in _CODE.findall(right)],
        )


def diagnosed(lines: list[str]) -> Report:
    report = Report()
    analyse((Source("s.t", MODEL.format("\n".join(lines))),), report)
    return report


LINES = [(line, right) for left, right in rows("In a model") for line in left]


def hint_in(line: str) -> str:
    """The hint of our tables that a foreign line gets."""
    hints = [diagnostic.hint for diagnostic in diagnosed([line]).diagnostics]
    return next((known for known in HINTS for hint in hints if re.fullmatch(HINTS[known], hint)), "")


HINTS = {
    hint: re.sub(r"\\{\d\\}", lambda _: r"[\w.<>=]+", re.escape(hint))
    for hint in (*(hint for _, hint in IDIOMS), *FOREIGN_NAMES.values(), *FOREIGN_FUNCTIONS.values())
}
"""Each hint as it is in the code, and the pattern of it as a user sees it."""


@pytest.mark.parametrize(("line", "translated"), LINES, ids=str)
def test_a_foreign_line_of_the_page_gets_a_hint_and_its_translation_compiles(line: str, translated: list[str]) -> None:
    errors = [each for each in diagnosed(translated).diagnostics if each.severity is Severity.ERROR]

    assert hint_in(line)
    assert errors == []


def test_the_page_has_a_line_for_every_hint_and_every_foreign_name() -> None:
    words = {word.casefold() for line, _ in LINES for word in re.findall(r"\w+", line)}

    assert set(HINTS) - {hint_in(line) for line, _ in LINES} == set()
    assert {*FOREIGN_NAMES, *FOREIGN_FUNCTIONS} - words == set()


def test_the_page_has_every_foreign_command_with_the_command_that_its_hint_names(tmp_path: Path) -> None:
    session = Session(tmp_path)
    seen = set()
    for left, right in rows("At the prompt"):
        command = right[0].split()[0]
        assert command in COMMANDS
        for line in left:
            (failed,) = [each for each in session.execute(line) if isinstance(each, Failed)]
            assert command in failed.hint
            seen.add(line.split()[0].upper())

    assert seen - {"?", "K", "K:"} == set(FOREIGN_COMMANDS)


def test_the_page_has_every_foreign_method_with_the_one_closest_to_it() -> None:
    listed: dict[str, str] = {}
    for left, right in rows("Methods"):
        paired = right if len(right) == len(left) else right[:1] * len(left)
        listed |= {name.casefold(): method for name, method in zip(left, paired, strict=True)}

    assert listed == FOREIGN_METHODS
