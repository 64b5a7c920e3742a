"""measure_of, convert, times, to_power: the algebra of units."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.model import (
    KNOWN_UNITS,
    NUMBER,
    Unit,
    UnitMismatch,
    convert,
    difference_of,
    measure_of,
    parse_unit,
    product_of,
    times,
    to_power,
)

NAMES = sorted(name for name in KNOWN_UNITS if name not in ("degC", "°C", "degF"))
UNITS = st.lists(
    st.tuples(st.sampled_from(NAMES), st.integers(-3, 3).filter(bool).map(Fraction)), min_size=1, max_size=3
).map(lambda factors: product_of(tuple(dict(factors).items())))
NUMBERS = st.floats(-1e6, 1e6, allow_subnormal=False)


@pytest.mark.parametrize(
    ("value", "given_in", "target", "expected"),
    [
        (120, "km/h", "m/s", 120 / 3.6),
        (36, "km/h", "m/s", 10),
        (60, "rpm", "rev/s", 1),
        (180, "deg", "rad", 3.141592653589793),
        (20, "degC", "K", 293.15),
        (293.15, "K", "°C", 20),
        (212, "degF", "degC", 100),
        (50, "%", "1", 0.5),
        (1, "V*A", "W", 1),
        (1, "J/(kg*K)", "cal/(g*degC)", 1 / 4184),
        (3, "dB", "dB", 3),
    ],
)
def test_a_value_is_converted(value: float, given_in: str, target: str, expected: float) -> None:
    assert convert(value, parse_unit(given_in), parse_unit(target)) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(("given_in", "target"), [("m", "s"), ("dB", "1"), ("kg", "N"), ("1/s", "m/s")])
def test_units_of_different_quantities_are_rejected(given_in: str, target: str) -> None:
    with pytest.raises(UnitMismatch, match="cannot be converted to"):
        convert(1.0, parse_unit(given_in), parse_unit(target))


def test_values_that_overflow_are_rejected() -> None:
    with pytest.raises(UnitMismatch, match="cannot be written"):
        convert(1.0, parse_unit("km^99"), parse_unit("fm^99"))
    with pytest.raises(UnitMismatch, match="cannot be written"):
        convert(float("nan"), parse_unit("km"), parse_unit("m"))


def test_the_difference_of_temperatures_has_no_offset() -> None:
    assert difference_of(parse_unit("degC")).text == "K"
    assert measure_of(difference_of(parse_unit("degF"))).factor == Fraction(5, 9)
    assert difference_of(parse_unit("m")).text == "m"
    assert measure_of(parse_unit("W/degC")) == measure_of(parse_unit("W/K"))


def test_a_product_is_shown_in_the_units_of_its_parts() -> None:
    product = times(parse_unit("N*s/m"), parse_unit("m/s"))
    root = to_power(parse_unit("m*s^-2"), Fraction(1, 2))

    assert product is not None
    assert root is not None
    assert (product.text, root.text) == ("N", "m^(1/2)/s")
    assert product_of(parse_unit("1/s").factors).text == "1/s"
    assert product_of(()).text == "1"


def test_absurd_exponents_give_none() -> None:
    assert to_power(parse_unit("km"), Fraction(1000)) is None
    assert to_power(parse_unit("km^50"), Fraction(2)) is None


@given(UNITS)
def test_the_text_of_a_product_is_read_as_the_same_unit(unit: Unit) -> None:
    assert measure_of(parse_unit(unit.text)) == measure_of(unit)


@given(UNITS, UNITS)
def test_a_product_measures_the_product(first: Unit, second: Unit) -> None:
    product = times(first, second)
    assert product is not None

    a, b, c = measure_of(first), measure_of(second), measure_of(product)

    assert c.factor == a.factor * b.factor
    assert c.dimension == tuple(x + y for x, y in zip(a.dimension, b.dimension, strict=True))


@given(UNITS)
def test_a_unit_times_its_inverse_is_a_number(unit: Unit) -> None:
    inverse = to_power(unit, Fraction(-1))
    assert inverse is not None

    assert times(unit, inverse) == NUMBER


@given(UNITS)
def test_the_root_of_a_square_is_the_unit(unit: Unit) -> None:
    square = to_power(unit, Fraction(2))
    assert square is not None

    root = to_power(square, Fraction(1, 2))

    assert root is not None
    assert measure_of(root) == measure_of(unit)


@given(NUMBERS, st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_conversion_there_and_back_changes_nothing(value: float, first: str, second: str) -> None:
    one, other = parse_unit(first), parse_unit(second)
    if measure_of(one).dimension == measure_of(other).dimension:
        assert convert(convert(value, one, other), other, one) == pytest.approx(value, rel=1e-15, abs=1e-300)
