"""A built-in function means the same on numbers, in the interpreter, in machine code and in a command."""

import itertools
import math
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from simnon.compiler import compile_model
from simnon.languages import read_expression
from simnon.model import BUILTINS, NOW, Apply, Expression, Kind, Name, Number, functions_in, names_in, number_of
from simnon.pictures import Numbers
from simnon.program import Array
from simnon.session import Session
from simnon.session.calculator import apply_to, value_of
from simnon.targets import TARGETS
from tests.seeds import these_fast
from tests.targets.comparing import same_bits
from tests.targets.running_models import call, numbers_at_start

NUMBERS = (
    0.0, -0.0, 0.1, -0.5, 1.0, -1.0, 2.0, 2.5, -2.7, 3.0, -4.0, -7.0, 1e-300, 5e-324, 1e15, -1e300, 1.7e308,
    math.inf, -math.inf, math.nan,
)  # fmt: skip
OPERATORS = {"+": "a + b", "neg": "-a", "*": "a*b", "/": "a/b", "^": "a^b"}
OPERATORS |= {relation: f"IF a {relation} b THEN 1 ELSE 0" for relation in ("<", "<=", ">", ">=", "=", "<>")}
FUNCTIONS = {
    name: f"{name}(a, b)" if builtin.least == 2 or name in ("min", "max") else f"{name}(a)"
    for name, builtin in BUILTINS.items()
    if builtin.evaluate is not None and name.isalnum() and builtin.takes is Kind.NUMBER and name not in ("neg", "if")
}
LONGER = ("a + b - 1", "a*b*0.3", "MIN(b, 0.2, a)", "MAX(a, -0, b, 1)", "MOD(a, b) + INT(b/a)")
POWERS = tuple(f"a^({n})" for n in range(-5, 6))
LOGICAL = (
    "IF a > 0 AND b > 0 THEN a ELSE b",
    "IF a > 0 OR b > 0 AND a < b THEN a ELSE b",
    "IF NOT (a < b) THEN 1 ELSE IF b < 1 THEN 2 ELSE 3",
)
TEXTS = {**OPERATORS, **FUNCTIONS, **{text: text for text in (*LONGER, *POWERS, *LOGICAL)}}


def test_the_grid_has_every_function_on_numbers() -> None:
    on_numbers = {name for name, builtin in BUILTINS.items() if builtin.evaluate is not None}
    tried = set[str]().union(*(functions_in(read_expression(text)) for text in TEXTS.values()))

    assert {name for name in on_numbers if not name.endswith(NOW)} <= tried


@pytest.mark.parametrize("name", [name for name in BUILTINS if name.endswith(NOW)])
def test_what_makes_no_events_means_the_same(name: str) -> None:
    """No text has these names; the pages of XPP test what they compile to."""
    plain = BUILTINS[name.removesuffix(NOW)]

    assert replace(BUILTINS[name], name=plain.name, is_kinked=plain.is_kinked) == plain


def grid(name: str) -> list[tuple[float, float]]:
    second = NUMBERS if "b" in names_in(read_expression(TEXTS[name])) else (0.0,)
    return list(itertools.product(NUMBERS, second))


def meanings(name: str) -> Array:
    node = read_expression(TEXTS[name])
    return np.array([number_of(node, Point(*pair).value_of) for pair in grid(name)], dtype=float)


class Point(NamedTuple):
    a: float
    b: float

    def value_of(self, name: Name) -> float:
        return self.a if name.name == "a" else self.b


def curve_of(node: Expression, curves: dict[str, Array]) -> Numbers:
    match node:
        case Number(value):
            return value
        case Name(name):
            return curves[name]
        case Apply(_, arguments):
            with np.errstate(all="ignore"):
                return apply_to(node, [curve_of(argument, curves) for argument in arguments])


@pytest.mark.parametrize("target", these_fast(["interpreter", "llvm"], "llvm"))
@pytest.mark.parametrize("name", TEXTS)
def test_a_compiled_function_agrees_with_its_meaning_on_numbers(name: str, target: str) -> None:
    text = f"CONTINUOUS SYSTEM s\na: 0\nb: 0\nc = b\ny = {TEXTS[name]}\nEND\n"
    executable = TARGETS[target].build(compile_model(text).program)
    slot_of_name = executable.layout.slot_of_name()
    found = []
    for a, b in grid(name):
        numbers = numbers_at_start(executable.layout)
        numbers.values[slot_of_name["a"]], numbers.values[slot_of_name["b"]] = a, b
        for entry in ("initial", "held", "outputs"):
            call(executable, entry, numbers)
        found.append(numbers.values[slot_of_name["y"]])

    assert same_bits((np.array(found),), (meanings(name),))


@pytest.mark.parametrize("name", TEXTS)
def test_a_command_agrees_with_the_meaning_on_numbers(name: str, tmp_path: Path) -> None:
    workspace = Session(tmp_path).workspace
    found = []
    for a, b in grid(name):
        workspace.variables = {"a": a, "b": b}
        found.append(value_of(workspace, TEXTS[name]))

    assert same_bits((np.array(found),), (meanings(name),))


def test_the_remainder_has_the_sign_of_the_dividend() -> None:
    remainder = BUILTINS["mod"].evaluate
    assert remainder is not None

    assert [remainder(7.0, 3.0), remainder(-7.0, 3.0), remainder(7.0, -3.0), remainder(-7.0, -3.0)] == [1, -1, 1, -1]


@pytest.mark.parametrize("name", TEXTS)
def test_a_curve_agrees_with_numbers_at_each_point(name: str) -> None:
    points = grid(name)
    node = read_expression(TEXTS[name])
    curves = {"a": np.array([a for a, _ in points]), "b": np.array([b for _, b in points])}

    assert same_bits((np.asarray(curve_of(node, curves)),), (meanings(name),))
