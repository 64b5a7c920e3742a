"""The only functions that an FMU needs from the system: those that allocate memory. LLVM may ask for two more."""

_COPYING = """define internal ptr @memcpy(ptr %to, ptr %from, i64 %count) noinline nounwind "no-builtins" {
  %i = alloca i64
  store i64 0, ptr %i
  br label %head
head:
  %k = load volatile i64, ptr %i
  %more = icmp ult i64 %k, %count
  br i1 %more, label %body, label %done
body:
  %source = getelementptr i8, ptr %from, i64 %k
  %target = getelementptr i8, ptr %to, i64 %k
  %byte = load i8, ptr %source
  store i8 %byte, ptr %target
  %next = add i64 %k, 1
  store volatile i64 %next, ptr %i
  br label %head
done:
  ret ptr %to
}
define internal ptr @memset(ptr %to, i32 %byte, i64 %count) noinline nounwind "no-builtins" {
  %i = alloca i64
  %small = trunc i32 %byte to i8
  store i64 0, ptr %i
  br label %head
head:
  %k = load volatile i64, ptr %i
  %more = icmp ult i64 %k, %count
  br i1 %more, label %body, label %done
body:
  %target = getelementptr i8, ptr %to, i64 %k
  store i8 %small, ptr %target
  %next = add i64 %k, 1
  store volatile i64 %next, ptr %i
  br label %head
done:
  ret ptr %to
}
@llvm.used = appending global [2 x ptr] [ptr @memcpy, ptr @memset], section "llvm.metadata"
"""
_OF_UNIX = """declare ptr @calloc(i64, i64)
declare void @free(ptr)
"""
_OF_WINDOWS = """declare ptr @GetProcessHeap()
declare ptr @HeapAlloc(ptr, i32, i64)
declare i32 @HeapFree(ptr, i32, ptr)
define internal ptr @calloc(i64 %count, i64 %size) nounwind {
  %bytes = mul i64 %count, %size
  %heap = call ptr @GetProcessHeap()
  %room = call ptr @HeapAlloc(ptr %heap, i32 8, i64 %bytes)
  ret ptr %room
}
define internal void @free(ptr %room) nounwind {
  %nothing = icmp eq ptr %room, null
  br i1 %nothing, label %done, label %give
give:
  %heap = call ptr @GetProcessHeap()
  %given = call i32 @HeapFree(ptr %heap, i32 0, ptr %room)
  br label %done
done:
  ret void
}
define i32 @DllMainCRTStartup(ptr %module, i32 %reason, ptr %reserved) nounwind {
  ret i32 1
}
"""
ENTRY_POINT = "DllMainCRTStartup"


def memory_text(system: str) -> str:
    """For the kind of libraries of a system; for none of them, only what LLVM may ask for."""
    return _COPYING + {"pe": _OF_WINDOWS, "elf": _OF_UNIX, "mach-o": _OF_UNIX}.get(system, "")
