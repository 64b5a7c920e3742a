"""@frozen: what the standard library's frozen dataclasses with slots do."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from typing import Any

import pytest

from simnon.source import frozen


def declared() -> type[Any]:
    class Point:
        x: float
        y: float = 0.0
        marks: list[str] = field(default_factory=list, compare=False)
        hidden: int = field(default=7, init=False, repr=False, compare=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "hidden", self.hidden + 1)

    return Point


def own() -> type[Any]:
    class Own:  # noqa: PLW1641
        x: float

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self))

    return Own


MAKERS = [frozen, dataclass(frozen=True, slots=True)]
POINTS: list[Callable[..., Any]] = [make(declared()) for make in MAKERS]
OWNS: list[Callable[..., Any]] = [make(own()) for make in MAKERS]
WITH_NOTHING: list[Callable[..., Any]] = [make(type("Nothing", (), {})) for make in MAKERS]
POINT = POINTS[0]


@frozen
class Kept:
    """At the top of its module, so that it can be pickled."""

    x: float
    names: tuple[str, ...] = ()


def test_values_are_shown_alike() -> None:
    ours, theirs = (make(1.0, marks=["a"]) for make in POINTS)

    assert repr(ours) == repr(theirs)
    assert POINT.__doc__


def test_values_are_compared_by_the_fields_that_count() -> None:
    for make in POINTS:
        assert make(1.0, 2.0, ["a"]) == make(1.0, y=2.0)
        assert make(1.0, 2.0) != make(1.0, 3.0)
        assert hash(make(1.0, 2.0, ["a"])) == hash(make(1.0, 2.0))
    assert POINTS[0](1.0) != POINTS[1](1.0)


def test_nan_equals_itself() -> None:
    """As tuples have it, and dataclasses had it before Python 3.13."""
    nan = float("nan")

    assert POINT(nan) == POINT(nan)


def test_each_value_gets_a_list_of_its_own() -> None:
    assert POINT(1.0).marks is not POINT(1.0).marks


def test_defaults_are_filled_in_and_post_init_is_called() -> None:
    assert [make(1.0).hidden for make in POINTS] == [8, 8]


def test_nothing_can_change_or_be_added() -> None:
    for make in POINTS:
        point = make(1.0)
        with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
            point.x = 2.0
        with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
            del point.x
        assert not hasattr(point, "__dict__")
    with pytest.raises(FrozenInstanceError):
        POINT(1.0).other = 2.0


def test_methods_that_a_class_defines_are_kept() -> None:
    for make in OWNS:
        assert (repr(make(1.0)), make(1.0) == make(2.0)) == ("own", True)
        assert hash(make(1.0)) == hash((1.0,))


def test_a_class_without_fields_has_one_value() -> None:
    for make in WITH_NOTHING:
        assert make() == make()
        assert hash(make()) == hash(())


def test_the_standard_library_sees_a_dataclass() -> None:
    ours, theirs = POINTS

    assert is_dataclass(ours)
    assert is_dataclass(theirs)
    assert [found.name for found in fields(ours)] == [found.name for found in fields(theirs)]
    assert replace(Kept(1.0, ("a",)), x=2.0) == Kept(2.0, ("a",))


def test_values_match_patterns_by_position() -> None:
    match Kept(1.0, ("a",)):
        case Kept(x, (name,)):
            assert (x, name) == (1.0, "a")
        case other:
            pytest.fail(repr(other))


@pytest.mark.parametrize("arguments", [(), (1.0, (), 3)])
def test_wrong_arguments_are_refused(arguments: tuple[object, ...]) -> None:
    with pytest.raises(TypeError, match=r"Kept\.__init__|__init__\(\)"):
        Kept(*arguments)  # type: ignore[arg-type]


def test_values_are_copied_and_pickled() -> None:
    kept = Kept(1.0, ("a",))

    assert pickle.loads(pickle.dumps(kept)) == kept  # noqa: S301
    assert copy.copy(kept) == copy.deepcopy(kept) == kept
