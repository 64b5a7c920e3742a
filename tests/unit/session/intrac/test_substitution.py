"""Variables are replaced by their values."""

import pytest

from simnon.session.intrac.substitution import shown, substitute


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("DT:P", "DT:5"),
        ("P:P", "P:5"),
        ("P[REG]:P", "P[REG]:5"),
        ("NAME:P", "GAIN:5"),
        ("0 P/NAME", "0 5/GAIN"),
        ("'P' P", "'P' 5"),
        ('P " P', '5 " P'),
        ("PP P1 p", "PP P1 5"),
        ("G. .G", "0.25 .G"),
        ("1P", "1P"),
        ("P.svg", "P.svg"),
        ("P.R:P", "P.R:5"),
        ("NAME.svg", "GAIN.svg"),
    ],
)
def test_whole_words_are_replaced(line: str, result: str) -> None:
    assert substitute(line, {"P": 5.0, "NAME": "GAIN"}, {"P": 7.0, "G.": 0.25}) == result


@pytest.mark.parametrize(("value", "text"), [(5.0, "5"), (0.1, "0.1"), (-2e20, "-2e+20"), (1e-7, "1e-07"), ("a", "a")])
def test_values_have_every_significant_digit(value: float | str, text: str) -> None:
    assert shown(value) == text
