"""The tables of an FMU of several alternatives, and which of them is chosen, as LLVM text."""

from ....alternatives import ABSENT, Alternatives
from ..services import ERROR
from .calls import FIRST, STARTED, call_of_each, loop, stored_table


def choice_text(alternatives: Alternatives, version: int) -> str:
    return "\n".join([*_tables(alternatives), _shared(alternatives, version)])


def _tables(alternatives: Alternatives) -> list[str]:
    width = max(1, alternatives.state_count)
    states = [place for own in alternatives.states for place in (*own, *(0,) * (width - len(own)))]
    sizes = [image.size for image in alternatives.images]
    offsets = [FIRST + sum(sizes[:i]) for i in range(len(sizes))]
    return [
        stored_table("d.references", "i32", [each for own in alternatives.references for each in own]),
        stored_table("d.states", "i32", states),
        stored_table("d.state_counts", "i64", [len(own) for own in alternatives.states]),
        stored_table("d.guard_counts", "i64", [image.guard_count for image in alternatives.images]),
        stored_table("d.sizes", "i64", sizes),
        stored_table("d.offsets", "i64", offsets),
        stored_table("d.items", "i64", alternatives.item_counts),
        stored_table("d.strides", "i64", alternatives.strides),
    ]


def _shared(alternatives: Alternatives, version: int) -> str:
    """Where the instance of an alternative is, the reference of a variable there, and the choices."""
    release = f"fmi{version}FreeInstance"
    count = len(alternatives.images)
    freed = loop(str(count), call_of_each(f"call void @d.{release}(i64 %k, ptr %inner)"))
    copied = loop(
        "%n",
        """  %from_at = getelementptr i32, ptr %from, i64 %k
  %reference = load i32, ptr %from_at
  %own = call i32 @d.local(i64 %which, i32 %reference)
  %to_at = getelementptr i32, ptr %to, i64 %k
  store i32 %own, ptr %to_at""",
    )
    return f"""define internal ptr @d.inner(ptr %m, i64 %k) nounwind {{
  %first = getelementptr i8, ptr %m, i64 {FIRST}
  %at = getelementptr ptr, ptr %first, i64 %k
  %inner = load ptr, ptr %at
  ret ptr %inner
}}
define internal void @d.free(ptr %m) nounwind {{
{freed}
  call void @free(ptr %m)
  ret void
}}
define internal i32 @d.local(i64 %which, i32 %reference) nounwind {{
  %is_known = icmp ult i32 %reference, {alternatives.variable_count}
  br i1 %is_known, label %known, label %unknown
known:
  %row = mul i64 %which, {alternatives.variable_count}
  %column = zext i32 %reference to i64
  %i = add i64 %row, %column
  %at = getelementptr i32, ptr @d.references, i64 %i
  %own = load i32, ptr %at
  ret i32 %own
unknown:
  ret i32 {ABSENT}
}}
define internal void @d.translate(i64 %which, ptr %from, i64 %n, ptr %to) nounwind {{
{copied}
  ret void
}}
define internal i64 @d.item(ptr %m, i64 %choice) nounwind {{
  %which = load i64, ptr %m
  %stride_at = getelementptr i64, ptr @d.strides, i64 %choice
  %stride = load i64, ptr %stride_at
  %items_at = getelementptr i64, ptr @d.items, i64 %choice
  %items = load i64, ptr %items_at
  %whole = udiv i64 %which, %stride
  %item = urem i64 %whole, %items
  %number = add i64 %item, 1
  ret i64 %number
}}
define internal i32 @d.choose(ptr %m, i64 %choice, i64 %number) nounwind {{
  %old = call i64 @d.item(ptr %m, i64 %choice)
  %same = icmp eq i64 %old, %number
  br i1 %same, label %done, label %look
look:
  %started_at = getelementptr i8, ptr %m, i64 {STARTED}
  %started = load i64, ptr %started_at
  %items_at = getelementptr i64, ptr @d.items, i64 %choice
  %items = load i64, ptr %items_at
  %from_zero = sub i64 %number, 1
  %exists = icmp ult i64 %from_zero, %items
  %is_open = icmp eq i64 %started, 0
  %can = and i1 %exists, %is_open
  br i1 %can, label %change, label %refuse
change:
  %stride_at = getelementptr i64, ptr @d.strides, i64 %choice
  %stride = load i64, ptr %stride_at
  %by = sub i64 %number, %old
  %step = mul i64 %by, %stride
  %which = load i64, ptr %m
  %now = add i64 %which, %step
  store i64 %now, ptr %m
  br label %done
done:
  ret i32 0
refuse:
  ret i32 {ERROR}
}}"""
