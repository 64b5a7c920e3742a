"""The table of blocks, and the page that lists it."""

from pathlib import Path

from simnon.languages.sial import BLOCK_TYPES

PAGE = Path(__file__).parents[4] / "docs" / "language" / "dialects" / "sial.md"


def test_the_number_of_types_and_those_shown_agree_with_the_paper() -> None:
    attested = [each.code for each in BLOCK_TYPES.values() if each.is_attested]

    assert len(BLOCK_TYPES) == 56
    assert sorted(attested) == ["COS", "DIV", "ESCLN", "INTEGR", "MULT", "RAMPA", "SIN", "SUM"]


def test_the_reference_lists_every_block_as_the_table_has_it() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    expected = [
        f"| `{each.usage}` | {each.meaning} | {'attested' if each.is_attested else ''} |"
        for each in BLOCK_TYPES.values()
    ]

    assert [row for row in rows if row in expected] == expected
