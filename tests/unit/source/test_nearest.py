"""nearest: the known name most like a misspelled one, and the hints made of it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import simnon
from simnon.source import SimnonError, UserError, did_you_mean, nearest, similar_file


def test_a_changed_letter_is_near() -> None:
    assert nearest("dampign", ["mass", "damping"]) == "damping"


def test_case_does_not_count_and_the_known_spelling_is_given() -> None:
    assert nearest("LEVEL", ["Level"]) == "Level"


def test_nothing_is_near_a_quite_different_name() -> None:
    assert nearest("pressure", ["x", "y"]) == ""
    assert nearest("x", []) == ""


@given(st.text(), st.lists(st.text()))
def test_the_result_is_a_candidate_or_empty(name: str, candidates: list[str]) -> None:
    assert nearest(name, candidates) in {*candidates, ""}


def test_without_a_near_name_the_hint_is_the_other_one() -> None:
    assert did_you_mean("gian", ["gain"], "give one") == "did you mean 'gain'?"
    assert did_you_mean("xyz", ["gain"], "give one") == "give one"


def test_a_missing_file_suggests_one_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "tank.t").touch()

    assert similar_file(tmp_path / "tnak.t", "") == f"did you mean '{tmp_path / 'tank.t'}'?"
    assert similar_file(tmp_path / "nowhere" / "tank.t", "look elsewhere") == "look elsewhere"


@pytest.mark.parametrize(
    ("read", "name"),
    [(simnon.load, "tnak.t"), (simnon.read_trajectory, "tnak.csv"), (simnon.read_ensemble, "tnak.nc")],
)
def test_python_suggests_files_too(tmp_path: Path, read: Callable[[Path], object], name: str) -> None:
    (tmp_path / name.replace("tnak", "tank")).touch()

    with pytest.raises((UserError, SimnonError), match=r"did you mean .*tank"):
        read(tmp_path / name)


def test_python_suggests_choices() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nEND\n"

    with pytest.raises(UserError, match="did you mean 'strict'"):
        simnon.load(text, units="strct")
    with pytest.raises(UserError, match="did you mean 'libm'"):
        simnon.load(text, math="lbm")
