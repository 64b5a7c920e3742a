"""gather: the relations left after names are merged, what they determine, and the equations that are not relations."""

from simnon.analysis.relations.gather import RelationSystem, gather, has_relations
from simnon.model import print_expression
from tests.unit.analysis.small_models import assembled


def system_of(*lines: str) -> RelationSystem:
    return gather(assembled(text_of(*lines)))


def text_of(*lines: str) -> str:
    return "\n".join(("CONTINUOUS SYSTEM s", "TIME t", *lines, "END")) + "\n"


def left(system: RelationSystem) -> list[tuple[str, str]]:
    """The targets and residuals."""
    return [(relation.target, print_expression(relation.residual)) for relation in system.relations]


def meanings(system: RelationSystem) -> dict[str, str]:
    return {name: print_expression(meaning) for name, meaning in sorted(system.meaning_of_name.items())}


def test_an_equation_keeps_its_target_and_its_text() -> None:
    system = system_of("VARIABLE z", "a = 2*p*z + 3", "z^3 = a", "p: 1")

    assert left(system) == [("a", "a - (2*p*z + 3)"), ("", "z^3 - a")]
    assert system.unknowns == ("z", "a")
    assert meanings(system) == {}


def test_a_linear_equation_in_which_nothing_was_merged_stays_as_written() -> None:
    assert left(system_of("VARIABLE z", "a = 3 + 2*z", "z^3 = a")) == [("a", "a - (3 + 2*z)"), ("", "z^3 - a")]


def test_a_merged_target_is_replaced_by_the_name_that_stays() -> None:
    system = system_of("VARIABLE z", "b = a", "a = 2*z + c + 1", "c = z", "z^3 = b")

    assert meanings(system) == {"a": "b", "z": "c"}
    assert left(system) == [("b", "b - 3*c + -1"), ("", "c^3 - b")]


def test_a_merged_target_of_a_relation_that_is_not_linear_is_replaced_too() -> None:
    system = system_of("VARIABLE z", "b = a", "a = z*b + 1", "z^3 = b")

    assert left(system) == [("b", "b - (z*b + 1)"), ("", "z^3 - b")]


def test_an_equation_whose_target_is_negated_or_a_number_determines_another_name() -> None:
    negated = system_of("VARIABLE z c", "b = -a", "a = 2*z + c", "c^3 = z", "z*c = 1")
    number = system_of("VARIABLE z c", "b = 3*z + c", "2*b = 4", "c^3 = z")

    assert meanings(negated) == {"a": "-b"}
    assert ("", "-b - 2*z - c") in left(negated)
    assert meanings(number) == {"b": "2"}
    assert ("", "2 - 3*z - c") in left(number)


def test_a_product_becomes_linear_when_a_factor_is_a_number() -> None:
    system = system_of("VARIABLE z", "b = 1", "a = b*z", "a + z = 6")

    assert meanings(system) == {"a": "3", "b": "1", "z": "3"}
    assert left(system) == []


def test_states_derivatives_and_conditions_are_not_merged() -> None:
    system = system_of("STATE x", "DER dx", "VARIABLE z", "dx = z", "y = x", "z + y = 1", "STOP WHEN z > 2")

    assert meanings(system) == {"y": "x", "z": "dx"}
    assert system.unknowns == ("dx",)
    assert [equation.target for equation in system.others] == ["condition.1"]


def test_a_model_has_relations_if_an_equation_does_not_name_its_variable() -> None:
    assert has_relations(assembled(text_of("VARIABLE z", "2*z = t")))
    assert not has_relations(assembled(text_of("z = t")))
    assert not has_relations(assembled(text_of("OUTPUT y", "INITIAL", "y = 2", "SORT", "z = t*y")))
