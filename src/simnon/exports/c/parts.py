"""Compiled model -> what its C consists of: the functions to write, the members of the struct, and their comments."""

from collections.abc import Mapping
from dataclasses import replace

from simnon.compiler import CompiledModel
from simnon.lowering import specialize
from simnon.model import Role, Variable
from simnon.program import (
    ArrayName,
    Call,
    Constant,
    Function,
    Layout,
    Program,
    Slot,
    Type,
    expressions_of,
    postorder,
    statements_within,
)
from simnon.source import Span, UserError, frozen

from .functions import reads_of
from .identifiers import Identifiers, identifier
from .timing import timing_alone, without_timing

DISCRETE = ("initial", "sample")
NEXT = "next"
CONTINUOUS = ("initial", "modes", "held", "times", "derivatives", "outputs")
_ONE = Constant(1.0, Type.FLOAT)
GROUPS = ("inputs", "outputs", "parameters", "states", "other variables")


@frozen
class Member:
    """A member of the struct: a slot of the program, its group, and what the text says about it."""

    slot: Slot
    name: str
    group: str
    comment: str


@frozen
class Parts:
    """`functions` are the model's own by entry, `library` those they call, callees first."""

    name: str
    functions: Mapping[str, Function]
    library: tuple[Function, ...]
    program: Program
    members: tuple[Member, ...]
    line_of_slot: Mapping[int, str]
    notes: tuple[str, ...] = ()
    """The lines of the text that C code does not express."""

    @property
    def is_discrete(self) -> bool:
        return "sample" in self.functions

    def member_of_slot(self) -> dict[int, Member]:
        return {member.slot.index: member for member in self.members}


def find_parts(model: CompiledModel, *, keeps: bool = False) -> Parts:
    """What to write; raises UserError with the place of what C code cannot be made of, or notes it with `keeps`."""
    program, layout = model.program, model.program.layout
    notes = _check(model, keeps)
    entries = DISCRETE if layout.samplers else CONTINUOUS
    inlined = _functions_of_memory(program)
    known = {("out", 0): _ONE} if layout.samplers else {}
    own = {f.name: specialize(f, inlined, known) for f in program.functions if f.name in entries}
    if layout.samplers:
        own |= _split(own["sample"], layout)
    library = tuple(f for f in program.functions if f.name not in program.entries and f.name not in inlined)
    lines = _lines(model)
    used = set().union(*(reads_of(function, "values") for function in own.values()))
    used |= {state.value for state in layout.states} | set(layout.modes)
    return Parts(
        identifier(model.name),
        own,
        _reached(own, library),
        program,
        tuple(_members(model, used)),
        lines,
        notes,
    )


def _split(sample: Function, layout: Layout) -> dict[str, Function]:
    """The sample, and apart from it the time of the next one, if that is possible."""
    timing = timing_alone(sample, layout)
    if timing is None:
        return {}
    step = replace(sample, body=without_timing(sample, layout))
    return {"sample": step, NEXT: replace(sample, name=NEXT, body=timing)}


def _check(model: CompiledModel, keeps: bool) -> tuple[str, ...]:
    layout = model.program.layout
    if len(layout.samplers) > 1 or (layout.samplers and layout.states):
        raise _refusal(
            "C code is written for one discrete system, or for continuous ones",
            model.analysed.model.samplers[0].span,
            "export the discrete system alone; its inputs are those of the C code",
        )
    notes = []
    for word, found in (("WHEN", layout.events), ("STOP WHEN", layout.stops)):
        if found and not keeps:
            raise _refusal(f"C code has no {word}", found[0].span, "use IF instead")
        notes += [_line(each.span) for each in found if each.span is not None]
    if layout.delays:
        raise _refusal(f"C code has no DELAY ({layout.delays[0].name})", None, "keep old values in discrete states")
    if model.program.foreign:
        name = model.program.foreign[0].shown
        raise _refusal(f"the function {name} is in a file of its own", None, "write it in the text")
    return tuple(notes)


def _refusal(message: str, span: Span | None, hint: str) -> UserError:
    place = f"{span.source.name}:{span.line}: " if span is not None else ""
    return UserError("cannot-export", place + message, hint)


def _functions_of_memory(program: Program) -> dict[str, Function]:
    """Functions that are given the values of the model: they are written in place, with their offsets known."""
    names = {
        node.function
        for function in program.functions
        for statement in statements_within(function.body)
        for expression in expressions_of(statement)
        for node in postorder(expression)
        if isinstance(node, Call) and any(isinstance(a, ArrayName) and a.name == "values" for a in node.arguments)
    }
    return {function.name: function for function in program.functions if function.name in names}


def _reached(own: Mapping[str, Function], library: tuple[Function, ...]) -> tuple[Function, ...]:
    by_name = {function.name: function for function in library}
    found: dict[str, None] = {}
    waiting = list(own.values())
    while waiting:
        for statement in statements_within(waiting.pop().body):
            for expression in expressions_of(statement):
                for node in postorder(expression):
                    if isinstance(node, Call) and node.function in by_name and node.function not in found:
                        found[node.function] = None
                        waiting.append(by_name[node.function])
    return tuple(function for function in library if function.name in found)


def _lines(model: CompiledModel) -> dict[int, str]:
    """For each slot, the line of the text that computes it."""
    spans = {e.target: e.span for e in model.analysed.model.equations if e.span is not None}
    slot_of_name = model.program.layout.slot_of_name()
    return {slot_of_name[name]: _line(span) for name, span in spans.items() if name in slot_of_name}


def _line(span: Span) -> str:
    text = " ".join(span.source.line_text(span.line).split('"')[0].split())
    return f"{span.source.name}:{span.line}: {text}".replace("*/", "* /").replace("/*", "/ *")


def _members(model: CompiledModel, used: set[int]) -> list[Member]:
    names = Identifiers()
    variables = {variable.name: variable for variable in model.analysed.declared.variables}
    members = []
    for slot in model.program.layout.slots:
        variable = variables.get(slot.name)
        if slot.index in used:
            members.append(Member(slot, names.of(slot.name), _group(variable), _comment(slot, variable)))
    return sorted(members, key=lambda member: GROUPS.index(member.group))


def _group(variable: Variable | None) -> str:
    if variable is None:
        return GROUPS[4]
    if variable.is_free_input:
        return GROUPS[0]
    groups = {Role.OUTPUT: GROUPS[1], Role.PARAMETER: GROUPS[2], Role.STATE: GROUPS[3]}
    return groups.get(variable.role, GROUPS[4])


def _comment(slot: Slot, variable: Variable | None) -> str:
    unit = f" [{slot.unit}]" if slot.unit else ""
    if variable is None:
        shown = slot.written or slot.name
        return f"{shown}{unit}".replace("*/", "* /").replace("/*", "/ *")
    place = f", {slot.span.source.name}:{slot.span.line}" if slot.span is not None else ""
    return f"{variable.name}{unit}{place}"
