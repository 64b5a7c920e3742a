"""Every session in the manual gives what the manual says."""

import re
from pathlib import Path

import pytest

from tests.seeds import these_fast
from tests.transcripts.transcript import KIND, ROOT, quick, replay, with_replies

PAGES = [
    path
    for part in (ROOT / "docs", ROOT / "examples", ROOT)
    for path in sorted(part.rglob("*.md") if part.name == "docs" else part.glob("*.md"))
    if f"```{KIND}" in path.read_text("utf-8")
]
PAGE = """# A page

```simnon file=decay.t
CONTINUOUS SYSTEM decay
STATE x
DER dx
dx = -rate*x
rate: 1
x: 1
END
```

```simnon-session
> SYST decay
> PAR rate: 2
rate: 1 -> 2
> SIMU 0 1
the end of the run, t = 1; 25 steps, 0.05 ms
```
"""


@pytest.mark.parametrize("page", these_fast(PAGES, *quick(PAGES)), ids=lambda path: path.stem)
def test_the_manual_is_true(page: Path, tmp_path: Path) -> None:
    for block in replay(page, tmp_path):
        assert block.is_true, f"{page.name}:{block.line}\n{block.now}"


def test_there_are_pages_with_sessions() -> None:
    assert PAGES


def test_what_a_page_says_wrongly_is_found_and_can_be_written_anew(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE.replace("1 -> 2", "1 -> 3"), "utf-8")

    (block,) = replay(page, tmp_path / "a")

    assert not block.is_true
    page.write_text(with_replies(page.read_text("utf-8"), [block]), "utf-8")
    assert "rate: 1 -> 2" in page.read_text("utf-8")
    assert [again.is_true for again in replay(page, tmp_path / "b")] == [True]


@pytest.mark.parametrize("unit", ["77 ms", "2.1 s"])
def test_times_are_not_compared(unit: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, "utf-8")
    (block,) = replay(page, tmp_path / "first")
    page.write_text(re.sub(r"[0-9.]+ ms", unit, with_replies(PAGE, [block])), "utf-8")

    assert [again.is_true for again in replay(page, tmp_path / "second")] == [True]
