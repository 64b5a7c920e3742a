"""Compiled discrete system -> C in fixed point: 32-bit integers, each number with its own Q format."""

from collections.abc import Iterator, Mapping

from simnon.compiler import CompiledModel
from simnon.program import (
    Constant,
    Function,
    Set,
    Statement,
    Store,
    values_at_start,
)
from simnon.source import UserError
from simnon.version import __version__

from .controller import CCode
from .expressions import bare
from .fixed_point import Fixed, Range, fixed_number, shifted, write_fixed
from .functions import INDENT, NotExpressible, reads_of
from .parts import GROUPS, Member, Parts, find_parts
from .ranges import find_ranges
from .timing import without_timing

_RUNTIME = """static inline int64_t simnon_shift(int64_t value, int places)
{
    if (places >= 0) {
        return value * (INT64_C(1) << places);
    }
    return (value + (INT64_C(1) << (-places - 1))) >> -places;
}

static inline int32_t simnon_saturate(int64_t value)
{
    return (value > INT32_MAX) ? INT32_MAX : ((value < INT32_MIN) ? INT32_MIN : (int32_t)value);
}
"""
_OTHERS = {
    "simnon_magnitude": "static inline int64_t simnon_magnitude(int64_t a)\n{\n    return (a < 0) ? -a : a;\n}\n",
    "simnon_fixed_min": "static inline int64_t simnon_fixed_min(int64_t a, int64_t b)\n"
    "{\n    return (b < a) ? b : a;\n}\n",
    "simnon_fixed_max": "static inline int64_t simnon_fixed_max(int64_t a, int64_t b)\n"
    "{\n    return (b > a) ? b : a;\n}\n",
}


def write_fixed_c(model: CompiledModel, ranges: Mapping[str, tuple[float, float]]) -> CCode:
    """`ranges` are those of inputs and others that the text does not give."""
    parts = find_parts(model)
    if not parts.is_discrete:
        raise UserError("cannot-export", "fixed point is for discrete systems", "export it in double or float")
    found = find_ranges(model, parts, ranges)
    try:
        return _FixedWriter(model, parts, found).code()
    except NotExpressible as error:
        raise UserError("cannot-export", f"C code cannot express {error}", "export it in double or float") from None


class _FixedWriter:
    def __init__(self, model: CompiledModel, parts: Parts, ranges: Mapping[int, Range]) -> None:
        self.model, self.parts, self.name = model, parts, parts.name
        self.sample = without_timing(parts.functions["sample"], model.program.layout)
        used = {i for i in ranges if i in _slots_of(self.sample)}
        self.members = tuple(member for member in parts.members if member.slot.index in used)
        self.slots = {
            member.slot.index: Fixed(
                f"(int64_t)self->{member.name}", ranges[member.slot.index].fraction_bits, ranges[member.slot.index]
            )
            for member in self.members
        }
        self.locals: dict[str, Fixed] = {}

    def code(self) -> CCode:
        body = "\n".join([*self._init(), *self._step()])
        runtime = _RUNTIME + "".join(f"\n{text}" for name, text in _OTHERS.items() if f"{name}(" in body)
        notice = f"/* {self.name} in fixed point: written by Simnon {__version__}. */"
        head = f'{notice}\n\n#include "{self.name}.h"\n\n'
        return CCode(self.name, "\n".join(self._header()) + "\n", f"{head}{runtime}\n{body}\n")

    def _header(self) -> Iterator[str]:
        name, guard = self.name, f"{self.name.upper()}_H"
        yield f"/* {name} in fixed point: written by Simnon {__version__}."
        yield " * A member with q fraction bits holds the number times 2^q. */"
        yield from (f"#ifndef {guard}", f"#define {guard}", "", "#include <stdint.h>", "")
        for member in self.members:
            yield f"#define {name.upper()}_{member.name.upper()}_Q {self._q(member)}"
        yield from ("", f"#define {name.upper()}_FIXED(x, q) ((int32_t)((x) * (double)(INT64_C(1) << (q))))")
        yield f"#define {name.upper()}_NUMBER(i, q) ((double)(i) / (double)(INT64_C(1) << (q)))"
        yield from ("", "#ifdef __cplusplus", 'extern "C" {', "#endif", "", "typedef struct {")
        for group in GROUPS:
            members = [member for member in self.members if member.group == group]
            yield from (f"{INDENT}/* {group} */",) if members else ()
            for member in members:
                found = self.slots[member.slot.index].range
                limits = f"{found.low:g}..{found.high:g}"
                yield f"{INDENT}int32_t {member.name}; /* Q{self._q(member)}, {limits}, {member.comment} */"
        yield f"}} {name}_t;"
        yield from ("", f"void {name}_init({name}_t *self);", f"void {name}_step({name}_t *self);", "")
        yield from ("#ifdef __cplusplus", "}", "#endif", "", f"#endif /* {guard} */")

    def _q(self, member: Member) -> int:
        return self.slots[member.slot.index].q

    def _init(self) -> Iterator[str]:
        """What the text gives and what follows from it, as numbers."""
        values = values_at_start(self.model.program.layout)
        if "initial" in self.model.executable.entries:
            executable = self.model.executable
            executable.call("initial", 0.0, values[:1] * 0.0, values, values[:1] * 0.0)
        yield f"void {self.name}_init({self.name}_t *self)"
        yield "{"
        for member in self.members:
            number = float(values[member.slot.index])
            yield f"{INDENT}self->{member.name} = {fixed_number(number, self._q(member))}; /* {number:.12g} */"
        yield "}"
        yield ""

    def _step(self) -> Iterator[str]:
        yield f"void {self.name}_step({self.name}_t *self)"
        yield "{"
        for statement in self.sample:
            yield from self._statement(statement)
        yield "}"

    def _statement(self, statement: Statement) -> Iterator[str]:
        match statement:
            case Set(name=name, value=value):
                found = write_fixed(value, self.slots, self.locals.__getitem__)
                identifier = f"local_{len(self.locals) + 1}"
                self.locals[name] = Fixed(identifier, found.q, found.range, found.is_truth)
                yield f"{INDENT}const int64_t {identifier} = {bare(found.text)};"
            case Store(array="values", index=Constant(value=index), value=value):
                found, target = write_fixed(value, self.slots, self.locals.__getitem__), self.slots[int(index)]
                line = self.parts.line_of_slot.get(int(index), "")
                yield from (f"{INDENT}/* {line} */",) if line else ()
                member = target.text.removeprefix("(int64_t)")
                yield f"{INDENT}{member} = simnon_saturate({bare(shifted(found, target.q))});"
            case _:
                raise NotExpressible("a loop or a branch in fixed point")


def _slots_of(statements: tuple[Statement, ...]) -> set[int]:
    return reads_of(Function("sample", (), None, statements), "values")
