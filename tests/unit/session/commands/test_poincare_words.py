"""`POINCARE`: a surface or a period, what is shown, and a parameter."""

import pytest

from simnon.session.commands.poincare import parse
from simnon.source import UserError


def test_the_word_with_an_equals_sign_is_the_surface() -> None:
    found = parse("X V Z=27")

    assert (found.section, found.of, found.over) == ("Z=27", ("X", "V"), None)


def test_with_a_period_there_is_no_surface() -> None:
    assert parse("X V PERIOD:0.5").section == ""


@pytest.mark.parametrize("text", ["X V", "X=1 V=2", "X=1 PERIOD:2", "X=1 -DOWN -BOTH", "X=1 2"])
def test_other_words_are_refused(text: str) -> None:
    with pytest.raises(UserError) as caught:
        parse(text)

    assert caught.value.code == "bad-command"
