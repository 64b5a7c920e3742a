"""Program -> the text of LLVM modules: what the entries need, and nothing else.

Straight-line code gains little from the optimising code generator, which takes four times as long: functions of one
block go into one module that is compiled quickly, the others into a second one. Code that is compiled once and kept is
one module, in which LLVM inlines functions.
"""

from simnon.program import Function, Parameter, Program, Type
from simnon.source import frozen

from .flow import SELDOM_TEXT
from .function import FunctionEmitter
from .operations import LLVM_TYPE, float_operand
from .symbols import Symbols

PURE = "nobuiltin nounwind willreturn memory(none)"
"""`nobuiltin`: LLVM must not replace a call by one it considers equivalent; to the last bit it is not."""


@frozen
class FunctionText:
    """One function as LLVM text, and what it needs."""

    function: Function
    lines: list[str]
    called: tuple[str, ...]
    library: dict[str, str]
    is_straight: bool


@frozen
class Module:
    """`is_straight` if no function in it has a branch or a loop."""

    text: str
    is_straight: bool


def emit_modules(program: Program, symbols: Symbols, attributes: str, *, is_whole: bool = False) -> tuple[Module, ...]:
    """The modules of `program`, or a single one with `is_whole`; every function has `attributes`."""
    definitions = _emit_reachable(program, symbols)
    if is_whole:
        return (Module(_module_text(definitions, frozenset(program.entries), symbols, attributes), is_straight=False),)
    modules = []
    attributes = f"noinline {attributes}"
    for is_straight in (True, False):
        own = {name: d for name, d in definitions.items() if d.is_straight is is_straight}
        others = [d for d in definitions.values() if d.is_straight is not is_straight]
        seen = frozenset(program.entries).union(*(definition.called for definition in others))
        if own:
            modules.append(Module(_module_text(own, seen, symbols, attributes), is_straight))
    return tuple(modules)


def _emit_reachable(program: Program, symbols: Symbols) -> dict[str, FunctionText]:
    definitions: dict[str, FunctionText] = {}
    waiting = list(reversed(program.entries))
    while waiting:
        name = waiting.pop()
        if name not in definitions and name not in symbols.imported:
            definitions[name] = _emit_definition(symbols.functions[name], symbols)
            waiting.extend(reversed(definitions[name].called))
    return definitions


def _emit_definition(function: Function, symbols: Symbols) -> FunctionText:
    emitter = FunctionEmitter(function, symbols)
    lines = emitter.emit()
    flow = emitter.flow
    return FunctionText(function, lines, tuple(emitter.called), flow.to.library, flow.is_straight)


def _definition_text(definition: FunctionText, is_seen: bool, symbols: Symbols) -> str:
    linkage = "" if is_seen else "internal "
    head = f"define {linkage}{_signature(definition.function, symbols)} #0 {{"
    return "\n".join([head, *definition.lines, "}"])


def _signature(function: Function, symbols: Symbols) -> str:
    parameters = ", ".join(
        f"{LLVM_TYPE[parameter.type]}{attributes_of(parameter)} %p{number}"
        for number, parameter in enumerate(function.parameters)
    )
    result = "void" if function.result is None else LLVM_TYPE[function.result]
    return f"{result} {symbols.function_symbol[function.name]}({parameters})"


def attributes_of(parameter: Parameter) -> str:
    """No two arrays given to a function overlap."""
    if parameter.type is not Type.ARRAY:
        return ""
    return " noalias" if parameter.is_written else " noalias readonly"


def _module_text(own: dict[str, FunctionText], seen: frozenset[str], symbols: Symbols, attributes: str) -> str:
    """The module of the functions `own`; those in `seen` can be called from outside it."""
    body = "\n".join(_definition_text(own[name], name in seen, symbols) for name in own)
    library = {name: takes for definition in own.values() for name, takes in definition.library.items()}
    elsewhere = dict.fromkeys(name for definition in own.values() for name in definition.called if name not in own)
    return "\n".join(
        [
            *constant_arrays(symbols, body),
            *[library_declaration(name, takes) for name, takes in library.items()],
            *[f"declare {_signature(symbols.functions[name], symbols)}" for name in elsewhere],
            *_foreign(symbols),
            body,
            f"attributes #0 = {{ nounwind {attributes} }}",
            SELDOM_TEXT,
            "",
        ]
    )


def library_declaration(signature: str, takes: str) -> str:
    """The declaration of a function that is neither the program's nor foreign; `signature` is its type and name."""
    return f"declare {signature}({takes}){'' if '@llvm.' in signature else ' ' + PURE}"


def constant_arrays(symbols: Symbols, body: str) -> list[str]:
    lines = []
    for symbol, values in symbols.values_of_symbol.items():
        if symbol in body:
            numbers = ", ".join(f"double {float_operand(value)}" for value in values)
            kind = "private unnamed_addr constant"
            lines.append(f"{symbol} = {kind} [{len(values)} x double] [{numbers}], align 16")
    return lines


def _foreign(symbols: Symbols) -> list[str]:
    lines = []
    for name, symbol in symbols.foreign_symbol.items():
        foreign = symbols.foreign[name]
        types = ["ptr" if foreign.is_by_reference else "double"] * foreign.arity
        if foreign.takes_arrays:
            types = [types[0], *["ptr"] * len(foreign.arrays)]
        result = "void" if foreign.results else "double"
        types += ["ptr"] if foreign.results else []
        lines.append(f"declare {result} {symbol}({', '.join(types)}) nounwind")
    return lines
