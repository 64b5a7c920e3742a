"""Program -> the text of an LLVM module whose functions run in all lanes at once: everything the entries need."""

from simnon.program import Program
from simnon.source import frozen

from ..module import attributes_of, constant_arrays, library_declaration
from ..operations import LIBRARY_FUNCTIONS, LLVM_TYPE, same_in_all, vector
from ..symbols import Symbols
from .cells import Uses
from .function import LaneEmitter
from .kinds import VARYING, LaneConvention, has_lanes
from .variants import Variant, Variants, wrapper_symbol


@frozen
class VariantText:
    """One variant as LLVM text, and what it needs."""

    variant: Variant
    lines: list[str]
    called: tuple[Variant, ...]
    library: dict[str, str]
    helpers: tuple[str, ...]


def emit_lanes(program: Program, symbols: Symbols, width: int, convention: LaneConvention, attributes: str) -> str:
    """The text of the module; every function has `attributes`."""
    variants = Variants(program, symbols, width, convention, Uses(symbols.functions))
    definitions = _emit_reachable(program, variants)
    body = [_definition_text(definition, variants) for definition in definitions.values()]
    helpers = dict.fromkeys(name for definition in definitions.values() for name in definition.helpers)
    body += [_helper_text(name, variants) for name in helpers]
    body += [_wrapper_text(variants.entry(name), variants) for name in program.entries]
    library = {name: takes for definition in definitions.values() for name, takes in definition.library.items()}
    library |= {f"double @{name}": _doubles(name) for name in helpers if name in LIBRARY_FUNCTIONS}
    undefined = dict.fromkeys(v for d in definitions.values() for v in d.called if v not in definitions)
    text = "\n".join(body)
    return "\n".join(
        [
            *constant_arrays(symbols, text),
            *[library_declaration(name, takes) for name, takes in library.items()],
            *[f"declare {_signature(variant, variants)}" for variant in undefined],
            text,
            f'attributes #0 = {{ nounwind "frame-pointer"="all" {attributes} {_width_attributes(width)} }}',
            "",
        ]
    )


def _width_attributes(width: int) -> str:
    """Without them LLVM splits vectors of 512 bits in two."""
    bits = max(128, min(512, 64 * width))
    return f'"prefer-vector-width"="{bits}" "min-legal-vector-width"="{bits}"'


def _emit_reachable(program: Program, variants: Variants) -> dict[Variant, VariantText]:
    definitions: dict[Variant, VariantText] = {}
    waiting = [variants.entry(name) for name in reversed(program.entries)]
    while waiting:
        variant = waiting.pop()
        if variant not in definitions and variant.function not in variants.symbols.imported:
            emitter = LaneEmitter(variant, variants)
            lines = emitter.emit()
            called = tuple(emitter.called)
            definitions[variant] = VariantText(variant, lines, called, emitter.flow.to.library, tuple(emitter.helpers))
            waiting.extend(reversed(called))
    return definitions


def _definition_text(definition: VariantText, variants: Variants) -> str:
    name = definition.variant.function
    is_seen = name in variants.program.entries and definition.variant == variants.entry(name)
    head = f"define {'' if is_seen else 'internal '}{_signature(definition.variant, variants)} #0 {{"
    return "\n".join([head, *definition.lines, "}"])


def _signature(variant: Variant, variants: Variants) -> str:
    function = variants.symbols.functions[variant.function]
    width = variants.width
    parameters = [f"{vector('i1', width)} %mask"] if has_lanes(variant.kinds) else []
    for number, (parameter, kind) in enumerate(zip(function.parameters, variant.kinds, strict=True)):
        type_ = vector(LLVM_TYPE[parameter.type], width if kind == VARYING else 0)
        parameters.append(f"{type_}{attributes_of(parameter)} %p{number}")
    return f"{variants.result_type(variant)} {variants.symbol(variant)}({', '.join(parameters)})"


def _wrapper_text(variant: Variant, variants: Variants) -> str:
    """The entry for callers in C: a bit per lane, varying numbers by their address, the result's address at the end."""
    function, width = variants.symbols.functions[variant.function], variants.width
    parameters, lines, arguments = ["i64 %bits"], [], []
    if has_lanes(variant.kinds):
        mask = vector("i1", width)
        lines += [f"  %lanes = trunc i64 %bits to i{width}", f"  %mask = bitcast i{width} %lanes to {mask}"]
        arguments.append(f"{mask} %mask")
    for number, (parameter, kind) in enumerate(zip(function.parameters, variant.kinds, strict=True)):
        type_ = LLVM_TYPE[parameter.type]
        if kind == VARYING:
            parameters.append(f"ptr %p{number}")
            lines.append(f"  %v{number} = load {vector(type_, width)}, ptr %p{number}, align 8")
            arguments.append(f"{vector(type_, width)} %v{number}")
        else:
            parameters.append(f"{type_} %p{number}")
            arguments.append(f"{type_} %p{number}")
    result = variants.result_type(variant)
    call = f"call {result} {variants.symbol(variant)}({', '.join(arguments)})"
    if function.result is None:
        lines.append(f"  {call}")
    else:
        parameters.append("ptr %result")
        lines += [f"  %found = {call}", f"  store {result} %found, ptr %result, align 8"]
    head = f"define void {wrapper_symbol(variant.function, width)}({', '.join(parameters)}) noinline #0 {{"
    return "\n".join([head, *lines, "  ret void", "}"])


def _doubles(name: str) -> str:
    return ", ".join(["double"] * LIBRARY_FUNCTIONS[name])


def _helper_text(name: str, variants: Variants) -> str:
    """Loops over the elements of an array, or over the active lanes."""
    width, symbol = variants.width, variants.helper(name)
    numbers, mask, zero = vector("double", width), vector("i1", width), same_in_all("double", "0.0", width)
    if name == "clear":
        return f"""define internal void {symbol}(ptr %array, i64 %size, {mask} %mask) noinline #0 {{
entry:
  br label %element
element:
  %i = phi i64 [0, %entry], [%next, %element]
  %place = getelementptr {numbers}, ptr %array, i64 %i
  %old = load {numbers}, ptr %place, align 8
  %new = select {mask} %mask, {numbers} {zero}, {numbers} %old
  store {numbers} %new, ptr %place, align 8
  %next = add i64 %i, 1
  %is_more = icmp slt i64 %next, %size
  br i1 %is_more, label %element, label %end
end:
  ret void
}}"""
    arity = LIBRARY_FUNCTIONS[name]
    parameters = ", ".join(f"{numbers} %x{k}" for k in range(arity))
    extracts = "\n".join(f"  %a{k} = extractelement {numbers} %x{k}, i64 %lane" for k in range(arity))
    arguments = ", ".join(f"double %a{k}" for k in range(arity))
    return f"""define internal {numbers} {symbol}({parameters}, {mask} %mask) noinline #0 {{
entry:
  br label %each
each:
  %lane = phi i64 [0, %entry], [%next, %done]
  %results = phi {numbers} [zeroinitializer, %entry], [%more, %done]
  %is_active = extractelement {mask} %mask, i64 %lane
  br i1 %is_active, label %active, label %done
active:
{extracts}
  %result = call double @{name}({arguments})
  %with = insertelement {numbers} %results, double %result, i64 %lane
  br label %done
done:
  %more = phi {numbers} [%results, %each], [%with, %active]
  %next = add i64 %lane, 1
  %is_more = icmp slt i64 %next, {width}
  br i1 %is_more, label %each, label %end
end:
  ret {numbers} %more
}}"""
