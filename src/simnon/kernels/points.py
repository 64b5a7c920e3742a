"""A model at many points, without a run: its derivatives there, their derivatives, its guards, or all its values.

`sheet` begins with numbers (`Sheet`). Then come the slots of the parameters, of the states and of the modes, the slots
that keep their values whatever INITIAL computes, these values, the slots that tell whether algebraic loops are solved,
the slots to record, and for each point the states and the parameters. `out` receives a row of `width` numbers for each
point, nan if a loop has no solution there; the space after the rows is for numbers that nobody reads.
"""

from .entries import derivatives, guards, held, initial, jacobian, modes, outputs, times
from .subset import Array, Record, divide, slice_from

MAX_ITERATIONS = 100


class Sheet(Record):
    point_count: int
    state_count: int
    parameter_count: int
    mode_count: int
    kept_count: int
    loop_count: int
    recorded_count: int
    first_guess: int
    """The first slot of the guesses of loops, and how many there are."""
    guess_count: int
    width: int
    wanted: int


SHEET_HEAD = 11
DERIVATIVES = 0
JACOBIAN = 1
RECORD = 2
GUARDS = 3


def points(time: float, sheet: Sheet, values: Array, out: Array) -> None:
    size = sheet.state_count + sheet.parameter_count
    residuals = SHEET_HEAD + size + sheet.mode_count + 2 * sheet.kept_count
    recorded = residuals + sheet.loop_count
    rows = recorded + sheet.recorded_count
    unused = sheet.point_count * sheet.width
    for i in range(sheet.point_count):
        row = rows + i * size
        place = i * sheet.width
        set_point(time, sheet, values, out, row, unused)
        times(time, slice_from(sheet, row), values, slice_from(out, unused))
        if sheet.wanted == DERIVATIVES:
            derivatives(time, slice_from(sheet, row), values, slice_from(out, place))
        elif sheet.wanted == JACOBIAN:
            jacobian(time, slice_from(sheet, row), values, slice_from(out, place))
        elif sheet.wanted == GUARDS:
            guards(time, slice_from(sheet, row), values, slice_from(out, place))
        else:
            outputs(time, slice_from(sheet, row), values, slice_from(out, unused))
            for j in range(sheet.recorded_count):
                out[place + j] = values[int(sheet[recorded + j])]
        is_solved = True
        for j in range(sheet.loop_count):
            if values[int(sheet[residuals + j])] != 0.0:
                is_solved = False
        if not is_solved:
            for j in range(sheet.width):
                out[place + j] = divide(0.0, 0.0)
            for j in range(sheet.guess_count):
                values[sheet.first_guess + j] = divide(0.0, 0.0)


def set_point(time: float, sheet: Sheet, values: Array, out: Array, row: int, unused: int) -> None:
    """Everything that follows from the states and parameters of a row; comparisons have their results there."""
    slots = SHEET_HEAD + sheet.parameter_count
    mode_slots = slots + sheet.state_count
    kept = mode_slots + sheet.mode_count
    for j in range(sheet.parameter_count):
        values[int(sheet[SHEET_HEAD + j])] = sheet[row + sheet.state_count + j]
    initial(time, slice_from(sheet, row), values, slice_from(out, unused))
    for j in range(sheet.kept_count):
        values[int(sheet[kept + j])] = sheet[kept + sheet.kept_count + j]
    for j in range(sheet.state_count):
        values[int(sheet[slots + j])] = sheet[row + j]
    held(time, slice_from(sheet, row), values, slice_from(out, unused))
    if sheet.mode_count == 0:
        return
    for _ in range(MAX_ITERATIONS):
        modes(time, slice_from(sheet, row), values, slice_from(out, unused))
        is_changed = False
        for j in range(sheet.mode_count):
            slot = int(sheet[mode_slots + j])
            if out[unused + j] != values[slot]:
                is_changed = True
            values[slot] = out[unused + j]
        if not is_changed:
            return
        held(time, slice_from(sheet, row), values, slice_from(out, unused))
