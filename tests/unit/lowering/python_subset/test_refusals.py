"""Text outside the subset is rejected, with the line and the column."""

import pytest

from simnon.lowering.python_subset import NotInSubset, translate


def refusal(text: str) -> NotInSubset:
    with pytest.raises(NotInSubset) as caught:
        translate(text, ("f",))
    return caught.value


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("return x is x", "'is' and 'in' are not in the subset", 12),
        ("return y", "'y' is neither a variable nor a constant here", 12),
        ("return g(x)", "'g' is neither a function of this file nor of the subset", 12),
        ("return x.real", "'.real' is not in the subset", 12),
        ("return [x][0]", "only arrays can be indexed", 12),
        ("return 'a'", "Constant is not an expression of the subset", 12),
        ("return x // 2.0", "'//' takes ints", 12),
        ("return x << 1", "'<<' takes ints", 12),
        ("return x and 1.0", "expected a condition, found a number; compare it with 0", 12),
        ("return 1.0 if n else 2.0", "expected a condition, found a number; compare it with 0", 19),
        ("return n ** n", "an int can only be raised to a literal power from 0 to 4: use a float", 12),
        ("return 9223372036854775808", "the number does not fit in 64 bits", 12),
        ("return sqrt(x, x)", "'sqrt' does not take 2 arguments", 12),
        ("return min(x)", "'min' does not take 1 arguments", 12),
        ("return frombits(x)", "'frombits' does not take arguments of these types", 12),
        ("return abs(x=x)", "arguments must be positional", 12),
        ("return a", "'a' is an array, not a number", 12),
        ("return a[x]", "an index must be an int", 14),
        ("return a[-1]", "the index -1 is outside 'a'", 14),
        ("return a[0:2]", "Slice is not an expression of the subset", 14),
        ("return len(a)", "the length is known only for arrays created here", 12),
        ("return", "a value must be returned", 5),
        ("pass", "'f' can end without returning a value", 1),
        ("x", "this line has no effect", 5),
        ("break", "not inside a loop", 5),
        ("import math", "Import is not a statement of the subset", 5),
        ("raise x", "Raise is not a statement of the subset", 5),
        ("x = n = 1", "assign one variable at a time", 5),
        ("x, n = 1, 2", "only a variable or an element of an array can be assigned", 5),
        ("a = zeros(3)", "'a' is already something else; create an array in one place only", 5),
        ("w = zeros(n)", "the size of an array must be a constant, 1 or more", 9),
        ("w = a", "'a' is an array, not a number", 9),
        ("a = 1.0", "'a' is an array and cannot be reassigned", 5),
        ("k: int = x", "'k' is an int, this is a float", 5),
        ("k: str = x", "the type must be float, int, bool or, in a kernel, Array", 8),
        ("k__1 = x", "'k__1': names of variables are ASCII, without two underscores in a row", 5),
        ("k = k + 1.0", "'k' is neither a variable nor a constant here", 9),
        ("for i in a: pass", "a loop must iterate over range(...)", 14),
        ("for i in range(0, 9, n): pass", "the step must be a nonzero constant", 14),
        ("for i in range(x): pass", "range takes ints", 20),
    ],
)
def test_a_line_outside_the_subset(line: str, message: str, column: int) -> None:
    error = refusal(f"def f(x: float, n: int, a: Array) -> float:\n    {line}\n")
    assert (error.message, error.column) == (message, column)
    assert error.line == (1 if column == 1 else 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def g() -> int:\n    return 1\n", "this file must define a function 'f' exactly once"),
        ("def f(x: float) -> float:\n    return f(x)\n", "'f' calls itself"),
        ("def f(x) -> float:\n    return x\n", "'x' has no type"),
        ("def f(x: float):\n    return x\n", "'f' needs a return type: '-> float' or '-> None'"),
        ("def f(x: float = 1.0) -> float:\n    return x\n", "'f': only plain parameters, without defaults"),
        ("def f(x: float, x: int) -> float:\n    return x\n", "duplicate parameter 'x'"),
        ("@cache\ndef f() -> int:\n    return 1\n", "decorators are not in the subset"),
        ("def f(:\n", "not Python: invalid syntax"),
        ("def f() -> int:\n    return 1.5\n", "the function returns an int, this is a float"),
        ("def f() -> None:\n    return 1\n", "the function is declared to return nothing"),
        ("K = 1\nK = 2\ndef f() -> int:\n    return K\n", "'K' is neither a variable nor a constant here"),
        ("K = 1\ndef f() -> int:\n    k = K\n    K = 2\n    return k\n", "'K' is already used as a name of the file"),
        ("T = (1.0, 2)\ndef f() -> float:\n    return T[0]\n", "only arrays can be indexed"),
        ("T = (1.0, 2.0)\ndef f() -> float:\n    return T[2]\n", "the index 2 is outside 'T'"),
        ("T = (1.0,)\ndef f() -> float:\n    T[0] = 2.0\n    return 1\n",
         "only elements of arrays can be assigned, and not of constants"),
    ],
)  # fmt: skip
def test_a_text_outside_the_subset(text: str, message: str) -> None:
    assert refusal(text).message == message


WRITER = "def g(a: Array, b: Array) -> float:\n    a[0] = b[0]\n    return 1.0\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x = 1.0 + g(u, v)", "'g' writes an array: call it on its own line, or as 'x = g(...)'"),
        ("g(u, u)", "'g' writes 'u', which is passed to it twice"),
        ("g(u, C)\n    g(C, u)", "'C' is a constant and cannot be written"),
        ("g(u)", "'g' takes 2 arguments, 1 given"),
        ("g(u, 1.0)", "an array is expected, this is a float"),
        ("x = h(u)", "a float is expected, this is an array"),
        ("i = k(1.5)", "'i' of 'k' is an int, this is a float"),
        ("x = nothing()", "'nothing' returns nothing"),
        ("if x > 0.0:\n        y = x\n    x = y", "'y' may be used before it is assigned"),
        ("for i in range(3):\n        y = x\n    x = y", "'y' may be used before it is assigned"),
        ("for i in range(3):\n        pass\n    x = i", "'i' may be used before it is assigned"),
        ("if x > 0.0:\n        w = zeros(2)\n    w[0] = x", "'w' may be used before it is created"),
    ],
)
def test_a_call_or_use_outside_the_subset(line: str, message: str) -> None:
    text = (
        f"C = (1.0,)\n{WRITER}"
        "def h(x: float) -> float:\n    return x\n"
        "def k(i: int) -> int:\n    return i\n"
        "def nothing() -> None:\n    pass\n"
        f"def f(u: Array, v: Array, x: float) -> None:\n    {line}\n"
    )
    assert refusal(text).message == message


def test_columns_count_characters_not_bytes() -> None:
    error = refusal("def f(x: float) -> float:\n    'åäö'; return y\n")
    assert (error.line, error.column) == (2, 19)
    assert str(error) == "line 2, column 19: 'y' is neither a variable nor a constant here"


def test_a_text_nested_too_deeply_is_rejected() -> None:
    text = "def f(x: float) -> float:\n    return " + "+".join(["x"] * 20000) + "\n"
    assert "deep" in refusal(text).message or "not Python" in refusal(text).message
