"""parse_unit: products of powers of known units, one level."""

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.model import KNOWN_UNITS, UnreadableUnit, parse_unit


def factors(text: str) -> dict[str, Fraction]:
    return dict(parse_unit(text).factors)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("m", {"m": 1}),
        ("m/s^2", {"m": 1, "s": -2}),
        ("N*m", {"N": 1, "m": 1}),
        ("N·m", {"N": 1, "m": 1}),
        ("kg m^2", {"kg": 1, "m": 2}),
        ("1/s", {"s": -1}),
        ("1", {}),
        ("m/s*kg", {"m": 1, "s": -1, "kg": 1}),
        ("m/s/s", {"m": 1, "s": -1}),
        ("m^-1", {"m": -1}),
        ("Hz**2", {"Hz": 2}),
        ("V/Hz^(1/2)", {"V": 1, "Hz": Fraction(-1, 2)}),
        ("°C", {"°C": 1}),
        ("%", {"%": 1}),
        (" µm ", {"µm": 1}),
    ],
)
def test_a_unit_is_a_product_of_powers(text: str, expected: dict[str, int | Fraction]) -> None:
    assert factors(text) == expected


def test_the_text_is_kept_as_written_without_blanks_around() -> None:
    assert parse_unit(" m / s ").text == "m / s"


@pytest.mark.parametrize("text", ["", "  ", "/s", "m/", "m**", "m^x", "m//s", "(m)", "m^(1/0)", "2m", "m_2"])
def test_what_is_no_unit_says_why(text: str) -> None:
    with pytest.raises(UnreadableUnit):
        parse_unit(text)


def test_an_unknown_unit_is_named() -> None:
    with pytest.raises(UnreadableUnit, match="'metre' is not a unit") as error:
        parse_unit("metre/s")

    assert error.value.name == "metre"


@given(st.lists(st.tuples(st.sampled_from(sorted(KNOWN_UNITS)), st.integers(-9, 9)), min_size=1, max_size=4))
def test_every_product_of_known_units_can_be_read(parts: list[tuple[str, int]]) -> None:
    text = "*".join(f"{name}^{exponent}" for name, exponent in parts)

    assert parse_unit(text).factors == tuple((name, Fraction(exponent)) for name, exponent in parts)


@given(st.text(max_size=12))
def test_any_text_is_a_unit_or_unreadable(text: str) -> None:
    with suppress(UnreadableUnit):
        assert parse_unit(text).text == text.strip()
