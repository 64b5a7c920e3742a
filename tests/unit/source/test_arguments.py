"""Arguments from Python: every sensible value is accepted, others are refused with what was found and expected."""

import fractions
import math
import pickle
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import pytest

from simnon.source import SimnonError, UserError, arguments


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.int8(2), np.array(2.0), fractions.Fraction(2)])
def test_every_real_number_is_accepted(value: Any) -> None:
    assert arguments.number(value, "rtol") == 2.0
    assert arguments.integer(value, "points") == 2


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (None, "None"),
        ("1e-9", "the text '1e-9'"),
        (True, "True"),
        (1j, "1j"),
        ([1], "the list [1]"),
        (np.array([1.0, 2.0]), "array([1., 2.])"),
        ({"a": 1}, "the dictionary {'a': 1}"),
        (10**400, "a number with about 400 digits"),
        ("x" * 100, "the text 'xxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxx'"),
    ],
)
def test_anything_else_is_refused_with_what_was_found(value: Any, found: str) -> None:
    with pytest.raises(UserError) as caught:
        arguments.number(value, "rtol")

    assert caught.value.code == "bad-argument"
    assert str(caught.value).startswith("rtol: expected a number")
    assert str(caught.value).endswith(f"found {found}")


@pytest.mark.parametrize("value", [1.5, math.nan, math.inf, 2**53 + 1, -(2**53) - 1, "3", None, True])
def test_an_integer_must_be_exactly_representable(value: Any) -> None:
    with pytest.raises(UserError, match=r"seed: expected an integer from -2\*\*53 to 2\*\*53, found"):
        arguments.integer(value, "seed")


def test_an_integer_keeps_all_its_digits() -> None:
    assert arguments.integer(2**53, "seed") == 2**53
    assert arguments.integer(np.int64(2**53 - 1), "seed") == 2**53 - 1
    with pytest.raises(UserError, match="count: expected an integer from 1, found 0"):
        arguments.integer(0, "count", least=1)
    with pytest.raises(UserError, match="engine: expected an integer from 1 to 9, found 10"):
        arguments.integer(10, "engine", 1, 9)


@pytest.mark.parametrize("value", [None, 5, b"a", "", "a\0b", ["a"]])
def test_an_invalid_file_name_is_refused(value: Any) -> None:
    with pytest.raises(UserError, match="path: expected the name of a file, found"):
        arguments.file_path(value)


def test_texts_and_paths_name_files() -> None:
    assert arguments.file_path("a.csv") == arguments.file_path(PurePosixPath("a.csv")) == Path("a.csv")


def test_names_can_be_a_list_or_a_single_text() -> None:
    assert arguments.names("level", "store") == ("level",)
    assert arguments.names(["level", "flow"], "store") == ("level", "flow")
    for wrong in (5, {"level": 1}, b"level", None):
        with pytest.raises(UserError, match="store: expected a list of names"):
            arguments.names(wrong, "store")  # type: ignore[arg-type]
    with pytest.raises(UserError, match="a name in store: expected a text, found 5"):
        arguments.names([5], "store")  # type: ignore[list-item]


def test_every_refusal_is_one_exception_class_with_a_hint() -> None:
    error = UserError("bad-option", "rtol is 2", "give a number between 0 and 1")

    assert isinstance(error, SimnonError)
    assert str(error) == "rtol is 2; give a number between 0 and 1"
    (diagnostic,) = error.diagnostics
    assert (diagnostic.code, diagnostic.message, diagnostic.hint) == (error.code, error.message, error.hint)


def test_errors_survive_pickling() -> None:
    error = pickle.loads(pickle.dumps(UserError("bad-option", "rtol is 2", "give another")))  # noqa: S301

    assert (type(error), error.code, error.message, error.hint) == (
        UserError,
        "bad-option",
        "rtol is 2",
        "give another",
    )
    model_error = SimnonError(error.diagnostics, "all of it")
    again = pickle.loads(pickle.dumps(model_error))  # noqa: S301
    assert (type(again), again.diagnostics, str(again)) == (SimnonError, error.diagnostics, "all of it")
