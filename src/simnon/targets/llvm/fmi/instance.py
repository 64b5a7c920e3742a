"""An instance of an FMU in memory, and the LLVM text of the functions that work on it.

An instance is one block: sixteen words for the importer's callbacks, then the arrays of a run one after another. All
numbers of a run are in it, so copying the block copies the state.
"""

import struct
from collections.abc import Sequence

from ...instance_image import HEADER_WORDS, InstanceImage

LOGGER, ENVIRONMENT, INTERMEDIATE, KIND, MAY_RETURN_EARLY, NAME, LOCK, UNLOCK = range(8)
MODEL_EXCHANGE, CO_SIMULATION, SCHEDULED = 0, 1, 2
MESSAGE_WIDTH = 80


def element(image: InstanceImage, name: str, array: str, index: int = 0) -> str:
    """The line that computes the address of an element of an array of the instance %m."""
    return f"  %{name} = getelementptr i8, ptr %m, i64 {image.offset(array) + 8 * index}"


def arrays(image: InstanceImage, names: Sequence[str]) -> list[str]:
    return [element(image, name, name) for name in names]


def pointers(names: Sequence[str]) -> str:
    return ", ".join(f"ptr %{name}" for name in names)


def instance_text(image: InstanceImage) -> str:
    """The functions that the functions of FMI call; %m is the instance."""
    every = ("control", "plan", "states", "values", "work", "record", "log", "own")
    moving = ("control", "states", "values", "work", "own")
    calls = [
        _call(image, "start", "i64", "start_fmu", (), ("control", "plan", "states", "values", "work", "own")),
        _call(image, "advance", "i64", "advance_fmu", ("double %until",), every),
        _call(image, "resume", "i64", "resume_fmu", (), every),
        _call(image, "refresh", "void", "refresh", (), moving),
        _call(image, "differentiate", "void", "differentiate_fmu", (), moving, "ptr %out"),
        _call(image, "indicate", "void", "indicate", (), moving, "ptr %out"),
        _call(image, "update", "i64", "update_fmu", (), ("control", "plan", "states", "values", "work", "log", "own")),
        _call(
            image,
            "prepare",
            "void",
            "prepare_fmu",
            ("double %start", "double %stop", "i64 %has_stop", "double %tolerance"),
            ("control", "values", "own"),
        ),
        _call(image, "move", "void", "move_to", ("double %time",), ("control", "own")),
        _call(
            image,
            "set",
            "i64",
            "set_number",
            ("i64 %reference", "double %number"),
            ("control", "plan", "values", "work", "own"),
        ),
        _call(image, "get", "double", "get_number", ("i64 %reference",), ("control", "states", "values", "work")),
        _call(
            image,
            "activate",
            "i64",
            "activate_fmu",
            ("i64 %sampler", "double %time"),
            ("control", "plan", "states", "values", "work", "own"),
        ),
        _call(image, "interval", "double", "interval_of", ("i64 %sampler",), ("control", "plan", "values")),
    ]
    return "\n".join([*_constants(image), *calls, *_copies(image), _numbers_text(), whole_numbers_text(image)])


def _call(
    image: InstanceImage,
    name: str,
    result: str,
    entry: str,
    scalars: Sequence[str],
    given: Sequence[str],
    last: str = "",
) -> str:
    """A function of the instance that calls an entry with the arrays of the instance."""
    parameters = ", ".join(["ptr %m", *scalars, *([last] if last else [])])
    arguments = ", ".join([*scalars, pointers(given), *([last] if last else [])])
    lines = [f"define internal {result} @m.{name}({parameters}) nounwind {{", *arrays(image, given)]
    if result == "void":
        lines += [f"  call void @entry.{entry}({arguments})", "  ret void", "}"]
    else:
        lines += [f"  %r = call {result} @entry.{entry}({arguments})", f"  ret {result} %r", "}"]
    return "\n".join(lines)


def number(value: float) -> str:
    return f"0x{struct.unpack('>Q', struct.pack('>d', value))[0]:016X}"


def table(name: str, values: Sequence[float]) -> str:
    numbers = ", ".join(f"double {number(value)}" for value in values) or "double 0.0"
    return f"@{name} = internal constant [{max(1, len(values))} x double] [{numbers}]"


def text_constant(name: str, text: str, width: int = 0) -> str:
    """A text of C that ends with a zero."""
    data = text.encode()[: width - 1 if width else None] + b"\0"
    data += bytes(max(0, width - len(data)))
    escaped = "".join(f"\\{byte:02X}" for byte in data)
    return f'@{name} = internal constant [{len(data)} x i8] c"{escaped}"'


def _constants(image: InstanceImage) -> list[str]:
    messages = b"".join(text.encode()[: MESSAGE_WIDTH - 1].ljust(MESSAGE_WIDTH, b"\0") for text in image.messages)
    escaped = "".join(f"\\{byte:02X}" for byte in messages)
    pairs = [float(reference) for pair in image.gradient_pairs for reference in pair]
    return [
        table("image", image.numbers),
        table("nominals", image.nominals),
        table("pairs", pairs),
        table("choices", image.choices),
        text_constant("token", image.token),
        text_constant("category", "logStatusError"),
        f'@messages = internal constant [{len(messages)} x i8] c"{escaped}"',
    ]


def _copies(image: InstanceImage) -> list[str]:
    words = image.size // 8
    after = 8 * HEADER_WORDS
    return [
        _COPY,
        f"""define internal ptr @m.new() nounwind {{
  %m = call ptr @calloc(i64 1, i64 {image.size})
  %failed = icmp eq ptr %m, null
  br i1 %failed, label %done, label %fill
fill:
  call void @m.reset(ptr %m)
  br label %done
done:
  ret ptr %m
}}
define internal void @m.reset(ptr %m) nounwind {{
  %to = getelementptr i8, ptr %m, i64 {after}
  call void @m.clear(ptr %to, i64 {words - HEADER_WORDS})
  call void @m.copy(ptr %to, ptr @image, i64 {len(image.numbers)})
  ret void
}}
define internal void @m.restore(ptr %m, ptr %state) nounwind {{
  %to = getelementptr i8, ptr %m, i64 {after}
  %from = getelementptr i8, ptr %state, i64 {after}
  call void @m.copy(ptr %to, ptr %from, i64 {words - HEADER_WORDS})
  ret void
}}""",
    ]


_COPY = """define internal void @m.copy(ptr %to, ptr %from, i64 %words) noinline nounwind "no-builtins" {
  %i = alloca i64
  store i64 0, ptr %i
  br label %head
head:
  %k = load i64, ptr %i
  %more = icmp ult i64 %k, %words
  br i1 %more, label %body, label %done
body:
  %source = getelementptr i64, ptr %from, i64 %k
  %target = getelementptr i64, ptr %to, i64 %k
  %word = load i64, ptr %source, align 1
  store i64 %word, ptr %target, align 1
  %next = add i64 %k, 1
  store i64 %next, ptr %i
  br label %head
done:
  ret void
}
define internal void @m.clear(ptr %to, i64 %words) noinline nounwind "no-builtins" {
  %i = alloca i64
  store i64 0, ptr %i
  br label %head
head:
  %k = load i64, ptr %i
  %more = icmp ult i64 %k, %words
  br i1 %more, label %body, label %done
body:
  %target = getelementptr i64, ptr %to, i64 %k
  store i64 0, ptr %target
  %next = add i64 %k, 1
  store i64 %next, ptr %i
  br label %head
done:
  ret void
}"""


def _numbers_text() -> str:
    """Getting and setting several numbers by their references."""
    return """define internal i32 @m.get_all(ptr %m, ptr %references, i64 %count, ptr %numbers) nounwind {
  call void @m.refresh(ptr %m)
  %i = alloca i64
  store i64 0, ptr %i
  br label %head
head:
  %k = load i64, ptr %i
  %more = icmp ult i64 %k, %count
  br i1 %more, label %body, label %done
body:
  %at = getelementptr i32, ptr %references, i64 %k
  %reference = load i32, ptr %at
  %wide = zext i32 %reference to i64
  %number = call double @m.get(ptr %m, i64 %wide)
  %to = getelementptr double, ptr %numbers, i64 %k
  store double %number, ptr %to
  %next = add i64 %k, 1
  store i64 %next, ptr %i
  br label %head
done:
  ret i32 0
}
define internal i32 @m.set_all(ptr %m, ptr %references, i64 %count, ptr %numbers) nounwind {
  %i = alloca i64
  store i64 0, ptr %i
  br label %head
head:
  %k = load i64, ptr %i
  %more = icmp ult i64 %k, %count
  br i1 %more, label %body, label %done
body:
  %at = getelementptr i32, ptr %references, i64 %k
  %reference = load i32, ptr %at
  %wide = zext i32 %reference to i64
  %from = getelementptr double, ptr %numbers, i64 %k
  %number = load double, ptr %from
  %status = call i64 @m.set(ptr %m, i64 %wide, double %number)
  %next = add i64 %k, 1
  store i64 %next, ptr %i
  %is_set = icmp eq i64 %status, 0
  br i1 %is_set, label %head, label %refused
refused:
  ret i32 3
done:
  ret i32 0
}"""


def whole_numbers_text(image: InstanceImage) -> str:
    """Getting and setting whole numbers of 32 and 64 bits: versions, and structural parameters, which keep theirs."""
    shared = f"""define internal i64 @m.get_whole(ptr %m, i64 %reference) nounwind {{
  %i = sub i64 %reference, {image.first_choice}
  %is_choice = icmp ult i64 %i, {len(image.choices)}
  br i1 %is_choice, label %choice, label %slot
choice:
  %at = getelementptr double, ptr @choices, i64 %i
  %chosen = load double, ptr %at
  %first = fptosi double %chosen to i64
  ret i64 %first
slot:
  %number = call double @m.get(ptr %m, i64 %reference)
  %second = fptosi double %number to i64
  ret i64 %second
}}
define internal i64 @m.set_whole(ptr %m, i64 %reference, i64 %number) nounwind {{
  %old = call i64 @m.get_whole(ptr %m, i64 %reference)
  %same = icmp eq i64 %old, %number
  br i1 %same, label %done, label %change
change:
  %float = sitofp i64 %number to double
  %status = call i64 @m.set(ptr %m, i64 %reference, double %float)
  ret i64 %status
done:
  ret i64 0
}}"""
    return "\n".join([shared, *(_whole_numbers(width) for width in (32, 64))])


def _whole_numbers(width: int) -> str:
    widen = "%wide = add i64 %number, 0" if width == 64 else "%wide = sext i32 %number to i64"
    narrow = "%small = add i64 %number, 0" if width == 64 else "%small = trunc i64 %number to i32"
    loop = f"""  %i = alloca i64
  store i64 0, ptr %i
  br label %head
head:
  %k = load i64, ptr %i
  %more = icmp ult i64 %k, %count
  br i1 %more, label %body, label %done
body:
  %at = getelementptr i32, ptr %references, i64 %k
  %reference = load i32, ptr %at
  %known = zext i32 %reference to i64
  %place = getelementptr i{width}, ptr %numbers, i64 %k
  %next = add i64 %k, 1
  store i64 %next, ptr %i"""
    takes = "ptr %m, ptr %references, i64 %count, ptr %numbers"
    return f"""define internal i32 @m.get_i{width}({takes}) nounwind {{
  call void @m.refresh(ptr %m)
{loop}
  %number = call i64 @m.get_whole(ptr %m, i64 %known)
  {narrow}
  store i{width} %small, ptr %place
  br label %head
done:
  ret i32 0
}}
define internal i32 @m.set_i{width}({takes}) nounwind {{
{loop}
  %number = load i{width}, ptr %place
  {widen}
  %status = call i64 @m.set_whole(ptr %m, i64 %known, i64 %wide)
  %is_set = icmp eq i64 %status, 0
  br i1 %is_set, label %head, label %refused
refused:
  ret i32 3
done:
  ret i32 0
}}"""
