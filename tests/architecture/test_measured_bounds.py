"""docs/benchmarks.md says that all bounds are met only below tables in which they are."""

import re
from collections.abc import Iterator
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
CLAIM = re.compile(r"\ball bounds\s+are\s+met\b", re.IGNORECASE)


def _number(cell: str) -> float | None:
    """The first number of `17 ms`, `26,067` or `70 to 80`."""
    found = re.search(r"\d[\d,]*(?:\.\d+)?", cell)
    return None if found is None else float(found[0].replace(",", ""))


def _tables(section: str) -> Iterator[list[list[str]]]:
    for block in re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        yield [rows[0], *rows[2:]]


def find_missed(page: str) -> tuple[int, list[str]]:
    """How many bounds the sections with the claim have, and the rows that miss one: a bound is right of its figure."""
    count, missed = 0, []
    for section in re.split(r"^## ", page, flags=re.MULTILINE):
        if not CLAIM.search(section):
            continue
        for head, *rows in _tables(section):
            for row in rows:
                for i in (i for i, title in enumerate(head) if title == "bound"):
                    measured, bound = _number(row[i - 1]), _number(row[i])
                    if measured is None or bound is None:
                        continue
                    count += 1
                    is_met = measured >= bound if row[i].startswith("at least") else measured <= bound
                    missed += [] if is_met else [f"{row[0]}: {row[i - 1]}, bound {row[i]}"]
    return count, missed


def test_all_bounds_are_met_where_the_page_says_so() -> None:
    count, missed = find_missed(PAGE.read_text("utf-8"))

    assert missed == []
    assert count >= 6 * len(CLAIM.findall(PAGE.read_text("utf-8")))


def test_a_bound_that_is_missed_is_found() -> None:
    rows = ("what | measured | bound", "---|---:|---:", "a | 1,200 ms | 1000 ms", "b | 60 | at least 50", "c | 3 | –")
    table = "".join(f"| {row} |\n" for row in rows)

    assert find_missed(f"## One\n\n{table}\nAll bounds\nare met.\n") == (2, ["a: 1,200 ms, bound 1000 ms"])
    assert find_missed(f"## One\n\n{table}\nOne bound is missed.\n") == (0, [])
