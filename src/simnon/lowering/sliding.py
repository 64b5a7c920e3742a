"""Entries of a model -> the same entries, able to slide along the zero of a guard.

Only models whose derivatives depend on modes can slide. Their entries test one number of `values`; if the run slides,
they call the kernels of `sliding`, which call the original entries, as `branch_...`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from simnon.kernels import SLIDING, Shape, kernel_source, share_numbers, shares
from simnon.model import Apply, HybridModel, Mode
from simnon.program import (
    ENTRY_PARAMETERS,
    ArrayName,
    Call,
    Constant,
    ConstantArray,
    Do,
    Function,
    If,
    Load,
    Local,
    Operation,
    SlidingSlots,
    Statement,
    Type,
)

from .functions import KERNEL_PREFIX, names_called, public_names
from .python_subset import Signature, signatures, translate

MAX_SURFACES = 4
SHAPE = "sliding"
SLIDING_DERIVATIVES = "sliding_derivatives"
BRANCH_OF_ENTRY = {
    "held": "branch_held",
    "times": "branch_times",
    "derivatives": "branch_derivatives",
    "guards": "branch_guards",
    "modes": "branch_modes",
    "outputs": "branch_outputs",
    "before": "branch_before",
    "sample": "branch_sample",
    "events": "branch_events",
    "delay_sources": "branch_sources",
}
KERNEL_OF_ENTRY = {
    "derivatives": "slide",
    "guards": "slide_guards",
    "modes": "slide_modes",
    "outputs": "slide_outputs",
    "before": "slide_before",
    "sample": "slide_sample",
    "events": "slide_events",
    "delay_sources": "slide_sources",
}
_ARGUMENTS = tuple(ArrayName(p.name) if p.type is Type.ARRAY else Local(p.name, p.type) for p in ENTRY_PARAMETERS)


def modes_of_derivatives(model: HybridModel) -> list[int]:
    """The indices of the modes that derivatives depend on: only these can make a run slide."""
    equation_of_name = {target: part for part in (*model.equations, *model.solutions) for target in part.targets}
    behind: set[str] = set()
    waiting = [derivative for _, derivative in model.states]
    while waiting:
        name = waiting.pop()
        if name not in behind:
            behind.add(name)
            waiting += equation_of_name[name].reads if name in equation_of_name else ()
    return [i for i, mode in enumerate(model.modes) if mode.name in behind and mode.guards]


def sliding_slots(
    model: HybridModel, number_of_guard: Mapping[str, int], slots: int, first: int, mode_slots: Sequence[int]
) -> SlidingSlots | None:
    """The offsets of the workspace of sliding, from `first` on in `values`; None for a model that cannot slide."""
    watched = {
        i: tuple(number_of_guard[guard] for guard in model.modes[i].guards if guard in number_of_guard)
        for i in modes_of_derivatives(model)
    }
    able = {i: guards for i, guards in watched.items() if guards}
    if not able:
        return None
    states, modes, guards = model.state_count, len(model.modes), len(number_of_guard)
    most = min(MAX_SURFACES, len({guard for guards in able.values() for guard in guards}))
    sizes = {
        "count": 1,
        "difference": 1,
        "surfaces": modes,
        "lows": modes,
        "highs": modes,
        "watched": most,
        "shares": most,
        "slopes": most * (most + 1),
        "system": most * (most + 1),
        "fields": states * (most + 1),
        "point": states,
        "rates": max(states, most),
        "first": guards,
        "second": guards,
        "base": slots,
        "sum": slots,
        "kept": slots,
        "bands": guards,
    }
    shape = Shape([0] * shares.SLOTS_OF_MODES)
    shape.states, shape.modes, shape.all_guards, shape.slots, shape.most = states, modes, guards, slots, most
    end = first
    for name, size in sizes.items():
        setattr(shape, name, end)
        end += size
    guards_of_modes = (number for mode in model.modes for number in _two_guards(mode, number_of_guard))
    rises = tuple(_rises_with_guard(model, i) for i in range(modes))
    numbers = (*shape.numbers, *mode_slots, *guards_of_modes)
    return SlidingSlots(numbers, tuple(able.get(i, ()) for i in range(modes)), rises, end - first)


def _two_guards(mode: Mode, number_of_guard: Mapping[str, int]) -> tuple[int, ...]:
    numbers = [number_of_guard[guard] for guard in mode.guards if guard in number_of_guard]
    return (*numbers, -1, -1)[:2]


def _rises_with_guard(model: HybridModel, mode: int) -> bool:
    """True if the mode increases with its guard."""
    value = model.modes[mode].value
    return not (isinstance(value, Apply) and value.function in ("<", "<="))


def with_sliding(functions: Sequence[Function], slots: SlidingSlots) -> tuple[list[Function], ConstantArray]:
    """The functions of a model with those it needs to slide, and the table they read."""
    entry_of_name = {function.name: function for function in functions if function.name in BRANCH_OF_ENTRY}
    count = Shape(slots.numbers).count
    added = [_branch(entry, entry_of_name.get(entry)) for entry in BRANCH_OF_ENTRY]
    added += _kernels([KERNEL_OF_ENTRY[entry] for entry in KERNEL_OF_ENTRY if entry in entry_of_name])
    added.append(Function(SLIDING_DERIVATIVES, ENTRY_PARAMETERS, None, (_call_kernel("slide"),)))
    changed = [_that_can_slide(f, count) if f.name in KERNEL_OF_ENTRY else f for f in functions]
    return [*added, *changed], ConstantArray(SHAPE, tuple(map(float, slots.numbers)))


def _branch(entry: str, function: Function | None) -> Function:
    """An entry as it is while nothing slides, under a different name; empty if the model has no such entry."""
    if function is None:
        body: tuple[Statement, ...] = ()
    elif entry in KERNEL_OF_ENTRY:
        body = function.body
    else:
        body = (Do(Call(entry, _ARGUMENTS, None)),)
    return Function(BRANCH_OF_ENTRY[entry], ENTRY_PARAMETERS, None, body)


def _that_can_slide(entry: Function, count: int) -> Function:
    """Methods inline the derivatives into their steps, so these are expanded; the others call the original."""
    is_sliding = Operation("!=", (Load("values", Constant(count, Type.INT)), Constant(0.0, Type.FLOAT)), Type.BOOL)
    if entry.name == "derivatives":
        branches = If(is_sliding, (Do(Call(SLIDING_DERIVATIVES, _ARGUMENTS, None)),), entry.body)
    else:
        plain = Do(Call(BRANCH_OF_ENTRY[entry.name], _ARGUMENTS, None))
        branches = If(is_sliding, (_call_kernel(KERNEL_OF_ENTRY[entry.name]),), (plain,))
    return replace(entry, body=(branches,))


def _call_kernel(name: str) -> Do:
    return Do(Call(f"{KERNEL_PREFIX}{name}", (*_ARGUMENTS, ArrayName(SHAPE)), None))


@cache
def _translated() -> dict[str, Function]:
    branches = {name: Signature(name, ENTRY_PARAMETERS, None) for name in BRANCH_OF_ENTRY.values()}
    known: dict[str, Signature] = dict(branches)
    functions: dict[str, Function] = {}
    for module in SLIDING:
        translation = translate(
            kernel_source(module), public_names(module), known, share_numbers(), prefix=KERNEL_PREFIX
        )
        functions |= {function.name: function for function in translation.functions}
        found = signatures(translation.functions)
        known |= {name.removeprefix(KERNEL_PREFIX): signature for name, signature in found.items()}
    return functions


def _kernels(names: Sequence[str]) -> list[Function]:
    """The kernels `names` and their callees, callees first."""
    translated = _translated()
    needed: set[str] = set()
    waiting = [f"{KERNEL_PREFIX}{name}" for name in names]
    while waiting:
        name = waiting.pop()
        if name in translated and name not in needed:
            needed.add(name)
            waiting += names_called(translated[name])
    return [function for name, function in translated.items() if name in needed]
