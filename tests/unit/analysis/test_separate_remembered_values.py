"""separate_remembered_values: PRE, DELAY, RECT and NORM become variables, wherever they occur."""

from simnon.analysis.separate_remembered_values import MEMORIES, separate_remembered_values
from simnon.model import FlatModel, functions_in
from tests.unit.analysis.small_models import equations_of, flat_after, program_without, text_of


def discrete(*lines: str) -> str:
    head = ("DISCRETE SYSTEM d", "STATE n", "NEW nn", "TIME t", "TSAMP ts", "ts = t + 1", "nn = n + 1")
    return "\n".join([*head, *lines, "END"]) + "\n"


def separated(text: str) -> FlatModel:
    model = flat_after(text, separate_remembered_values)
    for equation in (*model.equations, *model.initial_equations, *(e for ev in model.events for e in ev.equations)):
        assert not functions_in(equation.value) & MEMORIES
    return model


def test_pre_is_a_variable_that_remembers_a_value() -> None:
    model = separated(text_of("WHEN t > 1", "x = -PRE(x)", "END"))

    assert [(before.name, before.of) for before in model.befores] == [("PRE(x)", "x")]


def test_pre_of_the_same_name_twice_is_one_variable() -> None:
    assert len(separated(discrete("a = PRE(n) + PRE(n)")).befores) == 1


def test_pre_of_an_expression_gives_it_a_name() -> None:
    model = separated(discrete("a = PRE(2*n)"))

    assert [before.of for before in model.befores] == ["PRE.of.1"]
    assert equations_of(model)["PRE.of.1"] == "2*n"


def test_a_delay_reads_its_own_history_at_an_earlier_time() -> None:
    model = separated(text_of("y = DELAY(x, 2, 7)"))

    assert [(delay.name, delay.source) for delay in model.delays] == [("DELAY.1", "x")]
    assert equations_of(model)["DELAY.at.1"] == "t - 2"
    assert equations_of(model)["DELAY.1"] == "delayed(DELAY.at.1, 7)"


def test_a_delay_of_a_delay_is_two_delays() -> None:
    model = separated(text_of("y = DELAY(DELAY(x, 1), 2)"))

    assert [(delay.name, delay.source) for delay in model.delays] == [("DELAY.1", "x"), ("DELAY.2", "DELAY.1")]


def test_time_itself_can_be_delayed() -> None:
    text = text_of("y = DELAY(t, 1)")

    assert [delay.source for delay in separated(text).delays] == ["DELAY.of.1"]
    assert program_without(text).layout.delays


def test_every_draw_has_its_own_stream() -> None:
    model = separated(discrete("a = RECT(1) + RECT(1) + NORM()"))

    assert [(stream.name, stream.number) for stream in model.randoms] == [("RECT.1", 0), ("RECT.2", 1), ("NORM.1", 2)]


def test_a_seed_can_be_drawn_or_remembered() -> None:
    model = separated(discrete("a = RECT(NORM(1))", "b = RECT(PRE(n))"))

    assert equations_of(model)["RECT.1"] == "uniform(NORM.1, 1)"
    assert equations_of(model)["RECT.2"] == "uniform(PRE(n), 2)"
