"""The pictures of the README and of the gallery are what their sessions draw."""

import re
from pathlib import Path

import pytest

from tests.language.markdown_cases import EXTENSION_OF_KIND, fences_in
from tests.transcripts.pictures import has_pictures, pictures_of
from tests.transcripts.transcript import DRAWING, KIND, ROOT, replay, with_figures, with_replies

PAGES = [page for page in (ROOT / "README.md", ROOT / "examples" / "README.md") if has_pictures(page)]
REFERENCE = ("index", "semantics", "diagnostics", "grammar", "differences")
"""Pages of the language that list rules and messages."""

CHAPTERS = [page for page in sorted((ROOT / "docs" / "language").rglob("*.md")) if page.stem not in REFERENCE]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_pictures_are_what_the_session_before_them_draws(page: Path, tmp_path: Path) -> None:
    """Write them again with `python -m tests.transcripts.update PAGE`."""
    wanted = pictures_of(page, tmp_path)

    assert wanted
    assert [path.name for path, text in wanted.items() if path.read_text("utf-8") != text] == []


def test_both_pages_have_pictures_and_no_picture_is_left_over(tmp_path: Path) -> None:
    named = {path for number, page in enumerate(PAGES) for path in pictures_of(page, tmp_path / str(number))}

    assert len(PAGES) == 2
    assert {*(ROOT / "docs" / "pictures").glob("*.svg"), *(ROOT / "examples" / "pictures").glob("*.svg")} == named


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.stem)
def test_a_chapter_of_the_language_begins_with_a_model_and_a_session_that_draws_it(page: Path) -> None:
    model, *others = list(fences_in(page.read_text("utf-8")))[:3]
    session = next(fence for fence in others if not fence.setting("file"))

    assert model.kind in EXTENSION_OF_KIND
    assert model.setting("file")
    assert session.kind == KIND
    assert session.text.rstrip().split("\n")[-1].split()[1] in DRAWING


SESSION = """# A

```simnon-session new
> SYST vdpol
> SIMU 0 2
> ASHOW x
> PAR mu: 1
mu: 1
> SHOW y
```

End.
"""


def test_every_command_that_draws_is_followed_by_its_picture_in_light_and_dark(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(SESSION, "utf-8")
    replayed = replay(page, tmp_path / "folder")
    page.write_text(with_replies(SESSION, replayed), "utf-8")

    text = with_figures(page.read_text("utf-8"), replay(page, tmp_path / "again"))

    shown = re.sub(r"<figure>.*?</figure>", "<figure>", text)
    picture = "```\n\n```{raw} html\n<figure>\n```\n\n"
    assert shown.split("> ASHOW x\n")[1].startswith(f"{picture}```simnon-session\n> PAR mu: 1\n")
    assert shown.split("> SHOW y\n")[1] == f"{picture}\nEnd.\n"
    assert text.count('class="only-light" role="img" aria-label="x over t"') == 1
    assert text.count('class="only-dark" role="img" aria-label="x, y over t"') == 1
