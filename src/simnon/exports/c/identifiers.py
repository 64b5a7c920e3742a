"""Names of a model -> identifiers of C, each unique, the same for the same model."""

import re
from collections.abc import Iterable, Mapping

_KEYWORDS = (
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while"
)
_OWN = "bool true false self t h x dx"
_WORDS = (*_KEYWORDS.split(" "), *_OWN.split(" "))


class Identifiers:
    """Remembers which identifier a name has; names that would look alike get numbers."""

    def __init__(self, reserved: Iterable[str] = (), given: Mapping[str, str] | None = None) -> None:
        self._identifier_of_name = dict(given or {})
        self._taken = {*_WORDS, *reserved, *self._identifier_of_name.values()}

    def of(self, name: str) -> str:
        found = self._identifier_of_name.get(name)
        if found is None:
            found = self._identifier_of_name[name] = self._unused(identifier(name))
            self._taken.add(found)
        return found

    def _unused(self, wanted: str) -> str:
        candidate, number = wanted, 1
        while candidate in self._taken:
            number += 1
            candidate = f"{wanted}_{number}"
        return candidate


def identifier(name: str) -> str:
    """`level[tank]` is `tank_level`, `motor.R` is `motor_R`."""
    name = name.removeprefix("kernel.")
    indexed = re.fullmatch(r"(.*)\[(.*)\]", name)
    written = f"{indexed[2]}_{indexed[1]}" if indexed else name
    plain = re.sub(r"[^A-Za-z0-9]+", "_", written).strip("_")
    return plain if plain and not plain[0].isdigit() else f"v_{plain}"
