"""Getting and setting numbers of an FMU of several alternatives as LLVM text."""

from ....alternatives import ABSENT, Alternatives
from ..services import ERROR
from .calls import STARTED, WHICH_INNER, Signature, loop


def getting(signature: Signature, alternatives: Alternatives, width: str) -> str:
    """What the chosen alternative lacks is nan, or 0 as a whole number."""
    none = "0x7FF8000000000000" if width == "double" else "0"
    narrow = {"i32": "  %small = trunc i64 %item to i32", "i64": "  %small = add i64 %item, 0"}.get(width, "")
    choice = (
        ""
        if width == "double"
        else f"""  %choice = sub i32 %reference, {alternatives.variable_count}
  %is_choice = icmp ult i32 %choice, {len(alternatives.item_counts)}
  br i1 %is_choice, label %chooses, label %number
chooses:
  %wide = zext i32 %choice to i64
  %item = call i64 @d.item(ptr %m, i64 %wide)
{narrow}
  store {width} %small, ptr %place
  br label %after
number:
"""
    )
    call = signature.given({"%m": "%chosen", "%r": "%one", "%n": "1", "%v": "%place", "%k": "1"})
    body = f"""  %reference_at = getelementptr i32, ptr %r, i64 %k_
  %reference = load i32, ptr %reference_at
  %place = getelementptr {width}, ptr %v, i64 %k_
{choice}  %own = call i32 @d.local(i64 %which, i32 %reference)
  %is_absent = icmp eq i32 %own, {ABSENT}
  br i1 %is_absent, label %lacks, label %has
lacks:
  store {width} {none}, ptr %place
  br label %after
has:
  store i32 %own, ptr %one
  %code = call i32 @d.{signature.name}(i64 %which, {call})
  %is_well = icmp eq i32 %code, 0
  br i1 %is_well, label %after, label %refuse
after:"""
    return (
        f"{WHICH_INNER}\n  %one = alloca i32\n{loop('%n', body, index='%k_')}\n  ret i32 0\nrefuse:\n  ret i32 {ERROR}"
    )


def setting(signature: Signature, alternatives: Alternatives, width: str) -> str:
    """Before the start in all alternatives that have it, one of which must accept it; then in the chosen one."""
    choice = ""
    if width != "double":
        widen = "add i64 %given, 0" if width == "i64" else "sext i32 %given to i64"
        choice = f"""  %choice = sub i32 %reference, {alternatives.variable_count}
  %is_choice = icmp ult i32 %choice, {len(alternatives.item_counts)}
  br i1 %is_choice, label %chooses, label %number
chooses:
  %wide = zext i32 %choice to i64
  %given = load {width}, ptr %place
  %item = {widen}
  %answer = call i32 @d.choose(ptr %m, i64 %wide, i64 %item)
  %is_chosen = icmp eq i32 %answer, 0
  br i1 %is_chosen, label %after, label %refuse
number:
"""
    call = signature.given({"%m": "%inner", "%r": "%one", "%n": "1", "%v": "%place", "%k": "1"})
    body = f"""  %reference_at = getelementptr i32, ptr %r, i64 %k_
  %reference = load i32, ptr %reference_at
  %place = getelementptr {width}, ptr %v, i64 %k_
{choice}  store i1 false, ptr %accepted
  store i64 %from, ptr %j
  br label %next_one
next_one:
  %a = load i64, ptr %j
  %is_left = icmp ult i64 %a, %to
  br i1 %is_left, label %try, label %tried
try:
  %a_next = add i64 %a, 1
  store i64 %a_next, ptr %j
  %own = call i32 @d.local(i64 %a, i32 %reference)
  %is_absent = icmp eq i32 %own, {ABSENT}
  br i1 %is_absent, label %lacks, label %has
lacks:
  %is_known = icmp ult i32 %reference, {alternatives.variable_count}
  %ignores = and i1 %is_running, %is_known
  br i1 %ignores, label %accept, label %next_one
has:
  store i32 %own, ptr %one
  %inner = call ptr @d.inner(ptr %m, i64 %a)
  %code = call i32 @d.{signature.name}(i64 %a, {call})
  %is_well = icmp eq i32 %code, 0
  br i1 %is_well, label %accept, label %next_one
accept:
  store i1 true, ptr %accepted
  br label %next_one
tried:
  %is_set = load i1, ptr %accepted
  br i1 %is_set, label %after, label %refuse
after:"""
    return f"""  %one = alloca i32
  %j = alloca i64
  %accepted = alloca i1
  %which = load i64, ptr %m
  %started_at = getelementptr i8, ptr %m, i64 {STARTED}
  %started = load i64, ptr %started_at
  %is_running = icmp ne i64 %started, 0
  %which_next = add i64 %which, 1
  %from = select i1 %is_running, i64 %which, i64 0
  %to = select i1 %is_running, i64 %which_next, i64 {len(alternatives.images)}
{loop("%n", body, index="%k_")}
  ret i32 0
refuse:
  ret i32 {ERROR}"""
