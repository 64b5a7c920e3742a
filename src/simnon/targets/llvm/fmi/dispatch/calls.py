"""Functions of FMI that call those of alternatives: their signatures, and pieces of LLVM text."""

import re
from collections.abc import Mapping, Sequence

from simnon.source import frozen

STARTED, FIRST = 8, 16
"""Offsets in an instance of whether it has started, and of its first pointer; the number of the alternative is at 0."""
_SIGNATURE = re.compile(r"^define (\w+) @(fmi[23]\w+)\(([^)]*)\)", re.M)
WHICH_INNER = "  %which = load i64, ptr %m\n  %chosen = call ptr @d.inner(ptr %m, i64 %which)"
"""The number of the chosen alternative and its instance."""


@frozen
class Signature:
    """A function of FMI: the type of its result, its name, and its parameters with their types."""

    result: str
    name: str
    parameters: tuple[tuple[str, str], ...]

    @property
    def plain(self) -> str:
        """The name without the version."""
        return self.name[4:]

    @property
    def takes(self) -> str:
        return ", ".join(f"{kind} {name}" for kind, name in self.parameters)

    def given(self, replaced: Mapping[str, str] | None = None) -> str:
        """Its parameters as arguments of a call, some of them replaced."""
        changed = replaced or {}
        return ", ".join(f"{kind} {changed.get(name, name)}" for kind, name in self.parameters)


def alternative_symbol(number: int, name: str) -> str:
    """What a function of an alternative is called where they are linked."""
    return f"a{number}.{name}"


def signatures_of(text: str) -> tuple[Signature, ...]:
    """Of the functions of FMI that a text defines."""
    found = []
    for result, name, takes in _SIGNATURE.findall(text):
        pairs = (each.split(" ") for each in takes.split(", ") if each)
        found.append(Signature(result, name, tuple((kind, title) for kind, title in pairs)))
    return tuple(found)


def stored_table(name: str, kind: str, numbers: Sequence[int]) -> str:
    cells = ", ".join(f"{kind} {number}" for number in numbers) or f"{kind} 0"
    return f"@{name} = internal constant [{max(1, len(numbers))} x {kind}] [{cells}]"


def loop(count: str, body: str, *, index: str = "%k", prefix: str = "") -> str:
    """The body for each index below `count`."""
    counter = f"%{prefix}counter"
    return f"""  {counter} = alloca i64
  store i64 0, ptr {counter}
  br label %{prefix}head
{prefix}head:
  {index} = load i64, ptr {counter}
  %{prefix}more = icmp ult i64 {index}, {count}
  br i1 %{prefix}more, label %{prefix}body, label %{prefix}end
{prefix}body:
  %{prefix}following = add i64 {index}, 1
  store i64 %{prefix}following, ptr {counter}
{body}
  br label %{prefix}head
{prefix}end:"""


def call_of_each(call: str) -> str:
    """The body of a loop over the alternatives; %inner is the instance."""
    return f"  %inner = call ptr @d.inner(ptr %m, i64 %k)\n  {call}"


def mark(offset: int, number: int) -> str:
    return f"  %mark_{offset} = getelementptr i8, ptr %m, i64 {offset}\n  store i64 {number}, ptr %mark_{offset}"


def of_chosen(signature: Signature) -> str:
    call = f"call {signature.result} @d.{signature.name}(i64 %which, {signature.given({'%m': '%chosen'})})"
    return f"{WHICH_INNER}\n  %code = {call}\n  ret {signature.result} %code"


def of_every(signature: Signature, count: int) -> str:
    """Call it for all alternatives; the worst status."""
    call = f"%code = call i32 @d.{signature.name}(i64 %k, {signature.given({'%m': '%inner'})})"
    worst = """
  %before = load i32, ptr %worst
  %is_worse = icmp ugt i32 %code, %before
  %now = select i1 %is_worse, i32 %code, i32 %before
  store i32 %now, ptr %worst"""
    looped = loop(str(count), call_of_each(call) + worst)
    return f"""  %worst = alloca i32
  store i32 0, ptr %worst
{looped}
  %status = load i32, ptr %worst
  ret i32 %status"""
