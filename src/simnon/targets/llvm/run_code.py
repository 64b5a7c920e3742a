"""RunParts -> the run loop in machine code, the general or the specialised one.

The run loop and the general methods are the same for every model: their object code is cached on disk, so that an edit
compiles the model only. If a small model runs for long, or often, a specialised loop is compiled for it in the
background; that code is cached on disk too.
"""

import hashlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from simnon.program import ARRAYS_OF_BEGIN, BEGIN, RUN, Array, Program, RunParts, SharedProgram, SpecialisedLoop
from simnon.source import frozen

from ..foreign import ForeignLibrary
from .cache import MODEL, cached_objects, keep_objects, kept_objects, with_sound_objects
from .compile import CompiledProgram, ObjectCode, ReadyFunctions, address_of, compile_objects, make_ready
from .engine import Effort
from .run import LinkedRun, link_objects

SECONDS_WORTH_A_LOOP = 0.03
"""A loop is specialised for a model after this much run time; compiling it takes some tenths of a second."""
SECONDS_OF_A_RUN = 0.001
"""The minimum that a run counts for: a model that is run often will be run again."""


@dataclass(slots=True)
class CompiledRun:
    """`linked` is the fastest code available at present.

    `make_specialised` compiles the specialised loop; None if there is nothing left to compile.
    """

    linked: LinkedRun
    model: ObjectCode
    make_specialised: Callable[[], LinkedRun | None] | None = None
    _spent: float = 0.0
    _maker: threading.Thread | None = None

    def arguments(self, *arrays: Array) -> tuple[int, ...]:
        return tuple(map(address_of, arrays))

    def arguments_in(self, block: Array, starts: Sequence[int]) -> tuple[int, ...]:
        address, size = address_of(block), block.itemsize
        return tuple([address + size * start for start in starts])

    def __call__(self, *addresses: int) -> int:
        linked = self.linked  # A local keeps it in memory while it runs, whatever is compiled meanwhile.
        return linked.run(*addresses)

    def begin(self, *addresses: int) -> None:
        linked = self.linked
        linked.begin(*addresses[:ARRAYS_OF_BEGIN])

    def note_run(self, seconds: float) -> None:
        if self.make_specialised is None:
            return
        self._spent += max(seconds, SECONDS_OF_A_RUN)
        if self._spent >= SECONDS_WORTH_A_LOOP:
            self._maker = threading.Thread(target=self._make, args=(self.make_specialised,), name="simnon loop")
            self.make_specialised = None
            self._maker.start()

    def parts(self) -> tuple[ObjectCode, ...]:
        """What the loop was linked from, and the model, whose entries a specialised loop does not export."""
        parts = self.linked.parts
        return parts if any(part is self.model for part in parts) else (*parts, self.model)

    def finish(self) -> None:
        if self.make_specialised is not None:
            make, self.make_specialised = self.make_specialised, None
            self._make(make)
        if self._maker is not None:
            self._maker.join()

    def _make(self, make: Callable[[], LinkedRun | None]) -> None:
        self.linked = make() or self.linked


def link_run(parts: RunParts) -> CompiledRun:
    return with_sound_objects(lambda: _link_run(parts), shared_objects.cache_clear)


def _link_run(parts: RunParts) -> CompiledRun:
    model = parts.model
    assert isinstance(model, CompiledProgram), "llvm: a run must be linked with a program of this target"
    loop, foreign = parts.own, model.code.foreign
    if loop is None:
        return CompiledRun(link_objects([shared_objects(parts.loop), model.code, *_steps(parts, foreign)]), model.code)
    own = _SpecialisedLoop(model.code, loop, parts)
    kept = own.kept()
    if kept is not None:
        return CompiledRun(kept, model.code)
    linked = link_objects([shared_objects(parts.loop), model.code, *_steps(parts, foreign)])
    return CompiledRun(linked, model.code, own.make)


def _steps(parts: RunParts, foreign: ForeignLibrary) -> tuple[ObjectCode, ...]:
    return tuple(
        shared_objects(part)
        if isinstance(part, SharedProgram)
        else compile_objects(part, ready=ready_for(part, parts.library), foreign=foreign)
        for part in parts.make_steps()
    )


@frozen
class _SpecialisedLoop:
    """The specialised loop of one model; if it does not contain the steps, they and the model are linked with it."""

    model: ObjectCode
    loop: SpecialisedLoop
    parts: RunParts

    def kept(self) -> LinkedRun | None:
        code = kept_objects(self.name())
        return None if code is None else self.linked(code)

    def make(self) -> LinkedRun | None:
        """None if there is no such loop, or the process is about to end."""
        program = self.loop.make()
        if program is None or not threading.main_thread().is_alive():
            return None
        effort = Effort.WITH_LOOPS if self.loop.has_loops else Effort.THOROUGH
        code = compile_objects(program, effort, foreign=self.model.foreign)
        step = None if self.loop.has_steps else self.loop.make_step()
        if step is not None:
            code = _joined(code, compile_objects(step, Effort.THOROUGH, foreign=self.model.foreign))
        keep_objects(self.name(), code)
        return self.linked(code)

    def linked(self, code: ObjectCode) -> LinkedRun:
        """Foreign functions are where the model has found them, in this process."""
        own = replace(code, imports=self.model.imports, foreign=self.model.foreign)
        if self.loop.has_steps:
            return link_objects([own])
        has_step = any(entry not in (RUN, BEGIN) for entry in code.entries)
        steps = map(shared_objects, self.loop.shared) if has_step else _steps(self.parts, self.model.foreign)
        return link_objects([own, self.model, *steps])

    def name(self) -> str:
        """The model's machine code determines everything about it except the numbers of its layout and its Jacobian."""
        jacobian = self.loop.jacobian
        inlined = () if jacobian is None else (jacobian.functions, jacobian.constants, jacobian.foreign)
        digest = hashlib.sha256(repr((sorted(self.loop.fixed.items()), inlined)).encode())
        for image in self.model.objects:
            digest.update(image)
        return f"{MODEL}{self.loop.method}-{digest.hexdigest()[:32]}"


def _joined(one: ObjectCode, other: ObjectCode) -> ObjectCode:
    undefined = tuple(dict.fromkeys([*one.undefined, *other.undefined]))
    return ObjectCode(one.objects + other.objects, one.entries + other.entries, undefined)


@cache
def shared_objects(shared: SharedProgram) -> ObjectCode:
    """Read or compiled once per process."""
    return cached_objects(shared)


def ready_for(program: Program, library: SharedProgram | None) -> ReadyFunctions | None:
    """The functions of the library in memory, if the program has any of them."""
    if library is None or not any(function.name in library.functions for function in program.functions):
        return None
    return ready(library)


@cache
def ready(library: SharedProgram) -> ReadyFunctions:
    """Loaded once per process, for all programs."""
    return with_sound_objects(lambda: make_ready(cached_objects(library)))
