"""Every line of Python in the manual that shows its answer gives that answer."""

from pathlib import Path

import pytest

from tests.seeds import these_fast
from tests.transcripts.python_page import KIND, replay_python
from tests.transcripts.transcript import ROOT, quick, with_replies

PAGES = [path for path in sorted((ROOT / "docs").rglob("*.md")) if f"```{KIND}" in path.read_text("utf-8")]
SHORT = [page for page in quick(PAGES) if page.stem != "systems-from-files"]
"""Without the page that compiles C."""
PAGE = """# A page

```text file=five.txt
5
```

```pycon
>>> from pathlib import Path
>>> x = int(Path("five.txt").read_text())
>>> for i in range(2):
...     print(x + i)
5
6
```

```pycon
>>> x + 1
7
```
"""


@pytest.mark.parametrize("page", these_fast(PAGES, *SHORT), ids=lambda path: path.stem)
def test_the_python_of_the_manual_is_true(page: Path, tmp_path: Path) -> None:
    for block in replay_python(page, tmp_path):
        assert block.is_true, f"{page.name}:{block.line}\n{block.now}"


def test_what_a_page_says_wrongly_is_found_and_can_be_written_anew(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, "utf-8")

    replayed = replay_python(page, tmp_path)

    assert PAGES
    assert [block.is_true for block in replayed] == [True, False]
    page.write_text(with_replies(PAGE, replayed), "utf-8")
    assert page.read_text("utf-8") == PAGE.replace("7", "6")
