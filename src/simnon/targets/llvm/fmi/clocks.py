"""The functions of scheduled execution (FMI 3.0) as LLVM text: the importer ticks the clock of each discrete system."""

from ...instance_image import InstanceImage
from .instance import LOCK, SCHEDULED, UNLOCK
from .services import function, header, returning

CHANGED = 2
"""The qualifier of an interval that is new at each tick."""


def scheduled_instance(image: InstanceImage, parameters: str) -> str:
    """An instance whose samples the importer schedules, if the FMU has clocks."""
    name = "fmi3InstantiateScheduledExecution"
    if not image.clock_count:
        return returning("ptr", name, parameters, "null")
    body = f"""  %m = call ptr @m.make(ptr %token, ptr %env, ptr %log, ptr null, i64 {SCHEDULED}, i64 0)
  %failed = icmp eq ptr %m, null
  br i1 %failed, label %done, label %fill
fill:
{header("lock_at", LOCK)}
{header("unlock_at", UNLOCK)}
  store ptr %lock, ptr %lock_at
  store ptr %unlock, ptr %unlock_at
  br label %done
done:
  ret ptr %m"""
    return function("ptr", name, parameters, body)


def clock_functions(image: InstanceImage) -> list[str]:
    """Those of all FMUs; without clocks they fail. The interval of a clock follows from TSAMP."""
    decimal = "ptr %m, ptr %r, i64 %n, ptr %v"
    texts = [
        function("i32", "fmi3GetIntervalDecimal", f"{decimal}, ptr %q", _intervals(image, has_qualifiers=True)),
        function("i32", "fmi3GetShiftDecimal", decimal, _intervals(image, has_qualifiers=False)),
        function("i32", "fmi3ActivateModelPartition", "ptr %m, i32 %r, double %t", _activation(image)),
        *(returning("i32", f"fmi3Set{name}Decimal", decimal, "3") for name in ("Interval", "Shift")),
    ]
    for name in ("Interval", "Shift"):
        qualifiers = ", ptr %q" if name == "Interval" else ""
        texts.append(returning("i32", f"fmi3Get{name}Fraction", f"{decimal}, ptr %w{qualifiers}", "3"))
        texts.append(returning("i32", f"fmi3Set{name}Fraction", f"{decimal}, ptr %w", "3"))
    return texts


def _intervals(image: InstanceImage, *, has_qualifiers: bool) -> str:
    """Of each of the clocks; before the first tick it is the shift."""
    changed = (
        f"  %mark = getelementptr i32, ptr %q, i64 %k\n  store i32 {CHANGED}, ptr %mark\n" if has_qualifiers else ""
    )
    return f"""  %i = alloca i64
  store i64 0, ptr %i
  br label %head
head:
  %k = load i64, ptr %i
  %more = icmp ult i64 %k, %n
  br i1 %more, label %body, label %done
body:
  %at = getelementptr i32, ptr %r, i64 %k
  %reference = load i32, ptr %at
  %known = zext i32 %reference to i64
  %clock = sub i64 %known, {image.first_clock}
  %interval = call double @m.interval(ptr %m, i64 %clock)
  %place = getelementptr double, ptr %v, i64 %k
  store double %interval, ptr %place
{changed}  %next = add i64 %k, 1
  store i64 %next, ptr %i
  %is_none = fcmp olt double %interval, 0.0
  br i1 %is_none, label %refuse, label %head
refuse:
  ret i32 3
done:
  ret i32 0"""


def _activation(image: InstanceImage) -> str:
    """A sample is not interrupted by that of another system, which reads the same memory."""
    if not image.clock_count:
        return "  ret i32 3"
    return f"""{header("lock_at", LOCK)}
{header("unlock_at", UNLOCK)}
  %lock = load ptr, ptr %lock_at
  %unlock = load ptr, ptr %unlock_at
  %can_lock = icmp ne ptr %lock, null
  br i1 %can_lock, label %enter, label %sample
enter:
  call void %lock()
  br label %sample
sample:
  %known = zext i32 %r to i64
  %clock = sub i64 %known, {image.first_clock}
  %status = call i64 @m.activate(ptr %m, i64 %clock, double %t)
  %is_well = icmp eq i64 %status, 0
  %code = select i1 %is_well, i32 0, i32 3
  %can_unlock = icmp ne ptr %unlock, null
  br i1 %can_unlock, label %leave, label %done
leave:
  call void %unlock()
  br label %done
done:
  ret i32 %code"""
