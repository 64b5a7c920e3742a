"""check_flat, check_hybrid: all kinds of models keep the contracts after every pass; each kind of mistake is named."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from simnon.analysis import HYBRID_PASSES, PASS_NAMES, check_flat, check_hybrid, run_passes
from simnon.assembly import assemble
from simnon.compiler import compile_model
from simnon.compiler.compile import gather_systems, read_sources
from simnon.compiler.library import LIBRARIES
from simnon.languages import DIALECTS
from simnon.model import Apply, Equation, FlatModel, HybridModel, Mode, Name, Number, Role, Step, Variable
from simnon.source import Report, Source, render_all
from simnon.targets import TARGETS
from tests.contracts import check
from tests.seeds import seeds
from tests.targets.random_models import ModelWriter
from tests.targets.random_programs import RandomChoices
from tests.unit.analysis.small_models import assembled, passed, text_of

ROOT = Path(__file__).parents[3]
PLACES = [*(ROOT / "examples").glob("*.t"), *(ROOT / "tests" / "golden" / "models").glob("*.t")]
PLACES += [*(ROOT / "tests" / "corpus").rglob("*.*")]
FILES = [path for path in sorted(PLACES) if path.suffix.lower() in DIALECTS]
EVERYTHING = text_of(
    "dx = -x + c",
    "y = ABS(x) + z",
    "z = h + 2*z - x",
    "c = IF x > 1 THEN 1 ELSE 0",
    "w = y",
    "v = w + 1",
    "STOP WHEN v > 7",
    "WHEN x > 2",
    "h = 2*g",
    "g = x + 1",
    "END",
)


def check_all(sources: Sequence[Source]) -> int:
    """The number of models checked."""
    report = Report()
    flat = assemble(gather_systems(sources, report)[0], report)
    if flat is None:
        return 0
    check_flat(flat)
    number = 0
    for number, model in enumerate(run_passes(flat, report), start=1):
        check(model, PASS_NAMES[:number])
    assert number == len(PASS_NAMES) or report.has_errors, render_all(report.diagnostics)
    return number + 1


LOOP_AT_START = """\
INITIAL
W=SQRT(K/M)
X0=2.0*W
DYNAMIC
K=INTGRL(X0,V)
V=INTGRL(0.0,-W**2)
PARAM M=1.0
TIMER FINTIM=1.0
END
STOP
"""


def test_a_loop_at_the_start_can_compute_the_initial_value_of_a_state() -> None:
    assert check_all((Source("prog.csm", LOOP_AT_START),)) > 0


@pytest.mark.slow
def test_examples_and_corpus_keep_the_contracts() -> None:
    counts = [check_all(read_sources((path,), Report())) for path in FILES]

    assert sum(count > len(PASS_NAMES) for count in counts) > 30


@pytest.mark.slow
def test_types_of_libraries_keep_the_contracts() -> None:
    counts = []
    for path in sorted(LIBRARIES.rglob("*.t")):
        (source,) = read_sources((path,), Report())
        counts.append(check_all((replace(source, category=path.parent.name),)))

    assert sum(count > 0 for count in counts) > 50


@pytest.mark.parametrize("first", seeds(range(0, 2000, 20), few=2))
def test_random_models_keep_the_contracts(first: int) -> None:
    for seed in range(first, first + 20):
        text = ModelWriter(RandomChoices(random.Random(seed))).write()  # noqa: S311

        check_all((Source("random", text),))


def flat() -> FlatModel:
    return assembled(EVERYTHING)


def hybrid() -> HybridModel:
    return passed(EVERYTHING)


def with_equation(model: FlatModel, target: str, value: Name | Apply) -> FlatModel:
    kept = tuple(equation for equation in model.equations if equation.target != target)
    return replace(model, equations=(*kept, Equation(target, value)))


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda m: replace(m, variables=(*m.variables, m.variables[0])), "is the name of 2"),
        (lambda m: replace(m, equations=(*m.equations, m.equations[0])), "is determined by 2"),
        (lambda m: with_equation(m, "y", Name("nobody")), "unknown variables: {'nobody'}"),
        (lambda m: with_equation(m, "nobody", Name("x")), "unknown variables: {'nobody'}"),
        (lambda m: with_equation(m, "y", Name("x", path=(Step("motor"),))), "names are not resolved"),
        (lambda m: with_equation(m, "y", Apply("sin", (Name("x"), Name("x")))), "'sin' has 2 arguments"),
        (lambda m: with_equation(m, "y", Apply("f", (Name("x"),))), "there is no function 'f'"),
        (lambda m: replace(m, states=(("y", "dx"),)), "is not a state"),
    ],
)
def test_a_mistake_in_a_flat_model_is_named(mistake, message: str) -> None:  # type: ignore[no-untyped-def]
    check_flat(flat())
    with pytest.raises(AssertionError, match=message):
        check_flat(mistake(flat()))


def change(model: HybridModel, target: str, value: Name | Apply) -> HybridModel:
    equations = tuple(replace(e, value=value) if e.target == target else e for e in model.equations)
    return replace(model, equations=equations)


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda m: replace(m, variables=(*m.variables, Variable("r", Role.RESIDUAL))), "is an unsolved relation"),
        (lambda m: replace(m, variables=(*m.variables, Variable("a", Role.AUXILIARY))), "'a' has no value"),
        (lambda m: replace(m, aliases=()), "'w' has no value"),
        (lambda m: replace(m, aliases=(*m.aliases, ("v", "w"))), "is shared itself"),
        (lambda m: replace(m, aliases=(*m.aliases, ("v", "y"))), "'v' shares a value and has its own"),
        (lambda m: replace(m, equations=(*m.equations, Equation("h", Number(1.0)))), "'h' is given and computed"),
        (lambda m: change(m, "v", Apply("pre", (Name("x"),))), "a remembered value"),
        (lambda m: change(m, "v", Apply("<", (Name("x"), Number(0.0)))), "an event is hidden in the < of 'v'"),
        (lambda m: change(m, "y", Apply("abs", (Name("x"),))), "an event is hidden in the ABS of 'y'"),
        (lambda m: change(m, "y", Name("v")), "an unsolved loop"),
        (lambda m: replace(m, modes=m.modes[1:]), "a mode is not a variable"),
        (lambda m: replace(m, modes=(Mode("mode.1", Number(1.0), ("x",)), *m.modes[1:])), "a guard is not a variable"),
        (
            lambda m: replace(m, events=tuple(replace(e, equations=e.equations[::-1]) for e in m.events)),
            "'h' is computed before what it reads",
        ),
    ],
)
def test_a_mistake_in_a_hybrid_model_is_named(mistake, message: str) -> None:  # type: ignore[no-untyped-def]
    check_hybrid(hybrid(), PASS_NAMES)
    with pytest.raises(AssertionError, match=message):
        check_hybrid(mistake(hybrid()), PASS_NAMES)


def test_the_result_of_a_later_pass_is_not_required_earlier() -> None:
    model = passed(text_of("y = ABS(x)", "STOP WHEN y > 1"), HYBRID_PASSES[0])

    check_hybrid(model, PASS_NAMES[: PASS_NAMES.index("eliminate_aliases") + 1])
    with pytest.raises(AssertionError, match="hidden"):
        check_hybrid(model, PASS_NAMES)


def test_each_program_that_a_target_builds_is_checked() -> None:
    program = compile_model(ROOT / "examples" / "vdpol.t").program
    wrong = replace(program, entries=(*program.entries, "flow"))
    for target in TARGETS.values():
        with pytest.raises(AssertionError, match="the entry 'flow' is not a function"):
            target.build(wrong)
