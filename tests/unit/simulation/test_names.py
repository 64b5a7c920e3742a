"""Names: a variable by its full name, by its short name if only one system has it, in any case; and suggestions."""

import pytest

from simnon.model import Role, Variable
from simnon.simulation.names import MOST_FOUND, NamedValues, NameTable, by_full_name
from simnon.source import UserError

NAMES = NameTable(
    [
        Variable("H[TANK]", Role.STATE, local="H"),
        Variable("T[TANK]", Role.TIME, local="T"),
        Variable("U[PID]", Role.OUTPUT, local="U"),
        Variable("Y[PID]", Role.INPUT, local="Y"),
        Variable("Y[TANK]", Role.OUTPUT, local="Y"),
        Variable("gain", Role.PARAMETER, local="gain"),
    ]
)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("H[TANK]", "H[TANK]"),
        ("h[tank]", "H[TANK]"),
        ("H [TANK]", "H[TANK]"),
        ("H", "H[TANK]"),
        ("u", "U[PID]"),
        ("y[pid]", "Y[PID]"),
        ("GAIN", "gain"),
    ],
)
def test_a_variable_is_found_by_any_of_its_names(asked: str, found: str) -> None:
    assert NAMES.find(asked) == found


def test_a_name_that_two_systems_have_is_rejected() -> None:
    with pytest.raises(UserError, match=r"Y\[PID\] or Y\[TANK\]") as caught:
        NAMES.find("y")

    assert (caught.value.code, caught.value.hint) == ("ambiguous-name", "give one of these names")


@pytest.mark.parametrize(("asked", "hint"), [("gian", "did you mean 'gain'?"), ("something else", "")])
def test_an_unknown_name_is_rejected_with_a_suggestion(asked: str, hint: str) -> None:
    with pytest.raises(UserError) as caught:
        NAMES.find(asked)

    assert (caught.value.code, caught.value.hint) == ("unknown-variable", hint)


def test_values_are_assigned_to_the_named_variables() -> None:
    assert by_full_name(NAMES, {"h": 2, "GAIN": 3.5}, "parameters") == {"H[TANK]": 2.0, "gain": 3.5}


def test_values_are_assigned_in_whatever_order_the_names_are_given() -> None:
    for _ in range(2):
        assert by_full_name(NAMES, {"h": 2, "gain": 3}, "parameters") == {"H[TANK]": 2, "gain": 3}
        assert by_full_name(NAMES, {"gain": 4, "h": 5}, "parameters") == {"H[TANK]": 5, "gain": 4}


def test_only_so_many_lists_of_names_are_kept() -> None:
    names = NameTable([Variable("gain", Role.PARAMETER, local="gain")])
    for blanks in range(2 * MOST_FOUND):
        assert by_full_name(names, {"gain" + " " * blanks: 1}, "parameters") == {"gain": 1}

    assert len(names._all_found) <= MOST_FOUND


def test_a_variable_given_twice_is_rejected_with_the_names_given() -> None:
    with pytest.raises(UserError) as caught:
        by_full_name(NAMES, {"gain": 2, "GAIN": 3}, "parameters")

    assert caught.value.code == "given-twice"
    assert caught.value.message == "parameters: 'gain' and 'GAIN' are the same variable"


def test_a_name_that_is_not_text_is_rejected() -> None:
    with pytest.raises(UserError, match="the name of a variable: expected a text, found 5"):
        NAMES.find(5)  # type: ignore[arg-type]


def test_membership_in_values_by_name() -> None:
    values = NamedValues({"H[TANK]": 2.0}, NAMES)

    assert values["h"] == 2.0
    assert "h" in values
    assert "gain" not in values
    assert "nosuch" not in values
    assert values.get("nosuch", 5.0) == 5.0
    with pytest.raises(UserError, match="'gain' does not change during a run"):
        values["gain"]
