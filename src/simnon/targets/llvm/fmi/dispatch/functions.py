"""An FMU of several alternatives as LLVM text: its functions choose between complete FMUs, which are linked with it.

An instance is a header (which alternative, whether it has started), a pointer to an instance of each alternative, and
room for the states of one. Before the start, numbers are set in all of them; from then on only the chosen one is used.
"""

from ....alternatives import Alternatives
from ..fmi2 import fmi2_text
from ..fmi3 import fmi3_text
from ..services import function
from .calls import FIRST, STARTED, Signature, alternative_symbol, mark, of_chosen, of_every, signatures_of
from .choices import choice_text
from .instances import instantiating, releasing
from .numbers import getting, setting
from .states import state_functions
from .vectors import directions, filled, indicating, setting_states

_FIRST_ONLY = ("GetVersion", "GetTypesPlatform", "InstantiateScheduledExecution")
_EVERY = ("SetDebugLogging", "EnterInitializationMode", "SetupExperiment")
_REALS, _WHOLE = ("Float64", "Real"), ("Int64", "UInt64", "Integer")
_STATES = {"GetContinuousStates": 0.0, "GetContinuousStateDerivatives": 0.0, "GetDerivatives": 0.0}
_NOMINALS = {"GetNominalsOfContinuousStates": 1.0}


def dispatch_text(alternatives: Alternatives, version: int) -> str:
    """The functions of the FMU; the functions of its alternatives are declared."""
    image = alternatives.images[0]
    signatures = signatures_of(fmi3_text(image) if version == 3 else fmi2_text(image))
    count = len(alternatives.images)
    declared = [_declared(each, i) for each in signatures for i in range(count)]
    return "\n".join(
        [
            *declared,
            choice_text(alternatives, version),
            *(_chosen(each, count) for each in signatures if each.parameters),
            *(_function(each, alternatives, version) for each in signatures),
            "",
        ]
    )


def _declared(signature: Signature, number: int) -> str:
    kinds = ", ".join(kind for kind, _ in signature.parameters)
    return f'declare {signature.result} @"{alternative_symbol(number, signature.name)}"({kinds}) nounwind'


def _chosen(signature: Signature, count: int) -> str:
    """Call the function of an alternative; the instance among its parameters is that of the alternative."""
    cases = " ".join(f"i64 {i}, label %c{i}" for i in range(count))
    lines = [f"  switch i64 %which, label %c0 [{cases}]"]
    for i in range(count):
        call = f'call {signature.result} @"{alternative_symbol(i, signature.name)}"({signature.given()})'
        if signature.result == "void":
            lines += [f"c{i}:", f"  {call}", "  ret void"]
        else:
            lines += [f"c{i}:", f"  %r{i} = {call}", f"  ret {signature.result} %r{i}"]
    body = "\n".join(lines)
    return (
        f"define internal {signature.result} @d.{signature.name}(i64 %which, {signature.takes}) nounwind {{\n{body}\n}}"
    )


def _function(signature: Signature, alternatives: Alternatives, version: int) -> str:
    plain, count = signature.plain, len(alternatives.images)
    found = state_functions(version, count, FIRST + sum(image.size for image in alternatives.images)).get(plain)
    if found is None:
        found = _special(signature, alternatives)
    if found is None and plain in _EVERY:
        found = of_every(signature, count)
    if found is not None:
        return function(signature.result, signature.name, signature.takes, found)
    if plain in _FIRST_ONLY:
        body = f'  %r = call {signature.result} @"{alternative_symbol(0, signature.name)}"({signature.given()})'
        return function(signature.result, signature.name, signature.takes, f"{body}\n  ret {signature.result} %r")
    return function(signature.result, signature.name, signature.takes, of_chosen(signature))


def _special(signature: Signature, alternatives: Alternatives) -> str | None:
    plain = signature.plain
    if plain in _STATES | _NOMINALS:
        return filled(signature, alternatives, (_STATES | _NOMINALS)[plain])
    for kinds, width in ((_REALS, "double"), (_WHOLE, "i32" if signature.name.startswith("fmi2") else "i64")):
        if plain in [f"Get{kind}" for kind in kinds]:
            return getting(signature, alternatives, width)
        if plain in [f"Set{kind}" for kind in kinds]:
            return setting(signature, alternatives, width)
    match plain:
        case "Instantiate" | "InstantiateModelExchange" | "InstantiateCoSimulation":
            return instantiating(signature, alternatives)
        case "FreeInstance":
            return releasing()
        case "Reset":
            reset = of_every(signature, len(alternatives.images))
            return f"{mark(STARTED, 0)}\n  store i64 {alternatives.initial}, ptr %m\n{reset}"
        case "ExitInitializationMode":
            return f"{mark(STARTED, 1)}\n{of_chosen(signature)}"
        case "SetContinuousStates":
            return setting_states(signature, alternatives)
        case "GetEventIndicators":
            return indicating(signature)
        case "GetNumberOfEventIndicators":
            return f"  store i64 {alternatives.guard_count}, ptr %n\n  ret i32 0"
        case "GetNumberOfContinuousStates":
            return f"  store i64 {alternatives.state_count}, ptr %n\n  ret i32 0"
        case "GetDirectionalDerivative" | "GetAdjointDerivative":
            return directions(signature)
        case _:
            return None
