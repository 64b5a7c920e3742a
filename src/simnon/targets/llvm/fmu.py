"""Programs + image of an instance -> the shared libraries of an FMU, one for each machine.

The loop is the same for every model: its object code for each machine is cached on disk, so that an export compiles the
model only.
"""

from collections.abc import Sequence

from simnon.program import Program, SharedProgram

from ..alternatives import Alternatives
from ..instance_image import InstanceImage
from ..machines import Machine
from .cache import keep_objects, kept_objects
from .compile import ObjectCode
from .elsewhere import ATTRIBUTES, compile_elsewhere, portable_text
from .fmi import ENTRY_POINT, alternative_symbol, dispatch_text, exported_names, fmi_text, memory_text
from .libraries import Group, link_library
from .symbols import entry_symbol


def build_libraries(
    loop: SharedProgram, model: Program, image: InstanceImage, version: int, machines: Sequence[Machine]
) -> dict[str, bytes]:
    """By the name of the machine."""
    objects, exports = _objects(loop, model, image, version, machines)
    loops = _loops(loop, machines)
    return {
        machine.name: link_library(
            (objects[machine.name], loops[machine.name]),
            machine,
            exports,
            f"{image.name}{machine.extension}",
            ENTRY_POINT,
        )
        for machine in machines
    }


def build_alternatives(
    loop: SharedProgram,
    models: Sequence[Program],
    alternatives: Alternatives,
    version: int,
    machines: Sequence[Machine],
) -> dict[str, bytes]:
    """Of an FMU that chooses between models, by the name of the machine."""
    dispatch = dispatch_text(alternatives, version).replace(") nounwind {", f") nounwind {ATTRIBUTES} {{")
    exports = exported_names(dispatch)
    texts = {machine.system: dispatch + memory_text(machine.system) for machine in machines}
    dispatchers = compile_elsewhere(texts, machines, (*exports, ENTRY_POINT))
    loops = _loops(loop, machines)
    parts = [
        _objects(loop, model, image, version, machines)[0]
        for model, image in zip(models, alternatives.images, strict=True)
    ]
    return {
        machine.name: link_library(
            (dispatchers[machine.name],),
            machine,
            exports,
            f"{alternatives.images[0].name}{machine.extension}",
            ENTRY_POINT,
            [
                Group(
                    (objects[machine.name], loops[machine.name]),
                    {name: alternative_symbol(i, name) for name in exports},
                )
                for i, objects in enumerate(parts)
            ],
        )
        for machine in machines
    }


def _objects(
    loop: SharedProgram, model: Program, image: InstanceImage, version: int, machines: Sequence[Machine]
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The object code of a model for each machine, and the functions of FMI in it."""
    text = portable_text(model) + _declarations(loop) + fmi_text(image, version)
    exports = exported_names(text)
    entries = [entry_symbol(entry)[1:] for entry in model.entries]
    texts = {machine.system: text + memory_text(machine.system) for machine in machines}
    return compile_elsewhere(texts, machines, (*exports, *entries, ENTRY_POINT)), exports


def _loops(loop: SharedProgram, machines: Sequence[Machine]) -> dict[str, bytes]:
    """The object code of the loop for each machine, cached."""
    kept = {machine.name: kept_objects(_name(loop, machine)) for machine in machines}
    found = {name: code.objects[0] for name, code in kept.items() if code is not None}
    missing = [machine for machine in machines if machine.name not in found]
    if missing:
        program = loop.make()
        text = portable_text(program) + memory_text("none")
        exports = [entry_symbol(entry)[1:] for entry in program.entries]
        compiled = compile_elsewhere(dict.fromkeys((m.system for m in missing), text), missing, exports)
        for machine in missing:
            keep_objects(_name(loop, machine), ObjectCode((compiled[machine.name],), (), ()))
        found |= compiled
    return found


def _name(loop: SharedProgram, machine: Machine) -> str:
    return f"{loop.name} {machine.name}"


def _declarations(loop: SharedProgram) -> str:
    """The entries of the loop, as the functions of FMI call them."""
    types = {"float": "double", "int": "i64", "bool": "i1", "array": "ptr"}
    lines = []
    for function in loop.make().functions:
        if function.name in loop.functions:
            takes = ", ".join(types[parameter.type.value] for parameter in function.parameters)
            result = "void" if function.result is None else types[function.result.value]
            lines.append(f"declare {result} {entry_symbol(function.name)}({takes}) nounwind")
    return "\n".join(lines) + "\n"
