"""Compiled model -> readable C99: a struct, `init`, `start` and `step`; no heap, and of the C library sqrt and floor.

In double the numbers are those of the simulation, bit for bit: the C is the program that the other targets compile.
"""

import re
from collections.abc import Iterator

from simnon.compiler import CompiledModel
from simnon.kernels import TABLEAUS
from simnon.program import Function
from simnon.source import UserError, did_you_mean, frozen
from simnon.version import __version__

from .expressions import number_text
from .functions import INDENT, Arrays, FunctionWriter, NotExpressible
from .identifiers import Identifiers, identifier
from .parts import GROUPS, NEXT, Member, Parts, find_parts
from .runtime import runtime_for
from .steps import step_lines

NUMBERS = ("double", "float")
_OWN_FUNCTIONS = ("init", "start", "step", NEXT, "modes", "held", "times", "derivatives", "outputs", "t")


@frozen
class CCode:
    """The texts of the header and of the implementation; `name` is that of both files."""

    name: str
    header: str
    implementation: str


def write_c(model: CompiledModel, number: str = "double", method: str = "rk4", *, keeps: bool = False) -> CCode:
    """The C of a discrete system, or of continuous ones with a method of fixed steps.

    With `keeps`, a WHEN and a STOP WHEN are comments; otherwise UserError has their place.
    """
    if number not in NUMBERS:
        raise UserError("bad-option", f"number is '{number}'", did_you_mean(number, NUMBERS, "double or float"))
    if method not in TABLEAUS:
        raise UserError("bad-option", f"method is '{method}'", f"choose one of {', '.join(TABLEAUS)}")
    try:
        return _Writer(find_parts(model, keeps=keeps), number, method, model).code()
    except NotExpressible as error:
        raise UserError(
            "cannot-export", f"C code cannot express {error}", "simplify the model, or export an FMU"
        ) from None


class _Writer:
    def __init__(self, parts: Parts, number: str, method: str, model: CompiledModel) -> None:
        self.parts, self.number, self.method, self.model = parts, number, method, model
        self.name = parts.name
        self.members = parts.member_of_slot()
        taken = Identifiers(f"{self.name}_{word}" for word in _OWN_FUNCTIONS)
        self.names = {f.name: taken.of(f"{self.name} {identifier(f.name)}") for f in parts.library}
        self.names |= {
            f"constant {c.name}": taken.of(f"{self.name} constant {identifier(c.name)}")
            for c in parts.program.constants
        }

    def code(self) -> CCode:
        functions = "\n".join([*self._library_texts(), *self._functions()])
        body = "\n".join([*self._constants(functions), functions])
        head = [*self._notice(), "", f'#include "{self.name}.h"', "", "#include <math.h>", "#include <string.h>", ""]
        return CCode(self.name, self._header(), "\n".join([*head, runtime_for(body), body]) + "\n")

    def _notice(self) -> list[str]:
        sources = ", ".join(source.name for source in self.model.sources)
        return [
            f"/* {self.name}: written by Simnon {__version__} from {sources}.",
            " * Compile with -std=c99 (or -ffp-contract=off): fused multiplications would change the last bits.",
            *(f" * Not in this code: {note}" for note in self.parts.notes),
            " */",
        ]

    def _header(self) -> str:
        name, guard = self.name, f"{self.name.upper()}_H"
        lines = [
            *self._notice(),
            f"#ifndef {guard}",
            f"#define {guard}",
            "",
            "#include <stdbool.h>",
            "#include <stdint.h>",
            "",
        ]
        lines += ["#ifdef __cplusplus", 'extern "C" {', "#endif", "", "typedef struct {"]
        lines += [] if self.parts.is_discrete else [f"{INDENT}{self.number} t; /* the time */"]
        for group in GROUPS:
            members = [member for member in self.parts.members if member.group == group]
            lines += [f"{INDENT}/* {group} */"] if members else []
            lines += [f"{INDENT}{self.number} {member.name}; /* {member.comment} */" for member in members]
        step = "" if self.parts.is_discrete else ", one step of length h"
        call = f"{self.number} t" if self.parts.is_discrete else f"{self.number} h"
        lines += [
            f"}} {name}_t;",
            "",
            "/* Parameters, inputs and initial values as in the text. */",
            f"void {name}_init({name}_t *self);",
            "",
            "/* What follows from them; call it after init and before the first step. */",
            f"void {name}_start({name}_t *self, {self.number} t);",
            "",
            "/* One sample at the time t: reads the inputs, sets the outputs. */"
            if self.parts.is_discrete
            else f"/* The method {self.method}{step}: reads the inputs, sets the outputs. */",
            f"void {name}_step({name}_t *self, {call});",
            "",
            *self._next_declaration(),
            "#ifdef __cplusplus",
            "}",
            "#endif",
            "",
            f"#endif /* {guard} */",
        ]
        return "\n".join(lines) + "\n"

    def _next_declaration(self) -> list[str]:
        """For callers whose samples have no constant period."""
        sampler = next(iter(self.parts.program.layout.samplers), None)
        if NEXT not in self.parts.functions or sampler is None or sampler.next_time is None:
            return []
        return [
            f"/* Sets {self._member(sampler.next_time).name}, the time of the next sample: once after each step,",
            " * unless a timer with a constant period calls the step. */",
            f"void {self.name}_{NEXT}({self.name}_t *self, {self.number} t);",
            "",
        ]

    def _constants(self, functions: str) -> Iterator[str]:
        """Those that the functions read."""
        for constant in self.parts.program.constants:
            name = self.names[f"constant {constant.name}"]
            if re.search(rf"\b{name}\b", functions):
                numbers = ", ".join(number_text(value, "double") for value in constant.values)
                yield f"static const double {name}[{len(constant.values)}] = {{{numbers}}};\n"

    def _library_texts(self) -> list[str]:
        """Functions that the model calls, in double whatever its numbers are."""
        return [self._text(f, FunctionWriter(f, "double", Arrays(), self.names)) for f in self.parts.library]

    def _text(self, function: Function, writer: FunctionWriter) -> str:
        signature, body = writer.signature(self.names[function.name]), writer.body()
        return "\n".join([signature, "{", *body, "}", ""])

    def _functions(self) -> Iterator[str]:
        yield from self._init()
        yield from self._own("initial", f"void {self.name}_start({self.name}_t *self, {self.number} t)", self._start())
        if self.parts.is_discrete:
            yield from self._own("sample", f"void {self.name}_step({self.name}_t *self, {self.number} t)", [])
            if NEXT in self.parts.functions:
                yield from self._own(NEXT, f"void {self.name}_{NEXT}({self.name}_t *self, {self.number} t)", [])
            return
        arrays = f"{self.name}_t *self, {self.number} t, const {self.number} *x, {self.number} *dx"
        for entry in ("modes", "held", "times", "derivatives", "outputs"):
            if entry in self.parts.functions:
                yield from self._own(entry, f"static void {self.name}_{entry}({arrays})", [])
        yield from step_lines(self.parts, self.number, self.method)

    def _init(self) -> Iterator[str]:
        yield f"void {self.name}_init({self.name}_t *self)"
        yield "{"
        if not self.parts.is_discrete:
            yield f"{INDENT}self->t = {number_text(0.0, self.number)};"
        for member in self.parts.members:
            yield f"{INDENT}self->{member.name} = {number_text(member.slot.start, self.number)};"
        yield "}"
        yield ""

    def _start(self) -> list[str]:
        return [] if self.parts.is_discrete else [f"{INDENT}self->t = t;"]

    def _own(self, entry: str, signature: str, first: list[str]) -> Iterator[str]:
        function = self.parts.functions.get(entry)
        arrays = self._arrays(entry)
        writer = FunctionWriter(function, self.number, arrays, self.names) if function is not None else None
        body = [*first, *(writer.body() if writer is not None else [])]
        words = re.sub(r"/\*.*\*/", "", "\n".join(body))
        yield signature
        yield "{"
        for name in re.findall(r"(\w+)[,)]", signature):
            if not re.search(rf"\b{name}\b", words):
                yield f"{INDENT}(void){name};"
        yield from body
        yield "}"
        yield ""

    def _arrays(self, entry: str) -> Arrays:
        lines = {} if entry == "initial" else self.parts.line_of_slot

        def comment(array: str, index: int) -> str:
            return lines.get(index, "") if array == "values" else ""

        return Arrays(
            {
                "values": lambda index: f"self->{self._member(index).name}",
                "states": lambda index: f"x[{index}]",
                "out": lambda index: f"dx[{index}]",
            },
            comment,
            {"time": "t"},
        )

    def _member(self, index: int) -> Member:
        return self.members[index]
