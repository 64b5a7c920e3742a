"""DATA: the common units, generated from pint by `python -m tests.unit.model.unit_table_from_pint`; a test checks it."""

# ruff: noqa: E501  the sizes of angles are long fractions

from enum import Enum
from typing import NamedTuple

BASE_UNITS = ("m", "kg", "s", "A", "K", "mol", "cd", "dB")
DIMENSIONS = (
    "[length]", "[mass]", "[time]", "[current]", "[temperature]", "[substance]", "[luminosity]", "[level]",
)  # fmt: skip
"""Pint's names of what the base units measure; the last is Simnon's."""


class PrefixKind(Enum):
    NONE = "none"
    SYMBOL = "k"
    NAME = "kilo"


class UnitRow(NamedTuple):
    """A number x of the unit is `factor*x + offset` in base units. All numbers are fractions written as text.

    `dimension` has the exponents of the base units, in their order.
    """

    factor: str
    offset: str
    dimension: str
    prefixes: PrefixKind


PREFIXES: dict[PrefixKind, dict[str, int]] = {
    PrefixKind.SYMBOL: {
        "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "h": 2, "da": 1, "d": -1, "c": -2, "m": -3,
        "u": -6, "µ": -6, "μ": -6, "n": -9, "p": -12, "f": -15,
    },
    PrefixKind.NAME: {
        "kilo": 3, "mega": 6, "giga": 9, "tera": 12, "peta": 15, "hecto": 2, "deca": 1, "deci": -1, "centi": -2,
        "milli": -3, "micro": -6, "nano": -9, "pico": -12, "femto": -15,
    },
}  # fmt: skip
"""By kind, the power of ten of each."""

UNITS: dict[str, UnitRow] = {
    "dB": UnitRow("1", "0", "0 0 0 0 0 0 0 1", PrefixKind.NONE),
    "m": UnitRow("1", "0", "1 0 0 0 0 0 0 0", PrefixKind.SYMBOL),
    "g": UnitRow("1/1000", "0", "0 1 0 0 0 0 0 0", PrefixKind.SYMBOL),
    "s": UnitRow("1", "0", "0 0 1 0 0 0 0 0", PrefixKind.SYMBOL),
    "A": UnitRow("1", "0", "0 0 0 1 0 0 0 0", PrefixKind.SYMBOL),
    "K": UnitRow("1", "0", "0 0 0 0 1 0 0 0", PrefixKind.SYMBOL),
    "mol": UnitRow("1", "0", "0 0 0 0 0 1 0 0", PrefixKind.SYMBOL),
    "cd": UnitRow("1", "0", "0 0 0 0 0 0 1 0", PrefixKind.SYMBOL),
    "rad": UnitRow("1", "0", "0 0 0 0 0 0 0 0", PrefixKind.SYMBOL),
    "sr": UnitRow("1", "0", "0 0 0 0 0 0 0 0", PrefixKind.SYMBOL),
    "Hz": UnitRow("1", "0", "0 0 -1 0 0 0 0 0", PrefixKind.SYMBOL),
    "N": UnitRow("1", "0", "1 1 -2 0 0 0 0 0", PrefixKind.SYMBOL),
    "Pa": UnitRow("1", "0", "-1 1 -2 0 0 0 0 0", PrefixKind.SYMBOL),
    "J": UnitRow("1", "0", "2 1 -2 0 0 0 0 0", PrefixKind.SYMBOL),
    "W": UnitRow("1", "0", "2 1 -3 0 0 0 0 0", PrefixKind.SYMBOL),
    "C": UnitRow("1", "0", "0 0 1 1 0 0 0 0", PrefixKind.SYMBOL),
    "V": UnitRow("1", "0", "2 1 -3 -1 0 0 0 0", PrefixKind.SYMBOL),
    "F": UnitRow("1", "0", "-2 -1 4 2 0 0 0 0", PrefixKind.SYMBOL),
    "Ohm": UnitRow("1", "0", "2 1 -3 -2 0 0 0 0", PrefixKind.SYMBOL),
    "Ω": UnitRow("1", "0", "2 1 -3 -2 0 0 0 0", PrefixKind.SYMBOL),
    "S": UnitRow("1", "0", "-2 -1 3 2 0 0 0 0", PrefixKind.SYMBOL),
    "Wb": UnitRow("1", "0", "2 1 -2 -1 0 0 0 0", PrefixKind.SYMBOL),
    "T": UnitRow("1", "0", "0 1 -2 -1 0 0 0 0", PrefixKind.SYMBOL),
    "H": UnitRow("1", "0", "2 1 -2 -2 0 0 0 0", PrefixKind.SYMBOL),
    "lm": UnitRow("1", "0", "0 0 0 0 0 0 1 0", PrefixKind.SYMBOL),
    "lx": UnitRow("1", "0", "-2 0 0 0 0 0 1 0", PrefixKind.SYMBOL),
    "Bq": UnitRow("1", "0", "0 0 -1 0 0 0 0 0", PrefixKind.SYMBOL),
    "Gy": UnitRow("1", "0", "2 0 -2 0 0 0 0 0", PrefixKind.SYMBOL),
    "Sv": UnitRow("1", "0", "2 0 -2 0 0 0 0 0", PrefixKind.SYMBOL),
    "kat": UnitRow("1", "0", "0 0 -1 0 0 1 0 0", PrefixKind.SYMBOL),
    "l": UnitRow("1/1000", "0", "3 0 0 0 0 0 0 0", PrefixKind.SYMBOL),
    "L": UnitRow("1/1000", "0", "3 0 0 0 0 0 0 0", PrefixKind.SYMBOL),
    "t": UnitRow("1000", "0", "0 1 0 0 0 0 0 0", PrefixKind.SYMBOL),
    "bar": UnitRow("100000", "0", "-1 1 -2 0 0 0 0 0", PrefixKind.SYMBOL),
    "eV": UnitRow("801088317/5000000000000000000000000000", "0", "2 1 -2 0 0 0 0 0", PrefixKind.SYMBOL),
    "cal": UnitRow("523/125", "0", "2 1 -2 0 0 0 0 0", PrefixKind.SYMBOL),
    "Wh": UnitRow("3600", "0", "2 1 -2 0 0 0 0 0", PrefixKind.SYMBOL),
    "Ah": UnitRow("3600", "0", "0 0 1 1 0 0 0 0", PrefixKind.SYMBOL),
    "min": UnitRow("60", "0", "0 0 1 0 0 0 0 0", PrefixKind.NONE),
    "h": UnitRow("3600", "0", "0 0 1 0 0 0 0 0", PrefixKind.NONE),
    "d": UnitRow("86400", "0", "0 0 1 0 0 0 0 0", PrefixKind.NONE),
    "year": UnitRow("31557600", "0", "0 0 1 0 0 0 0 0", PrefixKind.NONE),
    "deg": UnitRow("31415926535897932384626433832795028841971693993751/1800000000000000000000000000000000000000000000000000", "0", "0 0 0 0 0 0 0 0", PrefixKind.NONE),
    "°": UnitRow("31415926535897932384626433832795028841971693993751/1800000000000000000000000000000000000000000000000000", "0", "0 0 0 0 0 0 0 0", PrefixKind.NONE),
    "rev": UnitRow("31415926535897932384626433832795028841971693993751/5000000000000000000000000000000000000000000000000", "0", "0 0 0 0 0 0 0 0", PrefixKind.NONE),
    "rpm": UnitRow("31415926535897932384626433832795028841971693993751/300000000000000000000000000000000000000000000000000", "0", "0 0 -1 0 0 0 0 0", PrefixKind.NONE),
    "%": UnitRow("1/100", "0", "0 0 0 0 0 0 0 0", PrefixKind.NONE),
    "degC": UnitRow("1", "5463/20", "0 0 0 0 1 0 0 0", PrefixKind.NONE),
    "°C": UnitRow("1", "5463/20", "0 0 0 0 1 0 0 0", PrefixKind.NONE),
    "degF": UnitRow("5/9", "45967/180", "0 0 0 0 1 0 0 0", PrefixKind.NONE),
    "degR": UnitRow("5/9", "0", "0 0 0 0 1 0 0 0", PrefixKind.NONE),
    "ft": UnitRow("381/1250", "0", "1 0 0 0 0 0 0 0", PrefixKind.NONE),
    "in": UnitRow("127/5000", "0", "1 0 0 0 0 0 0 0", PrefixKind.NONE),
    "mi": UnitRow("201168/125", "0", "1 0 0 0 0 0 0 0", PrefixKind.NONE),
    "lb": UnitRow("45359237/100000000", "0", "0 1 0 0 0 0 0 0", PrefixKind.NONE),
    "lbf": UnitRow("8896443230521/2000000000000", "0", "1 1 -2 0 0 0 0 0", PrefixKind.NONE),
    "slug": UnitRow("8896443230521/609600000000", "0", "0 1 0 0 0 0 0 0", PrefixKind.NONE),
    "psi": UnitRow("8896443230521/1290320000", "0", "-1 1 -2 0 0 0 0 0", PrefixKind.NONE),
    "atm": UnitRow("101325", "0", "-1 1 -2 0 0 0 0 0", PrefixKind.NONE),
    "mmHg": UnitRow("26664477483/200000000", "0", "-1 1 -2 0 0 0 0 0", PrefixKind.NONE),
    "kgf": UnitRow("196133/20000", "0", "1 1 -2 0 0 0 0 0", PrefixKind.NONE),
    "hp": UnitRow("37284993579113511/50000000000000", "0", "2 1 -3 0 0 0 0 0", PrefixKind.NONE),
    "ha": UnitRow("10000", "0", "2 0 0 0 0 0 0 0", PrefixKind.NONE),
    "ppm": UnitRow("1/1000000", "0", "0 0 0 0 0 0 0 0", PrefixKind.NONE),
    "nmi": UnitRow("1852", "0", "1 0 0 0 0 0 0 0", PrefixKind.NONE),
    "kn": UnitRow("463/900", "0", "1 0 -1 0 0 0 0 0", PrefixKind.NONE),
    "yd": UnitRow("1143/1250", "0", "1 0 0 0 0 0 0 0", PrefixKind.NONE),
    "oz": UnitRow("45359237/1600000000", "0", "0 1 0 0 0 0 0 0", PrefixKind.NONE),
    "mph": UnitRow("1397/3125", "0", "1 0 -1 0 0 0 0 0", PrefixKind.NONE),
    "torr": UnitRow("20265/152", "0", "-1 1 -2 0 0 0 0 0", PrefixKind.NONE),
    "sec": UnitRow("1", "0", "0 0 1 0 0 0 0 0", PrefixKind.NONE),
    "hr": UnitRow("3600", "0", "0 0 1 0 0 0 0 0", PrefixKind.NONE),
    "minute": UnitRow("60", "0", "0 0 1 0 0 0 0 0", PrefixKind.NONE),
    "hour": UnitRow("3600", "0", "0 0 1 0 0 0 0 0", PrefixKind.NONE),
    "day": UnitRow("86400", "0", "0 0 1 0 0 0 0 0", PrefixKind.NONE),
    "degree": UnitRow("31415926535897932384626433832795028841971693993751/1800000000000000000000000000000000000000000000000000", "0", "0 0 0 0 0 0 0 0", PrefixKind.NONE),
    "revolution": UnitRow("31415926535897932384626433832795028841971693993751/5000000000000000000000000000000000000000000000000", "0", "0 0 0 0 0 0 0 0", PrefixKind.NONE),
    "turn": UnitRow("31415926535897932384626433832795028841971693993751/5000000000000000000000000000000000000000000000000", "0", "0 0 0 0 0 0 0 0", PrefixKind.NONE),
    "percent": UnitRow("1/100", "0", "0 0 0 0 0 0 0 0", PrefixKind.NONE),
    "foot": UnitRow("381/1250", "0", "1 0 0 0 0 0 0 0", PrefixKind.NONE),
    "feet": UnitRow("381/1250", "0", "1 0 0 0 0 0 0 0", PrefixKind.NONE),
    "inch": UnitRow("127/5000", "0", "1 0 0 0 0 0 0 0", PrefixKind.NONE),
    "yard": UnitRow("1143/1250", "0", "1 0 0 0 0 0 0 0", PrefixKind.NONE),
    "mile": UnitRow("201168/125", "0", "1 0 0 0 0 0 0 0", PrefixKind.NONE),
    "pound": UnitRow("45359237/100000000", "0", "0 1 0 0 0 0 0 0", PrefixKind.NONE),
    "ounce": UnitRow("45359237/1600000000", "0", "0 1 0 0 0 0 0 0", PrefixKind.NONE),
    "knot": UnitRow("463/900", "0", "1 0 -1 0 0 0 0 0", PrefixKind.NONE),
    "gallon": UnitRow("473176473/125000000000", "0", "3 0 0 0 0 0 0 0", PrefixKind.NONE),
    "acre": UnitRow("316160658/78125", "0", "2 0 0 0 0 0 0 0", PrefixKind.NONE),
    "horsepower": UnitRow("37284993579113511/50000000000000", "0", "2 1 -3 0 0 0 0 0", PrefixKind.NONE),
    "week": UnitRow("604800", "0", "0 0 1 0 0 0 0 0", PrefixKind.NONE),
    "meter": UnitRow("1", "0", "1 0 0 0 0 0 0 0", PrefixKind.NAME),
    "metre": UnitRow("1", "0", "1 0 0 0 0 0 0 0", PrefixKind.NAME),
    "gram": UnitRow("1/1000", "0", "0 1 0 0 0 0 0 0", PrefixKind.NAME),
    "second": UnitRow("1", "0", "0 0 1 0 0 0 0 0", PrefixKind.NAME),
    "ampere": UnitRow("1", "0", "0 0 0 1 0 0 0 0", PrefixKind.NAME),
    "kelvin": UnitRow("1", "0", "0 0 0 0 1 0 0 0", PrefixKind.NAME),
    "mole": UnitRow("1", "0", "0 0 0 0 0 1 0 0", PrefixKind.NAME),
    "candela": UnitRow("1", "0", "0 0 0 0 0 0 1 0", PrefixKind.NAME),
    "radian": UnitRow("1", "0", "0 0 0 0 0 0 0 0", PrefixKind.NAME),
    "steradian": UnitRow("1", "0", "0 0 0 0 0 0 0 0", PrefixKind.NAME),
    "hertz": UnitRow("1", "0", "0 0 -1 0 0 0 0 0", PrefixKind.NAME),
    "newton": UnitRow("1", "0", "1 1 -2 0 0 0 0 0", PrefixKind.NAME),
    "pascal": UnitRow("1", "0", "-1 1 -2 0 0 0 0 0", PrefixKind.NAME),
    "joule": UnitRow("1", "0", "2 1 -2 0 0 0 0 0", PrefixKind.NAME),
    "watt": UnitRow("1", "0", "2 1 -3 0 0 0 0 0", PrefixKind.NAME),
    "coulomb": UnitRow("1", "0", "0 0 1 1 0 0 0 0", PrefixKind.NAME),
    "volt": UnitRow("1", "0", "2 1 -3 -1 0 0 0 0", PrefixKind.NAME),
    "farad": UnitRow("1", "0", "-2 -1 4 2 0 0 0 0", PrefixKind.NAME),
    "ohm": UnitRow("1", "0", "2 1 -3 -2 0 0 0 0", PrefixKind.NAME),
    "siemens": UnitRow("1", "0", "-2 -1 3 2 0 0 0 0", PrefixKind.NAME),
    "weber": UnitRow("1", "0", "2 1 -2 -1 0 0 0 0", PrefixKind.NAME),
    "tesla": UnitRow("1", "0", "0 1 -2 -1 0 0 0 0", PrefixKind.NAME),
    "henry": UnitRow("1", "0", "2 1 -2 -2 0 0 0 0", PrefixKind.NAME),
    "lumen": UnitRow("1", "0", "0 0 0 0 0 0 1 0", PrefixKind.NAME),
    "lux": UnitRow("1", "0", "-2 0 0 0 0 0 1 0", PrefixKind.NAME),
    "becquerel": UnitRow("1", "0", "0 0 -1 0 0 0 0 0", PrefixKind.NAME),
    "gray": UnitRow("1", "0", "2 0 -2 0 0 0 0 0", PrefixKind.NAME),
    "sievert": UnitRow("1", "0", "2 0 -2 0 0 0 0 0", PrefixKind.NAME),
    "katal": UnitRow("1", "0", "0 0 -1 0 0 1 0 0", PrefixKind.NAME),
    "liter": UnitRow("1/1000", "0", "3 0 0 0 0 0 0 0", PrefixKind.NAME),
    "litre": UnitRow("1/1000", "0", "3 0 0 0 0 0 0 0", PrefixKind.NAME),
    "tonne": UnitRow("1000", "0", "0 1 0 0 0 0 0 0", PrefixKind.NAME),
}  # fmt: skip
