"""The calendar of a model with many samplers: the earliest next instant in each block of BLOCK consecutive samplers.

An instant looks only into the blocks in which a sampler is due, so its cost depends on what happens in it. `sample` is
divided into pieces that are computed only if a sampler that needs them is due (see `lowering.due_pieces`); their flags
follow those of the samplers. Samplers are visited in order, as in a model with few of them.
"""

from .control import BLOCK, FEW_SAMPLERS, Control
from .subset import Array, Integers, inline

NEVER = 1e308


@inline
def has_calendar(control: Control) -> bool:
    return control.sampler_count > FEW_SAMPLERS


@inline
def open_calendar(control: Control, plan: Integers, values: Array, work: Array) -> None:
    """Enter the next instants of all samplers."""
    if has_calendar(control):
        for block in range(control.block_count):
            enter_block(control, plan, values, work, block)


@inline
def end_of_block(control: Control, block: int) -> int:
    end = BLOCK * (block + 1)
    return end if end < control.sampler_count else control.sampler_count


def enter_block(control: Control, plan: Integers, values: Array, work: Array, block: int) -> None:
    """Enter the earliest next instant of a block; a sampler without one, or with nan, has no entry."""
    earliest = NEVER
    for i in range(BLOCK * block, end_of_block(control, block)):
        slot = plan[control.sampler_slots + 3 * i]
        if slot >= 0:
            earliest = min(earliest, values[slot])
    work[control.calendar + block] = earliest


def find_in_calendar(control: Control, plan: Integers, values: Array, work: Array, tolerance: float) -> int:
    """Mark and count the samplers that are due, and mark the pieces of `sample` that they need."""
    for piece in range(control.piece_count):
        work[control.samplers_due + control.sampler_count + piece] = 0.0
    due = 0
    marked = control.calendar + control.block_count
    for block in range(control.block_count):
        is_here = work[control.calendar + block] <= control.time + tolerance
        # A block with marks of the last instant is visited to remove them.
        if is_here or work[marked + block] != 0.0 or plan[control.triggered_blocks + block] != 0:
            found = mark_block(control, plan, values, work, tolerance, block)
            work[marked + block] = 1.0 if found > 0 else 0.0
            due += found
    return due


def mark_block(control: Control, plan: Integers, values: Array, work: Array, tolerance: float, block: int) -> int:
    """Mark and count the samplers of a block that are due."""
    due = 0
    for i in range(BLOCK * block, end_of_block(control, block)):
        is_due = is_sampler_due(control, plan, values, work, tolerance, i)
        work[control.samplers_due + i] = 1.0 if is_due else 0.0
        if is_due:
            due += 1
            mark_pieces(control, plan, work, i)
    return due


@inline
def is_sampler_due(
    control: Control, plan: Integers, values: Array, work: Array, tolerance: float, sampler: int
) -> bool:
    """True if the next instant of a sampler is here, or one of its triggers has become true."""
    slot = plan[control.sampler_slots + 3 * sampler]
    trigger = plan[control.sampler_slots + 3 * sampler + 1]
    is_due = False
    if slot >= 0:
        is_due = values[slot] <= control.time + tolerance
    for j in range(plan[control.sampler_slots + 3 * sampler + 2]):
        is_due = is_due or work[control.found + trigger + j] != 0.0
    return is_due


@inline
def mark_pieces(control: Control, plan: Integers, work: Array, sampler: int) -> None:
    first = control.sampler_pieces + plan[control.sampler_pieces + sampler]
    end = control.sampler_pieces + plan[control.sampler_pieces + sampler + 1]
    for k in range(first, end):
        work[control.samplers_due + control.sampler_count + plan[k]] = 1.0


def follow_samples(control: Control, plan: Integers, values: Array, work: Array) -> None:
    """Enter the next instants of the samplers that were due."""
    marked = control.calendar + control.block_count
    for block in range(control.block_count):
        if work[marked + block] != 0.0:
            enter_block(control, plan, values, work, block)


@inline
def next_in_calendar(control: Control, work: Array, limit: float) -> float:
    """The earliest instant in the calendar, or `limit` if that is earlier."""
    for block in range(control.block_count):
        limit = min(limit, work[control.calendar + block])
    return limit
