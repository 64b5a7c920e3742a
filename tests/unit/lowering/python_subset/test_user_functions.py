"""translate_user_function: floats in, a float out, with the meaning Python gives it."""

import math
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from simnon.lowering.python_subset import NotInSubset, translate_user_function
from simnon.program import Type

from .running import run, same

TEXTS = {
    "a polynomial": """
        def f(x):
            return 1 + 2 * x - x / 3
        """,
    "constants and math": """
        import math
        from math import sin as s, pi
        K: float = 2 * pi
        def f(x):
            return s(K * x) + math.exp(-abs(x)) + math.radians(x) + math.degrees(x) + math.log(2 + x * x, 10)
        """,
    "a sum that starts as an int": """
        COEFFICIENTS = (1.0, 0.5, 0.25, 0.125)
        def f(x):
            total = 0
            for i in range(len(COEFFICIENTS)):
                total = total * x + COEFFICIENTS[i] + COEFFICIENTS[-1 - i]
            return total
        """,
    "rounding": """
        from math import ceil, floor, trunc
        def f(x: float) -> float:
            return floor(x * 1e30) + ceil(x * 3) / 2 + trunc(x * 5) * 0.1
        """,
    "helpers of other types": """
        def is_open(x):
            return x > 0 and x < 1
        def count(x, n: int) -> int:
            while n < 10 and n < x * 20:
                n += 1
            return n
        def f(x):
            if is_open(x):
                return count(x, 2)
            elif not is_open(-x):
                return 7
            return (x < 0) + 2 * (x > -1)
        """,
    "other things in the file": """
        import json
        class Valve:
            pass
        GAINS = {"a": 1}
        def report(x):
            print(json.dumps(x))
        def f(x):
            "Docstring."
            return max(0, min(x, 1))
        """,
}


def plain(text: str, x: float) -> float:
    namespace: dict[str, Any] = {}
    exec(dedent(text), namespace)  # noqa: S102 - the text is our own
    return float(namespace["f"](x))


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("x", [0.3, -0.7, 2.5, 12.0, -0.0])
def test_a_user_function_has_the_meaning_of_python(name: str, x: float) -> None:
    translation = translate_user_function(dedent(TEXTS[name]), "f")
    for target in ("interpreter", "llvm"):
        result = run(translation, "f", (x,), target=target)
        assert same(result, plain(TEXTS[name], x)), f"{target}: {result}"
    function = translation.functions[-1]
    assert [p.type for p in function.parameters] == [Type.FLOAT]
    assert function.result is Type.FLOAT


def test_an_index_outside_a_table_gives_nan() -> None:
    text = "T = (1.0, 2.0)\ndef f(x):\n    return T[int(x)]\n"
    translation = translate_user_function(text, "f")
    for target in ("interpreter", "llvm"):
        assert [run(translation, "f", (x,), target=target) for x in (0.0, 1.0, -1.0, -2.0)] == [1.0, 2.0, 2.0, 1.0]
        for x in (2.0, -3.0):
            result = run(translation, "f", (x,), target=target)
            assert isinstance(result, float)
            assert math.isnan(result)


@pytest.mark.parametrize(
    "text",
    [
        "import numpy as np\ndef f(x):\n    return np.sin(x)\n",
        "def f(x):\n    print(x)\n    return x\n",
        "def f(x, k=2.0):\n    return x\n",
        "def f(*xs):\n    return 1.0\n",
        "def f(n: int):\n    return n\n",
        "def f(x: 'float'):\n    return x\n",
        "def f(x):\n    return x if x else 1.0\n",
        "def f(x):\n    if x > 0:\n        return x\n",
        "def f(x):\n    return sin(x)\n",
        "def f(x):\n    return zeros(3)\n",
        "from functools import lru_cache\n@lru_cache\ndef f(x):\n    return x\n",
        "def f(x):\n    return x\nif True:\n    def f(x):\n        return 2 * x\n",
        "k = 1\ndef g():\n    global k\n    k = 2\ndef f(x):\n    return k * x\n",
        "k = 1\nfor k in range(3):\n    pass\ndef f(x):\n    return k * x\n",
        "from math import sin\nfrom mine import sin\ndef f(x):\n    return sin(x)\n",
        "def min(a, b):\n    return a\nmin = 3\ndef f(x):\n    return min(x, x)\n",
        "def f(x):\n    try:\n        return 1 / x\n    except ZeroDivisionError:\n        return 0\n",
        "async def f(x):\n    return x\n",
        "def f(x):\n    yield x\n",
        "f = lambda x: x\n",
        "\0",
    ],
)
def test_a_function_that_only_python_can_run_is_rejected(text: str) -> None:
    with pytest.raises(NotInSubset):
        translate_user_function(text, "f")


@pytest.mark.parametrize(
    ("body", "results"),
    [
        ("return x, 2", 2),
        ("if x > 1:\n        return (x, x + 1, True)\n    return 0, 1, 2", 3),
        ("y = x\n    x = 2 * y\n    return x,", 1),
        ("return 3 * x", 1),
    ],
)
def test_several_results_are_stored_in_the_last_parameter(body: str, results: int) -> None:
    text = f"def f(x) -> tuple[float, ...]:\n    {body}\n"
    namespace: dict[str, Any] = {}
    exec(text, namespace)  # noqa: S102 - the text is our own
    translation = translate_user_function(text, "f", results=results)

    assert [p.type for p in translation.functions[-1].parameters] == [Type.FLOAT, Type.ARRAY]
    for x in (0.5, 2.0):
        expected = namespace["f"](x)
        for target in ("interpreter", "llvm"):
            found = np.zeros(results)
            run(translation, "f", (x,), found, target)
            assert found.tolist() == list(expected if isinstance(expected, tuple) else (expected,))


@pytest.mark.parametrize(
    "body", ["return x", "return x, 1, 2", "return", "return [x, 1]", "if x > 0:\n        return x, 1"]
)
def test_other_results_only_python_can_return(body: str) -> None:
    with pytest.raises(NotInSubset):
        translate_user_function(f"def f(x):\n    {body}\n", "f", results=2)
