"""Which choice of states a run begins with, for numbers that decide it either way."""

import pytest

from simnon.analysis.relations.choose_at_start import ChoiceAtStart, Level, StartConstraints, number_of_largest
from simnon.model import Expression, Name, Number, apply, finite_number_of


def chosen(choice: ChoiceAtStart, known: dict[str, float]) -> dict[str, float]:
    """All values that its equations compute, in order."""
    found = dict(known)
    for equation in choice.equations:
        value = finite_number_of(equation.value, found)
        assert value is not None, equation.target
        found[equation.target] = value
    return found


def circle(x: float, y: float) -> ChoiceAtStart:
    """x*x + y*y = 1: x stays a state, with the pivot y*y, or y does, with x*x."""
    start_constraints = StartConstraints(
        {"x": Number(x), "y": Number(y)},
        {name: f"{name} is given" for name in "xy"},
        lambda _name: False,
    )
    squares = {name: apply("*", Name(name), Name(name)) for name in "xy"}
    slopes = [[apply("*", Number(2.0), Name(name)) for name in "xy"]]
    choice = ChoiceAtStart(1, [squares["y"], squares["x"]], slopes, start_constraints)
    residual = apply("+", squares["x"], squares["y"], Number(-1.0))
    choice.add(["position"], [Level((residual,), ("x", "y"), (("x",), ("y",)))])
    return choice


@pytest.mark.parametrize(
    ("x", "y", "is_given", "kept"),
    [
        (0.6, 0.8, (False, False), "x"),
        (0.8, 0.6, (False, False), "y"),
        (0.8, 0.6, (True, False), "y"),
        (3.0, 1.0, (True, False), "x"),
        (1.0, 3.0, (False, True), "y"),
        (10.0, 1.0, (True, True), "y"),
        (10.0, 1.01, (True, True), "x"),
        (1.0, 10.0, (True, True), "x"),
        (1.01, 10.0, (True, False), "x"),
    ],
)
def test_consistent_values_stay_and_others_are_kept_if_given(
    x: float, y: float, is_given: tuple[bool, bool], kept: str
) -> None:
    """Less than a tenth is much too small, if both are known: the squares are compared."""
    flags = {f"{name} is given": float(is_it) for name, is_it in zip("xy", is_given, strict=True)}
    found = chosen(circle(x, y), {"x": x, "y": y, **flags})

    assert {1.0: "x", 2.0: "y"}[found["position"]] == kept


@pytest.mark.parametrize(
    ("is_given", "position", "kept"),
    [((0, 0), 1, "v"), ((0, 0), 2, "w"), ((1, 0), 2, "v"), ((0, 1), 1, "w"), ((1, 1), 2, "w")],
)
def test_velocities_are_chosen_like_positions_unless_others_were_given(
    is_given: tuple[int, int], position: int, kept: str
) -> None:
    """The pivots need the positions, of which the choice below keeps one; the other was not given."""
    flags = {"v": "v is given", "w": "w is given"}
    start_constraints = StartConstraints({name: Number(1.0) for name in "xyvw"}, flags, lambda _name: False)
    choice = ChoiceAtStart(1, [Name("y"), Name("x")], [[Name("x"), Name("y")]], start_constraints)
    levels = [
        Level((Name("unknown"),), ("x", "y"), (("x",), ("y",))),
        Level((Name("unknown"),), ("v", "w"), (("v",), ("w",))),
    ]
    choice.add(["position", "velocity"], levels)
    velocity = next(each for each in choice.equations if each.target == "velocity")
    scores = [each for each in choice.equations if each.target.startswith("start.1.score.1")]
    choice.equations = [each for each in choice.equations if "pivot" in each.target] + [*scores, velocity]

    found = chosen(choice, {"position": position, "v is given": is_given[0], "w is given": is_given[1]})

    assert {1.0: "v", 2.0: "w"}[found["velocity"]] == kept


@pytest.mark.parametrize(("position", "is_given", "kept"), [(1, 0, "v"), (1, 1, "w"), (2, 0, "w"), (2, 1, "w")])
def test_a_known_pivot_that_is_much_too_small_is_not_taken(position: int, is_given: int, kept: str) -> None:
    """v was given, and its pivot x is 1e-9 of the other; x is known if it was given or is the state that stays."""
    values = {"x": Number(1e-9), "v": Number(1.0), "w": Number(1.0)}
    start_constraints = StartConstraints(values, {name: f"{name} is given" for name in "vwx"}, lambda _: False)
    choice = ChoiceAtStart(1, [Name("x"), Number(1.0)], [[Name("x"), Number(1.0)]], start_constraints)
    levels = [
        Level((Name("unknown"),), ("z", "x"), (("z",), ("x",))),
        Level((Name("unknown"),), ("v", "w"), (("v",), ("w",))),
    ]
    choice.add(["position", "velocity"], levels)
    choice.equations = [each for each in choice.equations if each.target != "position"]

    found = chosen(choice, {"position": position, "x is given": is_given, "v is given": 1.0, "w is given": 0.0})

    assert {1.0: "v", 2.0: "w"}[found["velocity"]] == kept


@pytest.mark.parametrize(("values", "number"), [((1, 2, 3), 3), ((3, 2, 1), 1), ((2, 2, 1), 1), ((1, 2, 2), 2)])
def test_the_first_of_equal_values_is_the_largest(values: tuple[float, ...], number: int) -> None:
    numbers: list[Expression] = [Number(value) for value in values]

    assert finite_number_of(number_of_largest(numbers), {}) == number
