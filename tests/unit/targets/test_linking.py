"""What every target does with the components of a run and of an ensemble."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from simnon.program import (
    BEGIN,
    ENSEMBLE,
    ENTRY_PARAMETERS,
    RUN,
    Array,
    ArrayName,
    Call,
    Do,
    EnsembleProgram,
    Function,
    Layout,
    Load,
    Local,
    Parameter,
    Program,
    Return,
    RunCode,
    RunParts,
    Set,
    SharedProgram,
    SpecialisedLoop,
    Store,
    check_program,
)
from simnon.targets import TARGETS
from tests.unit.targets.small_programs import ARRAY, INT, apply, give, integer, number, program_of, state

ARRAYS = tuple(Parameter(name, ARRAY, is_written=True) for name in ("control", "plan", "states", "values", "work"))
BUFFERS = tuple(Parameter(name, ARRAY, is_written=True) for name in ("record", "log"))
STEP = Function("step", (Parameter("states", ARRAY, is_written=True),), None, ())
NO_LIBRARY = SharedProgram("no functions", lambda: Program("none", (), (), Layout()))
MODEL = program_of(give(apply("*", state(0), number(10.0))))


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMNON_CACHE", str(tmp_path))


def entry(name: str) -> Do:
    arrays = (ArrayName("states"), ArrayName("values"), ArrayName("work"))
    return Do(Call(name, (number(0.0), *arrays), None))


def loop_program() -> Program:
    """Step, let the model compute its outputs, call an entry that it lacks; report what was computed."""
    imports = (STEP, *(Function(name, ENTRY_PARAMETERS, None, ()) for name in ("outputs", "events")))
    result = Return(apply("int", Load("work", integer(0)), gives=INT))
    run = Function(
        RUN,
        ARRAYS + BUFFERS,
        INT,
        (Do(Call("step", (ArrayName("states"),), None)), *map(entry, ("outputs", "events")), result),
    )
    begin = Function(BEGIN, ARRAYS, None, (Store("states", integer(0), number(3.0)),))
    program = Program("loop", (run, begin), (RUN, BEGIN), Layout(), (), (), imports)
    check_program(program)
    return program


def step_program(growth: float = 1.0) -> Program:
    """The first state grows."""
    body = Store("states", integer(0), apply("+", state(0), number(growth)))
    return Program("steps", (Function("step", STEP.parameters, None, (body,)),), ("step",), Layout())


def whole_program() -> Program:
    """The loop with the step and the model inside: it exports nothing else."""
    loop, step = loop_program(), step_program()
    nothing = Function("events", ENTRY_PARAMETERS, None, ())
    functions = (*loop.functions, *step.functions, *MODEL.functions, nothing)
    program = Program("whole", functions, (RUN, BEGIN), Layout())
    check_program(program)
    return program


def linked(target: str, own: SpecialisedLoop | None = None, growth: float = 1.0) -> RunCode:
    code = TARGETS[target]
    loop = SharedProgram(f"loop of a test on {target}", loop_program)
    return code.link_run(RunParts(code.build(MODEL), loop, lambda: (step_program(growth),), NO_LIBRARY, own))


def arrays() -> list[Array]:
    return [np.zeros(4) for _ in range(7)]


@pytest.mark.parametrize("target", TARGETS)
def test_a_run_calls_the_model_and_the_method_and_a_missing_entry_does_nothing(target: str) -> None:
    run, numbers = linked(target), arrays()
    given = run.arguments(*numbers)
    run.begin(*given)

    assert [run(*given), run(*given)] == [40, 50]
    assert numbers[2][0] == 5.0


@pytest.mark.parametrize("target", TARGETS)
def test_two_runs_of_the_same_components_are_independent(target: str) -> None:
    first, second = linked(target), linked(target)
    numbers_of_one, numbers_of_other = arrays(), arrays()
    one, other = first.arguments(*numbers_of_one), second.arguments(*numbers_of_other)
    first.begin(*one)

    assert (first(*one), second(*other), first(*one)) == (40, 10, 50)


@pytest.mark.parametrize("target", TARGETS)
def test_a_specialised_loop_can_be_compiled_later_and_gives_the_same(target: str) -> None:
    own = SpecialisedLoop("a test", {("control", 0): 1.0}, loop_program, has_steps=False)
    run, numbers = linked(target, own), arrays()
    given = run.arguments(*numbers)
    run.begin(*given)
    before = run(*given)
    run.note_run(1e-6)
    run.finish()

    assert (before, run(*given)) == (40, 50)


@pytest.mark.parametrize("target", TARGETS)
def test_a_kept_loop_whose_step_contains_another_jacobian_is_not_used(target: str) -> None:
    """The step stands for the Jacobian that is inlined into it; the model's code is the same."""
    results = []
    for growth in (1.0, 2.0, 1.0):
        step = step_program(growth)
        own = SpecialisedLoop(
            "a test",
            {("control", 0): 1.0},
            loop_program,
            has_steps=False,
            make_step=partial(step_program, growth),
            jacobian=step,
        )
        run = linked(target, own, growth)
        run.finish()
        results.append(run(*run.arguments(*arrays())))

    assert results == [10, 20, 10]


@pytest.mark.parametrize("target", TARGETS)
def test_arrays_can_be_parts_of_one_block(target: str) -> None:
    run, block = linked(target), np.zeros(28)
    given = run.arguments_in(block, range(0, 28, 4))
    run.begin(*given)

    assert [run(*given), run(*given)] == [40, 50]
    assert block[8] == 5.0


@pytest.mark.parametrize("target", TARGETS)
def test_an_ensemble_runs_in_all_lanes_of_the_width_a_target_chooses(target: str) -> None:
    body = Store("control", integer(0), apply("+", Load("control", integer(0)), Load("job", integer(0))))
    function = Function(ENSEMBLE, (Parameter("job", ARRAY), ARRAYS[0]), None, (body,))
    program = Program("members", (function,), (ENSEMBLE,), Layout())
    width = TARGETS[target].width(2)
    code = TARGETS[target].build_ensemble(EnsembleProgram(program, lambda: program, "a test", ("job",), {}, {}), width)
    control = np.arange(float(width))

    call = code.prepared(np.array([[100.0]]), control)
    call()
    call()

    assert code.width == width
    assert control.tolist() == [200.0 + lane for lane in range(width)]


def members_program() -> Program:
    """Begin, run, let the model compute its outputs; keep the sum of the two in `job`."""
    arrays = tuple(ArrayName(parameter.name) for parameter in ARRAYS + BUFFERS)
    run = Call(RUN, arrays, INT)
    body = (
        Do(Call(BEGIN, arrays[:5], None)),
        Set("status", run),
        Store("job", integer(0), apply("float", Local("status", INT))),
        entry("outputs"),
        Store("job", integer(1), Load("work", integer(0))),
    )
    function = Function(ENSEMBLE, (Parameter("job", ARRAY, is_written=True), *ARRAYS, *BUFFERS), None, body)
    imports = (
        Function(RUN, ARRAYS + BUFFERS, INT, ()),
        Function(BEGIN, ARRAYS, None, ()),
        Function("outputs", ENTRY_PARAMETERS, None, ()),
    )
    program = Program("members", (function,), (ENSEMBLE,), Layout(), (), (), imports)
    check_program(program)
    return program


@pytest.mark.parametrize("is_specialised", [False, True])
@pytest.mark.parametrize("target", TARGETS)
def test_members_run_in_the_code_of_single_runs_also_if_that_is_specialised(
    target: str, *, is_specialised: bool
) -> None:
    own = SpecialisedLoop("a test", {("control", 0): 1.0}, whole_program, has_steps=True)
    run = linked(target, own)
    if is_specialised:
        run.finish()
    kernel = SharedProgram(f"members of a test on {target}", members_program)
    code = TARGETS[target].link_members(run, kernel)
    job = np.zeros(2)

    code.prepared(job, *arrays())()

    assert code.width == 1
    assert job.tolist() == [40.0, 40.0]


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_describes_itself_and_shows_its_code_of_a_program(target: str) -> None:
    code = TARGETS[target]

    assert len({each.description for each in TARGETS.values()}) == len(TARGETS)
    assert "outputs" in code.text(MODEL)
    assert code.slowness >= 1.0
