"""pint -> the table of common units: `python -m tests.unit.model.unit_table_from_pint` writes it again."""

from pathlib import Path

from simnon.model.pint_units import row_from_pint
from simnon.model.unit_table import PrefixKind, UnitRow

TABLE = Path(__file__).parents[3] / "src" / "simnon" / "model" / "unit_table.py"

NAMES = {
    PrefixKind.SYMBOL: "m g s A K mol cd rad sr Hz N Pa J W C V F Ohm Ω S Wb T H lm lx Bq Gy Sv kat l L t bar eV cal "
    "Wh Ah",
    PrefixKind.NONE: "min h d year deg ° rev rpm % degC °C degF degR ft in mi lb lbf slug psi atm mmHg kgf hp ha ppm "
    "nmi kn yd oz mph torr sec hr minute hour day degree revolution turn percent foot feet inch yard mile pound ounce "
    "knot gallon acre horsepower week",
    PrefixKind.NAME: "meter metre gram second ampere kelvin mole candela radian steradian hertz newton pascal joule "
    "watt coulomb volt farad ohm siemens weber tesla henry lumen lux becquerel gray sievert katal liter litre tonne",
}
CALLED_BY_PINT = {
    "Ohm": "ohm", "Ω": "ohm", "kOhm": "kiloohm", "°": "degree", "%": "percent", "°C": "degC", "rev": "revolution",
    "kn": "knot", "lbf": "force_pound", "cal": "calorie", "t": "tonne", "l": "liter", "L": "liter",
}  # fmt: skip
"""Names that are a different unit in pint, or none."""
LEVEL = UnitRow("1", "0", "0 0 0 0 0 0 0 1", PrefixKind.NONE)
ACRE = UnitRow("316160658/78125", "0", "2 0 0 0 0 0 0 0", PrefixKind.NONE)
"""43,560 square feet of 0.3048 m; pint before 0.26 has the survey foot, which was abandoned in 2022."""


def rows() -> dict[str, UnitRow]:
    table = {"dB": LEVEL}
    for kind, names in NAMES.items():
        for name in names.split():
            row = row_from_pint(CALLED_BY_PINT.get(name, name), kind)
            assert row is not None, name
            table[name] = row
    return table | {"acre": ACRE}


def written(table: dict[str, UnitRow]) -> str:
    """The text of the module with these rows."""
    before, _, _ = TABLE.read_text("utf-8").partition("UNITS: ")
    lines = [f'    "{name}": {_row(row)},' for name, row in table.items()]
    return before + "\n".join(["UNITS: dict[str, UnitRow] = {", *lines, "}  # fmt: skip", ""])


def _row(row: UnitRow) -> str:
    return f'UnitRow("{row.factor}", "{row.offset}", "{row.dimension}", {row.prefixes})'


if __name__ == "__main__":
    TABLE.write_text(written(rows()), "utf-8")
