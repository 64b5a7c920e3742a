"""order_equations: needs come first, source order otherwise, each block has its stage."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.analysis import order_equations
from simnon.model import Apply, Equation, HybridModel, LinearSystem, Name, Number, Role, Stage, Variable
from tests.unit.analysis.small_models import passed, text_of


def model_of(**needs: str) -> HybridModel:
    """`model_of(y="x u")` is a model whose `y` is computed from `x` and `u`."""
    return HybridModel(
        "m",
        variables=tuple(Variable(target, Role.AUXILIARY) for target in needs),
        equations=tuple(
            Equation(target, Apply("+", (Number(1.0), Number(1.0), *map(Name, names.split()))))
            for target, names in needs.items()
        ),
    )


def order_of(model: HybridModel) -> list[str]:
    schedule = order_equations(model)
    return ["+".join(block.targets) for block in schedule.blocks]


def test_a_value_is_computed_before_it_is_used() -> None:
    assert order_of(model_of(y="x", x="u", u="")) == ["u", "x", "y"]


def test_source_order_is_kept_and_needs_are_pulled_in_front() -> None:
    assert order_of(model_of(b="", a="", c="")) == ["b", "a", "c"]
    assert order_of(model_of(c="a", b="", a="")) == ["a", "c", "b"]


@pytest.mark.parametrize("needs", [{"a": "a"}, {"a": "b", "b": "a"}])
def test_an_unsolved_loop_is_an_internal_error(needs: dict[str, str]) -> None:
    with pytest.raises(AssertionError, match="tear_loops left a loop"):
        order_equations(model_of(**needs))


def test_a_solution_comes_after_what_it_reads_and_before_its_readers() -> None:
    system = LinearSystem((("x", "y"),), ((Name("a"), Name("b")), (Name("b"), Name("a"))), ((Name("c"), Name("c")),))
    model = model_of(z="x", a="", b="", c="")
    variables = (*model.variables, Variable("x", Role.AUXILIARY), Variable("y", Role.AUXILIARY))

    assert order_of(replace(model, variables=variables, solutions=(system,))) == ["a", "b", "c", "x+y", "z"]


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.lists(st.sampled_from("abcdefgh"), max_size=3)))
def test_every_equation_appears_once_and_after_what_it_needs(needs: dict[str, list[str]]) -> None:
    rank = {target: i for i, target in enumerate(sorted(needs, key=lambda name: (len(needs[name]), name)))}
    needs = {target: [name for name in names if rank.get(name, 99) < rank[target]] for target, names in needs.items()}
    model = model_of(**{target: " ".join(names) for target, names in needs.items()})

    schedule = order_equations(model)

    seen: set[str] = set()
    for block in schedule.blocks:
        assert set(block.part.reads) <= seen
        assert seen.isdisjoint(block.targets)
        seen.update(block.targets)
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
    schedule = order_equations(passed(text_of(line, *others)))

    assert next(block.stage for block in schedule.blocks if block.targets == ("y",)) is stage


def test_values_that_are_only_recorded_are_computed_only_for_records() -> None:
    schedule = order_equations(passed(text_of("y = 2*x", "z = y + t")))

    stage_of_target = {block.targets[0]: block.stage for block in schedule.blocks}
    assert (stage_of_target["y"], stage_of_target["z"]) == (Stage.OUTPUT, Stage.OUTPUT)


def test_simultaneous_samplers_see_each_other_whatever_the_order_of_the_text() -> None:
    first = "DISCRETE SYSTEM a\nINPUT u\nOUTPUT y\nTIME t\nTSAMP n\ny = u + 1\nn = t + 1\nEND\n"
    second = "DISCRETE SYSTEM b\nOUTPUT y\nTIME t\nTSAMP n\ny = 2*t\nn = t + 1\nEND\n"
    connected = "CONNECTING SYSTEM c\nu[a] = y[b]\nEND\n"

    for text in (first + second + connected, second + connected + first):
        order = order_of(passed(text))
        assert order.index("y[b]") < order.index("y[a]")


def test_values_read_by_an_initial_equation_are_computed_before_it() -> None:
    schedule = order_equations(passed(text_of("a = ABS(x)", "STOP WHEN a > 9", "INITIAL", "c = 2*a", start="")))

    targets = [target for part in schedule.initial for target in part.targets]
    assert targets[-2:] == ["a", "c"]
    assert "mode.1" in targets[:-2]
