"""Names of columns and of variables elsewhere, as names of a model."""

from simnon.source import valid_name, valid_names


def test_a_text_becomes_a_name() -> None:
    assert [valid_name(text, "c") for text in ("H[TANK]", "2nd run", "der(x)", "[]")] == [
        "H_TANK",
        "c2nd_run",
        "der_x",
        "c",
    ]


def test_duplicates_and_reserved_words_get_a_number() -> None:
    assert valid_names(["a.b", "a b", "IF", "Hold"], ("HOLD",), "c") == ["a_b", "a_b_2", "IF_2", "Hold_2"]
