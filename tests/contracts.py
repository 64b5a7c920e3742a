"""Every model that a test compiles is checked after every pass, and each of its programs before a target builds it."""

from collections.abc import Callable, Iterator

import pytest

from simnon import analysis
from simnon.analysis import PASS_NAMES, check_flat, check_hybrid
from simnon.model import AnyModel, FlatModel, HybridModel
from simnon.program import Executable, Program, SharedProgram, Target, check_program
from simnon.source import Report
from simnon.targets import TARGETS

ADDING_RULES = frozenset({"make_events_explicit", "tear_loops", "order_events"})
"""Passes after which a model must keep more rules than before (see `check_hybrid`)."""
LARGE = 3000
"""Variables of models, or statements of programs, that are left out, since they are tests of time or size."""

Build = Callable[[Target, Program, SharedProgram | None], Executable]
RunPasses = Callable[[FlatModel, Report], Iterator[AnyModel]]


def check_passes(patch: pytest.MonkeyPatch) -> None:
    """Check all models that the compiler makes from now on."""
    patch.setattr(analysis, "run_passes", _checked(analysis.run_passes))

    for target in TARGETS.values():
        patch.setattr(type(target), "build", _checking(type(target).build))


def _checking(build: Build) -> Build:
    """Also the programs of Jacobians, of sensitivities, and of models with exposed loops or open inputs."""

    def checked(target: Target, program: Program, library: SharedProgram | None = None) -> Executable:
        if sum(len(function.body) for function in program.functions) < LARGE:
            check_program(program)
        return build(target, program, library)

    return checked


def _checked(run_passes: RunPasses) -> RunPasses:
    def checked(flat: FlatModel, report: Report) -> Iterator[AnyModel]:
        if len(flat.variables) >= LARGE:
            yield from run_passes(flat, report)
            return
        check_flat(flat)
        last: AnyModel = flat
        for number, model in enumerate(run_passes(flat, report), start=1):
            # A model that a pass has not changed keeps the rules that it kept before.
            if PASS_NAMES[number - 1] in ADDING_RULES or model != last:
                check(model, PASS_NAMES[:number])
            yield (last := model)

    return checked


def check(model: AnyModel, done: tuple[str, ...]) -> None:
    try:
        if isinstance(model, FlatModel):
            check_flat(model)
        elif isinstance(model, HybridModel):
            check_hybrid(model, done)
    except AssertionError as error:
        error.add_note(f"after {done[-1]}")
        raise
