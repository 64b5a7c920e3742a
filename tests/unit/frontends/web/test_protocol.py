"""The page that lists the protocol is what the classes of requests and messages give."""

from simnon.frontends.web import messages
from simnon.frontends.web.connection import ANSWERS
from tests.web.protocol import ANSWERED_BY, FILE, text

TWO_PAGES = 130
"""Lines."""


def test_the_page_is_up_to_date() -> None:
    """Write it again with `python -m tests.web.protocol`."""
    assert FILE.read_text(encoding="utf-8") == text()


def test_it_fits_on_two_pages() -> None:
    lines = text().splitlines()

    assert len(lines) <= TWO_PAGES
    assert max(map(len, lines)) <= 120


def test_every_question_has_its_answer() -> None:
    assert {kind.__name__ for kind in ANSWERS} == set(ANSWERED_BY)
    assert all(hasattr(messages, answer) for answer in ANSWERED_BY.values())
