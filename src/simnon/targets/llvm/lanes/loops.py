"""While, For -> text of a loop that continues until no lane is left in it.

Lanes that leave it, or continue to its next iteration, before the others wait there for them.
"""

from dataclasses import dataclass

from simnon.program import For, Type, While, blocks_of

from ..effects import is_always, locals_set_in
from ..flow import Edge, Phi
from ..instructions import Checkpoint
from ..writer import RESULT
from .divergence import LoopTraits
from .vectors import MASK, Value
from .writer import LIVE, Landing, LaneLoopTargets, LaneState, LaneWriter

KEEP_ONE_LOOP = 'call void asm sideeffect "", ""() nounwind'
"""At the end of an iteration. Without it LLVM splits a loop with a back edge on which little changes into two nested
loops, and computes what rare branches need ahead of the inner one."""


@dataclass(slots=True)
class Course:
    """What is known of a loop before it begins; `live` are the locals that are live where diverged lanes meet.

    `mask` are the lanes that reach it.
    """

    statement: While | For
    traits: LoopTraits
    names: tuple[str, ...]
    live: int
    mask: str


def write_while(writer: LaneWriter, statement: While) -> None:
    """A latch, where lanes meet for the next iteration, exists only if some continue to it before the others."""
    flow = writer.flow
    course = _plan(writer, statement)
    header, body, latch, end = flow.labels("header", "body", "latch", "end")
    mark = writer.to.mark()
    entry = flow.jump(header)
    phis = _start(writer, course, header, entry)
    loop = _make_loop(writer, latch if course.traits.has_varying_continue else header, end, course)
    before = _enter(writer, loop, course)
    inside = writer.to.mark()
    writer.block(statement.header)
    if flow.label is not None and not is_always(statement.condition):
        _leave_where_false(writer, writer.value(statement.condition), body, loop)
    writer.block(statement.body)
    if flow.label is not None:
        writer.to.write(KEEP_ONE_LOOP)
        loop.continues.append(flow.jump(loop.again))
    _leave(writer, before)
    backs = loop.continues
    if course.traits.has_varying_continue:
        _meet_for_next_iteration(writer, loop, course, inside)
        backs = []
        if flow.label is not None:
            _add_waiting_lanes(writer, loop)
            backs = [flow.branch(writer.vectors.has_any(writer.vectors.here), header, end)]
            loop.breaks += backs
    flow.fill(phis, [entry, *backs])
    _meet_after(writer, loop, course, mark)


def _leave_where_false(writer: LaneWriter, condition: Value, body: str, loop: LaneLoopTargets) -> None:
    """Continue to `body` with the lanes for which the condition holds."""
    flow, vectors = writer.flow, writer.vectors
    if not condition.varies and loop.is_left_by_all:
        loop.breaks.append(flow.branch(condition.operand, body, loop.exit))
    else:
        vectors.here = vectors.in_both(vectors.here, vectors.widened(condition, Type.BOOL))
        landing = writer.frame.lane_state.landing
        assert landing is not None, "lanes: lanes leave a loop where they never meet again"
        landing.edges.append(flow.branch(vectors.has_any(vectors.here), body, landing.label))
    flow.start(body)


def write_for(writer: LaneWriter, statement: For) -> None:
    """The counter varies if its start does; lanes of which only the stop varies count together."""
    flow, vectors = writer.flow, writer.vectors
    start, stop = writer.value(statement.start), writer.value(statement.stop)
    course = _plan(writer, statement)
    body, latch, end = flow.labels("body", "latch", "end")
    mark = writer.to.mark()
    is_some = vectors.on_ints("icmp slt" if statement.step > 0 else "icmp sgt", start, stop)
    entry = flow.branch(vectors.keep(is_some), body, end)
    loop = _make_loop(writer, latch, end, course)
    loop.breaks.append(entry)
    phis = _start(writer, course, body, entry)
    line, counter = writer.to.reserve(), Value(f"%v{writer.to.fresh()}", start.varies)
    before = _enter(writer, loop, course)
    writer.set(statement.name, Type.INT, counter)
    inside = writer.to.mark()
    writer.block(statement.body)
    if flow.label is not None:
        loop.continues.append(flow.jump(latch))
    _leave(writer, before)
    _meet_for_next_iteration(writer, loop, course, inside)
    paths, backs = [f"[{start.operand}, %{entry.label}]"], []
    if flow.label is not None:
        following, is_more = _following(writer, counter, stop, statement.step)
        backs = [flow.branch(_keep_for_next_iteration(writer, is_more, loop, course), body, end)]
        loop.breaks += backs
        paths.append(f"[{following.operand}, %{backs[0].label}]")
    ints = vectors.type_of(Type.INT, varies=start.varies)
    writer.to.lines[line] = f"  {counter.operand} = phi {ints} {', '.join(paths)}"
    flow.fill(phis, [entry, *backs])
    _meet_after(writer, loop, course, mark)


def _following(writer: LaneWriter, counter: Value, stop: Value, step: int) -> tuple[Value, Value]:
    """The next value of a counter and whether it is still in the range, without ever overflowing."""
    on_ints = writer.vectors.on_ints
    following = on_ints("add", counter, Value(str(step), False))
    if step in (1, -1):
        return following, on_ints("icmp slt" if step > 0 else "icmp sgt", following, stop)
    distance = on_ints("sub", *((stop, counter) if step > 0 else (counter, stop)))
    return following, on_ints("icmp ugt", distance, Value(str(abs(step)), False))


def _keep_for_next_iteration(writer: LaneWriter, is_more: Value, loop: LaneLoopTargets, course: Course) -> str:
    """Whether there is a next iteration of a counted loop, and a lane for it."""
    vectors = writer.vectors
    if not course.traits.has_varying_continue:
        return vectors.keep(is_more)
    _add_waiting_lanes(writer, loop)
    more = vectors.keep(is_more)
    return more if is_more.varies else writer.to.compute(f"and i1 {more}, {vectors.has_any(vectors.here)}")


def _plan(writer: LaneWriter, statement: While | For) -> Course:
    """Locals that are live where lanes meet have a value from the beginning."""
    divergence = writer.frame.divergence
    traits = divergence.loop_traits(statement)
    names = locals_set_in((statement,))
    live = divergence.met_in(statement, traits)
    writer.initialise_live(names, live | writer.frame.lane_state.met)
    return Course(statement, traits, names, live, writer.flow.locals.get(MASK, ""))


def _start(writer: LaneWriter, course: Course, label: str, entry: Edge) -> list[Phi]:
    """Begin the block that the loop returns to."""
    own = (MASK, LIVE, RESULT) if course.traits.loses_lanes else ()
    written = writer.pointers_written_in(*blocks_of(course.statement))
    return writer.flow.start_loop(label, entry, (*course.names, *own), written)


def _make_loop(writer: LaneWriter, again: str, exit_: str, course: Course) -> LaneLoopTargets:
    return LaneLoopTargets(again, exit_, not course.traits.has_varying_continue, f"\0continued {writer.to.fresh()}")


def _enter(writer: LaneWriter, loop: LaneLoopTargets, course: Course) -> LaneState:
    """The state outside, restored when the loop is left."""
    frame, traits, before = writer.frame, course.traits, writer.frame.lane_state
    landing = before.landing
    if traits.loses_lanes:
        is_next = traits.has_varying_continue
        landing = Landing(loop.again if is_next else loop.exit, loop.continues if is_next else loop.breaks)
    has_diverged = before.has_diverged or traits.diverges
    frame.loops.append(loop)
    frame.lane_state = LaneState(landing, before.met | course.live, has_diverged, in_arm=False, is_flat=before.is_flat)
    if traits.has_varying_continue:
        writer.flow.set(loop.continued, writer.vectors.mask, writer.vectors.no_lane)
    return before


def _leave(writer: LaneWriter, before: LaneState) -> None:
    """The body is written."""
    writer.frame.loops.pop()
    writer.frame.lane_state = before


def _meet_for_next_iteration(writer: LaneWriter, loop: LaneLoopTargets, course: Course, mark: Checkpoint) -> None:
    """Join the lanes that have reached the end of the body, or have continued to the next iteration together."""
    live = writer.frame.divergence.liveness.at_next_iteration(course.statement) | course.live
    writer.join(loop.again, loop.continues, mark, live)


def _add_waiting_lanes(writer: LaneWriter, loop: LaneLoopTargets) -> None:
    """Add the lanes that wait for the next iteration."""
    vectors = writer.vectors
    vectors.here = vectors.in_either(vectors.here, writer.flow.locals[loop.continued])


def _meet_after(writer: LaneWriter, loop: LaneLoopTargets, course: Course, mark: Checkpoint) -> None:
    """Join all lanes that reached the loop and have not returned in it."""
    frame, vectors = writer.frame, writer.vectors
    writer.join(loop.exit, loop.breaks, mark, frame.divergence.liveness.after(course.statement) | frame.lane_state.met)
    if writer.flow.label is None or not course.traits.loses_lanes:
        return
    vectors.here = course.mask
    if frame.divergence.has_varying_return:
        vectors.here = vectors.in_both(course.mask, writer.flow.locals[LIVE])
        writer.check_lanes()
