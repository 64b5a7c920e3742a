"""parse_unit: products of powers of known units; others are looked up in pint."""

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
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
        ("J/(kg*K)", {"J": 1, "kg": -1, "K": -1}),
        ("(m/s)^2 kg", {"m": 2, "s": -2, "kg": 1}),
        ("kilometer/hour", {"kilometer": 1, "hour": -1}),
        (" µm ", {"µm": 1}),
    ],
)
def test_a_unit_is_a_product_of_powers(text: str, expected: dict[str, int | Fraction]) -> None:
    assert factors(text) == expected


def test_the_text_is_kept_as_written_without_blanks_around() -> None:
    assert parse_unit(" m / s ").text == "m / s"


@pytest.mark.parametrize(
    "text", ["", "  ", "/s", "m/", "m**", "m^x", "m//s", "(m", "m)", "()", "m^(1/0)", "2m", "m_2", "m^100"]
)
def test_an_invalid_unit_is_rejected_with_a_reason(text: str) -> None:
    with pytest.raises(UnreadableUnit):
        parse_unit(text)


def test_an_unknown_unit_is_named() -> None:
    with pytest.raises(UnreadableUnit, match="'meltre' is not a unit") as error:
        parse_unit("meltre/s")

    assert error.value.name == "meltre"


@given(st.lists(st.tuples(st.sampled_from(sorted(KNOWN_UNITS)), st.integers(-9, 9)), min_size=1, max_size=4))
def test_every_product_of_known_units_can_be_read(parts: list[tuple[str, int]]) -> None:
    text = "*".join(f"{name}^{exponent}" for name, exponent in parts)

    assert parse_unit(text).factors == tuple((name, Fraction(exponent)) for name, exponent in parts)


def test_a_rare_unit_is_looked_up_in_pint() -> None:
    assert factors("furlong/fortnight") == {"furlong": 1, "fortnight": -1}
    assert factors("inches") == {"inches": 1}


@pytest.mark.parametrize("text", ["x", "q", "kk", "ua"])
def test_constants_and_slips_are_not_units(text: str) -> None:
    with pytest.raises(UnreadableUnit, match="is not a unit"):
        parse_unit(text)


def test_too_many_parentheses_are_rejected() -> None:
    with pytest.raises(UnreadableUnit, match="too many parentheses"):
        parse_unit("(" * 5000)


@given(st.text(max_size=12))
@settings(deadline=None)
def test_any_text_is_a_unit_or_unreadable(text: str) -> None:
    with suppress(UnreadableUnit):
        assert parse_unit(text).text == text.strip()
