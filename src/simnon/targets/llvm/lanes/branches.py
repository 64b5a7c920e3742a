"""If -> text in which both groups of lanes execute their arm, one after the other."""

from simnon.program import Break, Continue, If, Return, Statement

from ..effects import locals_set_in
from ..flow import Edge
from .costs import cost_of_block
from .divergence import may_lose_lanes
from .vectors import MASK
from .writer import Landing, LaneState, LaneWriter

MAX_OF_A_FLAT_ARM = 12
"""Instructions that cost no more than a jump over them."""


def write_if(writer: LaneWriter, statement: If) -> None:
    """If the condition is equal in all lanes, they take one path together."""
    condition = writer.value(statement.condition)
    if condition.varies:
        _varying_if(writer, statement, condition.operand)
    else:
        ends = writer.branch(statement, condition.operand)
        writer.join(*ends, writer.frame.divergence.liveness.after(statement))


def _varying_if(writer: LaneWriter, statement: If, condition: str) -> None:
    """First the lanes for which the condition holds, then the others."""
    frame, flow, vectors = writer.frame, writer.flow, writer.vectors
    live = frame.divergence.liveness.after(statement)
    kept = live | frame.lane_state.met
    writer.initialise_live(locals_set_in(statement.then, statement.otherwise), kept)
    outer, before = vectors.here, dict(flow.locals)
    others = vectors.in_both(outer, vectors.outside(condition))
    after_then = _arm(writer, statement.then, vectors.in_both(outer, condition), live)
    after_otherwise = others
    if statement.otherwise:
        _restore(writer, locals_set_in(statement.then), before, kept)
        vectors.here = outer
        after_otherwise = _arm(writer, statement.otherwise, others, live)
    if may_lose_lanes(statement.then, statement.otherwise):
        vectors.here = vectors.in_either(after_then, after_otherwise)
        writer.check_lanes()
    else:
        vectors.here = outer


def _restore(writer: LaneWriter, names: tuple[str, ...], before: dict[str, str], kept: int) -> None:
    """Locals that one arm has set have their old values in the other; those in `kept` have them lane by lane."""
    for name in names:
        if not writer.frame.divergence.liveness.bit_of_local[name] & kept:
            writer.flow.locals.pop(name, None)
            if name in before:
                writer.flow.locals[name] = before[name]


def _arm(writer: LaneWriter, statements: tuple[Statement, ...], mask: str, live: int) -> str:
    """Run `statements` in the lanes of `mask`, unless there are none; return the lanes that reach their end."""
    frame = writer.frame
    if frame.lane_state.is_flat or cost_of_block(statements, frame.divergence) <= MAX_OF_A_FLAT_ARM:
        return _flat_arm(writer, statements, mask, live)
    return _branching_arm(writer, statements, mask, live)


def _flat_arm(writer: LaneWriter, statements: tuple[Statement, ...], mask: str, live: int) -> str:
    """Without a jump over it: a mispredicted jump costs more."""
    frame, before = writer.frame, writer.frame.lane_state
    frame.lane_state = LaneState(before.landing, before.met | live, has_diverged=True, in_arm=True, is_flat=True)
    writer.vectors.here = mask
    for statement in statements:
        writer.statement(statement)
        if isinstance(statement, Break | Continue | Return):
            break
    frame.lane_state = before
    return writer.vectors.here


def _branching_arm(writer: LaneWriter, statements: tuple[Statement, ...], mask: str, live: int) -> str:
    """With a jump over it, taken if no lane needs it."""
    frame, flow, vectors = writer.frame, writer.flow, writer.vectors
    arm, end = flow.labels("arm", "end")
    is_any = vectors.has_any(mask)
    mark = writer.to.mark()
    start = flow.branch(is_any, arm, end)
    skipped = Edge(start.label, start.locals | {MASK: vectors.no_lane}, start.memory)
    flow.start_after(arm, start, mark)
    vectors.here = mask
    landing, before = Landing(end, [skipped]), frame.lane_state
    frame.lane_state = LaneState(landing, before.met | live, has_diverged=True, in_arm=True)
    writer.block(statements)
    if flow.label is not None:
        landing.edges.append(flow.jump(end))
    frame.lane_state = before
    writer.join(end, landing.edges, mark, live | before.met)
    return vectors.here
