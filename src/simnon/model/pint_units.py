"""Names of units that are not in the table -> their rows from pint.

Pint takes longer to load than most models to compile, so it is used only for rare names. A misspelled name does not
load it: it contains no word of the files in which pint defines its units.
"""

import re
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from simnon.source import require

from .unit_table import DIMENSIONS, PrefixKind, UnitRow

SHORTEST_NAME = 3
"""Shorter names that are not in the table are slips: to pint nearly every letter is a unit or a constant."""


@cache
def ask_pint(name: str) -> UnitRow | None:
    """The unit, or None if pint does not know it, or if it is not a multiple of base units."""
    return row_from_pint(name) if len(name) >= SHORTEST_NAME and may_be_in_pint(name) else None


def may_be_in_pint(name: str) -> bool:
    """Whether a word of pint's definitions remains without a prefix and the `s` of a plural, or they cannot be read."""
    words, prefixes = _definitions()
    if not words:
        return True
    rests = [name.removeprefix(prefix) for prefix in prefixes if name.startswith(prefix)]
    return any(rest in words or rest.removesuffix("s") in words for rest in rests)


@cache
def _definitions() -> tuple[frozenset[str], frozenset[str]]:
    """All words in pint's definitions, and its prefixes with the empty one; no words if the files are elsewhere."""
    found = find_spec("pint")
    if found is None or found.origin is None:
        return frozenset(), frozenset()
    folder = Path(found.origin).parent
    try:
        text = "\n".join((folder / f"{name}_en.txt").read_text("utf-8") for name in ("default", "constants"))
    except OSError:
        return frozenset(), frozenset()
    words = frozenset(re.findall(r"[^\s=;:,()\[\]*/+-]+", text))
    prefixes = re.findall(r"([^\s=]+)-(?=\s|$)", text, re.MULTILINE)
    return words, frozenset({"", "delta_", "Δ", *prefixes})


def row_from_pint(name: str, prefixes: PrefixKind = PrefixKind.NONE) -> UnitRow | None:
    registry = _registry()
    if not registry.parse_unit_name(name, case_sensitive=True):
        return None
    unit = registry.Unit(name)
    dimension = dict(registry.get_dimensionality(unit))
    if not dimension.keys() <= set(DIMENSIONS):
        return None
    zero, one, two = (registry.Quantity(Fraction(x), unit).to_base_units().magnitude for x in range(3))
    if two - one != one - zero:
        return None
    exponents = " ".join(str(dimension.get(each, 0)) for each in DIMENSIONS)
    return UnitRow(str(one - zero), str(zero), exponents, prefixes)


@cache
def _registry() -> Any:
    return require("pint", "this unit", cure="install pint").UnitRegistry(non_int_type=Fraction)
