"""Records and arrays of integers: named elements mean the same in plain Python, interpreted and as machine code."""

from array import array
from collections.abc import Callable
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from simnon.kernels import RECORDS
from simnon.kernels.subset import Array, Fixed, Integers, Record, Shared, slice_from
from simnon.lowering.python_subset import NotInSubset, Translation, translate
from simnon.program import Parameter, Type
from simnon.targets import TARGETS

from .running import Number, run, same


class Pump(Record):
    flow: float
    strokes: Fixed[int]
    is_open: Shared[bool]


NUMBERS = (0.5, 7.0, 1.0, 30.0, 40.0)
"""A pump, and the elements after it."""
KIND_OF_ARRAY: dict[str, Callable[[Any], object]] = {"Pump": Pump, "Integers": Integers, "Array": lambda array: array}


@pytest.fixture(autouse=True)
def pump(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RECORDS, "Pump", Pump)


def translated(text: str) -> Translation:
    return translate(dedent(text), ("f",))


def plainly(text: str, kind: str, arguments: tuple[Number, ...], numbers: "array[float]") -> Number | None:
    """The result of `f` as plain Python; its first parameter is an array of this kind."""
    namespace: dict[str, Any] = {"Pump": Pump, "Integers": Integers, "Array": Array, "slice_from": slice_from}
    exec(dedent(text), namespace)  # noqa: S102 - the text is our own
    result: Number | None = namespace["f"](KIND_OF_ARRAY[kind](numbers), *arguments)
    return result


def outcome(
    text: str, *arguments: Number, kind: str = "Pump", numbers: tuple[float, ...] = NUMBERS
) -> tuple[Number | None, list[float]]:
    """The result of `f` and the contents of its array, the same in plain Python and on all targets."""
    left = array("d", numbers)
    expected = plainly(text, kind, arguments, left)
    for target in TARGETS:
        values = np.array(numbers)
        found = run(translated(text), "f", arguments, values, target)
        assert same(found, expected), target
        assert type(found) is type(expected), target
        assert values.tolist() == list(left), target
    return expected, list(left)


@pytest.mark.parametrize(
    ("result", "expression", "expected"),
    [
        ("float", "pump.flow", 0.5),
        ("int", "pump.strokes", 7),
        ("bool", "pump.is_open", True),
        ("float", "pump.flow + pump.strokes", 7.5),
        ("float", "pump.strokes / 2", 3.5),
        ("int", "pump.strokes // 2 + pump.strokes % 4", 6),
        ("int", "3 if pump.is_open and pump.strokes > 5 else 4", 3),
        ("int", "1 << pump.strokes", 128),
        ("int", "pump.strokes + pump.is_open", 8),
        ("bool", "not pump.is_open", False),
        ("float", "pump[3] - pump[0]", 29.5),
        ("float", "pump[pump.strokes - 3]", 40.0),
    ],
)
def test_a_field_has_its_type(result: str, expression: str, expected: Number) -> None:
    assert outcome(f"def f(pump: Pump) -> {result}:\n    return {expression}\n") == (expected, list(NUMBERS))


def test_an_integer_is_truncated_and_nonzero_is_true() -> None:
    numbers = (0.0, -2.75, -0.25)
    assert outcome("def f(pump: Pump) -> int:\n    return pump.strokes\n", numbers=numbers)[0] == -2
    assert outcome("def f(pump: Pump) -> bool:\n    return pump.is_open\n", numbers=numbers)[0] is True
    assert outcome("def f(pump: Pump) -> bool:\n    return pump.is_open\n", numbers=(0.0, 0.0, 0.0))[0] is False


@pytest.mark.parametrize(
    ("line", "place", "number"),
    [
        ("pump.flow = 0.25", 0, 0.25),
        ("pump.flow = pump.strokes", 0, 7.0),
        ("pump.flow = pump.strokes > 3", 0, 1.0),
        ("pump.strokes = 3", 1, 3.0),
        ("pump.strokes = pump.strokes > 9", 1, 0.0),
        ("pump.is_open = False", 2, 0.0),
        ("pump.is_open = pump.flow < 1.0 and pump.is_open", 2, 1.0),
        ("pump.flow += 1", 0, 1.5),
        ("pump.flow *= pump.flow", 0, 0.25),
        ("pump.flow /= 2", 0, 0.25),
        ("pump.strokes += 1", 1, 8.0),
        ("pump.strokes -= pump.is_open", 1, 6.0),
        ("pump.strokes //= 2", 1, 3.0),
        ("pump.flow -= pump[4]", 0, -39.5),
        ("pump[4] = 2", 4, 2.0),
        ("pump[4] += pump.flow", 4, 40.5),
        ("pump[pump.strokes - 4] = 1.5", 3, 1.5),
    ],
)
def test_a_field_is_assigned_and_nothing_else(line: str, place: int, number: float) -> None:
    expected = [number if i == place else given for i, given in enumerate(NUMBERS)]
    assert outcome(f"def f(pump: Pump) -> None:\n    {line}\n") == (None, expected)


def test_a_field_is_read_again_after_a_call_that_writes_it() -> None:
    text = """
        def stroke(pump: Pump) -> float:
            pump.strokes += 1
            return 0.125
        def f(pump: Pump) -> int:
            before = pump.strokes
            pump.flow = stroke(pump)
            return before + 100 * pump.strokes
        """
    assert outcome(text) == (807, [0.125, 8.0, 1.0, 30.0, 40.0])


def test_an_integer_field_counts_a_loop() -> None:
    text = """
        def f(pump: Pump) -> float:
            total = 0.0
            for i in range(pump.strokes):
                total += i * pump.flow
            return total
        """
    assert outcome(text)[0] == 10.5


@pytest.mark.parametrize(
    ("expression", "expected"), [("plan[1]", 7), ("plan[plan[0]]", 1), ("plan[i] // 4", 7), ("plan[i] % 7", 2)]
)
def test_an_array_of_integers_gives_ints(expression: str, expected: int) -> None:
    text = f"def f(plan: Integers, i: int) -> int:\n    return {expression}\n"
    assert outcome(text, 3, kind="Integers", numbers=(2.0, 7.0, 1.0, 30.0))[0] == expected


def test_an_array_of_integers_is_passed_on_as_one() -> None:
    text = """
        def third(plan: Integers, i: int) -> int:
            return plan[i] // 3
        def f(plan: Integers, i: int) -> int:
            return third(plan, i) + third(Integers(slice_from(plan, 1)), i)
        """
    with pytest.raises(NotInSubset, match="'Integers' is neither a function"):
        translated(text)
    whole = text.replace("Integers(slice_from(plan, 1))", "plan")
    assert outcome(whole, 3, kind="Integers")[0] == 20


PUMPS = """
    def half(pump: Pump) -> int:
        return pump.strokes // 2
    def close(pump: Pump) -> float:
        pump.is_open = False
        pump.strokes += 1
        return pump.flow
"""


@pytest.mark.parametrize("kind", ["Integers", "Array"])
def test_a_slice_of_an_array_is_seen_as_a_record(kind: str) -> None:
    text = PUMPS + f"    def f(plan: {kind}, n: int) -> int:\n        return half(Pump(slice_from(plan, n)))\n"
    assert outcome(text, 2, kind=kind)[0] == 15
    assert outcome(text, 3, kind=kind)[0] == 20


def test_a_store_to_a_slice_seen_as_a_record_is_in_the_array() -> None:
    text = (
        PUMPS
        + "    def f(work: Array, n: int) -> float:\n        x = close(Pump(slice_from(work, n)))\n        return x\n"
    )
    assert outcome(text, 2, kind="Array") == (1.0, [0.5, 7.0, 1.0, 31.0, 0.0])


def test_an_array_is_seen_as_a_record_and_a_record_as_an_array() -> None:
    text = PUMPS + "    def f(work: Array) -> int:\n        return half(Pump(work))\n"
    assert outcome(text, kind="Array")[0] == 3
    text = """
        def second(work: Array) -> float:
            return work[1]
        def f(pump: Pump) -> float:
            return second(slice_from(pump, pump.strokes - 5)) + second(slice_from(pump, 0))
        """
    assert outcome(text)[0] == 37.0


def test_a_record_is_also_written_through_calls() -> None:
    text = """
        def inner(pump: Pump) -> None:
            pump.flow = 1.0
        def f(read: Pump, written: Pump, called: Pump, behind: Pump) -> float:
            written.strokes += read.strokes
            inner(called)
            behind[3] = 1.0
            return read.flow
        """
    function = translated(text).functions[-1]
    assert function.parameters == (
        Parameter("read", Type.ARRAY),
        Parameter("written", Type.ARRAY, is_written=True),
        Parameter("called", Type.ARRAY, is_written=True),
        Parameter("behind", Type.ARRAY, is_written=True),
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("return pump.width", "'Pump' has no 'width'"),
        ("pump.width = 1.0", "'Pump' has no 'width'"),
        ("pump.width += 1.0", "'Pump' has no 'width'"),
        ("pump.strokes = 1.5", "'strokes' is an int, this is a float"),
        ("pump.strokes += 0.5", "'strokes' is an int, this is a float"),
        ("pump.strokes /= 2", "'strokes' is an int, this is a float"),
        ("pump.strokes = pump.flow", "'strokes' is an int, this is a float"),
        ("pump.is_open = 1", "'is_open' is a bool, this is an int"),
        ("pump.is_open = pump.flow", "'is_open' is a bool, this is a float"),
        ("pump.is_open += 1", "'is_open' is a bool, this is an int"),
        ("return plan.flow", "'.flow' is not in the subset"),
        ("plan.flow = 1.0", "'.flow' is not in the subset"),
        ("return pump", "'pump' is an array, not a number"),
        ("pump = 1.0", "'pump' is an array and cannot be reassigned"),
        ("return pump[pump.flow]", "an index must be an int"),
        ("return pump.flow // 2", "'//' takes ints"),
        ("return 1.0 if pump.strokes else 2.0", "expected a condition, found a number; compare it with 0"),
        ("g(pump, pump)", "'g' writes 'pump', which is passed to it twice"),
        ("g(Pump(plan), plan)", "'g' writes 'plan', which is passed to it twice"),
        ("g(pump.flow, pump)", "an array is expected, this is a float"),
        ("g(Pump(slice_from(plan, pump.flow)), pump)", "the offset of a slice must be an int"),
        ("return Pump(plan)", "'Pump' is neither a function of this file nor of the subset"),
    ],
)
def test_a_misused_record_is_rejected(line: str, message: str) -> None:
    text = (
        "def g(pump: Pump, other: Array) -> None:\n    pump.flow = other[0]\n"
        f"def f(pump: Pump, plan: Integers) -> float:\n    {line}\n    return 0.0\n"
    )
    with pytest.raises(NotInSubset) as caught:
        translate(text, ("f",))
    assert caught.value.message == message
    assert caught.value.line == 4


def test_an_unknown_record_is_rejected() -> None:
    with pytest.raises(NotInSubset, match="the type must be float, int, bool or, in a kernel, Array"):
        translated("def f(pump: Compressor) -> float:\n    return pump.flow\n")
