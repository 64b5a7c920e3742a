"""LLVM text that FMI 2 and 3 share: states of FMUs, derivatives by directions, and the end of a step."""

from ...instance_image import InstanceImage
from .instance import (
    CO_SIMULATION,
    ENVIRONMENT,
    KIND,
    LOGGER,
    MESSAGE_WIDTH,
    element,
)

OK, DISCARD, ERROR = 0, 2, 3


def function(result: str, name: str, parameters: str, body: str) -> str:
    return f"define {result} @{name}({parameters}) nounwind {{\n{body}\n}}"


def returning(result: str, name: str, parameters: str, value: str) -> str:
    """A function that only returns a value."""
    return function(result, name, parameters, f"  ret {result} {value}")


def header(name: str, word: int) -> str:
    return f"  %{name} = getelementptr i64, ptr %m, i64 {word}"


def common_text(image: InstanceImage) -> str:
    return "\n".join([_end_of_start(image), _next_event(image), _copies(image), _directions(image), _SAME_TEXT])


def _end_of_start(image: InstanceImage) -> str:
    """Compute everything at the start; an instance that integrates itself also applies what is due there."""
    return f"""define internal i64 @m.begin(ptr %m) nounwind {{
  %started = call i64 @m.start(ptr %m)
{header("kind_at", KIND)}
  %kind = load i64, ptr %kind_at
  %own_steps = icmp eq i64 %kind, {CO_SIMULATION}
  br i1 %own_steps, label %advance, label %done
advance:
{element(image, "start_at", "own", image.offset_of_own["start"])}
  %start = load double, ptr %start_at
  %status = call i64 @m.advance(ptr %m, double %start)
  br label %again
again:
  %now = phi i64 [ %status, %advance ], [ %resumed, %more ]
  %running = icmp eq i64 %now, 0
  br i1 %running, label %more, label %over
more:
  %resumed = call i64 @m.resume(ptr %m)
  br label %again
over:
  ret i64 %now
done:
  ret i64 1
}}"""


def _next_event(image: InstanceImage) -> str:
    return f"""define internal i1 @m.next_event(ptr %m, ptr %at) nounwind {{
{element(image, "next_at", "own", image.offset_of_own["next_event"])}
{element(image, "stop_at", "own", image.offset_of_own["stop"])}
{element(image, "has_stop_at", "own", image.offset_of_own["has_stop"])}
  %next = load double, ptr %next_at
  %stop = load double, ptr %stop_at
  %has_stop = load double, ptr %has_stop_at
  %is_limited = fcmp one double %has_stop, 0.0
  %end = select i1 %is_limited, double %stop, double 1.0e299
  store double %next, ptr %at
  %defined = fcmp olt double %next, %end
  ret i1 %defined
}}"""


def _copies(image: InstanceImage) -> str:
    words = image.size // 8
    return f"""define internal i32 @m.keep(ptr %m, ptr %state) nounwind {{
  %before = load ptr, ptr %state
  %is_new = icmp eq ptr %before, null
  br i1 %is_new, label %create, label %fill
create:
  %room = call ptr @calloc(i64 1, i64 {image.size})
  store ptr %room, ptr %state
  %failed = icmp eq ptr %room, null
  br i1 %failed, label %no, label %fill
fill:
  %to = load ptr, ptr %state
  call void @m.copy(ptr %to, ptr %m, i64 {words})
  ret i32 {OK}
no:
  ret i32 {ERROR}
}}
define internal i32 @m.free_state(ptr %state) nounwind {{
  %no_place = icmp eq ptr %state, null
  br i1 %no_place, label %done, label %look
look:
  %room = load ptr, ptr %state
  call void @free(ptr %room)
  store ptr null, ptr %state
  br label %done
done:
  ret i32 {OK}
}}
define internal i32 @m.serialize(ptr %state, ptr %bytes, i64 %size) nounwind {{
  %fits = icmp uge i64 %size, {image.size}
  br i1 %fits, label %fill, label %no
fill:
  call void @m.copy(ptr %bytes, ptr %state, i64 {words})
  ret i32 {OK}
no:
  ret i32 {ERROR}
}}
define internal i32 @m.deserialize(ptr %bytes, i64 %size, ptr %state) nounwind {{
  %fits = icmp eq i64 %size, {image.size}
  br i1 %fits, label %fill, label %no
fill:
  %kept = call i32 @m.keep(ptr %bytes, ptr %state)
  ret i32 %kept
no:
  ret i32 {ERROR}
}}
define internal void @m.set_states(ptr %m, ptr %x, i64 %count) nounwind {{
{element(image, "states", "states")}
{element(image, "stale", "own", image.offset_of_own["is_stale"])}
  call void @m.copy(ptr %states, ptr %x, i64 %count)
  store double 1.0, ptr %stale
  ret void
}}
define internal void @m.get_states(ptr %m, ptr %x, i64 %count) nounwind {{
{element(image, "states", "states")}
  call void @m.copy(ptr %x, ptr %states, i64 %count)
  ret void
}}"""


def _directions(image: InstanceImage) -> str:
    """Exact derivatives: the product of the matrix of `gradients` with a vector, from either side."""
    if not image.gradient_pairs:
        return returning(
            "i32",
            "m.direction",
            "ptr %m, ptr %rows, i64 %n, ptr %columns, i64 %k, ptr %seed, ptr %out, i1 %across",
            "3",
        ).replace("define", "define internal")
    count = len(image.gradient_pairs)
    return f"""define internal i32 @m.direction(ptr %m, ptr %rows, i64 %n, ptr %columns, i64 %k, ptr %seed, ptr %out, \
i1 %across) nounwind {{
  %i = alloca i64
  %j = alloca i64
  %sum = alloca double
  call void @m.refresh(ptr %m)
{element(image, "time_at", "control", image.time)}
{element(image, "states", "states")}
{element(image, "values", "values")}
{element(image, "gradients", "gradients")}
  %time = load double, ptr %time_at
  call void @entry.gradients(double %time, ptr %states, ptr %values, ptr %gradients)
  store i64 0, ptr %i
  br label %row
row:
  %a = load i64, ptr %i
  %rows_left = icmp ult i64 %a, %n
  br i1 %rows_left, label %start_row, label %done
start_row:
  store i64 0, ptr %j
  store double 0.0, ptr %sum
  %row_at = getelementptr i32, ptr %rows, i64 %a
  %row_reference = load i32, ptr %row_at
  %row_wide = zext i32 %row_reference to i64
  br label %column
column:
  %b = load i64, ptr %j
  %columns_left = icmp ult i64 %b, %k
  br i1 %columns_left, label %add, label %end_row
add:
  %column_at = getelementptr i32, ptr %columns, i64 %b
  %column_reference = load i32, ptr %column_at
  %column_wide = zext i32 %column_reference to i64
  %unknown = select i1 %across, i64 %column_wide, i64 %row_wide
  %known = select i1 %across, i64 %row_wide, i64 %column_wide
  %g = call double @entry.gradient_of(i64 %unknown, i64 %known, i64 {count}, ptr @pairs, ptr %gradients)
  %seed_at = getelementptr double, ptr %seed, i64 %b
  %weight = load double, ptr %seed_at
  %term = fmul double %g, %weight
  %before = load double, ptr %sum
  %after = fadd double %before, %term
  store double %after, ptr %sum
  %next_b = add i64 %b, 1
  store i64 %next_b, ptr %j
  br label %column
end_row:
  %total = load double, ptr %sum
  %out_at = getelementptr double, ptr %out, i64 %a
  store double %total, ptr %out_at
  %next_a = add i64 %a, 1
  store i64 %next_a, ptr %i
  br label %row
done:
  ret i32 0
}}"""


_SAME_TEXT = """define internal i1 @m.same(ptr %one, ptr %other) nounwind {
  %i = alloca i64
  store i64 0, ptr %i
  %nothing = icmp eq ptr %one, null
  br i1 %nothing, label %no, label %head
head:
  %k = load i64, ptr %i
  %one_at = getelementptr i8, ptr %one, i64 %k
  %other_at = getelementptr i8, ptr %other, i64 %k
  %a = load i8, ptr %one_at
  %b = load i8, ptr %other_at
  %equal = icmp eq i8 %a, %b
  br i1 %equal, label %more, label %no
more:
  %next = add i64 %k, 1
  store i64 %next, ptr %i
  %end = icmp eq i8 %a, 0
  br i1 %end, label %yes, label %head
yes:
  ret i1 true
no:
  ret i1 false
}"""


def failure_text(call: str) -> str:
    """Report the status to the logger of the importer; `call` is the call of it."""
    return f"""define internal i32 @m.fail(ptr %m, i64 %status) nounwind {{
{header("logger_at", LOGGER)}
{header("environment_at", ENVIRONMENT)}
{header("name_at", 5)}
  %logger = load ptr, ptr %logger_at
  %environment = load ptr, ptr %environment_at
  %name = load ptr, ptr %name_at
  %silent = icmp eq ptr %logger, null
  br i1 %silent, label %done, label %tell
tell:
  %offset = mul i64 %status, {MESSAGE_WIDTH}
  %message = getelementptr i8, ptr @messages, i64 %offset
  {call}
  br label %done
done:
  ret i32 {ERROR}
}}"""
