"""A session that was copied from a screen, with its prompts and replies, can be given again."""

from pathlib import Path

import pytest

from simnon.frontends.command_line import main
from simnon.frontends.script import lines_of_stream
from tests.unit.session.sessions import executed, new_session

RECORDED = """> LET a = 2

> WRITE 'it is' a
it is 2
> WRITE a*a
4
"""


def test_of_a_recorded_session_only_what_was_typed_counts() -> None:
    assert [line.text for line in lines_of_stream(RECORDED.splitlines())] == [
        "LET a = 2",
        "WRITE 'it is' a",
        "WRITE a*a",
    ]


def test_a_file_of_commands_is_taken_as_it_is() -> None:
    lines = ["LET a = 2", "", "> WRITE a"]

    assert [line.text for line in lines_of_stream(lines)] == lines


def test_a_recorded_session_runs_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "recorded.txt").write_text(RECORDED)

    assert main(["run", "recorded.txt"]) == 0
    assert capsys.readouterr().out.split("\n")[:2] == ["it is 2", "4"]


def test_a_line_pasted_with_its_prompt_counts_without(tmp_path: Path) -> None:
    session = executed(new_session(tmp_path), "> LET a = 3", " >LET b = a")

    assert {name.casefold(): value for name, value in session.workspace.variables.items()}["b"] == 3
