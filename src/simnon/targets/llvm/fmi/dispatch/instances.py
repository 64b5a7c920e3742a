"""Making and freeing an instance of an FMU of several alternatives as LLVM text."""

from ....alternatives import Alternatives
from .calls import FIRST, Signature, loop


def instantiating(signature: Signature, alternatives: Alternatives) -> str:
    count = len(alternatives.images)
    room = max(1, alternatives.state_count, *(len(own) for own in alternatives.states))
    body = f"""  %inner = call ptr @d.{signature.name}(i64 %k, {signature.given()})
  %at = getelementptr ptr, ptr %slots, i64 %k
  store ptr %inner, ptr %at
  %is_none = icmp eq ptr %inner, null
  br i1 %is_none, label %undo, label %made
made:"""
    looped = loop(str(count), body)
    return f"""  %instance = call ptr @calloc(i64 1, i64 {FIRST + 8 * (count + room)})
  %failed = icmp eq ptr %instance, null
  br i1 %failed, label %none, label %make
make:
  store i64 {alternatives.initial}, ptr %instance
  %slots = getelementptr i8, ptr %instance, i64 {FIRST}
{looped}
  ret ptr %instance
undo:
  call void @d.free(ptr %instance)
  br label %none
none:
  ret ptr null"""


def releasing() -> str:
    return """  %nothing = icmp eq ptr %m, null
  br i1 %nothing, label %done, label %give
give:
  call void @d.free(ptr %m)
  br label %done
done:
  ret void"""
