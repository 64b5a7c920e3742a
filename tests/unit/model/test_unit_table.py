"""The table of common units agrees with pint, and nothing ordinary loads pint."""

import subprocess
import sys
from typing import Any

import pint
import pytest

from simnon.model import KNOWN_UNITS, measure_of, parse_unit
from simnon.model.pint_units import may_be_in_pint, row_from_pint
from simnon.model.unit_table import UNITS
from tests.unit.model.unit_table_from_pint import CALLED_BY_PINT, TABLE, rows, written


def test_the_table_agrees_with_pint() -> None:
    assert rows() == UNITS
    assert written(UNITS) == TABLE.read_text("utf-8")


@pytest.mark.parametrize("name", ["km", "mW", "MW", "hPa", "dag", "kOhm", "millimeter", "µs", "pF", "kilogram"])
def test_a_prefix_means_the_same_as_in_pint(name: str) -> None:
    row = row_from_pint(CALLED_BY_PINT.get(name, name))
    assert row is not None

    measure = measure_of(parse_unit(name))

    assert (str(measure.factor), " ".join(map(str, measure.dimension))) == (row.factor, row.dimension)


def test_a_unit_name_takes_precedence_over_a_prefix() -> None:
    assert measure_of(parse_unit("ft")).factor < 1, "a foot, not a femtotonne"
    assert measure_of(parse_unit("min")) != measure_of(parse_unit("in"))


def test_reading_every_unit_of_the_table_does_not_load_pint() -> None:
    program = (
        "import sys; from simnon.model import KNOWN_UNITS, measure_of, parse_unit\n"
        "[measure_of(parse_unit(name)) for name in KNOWN_UNITS]\n"
        "sys.exit('pint' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
    assert len(KNOWN_UNITS) > 900


def test_reporting_a_misspelled_unit_does_not_load_pint() -> None:
    program = (
        "import sys; from simnon.model import UnreadableUnit, parse_unit\n"
        "for name in ('flurb', 'secnd', 'kPaa', 'newtonn', 'voltt'):\n"
        "    try: parse_unit(name)\n"
        "    except UnreadableUnit: continue\n"
        "    sys.exit(name)\n"
        "sys.exit('pint' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize(
    "name", ["furlong", "furlongs", "kilofurlongs", "delta_degC", "fortnight", "Å", "mmHg", "µbarn"]
)
def test_a_rare_unit_is_looked_up_in_pint(name: str) -> None:
    assert may_be_in_pint(name)


def test_no_unit_of_pint_is_taken_for_a_slip() -> None:
    registry: Any = pint.UnitRegistry()

    assert [name for name in registry if not may_be_in_pint(name)] == []
