"""walk_delay: the gradient of a delayed value, by what its source and its delay depend on."""

from simnon.analysis.delay_sensitivities import walk_delay
from simnon.analysis.gradients import GradientWalk
from simnon.model import Delay, Equation, Name, print_expression


def test_a_delayed_value_changes_with_its_source_and_with_the_instant_at_which_it_is_looked_up() -> None:
    walk = GradientWalk({"at": {0: Name("p"), 2: Name("q")}}, ())

    walk_delay(walk, Delay("y", "x", "at"), {0: Name("c"), 1: Name("d")})

    value_of_name = {e.target: print_expression(e.value) for e in walk.equations if isinstance(e, Equation)}
    shown = {j: print_expression(value) for j, value in walk.gradient_of_name["y"].items()}
    assert {j: value_of_name.get(text, text) for j, text in shown.items()} == {
        0: "c + slope of y*p",
        1: "d",
        2: "slope of y*q",
    }
