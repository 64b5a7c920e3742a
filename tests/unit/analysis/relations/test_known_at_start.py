"""KnownAtStart: a name is known if it depends on no state whose relation is still to be solved."""

import pytest

from simnon.analysis.relations.known_at_start import KnownAtStart
from simnon.analysis.relations.relation import Relation, residual_of
from simnon.languages.simnon import read_expression
from simnon.model import FlatModel, Name, Role, Variable

ROLES = {
    "p": Role.PARAMETER,
    "c": Role.CONSTANT,
    "t": Role.TIME,
    "h": Role.HELD,
    "x": Role.STATE,
    "y": Role.STATE,
    "a": Role.AUXILIARY,
    "b": Role.AUXILIARY,
}


def known(**value_of_name: str) -> KnownAtStart:
    """With an equation for each name; the state y starts from its given value, x does not."""
    model = FlatModel("m", tuple(Variable(name, role) for name, role in ROLES.items()), (), time="t")
    relations = [
        Relation(residual_of(Name(name), read_expression(text)), None, name) for name, text in value_of_name.items()
    ]
    return KnownAtStart(model, [Relation(read_expression("x*a")), *relations], ["y"])


@pytest.mark.parametrize(
    ("name", "is_known"),
    [("p", True), ("c", True), ("t", True), ("h", True), ("y", True), ("x", False), ("a", False)],
)
def test_given_values_and_kept_states_are_known(name: str, is_known: bool) -> None:
    assert known()(name) is is_known


@pytest.mark.parametrize(
    ("text", "is_known"),
    [("2", True), ("p*t + h", True), ("y - c", True), ("x", False), ("p + x", False), ("x + p", False), ("b", False)],
)
def test_a_variable_is_known_if_all_that_it_reads_is(text: str, is_known: bool) -> None:
    assert known(a=text)("a") is is_known


def test_what_is_known_is_followed_through_other_variables() -> None:
    chain = known(a="b + p", b="2*y")

    assert chain("a")
    assert chain("b")
    assert not known(a="b + p", b="2*x")("a")


def test_variables_that_need_each_other_are_unknown() -> None:
    loop = known(a="b + p", b="a*2")

    assert not loop("a")
    assert not loop("b")
    assert not known(a="b", b="p - b*a")("b")
