"""Names in other languages become Simnon names."""

import pytest

from simnon.languages.identifiers import free_name, system_name
from simnon.source import Source


@pytest.mark.parametrize(("file", "name"), [("lunar.dar", "lunar"), ("a-b c.src", "a_b_c"), ("2tanks.des", "s_2tanks")])
def test_a_program_is_named_after_its_file(file: str, name: str) -> None:
    assert system_name(Source(file, "")) == name


def test_a_name_that_is_taken_or_reserved_gets_a_number() -> None:
    assert free_name("x", lambda _: False) == "x"
    assert free_name("x", {"x", "x_2"}.__contains__) == "x_3"
    assert free_name("If", lambda _: False) == "If_2"
