"""The reference in the manual is generated from the table of commands."""

from pathlib import Path

from simnon.session.commands import COMMANDS
from simnon.session.reference import command_reference

PAGE = Path(__file__).parents[3] / "docs" / "manual" / "command-reference.md"


def test_the_page_is_what_the_table_gives() -> None:
    """Write it again with `python -c "from simnon.session.reference import *; print(command_reference(), end='')"`."""
    assert PAGE.read_text("utf-8") == command_reference()


def test_every_command_is_in_it() -> None:
    text = command_reference()

    assert all(f"## {name}\n" in text for name in COMMANDS)
