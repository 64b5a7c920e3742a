"""The entry `sample` of a model with many samplers, in pieces: each is computed only if a sampler that needs it is due.

The steps stay in order, so the results are those of the undivided entry. The flags of the pieces follow those of the
samplers in `out` (see `kernels.calendar`).
"""

from collections.abc import Iterator, Mapping, Sequence

from simnon.model import Apply, Iteration, parts_of
from simnon.program import ENTRY_PARAMETERS, ArrayName, Call, Do, Function, If, Local, Operation, Statement

from .expressions import BOOL, FLOAT, ZERO
from .functions import Library
from .steps import AnyStep, SolutionStep, Step, Surroundings, crossing_names, load, pieces_of, statements_of
from .whole_arrays import Element

ALWAYS = -1
_ARGUMENTS = (Local("time", FLOAT), ArrayName("states"), ArrayName("values"), ArrayName("out"))


def make_sample(
    steps: Sequence[AnyStep], around: Surroundings, samplers: int, sources: Mapping[str, Sequence[str]]
) -> tuple[list[Function], tuple[tuple[int, ...], ...]]:
    """The functions of the entry, the last of which is the entry itself, and for each sampler its pieces.

    `sources` are what the names depend on that no step computes: those of elements of arrays.
    """
    pieces = pieces_of(steps, around.library)
    crossing = crossing_names(pieces)
    needing = iter(_samplers_needing(steps, around.library, sources))
    functions: list[Function] = []
    calls: list[Statement] = []
    pieces_of_sampler: list[list[int]] = [[] for _ in range(samplers)]
    for i, piece in enumerate(pieces):
        function = Function(f"sample.{i + 1}", ENTRY_PARAMETERS, None, statements_of(piece, crossing, around))
        call = Do(Call(function.name, _ARGUMENTS, None))
        functions.append(function)
        needed_by = frozenset[int]().union(*(next(needing) for _ in piece))
        if ALWAYS in needed_by:
            calls.append(call)
            continue
        calls.append(If(Operation("!=", (load(Element("out", samplers + i)), ZERO), BOOL), (call,)))
        for sampler in sorted(needed_by):
            pieces_of_sampler[sampler].append(i)
    entry = Function("sample", ENTRY_PARAMETERS, None, tuple(calls))
    return [*functions, entry], tuple(map(tuple, pieces_of_sampler))


def _samplers_needing(
    steps: Sequence[AnyStep], library: Library, sources: Mapping[str, Sequence[str]]
) -> list[frozenset[int]]:
    """For each step the samplers whose own steps need it, directly or by way of steps of continuous systems."""
    readers: dict[str, frozenset[int]] = {}
    found: list[frozenset[int]] = []
    for step in reversed(steps):
        if step.due is not None:
            needing = frozenset({step.due})
        elif not step.targets or _has_memory(step, library):
            needing = frozenset({ALWAYS})
        else:
            needing = frozenset[int]().union(*(readers.get(target, frozenset()) for target in step.targets))
        for name in _with_sources(step.names_read, sources):
            readers[name] = readers.get(name, frozenset()) | needing
        found.append(needing)
    return found[::-1]


def _with_sources(names: Sequence[str], sources: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for name in names:
        yield name
        yield from _with_sources(sources.get(name, ()), sources)


def _has_memory(step: AnyStep, library: Library) -> bool:
    """True if it may matter how often the step is taken: a loop keeps its guess, a user's function anything."""
    if not isinstance(step, Step):
        return isinstance(step, SolutionStep) and isinstance(step.part, Iteration)
    own = library.callee_of_name.keys() | library.result_of_name.keys()
    return any(isinstance(part, Apply) and part.function in own for part in parts_of(step.value)) if own else False
