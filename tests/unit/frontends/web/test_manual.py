"""The manual by word: pages, commands, words of the language; nothing outside its folder is read."""

from pathlib import Path

import pytest

from simnon.frontends.web.folders import manual_folder
from simnon.frontends.web.manual import all_pages, read_manual
from simnon.frontends.web.messages import ManualPage
from simnon.frontends.web.requests import Manual
from simnon.session import COMMANDS, Session
from simnon.source import UserError


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path)


def asked(session: Session, word: str) -> ManualPage:
    return read_manual(session, Manual(1, word))


def test_the_contents_have_every_page_and_command_once() -> None:
    names = [page.name for page in all_pages()]
    written = {
        path.relative_to(manual_folder()).with_suffix("").as_posix()
        for chapter in ("manual", "language")
        for path in (manual_folder() / chapter).rglob("*.md")
        if path.stem != "index"
    }

    assert len(names) == len(set(names))
    assert written | set(COMMANDS) <= set(names)


def test_every_page_can_be_read(session: Session) -> None:
    for page in all_pages():
        found = asked(session, page.name)
        assert found.text.startswith("#")
        assert "{literalinclude}" not in found.text


@pytest.mark.parametrize(
    ("word", "name", "within"),
    [
        ("", "", "(manual/tutorial.md)"),
        ("tutorial", "manual/tutorial", "From a first equation"),
        ("language/dialects/csmp.md", "language/dialects/csmp", "CSMP"),
        ("simu", "SIMU", "SIMU [start stop"),
        ("when", "WHEN", "```simnon"),
        ("electrical.resistor", "ELECTRICAL.RESISTOR", "resistance"),
    ],
)
def test_a_word_leads_to_its_page(session: Session, word: str, name: str, within: str) -> None:
    found = asked(session, word)

    assert found.name == name
    assert within in found.text


def test_a_word_that_nobody_knows_is_refused_with_the_nearest(session: Session) -> None:
    with pytest.raises(UserError) as refused:
        asked(session, "tutorail")

    assert "tutorial" in refused.value.hint


@pytest.mark.parametrize("word", ["../README", "manual/../../README", "/etc/passwd", "conf.py", "a\0b"])
def test_no_other_file_is_read(session: Session, word: str) -> None:
    with pytest.raises(UserError):
        asked(session, word)
