"""What a user keeps of each member -> reductions and curves with full names.

`max(H)` and the like are one number for each member; a bare name is a curve; "all" is everything that can be recorded.
"""

import re
from collections.abc import Sequence

from simnon.simulation import COMPARED, FINAL, FUNCTIONS, Reduction, Simulator
from simnon.source import UserError, arguments, frozen, nearest

_CALL = re.compile(r"\s*(\w+)\s*\((.*)\)\s*")
_COMPARISON = re.compile(r"(.+?)\s*(<=|>=|<|>)\s*(.+)")
_COMMA = re.compile(r"((?:[^\[\],]|\[[^\]]*\])*),(.*)")
EVERYTHING = "all"


@frozen
class Kept:
    """`curves` are recorded at the spacing of the run; `has_records` keeps every record, including its time."""

    reductions: tuple[Reduction, ...] = ()
    curves: tuple[str, ...] = ()
    has_records: bool = False

    @property
    def stored(self) -> tuple[str, ...]:
        """The variables that a run must record."""
        reduced = (self.reductions[i].variable for i in self.over_records)
        return tuple(dict.fromkeys((*reduced, *self.curves)))

    @property
    def finals(self) -> list[int]:
        """The reductions that are values at the end of a run."""
        return [i for i, each in enumerate(self.reductions) if each.function == FINAL]

    @property
    def over_records(self) -> list[int]:
        """The reductions that are computed from the records."""
        return [i for i, each in enumerate(self.reductions) if each.function != FINAL]


def read_keep(model: Simulator, keep: Sequence[str] | str | None, spacing: float | None) -> Kept:
    """None keeps the final values of all states."""
    if keep is None:
        return Kept(tuple(Reduction("final", name) for name in model.states if name in model.recordable))
    texts = arguments.names(keep, "keep")
    if texts == (EVERYTHING,):
        return Kept(curves=tuple(model.recordable), has_records=spacing is None)
    reductions: dict[Reduction, None] = {}
    curves: dict[str, None] = {}
    for text in texts:
        call = _CALL.fullmatch(text)
        if call is None or (call[1].casefold() not in FUNCTIONS and "[" in text):
            curves |= dict.fromkeys(_recordable(model, text.strip()))
        else:
            reductions |= dict.fromkeys(read_reductions(model, text))
    if curves and spacing is None:
        raise UserError("bad-option", "curves need a spacing", 'give spacing=, or keep="all" for every record')
    return Kept(tuple(reductions), tuple(curves))


def read_reductions(model: Simulator, text: str) -> tuple[Reduction, ...]:
    """`max(H)`, `at(H, 5)` or `ever(H > 3)`: one, or one for each element of an array."""
    call = _CALL.fullmatch(text)
    function = call[1].casefold() if call else ""
    if call is None or function not in FUNCTIONS:
        near = nearest(function, FUNCTIONS)
        hint = f"did you mean {near}(...)?" if near else f"the functions are {', '.join(FUNCTIONS)}"
        raise UserError("unknown-reduction", f"'{text}' is not a number computed from a run", hint)
    inside = call[2]
    if function in COMPARED:
        compared = _COMPARISON.fullmatch(inside.strip())
        if compared is None:
            raise UserError("unknown-reduction", f"'{text}' has no comparison", f"write {function}(H > 3)")
        limit = _number(compared[3], text)
        return tuple(Reduction(function, name, limit, compared[2]) for name in _recordable(model, compared[1]))
    variable, number = (part.strip() for part in _split_at_comma(inside))
    if bool(number) != (function == "at"):
        raise UserError("unknown-reduction", f"'{text}' cannot be read", "write at(H, 5), and max(H) with one variable")
    time = _number(number, text) if number else float("nan")
    return tuple(Reduction(function, name, time) for name in _recordable(model, variable))


def _split_at_comma(text: str) -> tuple[str, str]:
    """Before and after the first comma that does not separate indices."""
    found = _COMMA.match(text)
    return (found[1], found[2]) if found is not None else (text, "")


def _recordable(model: Simulator, name: str) -> tuple[str, ...]:
    """The variable of that name, or the elements of the array."""
    name = name.strip()
    if not re.fullmatch(r"[\w\s.\[\]]+|[^()+*/]+\[[^()*/]+\]", name) and not model.names.has(name):
        raise UserError("unknown-reduction", f"'{name}' is not a variable", "give the expression a name in the model")
    names = model.names.select(name).names
    if not all(each in model.recordable for each in names):
        raise UserError("not-recordable", f"'{name}' does not change during a run", "name a variable")
    return names


def _number(text: str, source: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UserError("unknown-reduction", f"'{text.strip()}' in '{source}' is not a number") from None
