"""order_equations: needs come first, source order otherwise, loops become blocks, each block has its stage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.analysis import order_equations
from simnon.model import Apply, Equation, Model, Name, Number, Role, Stage, Variable
from simnon.source import Report
from tests.unit.analysis.small_models import passed, text_of


def model_of(**needs: str) -> Model:
    """`model_of(y="x u")` is a model whose `y` is computed from `x` and `u`."""
    return Model(
        "m",
        variables=tuple(Variable(target, Role.AUXILIARY) for target in needs),
        equations=tuple(
            Equation(target, Apply("+", (Number(1.0), Number(1.0), *map(Name, names.split()))))
            for target, names in needs.items()
        ),
    )


def order_of(model: Model) -> list[str]:
    schedule = order_equations(model, Report())
    return ["+".join(equation.target for equation in block.equations) for block in schedule.blocks]


def test_a_value_is_computed_before_it_is_used() -> None:
    assert order_of(model_of(y="x", x="u", u="")) == ["u", "x", "y"]


def test_source_order_is_kept_and_needs_are_pulled_in_front() -> None:
    assert order_of(model_of(b="", a="", c="")) == ["b", "a", "c"]
    assert order_of(model_of(c="a", b="", a="")) == ["a", "c", "b"]


def test_equations_that_need_each_other_become_one_loop_and_one_warning() -> None:
    report = Report()

    schedule = order_equations(model_of(e="y", u="e", y="u", z="y"), report)

    assert [block.is_loop for block in schedule.blocks] == [True, False]
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["algebraic-loop"]


def test_a_value_that_needs_itself_is_a_loop() -> None:
    (block,) = order_equations(model_of(a="a"), Report()).blocks

    assert block.is_loop


def test_a_loop_lists_its_equations_in_source_order() -> None:
    assert order_of(model_of(z="a", m="z", a="m")) == ["z+m+a"]


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.lists(st.sampled_from("abcdefgh"), max_size=3)))
def test_every_equation_appears_once_and_after_what_it_needs(needs: dict[str, list[str]]) -> None:
    needs = {target: [name for name in names if name in needs] for target, names in needs.items()}
    model = model_of(**{target: " ".join(names) for target, names in needs.items()})

    schedule = order_equations(model, Report())

    seen: set[str] = set()
    for block in schedule.blocks:
        own = {equation.target for equation in block.equations}
        read = {name for equation in block.equations for name in equation.reads}
        assert read <= seen | own
        assert not own & seen
        seen |= own
    assert seen == set(needs)


@pytest.mark.parametrize(
    ("line", "stage"),
    [
        ("y = 2 + 3", Stage.CONSTANT),
        ("y = 2*p", Stage.PARAMETER),
        ("y = 2*c", Stage.INITIAL),
        ("y = 2*h", Stage.HELD),
        ("y = IF x > 0 THEN 1 ELSE 2", Stage.HELD),
        ("y = 2*t", Stage.TIME),
        ("y = 2*t*x", Stage.STATE),
    ],
)
def test_an_equation_is_computed_at_the_least_frequent_moment(line: str, stage: Stage) -> None:
    others = ["dx = y", "WHEN x > 1", "h = 1", "END", "p: 1", "INITIAL", "c = p"]
    schedule = order_equations(passed(text_of(line, *others)), Report())

    assert next(block.stage for block in schedule.blocks if block.equations[0].target == "y") is stage


def test_what_only_records_read_is_computed_for_them_only() -> None:
    schedule = order_equations(passed(text_of("y = 2*x", "z = y + t")), Report())

    stage_of_target = {block.equations[0].target: block.stage for block in schedule.blocks}
    assert (stage_of_target["y"], stage_of_target["z"]) == (Stage.OUTPUT, Stage.OUTPUT)


def test_simultaneous_samplers_see_each_other_whatever_the_order_of_the_text() -> None:
    first = "DISCRETE SYSTEM a\nINPUT u\nOUTPUT y\nTIME t\nTSAMP n\ny = u + 1\nn = t + 1\nEND\n"
    second = "DISCRETE SYSTEM b\nOUTPUT y\nTIME t\nTSAMP n\ny = 2*t\nn = t + 1\nEND\n"
    connected = "CONNECTING SYSTEM c\nu[a] = y[b]\nEND\n"

    for text in (first + second + connected, second + connected + first):
        order = order_of(passed(text))
        assert order.index("y[b]") < order.index("y[a]")


def test_what_an_initial_equation_reads_is_computed_before_it() -> None:
    schedule = order_equations(passed(text_of("a = ABS(x)", "INITIAL", "c = 2*a", start="")), Report())

    targets = [equation.target for equation in schedule.initial]
    assert targets[-2:] == ["a", "c"]
    assert "mode.1" in targets[:-2]


def test_a_loop_among_initial_equations_is_a_loop_of_the_schedule() -> None:
    report = Report()

    schedule = order_equations(passed(text_of("INITIAL", "a = b + 1", "b = a + 1", start="")), report)

    assert [[equation.target for equation in loop] for loop in schedule.loops] == [["a", "b"]]
    assert [diagnostic.code for diagnostic in report.diagnostics] == ["algebraic-loop"]
