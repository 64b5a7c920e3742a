"""LLVM text -> object files for any machine, as a program of its own: requests come in JSON, objects go back in it.

LLVM ends the process if a target rejects something, so code for other machines is compiled here. Only llvmlite
is imported, to start fast.
"""

import base64
import json
import sys
from collections.abc import Sequence

import llvmlite.binding as llvm


def compile_object(text: str, triple: str, cpu: str, exports: Sequence[str]) -> bytes:
    """The object file; only `exports` are visible in it."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(triple).create_target_machine(
        cpu=cpu, features="", opt=2, codemodel="small", reloc="pic"
    )
    head = f'target datalayout = "{target.target_data}"\ntarget triple = "{triple}"\n'
    visible = frozenset(exports)
    with llvm.create_context() as context, llvm.parse_assembly(head + text, context) as module:
        module.verify()
        for each in (*module.functions, *module.global_variables):
            if not each.is_declaration and each.name not in visible:
                each.linkage = llvm.Linkage.internal
        _optimise(module, target)
        return bytes(target.emit_object(module))


def _optimise(module: llvm.ModuleRef, target: llvm.TargetMachine) -> None:
    """As the run loops of this machine are (`engine`): nothing that changes a floating-point result."""
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.slp_vectorization = True
    options.loop_vectorization = False
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)


def serve() -> None:
    request = json.load(sys.stdin)
    objects = {}
    for name, triple, cpu, system in request["machines"]:
        image = compile_object(request["texts"][system], triple, cpu, request["exports"])
        objects[name] = base64.b64encode(image).decode()
    json.dump(objects, sys.stdout)


if __name__ == "__main__":
    serve()
