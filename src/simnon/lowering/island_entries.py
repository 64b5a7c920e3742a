"""The entries of a model with islands: each evaluates all islands, or only those listed in `values`.

The list has the number of islands, then for each its number, where its guards begin in `out`, and its states (see
`kernels.island_list`). If it is not empty, modes, conditions and events of the only island listed begin at zero.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from simnon.kernels import control
from simnon.program import (
    ENTRY_PARAMETERS,
    ArrayName,
    Call,
    Constant,
    Do,
    For,
    Function,
    If,
    Island,
    Load,
    Local,
    Operation,
    Parameter,
    Program,
    Set,
    Statement,
    Type,
)

from .expressions import BOOL, INT, ZERO
from .steps import AnyStep, Surroundings, make_entry

PLACE_OF_ENTRY: Mapping[str, Callable[[Island], int]] = {
    "held": lambda _: 0,
    "derivatives": lambda _: 0,
    "guards": lambda island: island.guards.start,
    "modes": lambda island: island.modes.start,
    "conditions": lambda island: island.events.start,
    "before": lambda _: 0,
    "events": lambda island: island.events.start,
}
"""For each entry that is divided, where the results of an island begin in `out` if all are evaluated."""
TOGETHER = frozenset({"derivatives"})
"""Entries that a step evaluates many times: their islands are not calls of their own, unless they are listed."""
_TIME, _STATES, _VALUES = Local("time", Type.FLOAT), ArrayName("states"), ArrayName("values")
_ISLAND = Local("island", INT)


def make_island_entry(
    name: str,
    whole: Sequence[AnyStep],
    steps_of_islands: Sequence[Sequence[AnyStep]],
    places: Sequence[int],
    island_list: int,
    around: Surroundings,
) -> list[Function]:
    """The functions of an entry, the last of which is the entry itself.

    `whole` is what belongs to no island; for entries that are evaluated TOGETHER, everything.
    """
    functions: list[Function] = make_entry(f"{name}.all", whole, around) if whole else []
    everything: list[Statement] = [Do(_call(f"{name}.all", ArrayName("out")))] if whole else []
    is_together = name in TOGETHER
    name_of_island: dict[int, str] = {}
    for i, steps in enumerate(steps_of_islands):
        if steps:
            name_of_island[i] = f"{name}.island.{i + 1}"
            functions += make_entry(name_of_island[i], steps, around)
            if not is_together:
                everything.append(Do(_call(name_of_island[i], _from(Constant(places[i], INT)))))
    parameters = (Parameter("island", INT), *ENTRY_PARAMETERS)
    choice = _choice(sorted(name_of_island.items()))
    functions.append(Function(f"{name}.island", parameters, None, choice))
    count = Load("values", Constant(island_list, INT))
    listed = _listed(name, island_list, is_compact=name == "guards")
    is_all = Operation("==", (count, ZERO), BOOL)
    functions.append(Function(name, ENTRY_PARAMETERS, None, (If(is_all, tuple(everything), listed),)))
    return functions


def functions_without_lists(model: Program) -> tuple[Function, ...]:
    """The functions of a model whose entries evaluate all islands: members of ensembles have no lists of their own."""
    if not model.layout.islands:
        return model.functions
    functions: list[Function] = []
    for function in model.functions:
        match function.body:
            case (If(_, everything),) if function.name in PLACE_OF_ENTRY:
                functions.append(replace(function, body=everything))
            case _:
                functions.append(function)
    return tuple(functions)


def _from(offset: Constant | Local) -> ArrayName:
    return ArrayName("out") if isinstance(offset, Constant) and offset.value == 0 else ArrayName("out", offset)


def _call(function: str, out: ArrayName) -> Call:
    return Call(function, (_TIME, _STATES, _VALUES, out), None)


def _choice(islands: Sequence[tuple[int, str]]) -> tuple[Statement, ...]:
    """Call the function of the island with the number `island`."""
    if len(islands) == 1:
        return (Do(_call(islands[0][1], ArrayName("out"))),)
    if not islands:
        return ()
    middle = len(islands) // 2
    is_before = Operation("<", (_ISLAND, Constant(islands[middle][0], INT)), BOOL)
    return (If(is_before, _choice(islands[:middle]), _choice(islands[middle:])),)


def _listed(name: str, island_list: int, *, is_compact: bool) -> tuple[Statement, ...]:
    """Evaluate the islands in the list; the results of each begin where it says, or at zero."""

    def number(which: int) -> Operation:
        place = Operation("*", (Local("k", INT), Constant(control.LISTED, INT)), INT)
        index = Operation("+", (place, Constant(island_list + 1 + which, INT)), INT)
        return Operation("whole", (Load("values", index),), INT)

    out = ArrayName("out", Local("at", INT)) if is_compact else ArrayName("out")
    body: list[Statement] = [Set("listed", number(0))]
    if is_compact:
        body.append(Set("at", number(1)))
    call = Call(f"{name}.island", (Local("listed", INT), _TIME, _STATES, _VALUES, out), None)
    count = Operation("whole", (Load("values", Constant(island_list, INT)),), INT)
    return (For("k", Constant(0, INT), count, 1, (*body, Do(call))),)
