"""Simulator + options -> the program and the numbers of an instance that an importer drives (see `kernels.fmu`)."""

from collections.abc import Mapping

import numpy as np

from simnon.kernels import METHODS, Control, Fmu, Shape, fmu
from simnon.lowering import fmu_model
from simnon.model import Role
from simnon.program import Array, Layout, Program, values_at_start
from simnon.source import UserError, frozen

from .first_method import FIRST_CHOICE
from .matrix_buffers import add_jacobian
from .options import RunOptions
from .run import remembered_slots
from .run_buffers import (
    OF_MEMBERS_WITHOUT_RECORDS,
    RunBuffers,
    begin,
    make_run_buffers,
    with_histories,
    with_longer_histories,
)
from .simulator import Simulator

DOUBLINGS_OF_HISTORIES = 4
"""An instance cannot extend its memory: delays have space for this many times as much as a run begins with."""


@frozen
class Instance:
    """`program` is the model with its method; `arrays` are those of an instance before its start, by name."""

    program: Program
    method: str
    arrays: Mapping[str, Array]
    layout: Layout
    free_space: int
    """The offset of free space in `work`."""


def make_instance(simulator: Simulator, options: RunOptions, gradients: Program | None = None) -> Instance:
    """Raises UserError if the model needs something that only runs of Simnon have."""
    name = FIRST_CHOICE if options.method == "auto" else options.method
    method = METHODS[name]
    if method.has_library_steps:
        raise UserError(
            "cannot-export", f"the method '{name}' takes its steps in a library", "choose dopri5 or rodas5p instead"
        )
    if simulator.program.foreign:
        raise UserError(
            "cannot-export",
            f"the function {simulator.program.foreign[0].shown} is in a file of its own",
            "write it in the text, or as a FUNCTION in a Python file that can be compiled",
        )
    compiled = simulator.sliding()[0] if simulator.layout.sliding is not None else simulator
    layout = compiled.program.layout
    jacobian = simulator.jacobian_program if method.has_jacobian and layout.sliding is None else None
    buffers = _buffers(simulator, layout, options, name, jacobian)
    program = fmu_model(name, compiled.program, jacobian, gradients)
    own = _own(simulator, layout)
    arrays = dict(zip(("control", "plan", "states", "values", "work"), buffers.arrays()[:5], strict=True))
    return Instance(program, name, {"own": own, **arrays}, layout, buffers.control.found)


def _buffers(
    simulator: Simulator, layout: Layout, options: RunOptions, name: str, jacobian: Program | None
) -> RunBuffers:
    method = METHODS[name]
    values = simulator.start_values(options)
    if layout.delays:
        values = with_histories(layout, values)
        for _ in range(DOUBLINGS_OF_HISTORIES):
            values = with_longer_histories(layout, values)
    initials = tuple(sorted(initial_slots(simulator)))
    buffers = make_run_buffers(layout, values, (), method, initials)
    if method.has_jacobian:
        add_jacobian(buffers, len(layout.states), None if jacobian is None else jacobian.layout)
    begin(buffers, layout, options, method)
    control = buffers.control
    control.initial_count = 0
    for field, number in OF_MEMBERS_WITHOUT_RECORDS.items():
        setattr(control, field, number)
    control.watch = 0.0
    return buffers


def initial_slots(simulator: Simulator) -> dict[int, str]:
    """The slots of the initial values that an importer can set, with their names."""
    constrained = {constraint.name for constraint in simulator.layout.start_constraints}
    names = [name for name in simulator.recordable if name in simulator.initial_names and name not in constrained]
    return {
        simulator.initial_slot_of_name[name]: name
        for name in names
        if name not in simulator.negated and simulator.initial_slot_of_name[name] == simulator.slot_of_name[name]
    }


def _own(simulator: Simulator, layout: Layout) -> Array:
    """The numbers of `Fmu` and its tables."""
    count, head = len(values_at_start(layout)), len(Fmu.record_fields)
    own = Fmu(np.zeros(head + 4 * count))
    own.slots = count
    own.basis, own.before, own.after, own.marks = (head + i * count for i in range(4))
    own.sliding = 0 if layout.sliding is None else Shape(layout.sliding.numbers).count
    own.next_event = fmu.NEVER
    marks = own.numbers[own.marks :]
    marks[:] = fmu.COMPUTED
    marks[sorted(remembered_slots(layout))] = fmu.REMEMBERED
    marks[sorted(initial_slots(simulator))] = fmu.INITIAL
    structural = simulator.analysed.declared.structural
    parameters = [v.name for v in simulator.variables if v.role is Role.PARAMETER and v.name not in structural]
    marks[[simulator.slot_of_name[name] for name in parameters if name in simulator.slot_of_name]] = fmu.SETTABLE
    numbers: Array = own.numbers
    return numbers


def time_offset() -> int:
    """Where the time is in `control`."""
    return Control.offset("time")


def offsets_of_own() -> dict[str, int]:
    return {name: field.offset for name, field in Fmu.record_fields.items()}
