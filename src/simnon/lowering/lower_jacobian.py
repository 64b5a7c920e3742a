"""Partial derivatives -> Program with the single entry `jacobian`.

`out` receives the entries by row; for the Jacobian of a model, the derivatives by time follow, one per state, and a
small model has the zeros too. They are followed by space for values passed between the pieces of a long entry
(`Layout.jacobian_size` in all). Values of the time stage are read from their slots: `times` must be called first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from simnon.kernels import MAX_STATES_OF_SMALL
from simnon.model import Equation, Expression, HybridModel, LinearSystem, Number, Schedule, Stage, names_in
from simnon.program import BandSlots, Program, SparseSlots

from .functions import Library, Mathematics, needed_from
from .lower_model import ModelLowering
from .steps import LONGEST, SolutionStep, Step, Surroundings, call_in, make_entry
from .whole_arrays import Element

Entries = tuple[tuple[int, int, Expression], ...]


GradientParts = tuple[Equation | LinearSystem, ...]
_STATE, _PRESENT = frozenset({Stage.STATE}), frozenset({Stage.STATE, Stage.OUTPUT})


def lower_jacobian(
    model: HybridModel,
    schedule: Schedule,
    text_of_path: Mapping[str, str],
    equations: GradientParts,
    variable_of_target: Mapping[str, str],
    entries: Entries,
    by_time: tuple[Expression | None, ...],
    matrix: BandSlots | SparseSlots | None = None,
    mathematics: Mathematics = Mathematics.OWN,
) -> Program:
    """The derivatives of the derivatives by states and time."""
    entries = _completed(entries, len(model.states))
    lowering = ModelLowering(model, schedule, text_of_path, mathematics)
    results = [value for _, _, value in entries] + [value or Number(0.0) for value in by_time]
    return _program(lowering, equations, variable_of_target, entries, results, _STATE, matrix)


def lower_gradients(
    model: HybridModel,
    schedule: Schedule,
    text_of_path: Mapping[str, str],
    equations: GradientParts,
    variable_of_target: Mapping[str, str],
    entries: Entries,
    mathematics: Mathematics = Mathematics.OWN,
) -> Program:
    """The derivatives of any variables by any others."""
    lowering = ModelLowering(model, schedule, text_of_path, mathematics)
    return _program(lowering, equations, variable_of_target, entries, [value for _, _, value in entries], _PRESENT)


def _program(
    lowering: ModelLowering,
    equations: GradientParts,
    variable_of_target: Mapping[str, str],
    entries: Entries,
    results: Sequence[Expression],
    stages: frozenset[Stage],
    matrix: BandSlots | SparseSlots | None = None,
) -> Program:
    """`stages` are those whose values are computed again, because their slots need not have the present ones."""
    model = lowering.model
    read = {name for value in results for name in names_in(value)}
    read.update(name for equation in equations for name in equation.reads)
    needed = lowering.needed(sorted(lowering.changing(read, stages)), stages)
    steps = [lowering.step(i) for i in needed]
    for part in equations:
        if isinstance(part, Equation):
            history = lowering.history(variable_of_target[part.target])
            steps.append(Step(part.value, part.target, history=history, reads=part.reads))
        else:
            steps.append(SolutionStep(part, (None,) * len(part.targets)))
    steps += _by_call([Step(value, "", Element("out", i)) for i, value in enumerate(results)], lowering.library)
    is_long = len(steps) > LONGEST
    targets = [target for part in equations for target in part.targets] if is_long else []
    own = {target: Element("out", len(results) + i) for i, target in enumerate(targets)}
    around = Surroundings(
        lambda name: own.get(name) or lowering.element(name), model.time, lowering.conditions, lowering.library
    )
    functions = make_entry("jacobian", steps, around)
    loops = lowering.loop_functions(around.called)
    library, constants = needed_from(lowering.library, around.called)
    return Program(
        f"jacobian of {model.name}",
        (*library, *loops, *functions),
        ("jacobian",),
        replace(
            lowering.layout,
            jacobian=tuple((row, column) for row, column, _ in entries),
            jacobian_size=len(results) + len(targets),
            matrix=matrix,
        ),
        constants,
        tuple(f for name, f in lowering.library.foreign.items() if name in around.called),
    )


def _by_call(steps: list[Step], library: Library) -> list[Step]:
    """The same steps; those that use results of the same call one after the other."""
    steps_of_call: dict[object, list[Step]] = {}
    for step in steps:
        steps_of_call.setdefault(call_in(step.value, library), []).append(step)
    return [step for members in steps_of_call.values() for step in members]


def _completed(entries: Entries, count: int) -> Entries:
    """The entries with the zeros, for a matrix so small that looking up offsets would take longer."""
    if count > MAX_STATES_OF_SMALL:
        return entries
    value_of_index = {(row, column): value for row, column, value in entries}
    indices = [(row, column) for row in range(count) for column in range(count)]
    return tuple((*index, value_of_index.get(index, Number(0.0))) for index in indices)
