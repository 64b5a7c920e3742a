"""LLVM modules -> machine code in memory. LLVM is set up once, on first use."""

import itertools
import threading
from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import Enum
from functools import cache, lru_cache

import llvmlite.binding as llvm

from simnon.source import frozen

from .module import Module

QUICK, FULL = 0, 2
"""Levels of the code generator: quick takes a quarter of the time, and straight-line code is 0-18 % slower."""


class Effort(Enum):
    """How much time code is worth: compiled at every edit, run a million times, compiled once and kept.

    The last is for code that is kept and has long loops: over states, if there are too many to unroll them.
    """

    QUICK = "quick"
    FULL = "full"
    THOROUGH = "thorough"
    WITH_LOOPS = "with loops"

    @property
    def is_optimised(self) -> bool:
        return self in (Effort.THOROUGH, Effort.WITH_LOOPS)


WORTHWHILE = 8
"""How much of LLVM's costs vector registers must save in a small model before it packs equal operations into them.

In its steps each operation waits for the one before it: putting two numbers into one register and taking them out again
takes as long as the operation that it saves. With many states, as of a model with sensitivities, any saving counts; so
it does if products and sums are fused, which shortens the chains.
"""
FUSED = "llvm.fma"
PROGRAMS_PER_ENGINE = 100
"""LLVM keeps some 11 KB of every program it ever linked, until its engine is discarded."""

_program_numbers = itertools.count()
_optimiser = threading.Lock()


class LinkError(Exception):
    """Objects that LLVM rejects; it never rejects those it has just compiled."""


@frozen
class MachineCode:
    """Code in memory, valid as long as this is alive."""

    address_of_symbol: dict[str, int]
    _tracker: object = field(repr=False)
    _engine: object = field(repr=False)


@frozen
class Host:
    """The processor this runs on, in LLVM's terms."""

    triple: str
    cpu: str
    features: str

    @property
    def attributes(self) -> str:
        return f'"target-cpu"="{self.cpu}" "target-features"="{self.features}"'


@cache
def target_description() -> str:
    """Everything that object code depends on besides the program."""
    here = host()
    return f"{llvm.llvm_version_info} {here.triple} {here.cpu} {here.features}"


@cache
def host() -> Host:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features().flatten()
    return Host(llvm.get_process_triple(), llvm.get_host_cpu_name(), features)


def compile_modules(modules: tuple[Module, ...], effort: Effort = Effort.QUICK) -> tuple[bytes, ...]:
    """An object file for each module; code with loops is never compiled quickly."""
    return tuple(
        _compile(
            module.text,
            QUICK if effort is Effort.QUICK and module.is_straight else FULL,
            effort,
        )
        for module in modules
    )


def compile_text(text: str, effort: Effort) -> bytes:
    """The object file of one module that has loops and branches."""
    return _compile(text, FULL, effort)


def link(objects: Iterable[bytes], exports: Iterable[str], imports: Mapping[str, int]) -> MachineCode:
    """Put object files into memory; `exports` and `imports` are symbols without the leading @."""
    builder = llvm.JITLibraryBuilder().add_current_process()
    for image in objects:
        builder.add_object_img(image)
    exports = tuple(exports)
    for symbol in exports:
        builder.export_symbol(symbol)
    for symbol, address in imports.items():
        builder.import_symbol(symbol, address)
    number = next(_program_numbers)
    engine = _engine(number // PROGRAMS_PER_ENGINE)
    try:
        tracker = builder.link(engine, f"program{number}")
    except RuntimeError as error:
        raise LinkError(str(error)) from error
    return MachineCode({symbol: tracker[symbol] for symbol in exports}, tracker, engine)


def _compile(text: str, level: int, effort: Effort) -> bytes:
    machine = _machine(level)
    # Closed by hand in this order: the garbage collector could close the context first, which kills the process.
    with llvm.create_context() as context, _parse(text, context) as module:
        if effort.is_optimised:
            _optimise(module, machine, effort)
        return bytes(machine.emit_object(module))


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine, effort: Effort) -> None:
    """The general optimisations; none of them changes a floating-point result."""
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    # Equal operations side by side are worth vectorising; the other loops are too short to be unrolled or vectorised.
    options.slp_vectorization = True
    options.loop_vectorization = effort is Effort.WITH_LOOPS
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    is_chain = effort is Effort.THOROUGH and not any(function.name.startswith(FUSED) for function in module.functions)
    # LLVM has one threshold for the process, and loops are compiled in the background.
    with _optimiser:
        llvm.set_option("simnon", f"-slp-threshold={WORTHWHILE if is_chain else 0}")
        builder.getModulePassManager().run(module, builder)


def _parse(text: str, context: llvm.ContextRef) -> llvm.ModuleRef:
    """The module, verified: code generation for an invalid one would kill the process."""
    try:
        module = llvm.parse_assembly(text, context)
        try:
            module.verify()
        except RuntimeError:
            module.close()
            raise
    except RuntimeError as error:
        failure = AssertionError(f"llvm: the text generated from the program is not valid: {error}")
        failure.add_note(text)
        raise failure from error
    return module


@cache
def _machine(level: int) -> llvm.TargetMachine:
    """One for all programs: creating one costs as much as compiling a small function."""
    here = host()
    target = llvm.Target.from_triple(here.triple)
    return target.create_target_machine(
        cpu=here.cpu, features=here.features, opt=level, codemodel="small", reloc="pic", jit=True
    )


@lru_cache(maxsize=1)
def _engine(generation: int) -> llvm.LLJIT:  # noqa: ARG001  a new generation is a new engine
    return llvm.create_lljit_compiler(_machine(QUICK))
