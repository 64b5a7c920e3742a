"""Continuous states, event indicators and derivatives of an FMU of several alternatives as LLVM text."""

from ....alternatives import Alternatives
from ..services import ERROR
from .calls import FIRST, WHICH_INNER, Signature, loop


def _room(count: int) -> str:
    """Where the numbers of one alternative are put."""
    return f"  %room = getelementptr i8, ptr %m, i64 {FIRST + 8 * count}"


def _own_states(alternatives: Alternatives, body: str) -> str:
    """For each state of the chosen alternative: %own_at is its place in the room, %at that among those of all."""
    width = max(1, alternatives.state_count)
    return """  %count_at = getelementptr i64, ptr @d.state_counts, i64 %which
  %count = load i64, ptr %count_at
""" + loop(
        "%count",
        f"""  %row = mul i64 %which, {width}
  %cell = add i64 %row, %k
  %place_at = getelementptr i32, ptr @d.states, i64 %cell
  %place = load i32, ptr %place_at
  %wide = zext i32 %place to i64
  %at = getelementptr double, ptr %x, i64 %wide
  %own_at = getelementptr double, ptr %room, i64 %k
{body}""",
    )


def filled(signature: Signature, alternatives: Alternatives, usual: float) -> str:
    """Numbers of all states; `usual` for those that the chosen alternative does not have."""
    call = signature.given({"%m": "%chosen", "%x": "%room", "%n": "%own_count"})
    moved = _own_states(alternatives, "  %number = load double, ptr %own_at\n  store double %number, ptr %at")
    cleared = loop(
        "%n",
        f"  %clear_at = getelementptr double, ptr %x, i64 %z\n  store double {usual:.1f}, ptr %clear_at",
        index="%z",
        prefix="clear_",
    )
    return f"""{WHICH_INNER}
{_room(len(alternatives.images))}
  %fits = icmp eq i64 %n, {alternatives.state_count}
  br i1 %fits, label %start, label %refuse
start:
{cleared}
  %own_count_at = getelementptr i64, ptr @d.state_counts, i64 %which
  %own_count = load i64, ptr %own_count_at
  %code = call i32 @d.{signature.name}(i64 %which, {call})
{moved}
  ret i32 %code
refuse:
  ret i32 {ERROR}"""


def setting_states(signature: Signature, alternatives: Alternatives) -> str:
    call = signature.given({"%m": "%chosen", "%x": "%room", "%n": "%count"})
    moved = _own_states(alternatives, "  %number = load double, ptr %at\n  store double %number, ptr %own_at")
    return f"""{WHICH_INNER}
{_room(len(alternatives.images))}
  %fits = icmp eq i64 %n, {alternatives.state_count}
  br i1 %fits, label %start, label %refuse
start:
{moved}
  %code = call i32 @d.{signature.name}(i64 %which, {call})
  ret i32 %code
refuse:
  ret i32 {ERROR}"""


def indicating(signature: Signature) -> str:
    """Those that the chosen alternative does not have never change their sign."""
    call = signature.given({"%m": "%chosen", "%n": "%count"})
    ones = loop("%n", "  %at = getelementptr double, ptr %x, i64 %k\n  store double 1.0, ptr %at")
    return f"""{WHICH_INNER}
{ones}
  %count_at = getelementptr i64, ptr @d.guard_counts, i64 %which
  %count = load i64, ptr %count_at
  %fits = icmp uge i64 %n, %count
  br i1 %fits, label %start, label %refuse
start:
  %code = call i32 @d.{signature.name}(i64 %which, {call})
  ret i32 %code
refuse:
  ret i32 {ERROR}"""


def directions(signature: Signature) -> str:
    """What the chosen alternative lacks has no derivatives."""
    call = signature.given({"%m": "%chosen", "%u": "%unknowns", "%k": "%knowns"})
    return f"""{WHICH_INNER}
  %unknowns = alloca i32, i64 %nu
  %knowns = alloca i32, i64 %nk
  call void @d.translate(i64 %which, ptr %u, i64 %nu, ptr %unknowns)
  call void @d.translate(i64 %which, ptr %k, i64 %nk, ptr %knowns)
  %code = call i32 @d.{signature.name}(i64 %which, {call})
  ret i32 %code"""
