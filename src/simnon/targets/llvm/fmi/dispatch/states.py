"""States of an FMU of several alternatives as LLVM text: a header as that of an instance, and a state of each."""

from ..services import ERROR
from .calls import call_of_each, loop

_HEADER = 2
"""Words: which alternative, whether it has started; the first state of an alternative follows."""


def state_functions(version: int, count: int, size: int) -> dict[str, str]:
    """The bodies of these functions by their names; `size` is that of a serialized state in bytes."""
    third = version == 3
    state, again = ("FMUState", "Deserialize") if third else ("FMUstate", "DeSerialize")
    names = {
        "get": f"fmi{version}Get{state}",
        "set": f"fmi{version}Set{state}",
        "free": f"fmi{version}Free{state}",
        "serialize": f"fmi{version}Serialize{state}",
        "deserialize": f"fmi{version}{again}{state}",
    }
    return {
        f"Get{state}": _keeping(names["get"], count),
        f"Set{state}": _restoring(names["set"], count),
        f"Free{state}": _freeing(names["free"], count),
        f"Serialized{state}Size": f"  store i64 {size}, ptr %size\n  ret i32 0",
        f"Serialize{state}": _serializing(names["serialize"], count, size),
        f"{again}{state}": _deserializing(names["deserialize"], count, size),
    }


def _copied(to: str, source: str) -> str:
    """The header; bytes of an importer are not aligned."""
    return f"""  %which_ = load i64, ptr {source}, align 1
  %started_from = getelementptr i8, ptr {source}, i64 8
  %started_ = load i64, ptr %started_from, align 1
  store i64 %which_, ptr {to}, align 1
  %started_to = getelementptr i8, ptr {to}, i64 8
  store i64 %started_, ptr %started_to, align 1"""


def _each(count: int, call: str, state: str) -> str:
    """For each alternative %inner is its instance, %kept_at where its state is, %bytes_at its place among the bytes."""
    kept = f"""  %kept_place = add i64 %k, {_HEADER}
  %kept_at = getelementptr ptr, ptr {state}, i64 %kept_place
  %size_at = getelementptr i64, ptr @d.sizes, i64 %k
  %own_size = load i64, ptr %size_at
  %offset_at = getelementptr i64, ptr @d.offsets, i64 %k
  %offset = load i64, ptr %offset_at
"""
    check = """
  %is_well = icmp eq i32 %code, 0
  br i1 %is_well, label %well, label %no
well:"""
    return loop(str(count), kept + call_of_each(call) + check)


def _made(count: int, place: str) -> str:
    """%state is the memory of a state: that given, or a new one."""
    return f"""  %before = load ptr, ptr {place}
  %is_new = icmp eq ptr %before, null
  br i1 %is_new, label %create, label %fill
create:
  %new = call ptr @calloc(i64 1, i64 {8 * (_HEADER + count)})
  store ptr %new, ptr {place}
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %no, label %fill
fill:
  %state = load ptr, ptr {place}"""


_ENDS = f"""
  ret i32 0
no:
  ret i32 {ERROR}"""


def _keeping(name: str, count: int) -> str:
    call = f"%code = call i32 @d.{name}(i64 %k, ptr %inner, ptr %kept_at)"
    return f"{_made(count, '%s')}\n{_copied('%state', '%m')}\n{_each(count, call, '%state')}{_ENDS}"


def _restoring(name: str, count: int) -> str:
    call = f"%kept = load ptr, ptr %kept_at\n  %code = call i32 @d.{name}(i64 %k, ptr %inner, ptr %kept)"
    return f"{_copied('%m', '%s')}\n{_each(count, call, '%s')}{_ENDS}"


def _freeing(name: str, count: int) -> str:
    call = f"%code = call i32 @d.{name}(i64 %k, ptr %inner, ptr %kept_at)"
    return f"""  %no_place = icmp eq ptr %s, null
  br i1 %no_place, label %done, label %look
look:
  %state = load ptr, ptr %s
  %nothing = icmp eq ptr %state, null
  br i1 %nothing, label %done, label %give
give:
{_each(count, call, "%state")}
  call void @free(ptr %state)
  store ptr null, ptr %s
  br label %done
done:{_ENDS}"""


def _serializing(name: str, count: int, size: int) -> str:
    call = f"""%kept = load ptr, ptr %kept_at
  %bytes_at = getelementptr i8, ptr %b, i64 %offset
  %code = call i32 @d.{name}(i64 %k, ptr %inner, ptr %kept, ptr %bytes_at, i64 %own_size)"""
    return f"""  %fits = icmp uge i64 %n, {size}
  br i1 %fits, label %start, label %no
start:
{_copied("%b", "%s")}
{_each(count, call, "%s")}{_ENDS}"""


def _deserializing(name: str, count: int, size: int) -> str:
    """Bytes that name no alternative are refused."""
    call = f"""%bytes_at = getelementptr i8, ptr %b, i64 %offset
  %code = call i32 @d.{name}(i64 %k, ptr %inner, ptr %bytes_at, i64 %own_size, ptr %kept_at)"""
    return f"""  %fits = icmp eq i64 %n, {size}
  br i1 %fits, label %check, label %no
check:
  %chosen = load i64, ptr %b, align 1
  %exists = icmp ult i64 %chosen, {count}
  br i1 %exists, label %start, label %no
start:
{_made(count, "%s")}
{_copied("%state", "%b")}
{_each(count, call, "%state")}{_ENDS}"""
