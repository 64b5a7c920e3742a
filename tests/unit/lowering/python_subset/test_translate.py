"""translate: the requested functions, after those they call, with the meaning Python gives them."""

from textwrap import dedent

import numpy as np
import pytest

from simnon.lowering.python_subset import Signature, Translation, signatures, translate
from simnon.program import (
    ENTRY_PARAMETERS,
    Call,
    Constant,
    ConstantArray,
    Do,
    Local,
    Operation,
    Parameter,
    Return,
    Set,
    Type,
)
from simnon.targets import TARGETS

from .running import Number, run

X = Local("x", Type.FLOAT)


def translated(text: str, *names: str) -> Translation:
    return translate(dedent(text), names)


def result_of(text: str, *arguments: Number) -> Number | None:
    """The result of `f`, the same on all targets."""
    results = [run(translated(text, "f"), "f", arguments, target=target) for target in TARGETS]
    assert results[0] == results[1]
    return results[0]


def product(*factors: Local) -> Operation:
    return Operation("*", factors, Type.FLOAT)


def test_callees_come_first_and_only_what_is_needed() -> None:
    text = """
        def a(x: float) -> float:
            return b(x) + c(x)
        def b(x: float) -> float:
            return c(x)
        def c(x: float) -> float:
            return x
        def d(x: float) -> float:
            return x
        """
    assert [f.name for f in translated(text, "a").functions] == ["c", "b", "a"]


def test_writes_are_found_through_calls() -> None:
    text = """
        def outer(a: Array, b: Array, x: float) -> None:
            inner(b, a, x)
        def inner(to: Array, source: Array, x: float) -> None:
            to[0] = source[0] + x
        """
    _, outer = translated(text, "outer").functions
    assert outer.parameters == (
        Parameter("a", Type.ARRAY),
        Parameter("b", Type.ARRAY, is_written=True),
        Parameter("x", Type.FLOAT),
    )
    assert outer.result is None


def test_an_external_function_is_called_by_its_name_in_the_program() -> None:
    text = "def f(t: float, x: Array, v: Array, dx: Array) -> None:\n    derivatives(t, x, v, dx)\n"
    externals = {"derivatives": Signature("tank.derivatives", ENTRY_PARAMETERS, None)}
    (function,) = translate(text, ("f",), externals).functions
    (statement,) = function.body
    assert isinstance(statement, Do)
    assert statement.call.function == "tank.derivatives"
    assert [p.is_written for p in function.parameters] == [False, False, True, True]


def test_functions_of_one_text_are_externals_of_the_next() -> None:
    first = translate("def g(x: float) -> float:\n    return x\n", ("g",))
    text = "from .first import g\ndef f(x: float) -> float:\n    return g(x)\n"
    (function,) = translate(text, ("f",), signatures(first.functions)).functions
    assert function.body[0] == Set("t__1", Call("g", (X,), Type.FLOAT))


def test_a_prefix_precedes_functions_and_constants_but_not_parameters() -> None:
    text = (
        "C = (1.0, 2.0)\ndef g(x: float) -> float:\n    return C[1] * x\ndef f(x: float) -> float:\n    return g(x)\n"
    )
    translation = translate(text, ("f",), prefix="valve.")
    assert [f.name for f in translation.functions] == ["valve.g", "valve.f"]
    assert translation.constants == (ConstantArray("valve.C", (1.0, 2.0)),)
    assert run(translation, "valve.f", (3.0,)) == 6.0


def test_constants_of_the_module_are_computed_from_earlier_ones() -> None:
    text = """
        import math
        SIZE = 2 * 3 + 1
        STEP: int = -2
        WIDE = 0xFFFFFFFFFFFFFFFF - 2**64
        ANGLE = math.pi / SIZE
        def f() -> float:
            total = 0.0
            for i in range(SIZE, 0, STEP):
                total += i * ANGLE
            return total + WIDE
        """
    angle = np.pi / 7
    assert result_of(text) == 7 * angle + 5 * angle + 3 * angle + 1 * angle - 1


def test_constants_can_be_given() -> None:
    text = "from .sizes import N\ndef f(i: int) -> int:\n    return i + N\n"
    assert run(translate(text, ("f",), constants={"N": 5}), "f", (2,)) == 7


def test_a_variable_has_the_widest_type_assigned_to_it() -> None:
    text = """
        def f(x: float, n: int) -> float:
            s = 0
            for i in range(n):
                s += i * x
            return s
        """
    assert result_of(text, 0.5, 4) == 3.0


def test_assigning_a_parameter_does_not_change_the_argument() -> None:
    text = """
        def halve(t: int) -> float:
            t = t / 2
            return -(t * abs(t) + t ** 3)
        def f(x: int) -> float:
            y = halve(x)
            return y + x
        """
    assert result_of(text, 3) == 3 - (1.5 * 1.5 + 1.5**3)


LOOPS = {
    """
        i = 9
        for i in range(3):
            pass
        return i
    """: 2,
    """
        i = 9
        for i in range(0):
            pass
        return i
    """: 9,
    """
        s = 0
        for i in range(5):
            i = i * 2
            s = s + i
        return s
    """: 20,
    """
        s = 0
        for i in range(3):
            for i in range(2):
                s += 1
            s += i
        return s
    """: 9,
    """
        s = 0
        for i in range(9, 0, -4):
            if i == 5:
                continue
            s += i
        return s
    """: 10,
}


@pytest.mark.parametrize(("text", "expected"), LOOPS.items())
def test_the_variable_of_a_loop_is_an_ordinary_variable(text: str, expected: int) -> None:
    assert result_of(f"def f() -> int:{text}") == expected


def test_a_variable_set_before_every_break_is_known_after_the_loop() -> None:
    text = """
        def f(n: int) -> int:
            while True:
                n += 1
                found = n * n
                if found > 50:
                    break
            return found
        """
    assert result_of(text, 2) == 64


@pytest.mark.parametrize(
    ("exponent", "expected"),
    [
        ("0", Constant(1.0, Type.FLOAT)),
        ("1", X),
        ("2", product(X, X)),
        ("3", Operation("*", (product(X, X), X), Type.FLOAT)),
        ("-1", Operation("/", (Constant(1.0, Type.FLOAT), X), Type.FLOAT)),
        ("-2", Operation("/", (Constant(1.0, Type.FLOAT), product(X, X)), Type.FLOAT)),
        ("5", Operation("pow", (X, Constant(5.0, Type.FLOAT)), Type.FLOAT)),
        ("0.5", Operation("pow", (X, Constant(0.5, Type.FLOAT)), Type.FLOAT)),
    ],
)
def test_a_small_literal_power_is_a_product(exponent: str, expected: Operation) -> None:
    (function,) = translated(f"def f(x: float) -> float:\n    return x ** {exponent}\n", "f").functions
    assert function.body == (Return(expected),)


def test_the_fourth_power_squares_the_square() -> None:
    (function,) = translated("def f(x: float) -> float:\n    return x ** 4\n", "f").functions
    square = Local("t__1", Type.FLOAT)
    assert function.body == (Set("t__1", product(X, X)), Return(product(square, square)))


def test_what_python_does_not_evaluate_is_not_read() -> None:
    text = """
        def f(a: Array, n: int) -> int:
            i = 0
            while i < n and a[i] > 0.0:
                i += 1
            if i >= n or a[i] == 0.0:
                return -1
            return i if a[i] < -1.0 else i + 100
        """
    for target in TARGETS:
        translation = translated(text, "f")
        assert run(translation, "f", (3,), np.array([1.0, 2.0, 3.0]), target) == -1
        assert run(translation, "f", (3,), np.array([1.0, -2.0, 3.0]), target) == 1
        assert run(translation, "f", (3,), np.array([-0.5, -2.0, 3.0]), target) == 100


def test_the_index_of_an_element_is_read_after_a_call_that_writes() -> None:
    text = """
        def advance(a: Array) -> float:
            a[0] += 1.0
            return 7.0
        def f(a: Array) -> None:
            a[int(a[0])] = advance(a)
        """
    for target in TARGETS:
        values = np.zeros(3)
        run(translated(text, "f"), "f", (), values, target)
        assert values.tolist() == [1.0, 7.0, 0.0]


def test_a_local_array_is_zero_each_time_it_is_created() -> None:
    text = """
        def f(n: int) -> float:
            total = 0.0
            for i in range(n):
                w = zeros(2)
                w[i % 2] += 1.0
                total += w[0] + 10.0 * w[1]
            return total
        """
    assert result_of(text, 3) == 12.0


def test_a_tuple_of_ints_gives_ints() -> None:
    text = "ORDER = (2, 0, 1)\ndef f(i: int) -> int:\n    return ORDER[ORDER[i]] // 2 + len(ORDER)\n"
    assert result_of(text, 1) == 4


def test_a_shift_to_the_right_keeps_the_sign_as_python_does() -> None:
    assert result_of("def f(i: int) -> int:\n    return i >> 3\n", -17) == -17 >> 3


def test_only_a_marked_function_is_inline() -> None:
    text = "from .subset import inline\n@inline\ndef g() -> int:\n    return 1\ndef f() -> int:\n    return g()\n"
    assert [f.is_inline for f in translated(text, "f").functions] == [True, False]


def test_the_same_text_gives_the_same_functions() -> None:
    text = "def f(a: Array, x: float) -> float:\n    return a[0] if x > 0.0 and a[1] > x else x ** 4\n"
    assert translated(text, "f") == translated(text, "f")
