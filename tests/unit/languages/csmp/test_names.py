"""TakenNames: names that are free, and not given twice."""

from simnon.languages.csmp.names import TakenNames


def test_a_name_beside_another_is_numbered_from_two_if_it_is_taken() -> None:
    names = TakenNames(["X", "X_rate"])

    assert [names.beside("X", "rate") for _ in range(3)] == ["X_rate2", "X_rate3", "X_rate4"]
    assert names.beside("Y", "rate") == "Y_rate"


def test_a_local_name_is_numbered_from_one() -> None:
    names = TakenNames(["A_1"])

    assert [names.local("A") for _ in range(2)] == ["A_2", "A_3"]
    assert names.local("B") == "B_1"


def test_a_new_name_is_numbered_as_in_csmp() -> None:
    names = TakenNames(["ZZ1001"])

    assert [names.new() for _ in range(2)] == ["ZZ1000", "ZZ1002"]
    assert names.is_taken("ZZ1002")
