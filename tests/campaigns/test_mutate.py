"""The mutation campaign itself: the mistakes it inserts, the code it leaves alone, and its reports."""

import ast
import random
from pathlib import Path

import pytest

from campaigns.mutate.__main__ import Score, main
from campaigns.mutate.changes import changes_of
from campaigns.mutate.equivalents import EQUIVALENTS, read_equivalents
from campaigns.mutate.failing_fast import rank
from campaigns.mutate.mutants import Mutant, draw, make_mutant
from campaigns.mutate.tree import Tree, Verdict, likeliest, places_of

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "simnon"


def instead_of(statement: str) -> set[str]:
    """All mutants of a statement."""
    mutants = [make_mutant("x.py", statement, change) for change in changes_of(statement)]
    return {" ".join(mutant.after) for mutant in mutants if mutant is not None}


@pytest.mark.parametrize(
    ("statement", "mutants"),
    [
        ("y = a < b", {"y = a <= b", "y = a > b"}),
        ("y = a >= b", {"y = a > b", "y = a <= b"}),
        ("y = a is not None", {"y = a is None"}),
        ("y = a not in b", {"y = a in b"}),
        ("y = a + b", {"y = a - b"}),
        ("y = é * (b / c)", {"y = é / (b / c)", "y = é * (b * c)"}),
        ("y = -a", {"y = a"}),
        ("y = not a", {"y = a"}),
        ("y = a and b or c", {"y = a or b or c", "y = a and b and c"}),
        ("y = True", {"y = False"}),
        ("y = 3", {"y = 4"}),
        ("y = 0.5", {"y = 1.5"}),
        ("y = 'and'", {"y = 'or'"}),
        ("y = 'a message'", set()),
        ("y = f'{a + 1}'", set()),
        ("y = f(a, b, c)", {"y = f(b, a, c)"}),
        ("y = f(*a, b)", set()),
        ("y = max(a, b)", set()),
        ("y = a if b else c", {"y = a if not (b) else c"}),
        ("f(a)", {"pass"}),
        ("y += a", {"pass"}),
        ("y.x = a", {"pass"}),
        ("y = a", set()),
        ("assert a < 1", set()),
        ("y = zip(*a, strict=True)", set()),
        ("__all__ = ['and']", set()),
        ("'''A docstring with 1 < 2.'''", set()),
        ("y: Callable[[int], 3] = a", set()),
        ("y = int | str", set()),
    ],
)
def test_the_small_mistakes_in_a_statement(statement: str, mutants: set[str]) -> None:
    assert instead_of(statement) == mutants


def test_a_dropped_statement_of_many_lines_is_one_difference() -> None:
    text = "def f(a):\n    if a:\n        raise ValueError(\n            'no'\n        )\n    return a\n"
    (change,) = [change for change in changes_of(text) if change.kind == "statement dropped"]

    mutant = make_mutant("x.py", text, change)

    assert mutant is not None
    assert mutant.difference == ("x.py", "- raise ValueError(", "- 'no'", "- )", "+ pass")
    assert mutant.line == 3
    ast.parse(mutant.text)


@pytest.mark.slow
def test_the_same_seed_draws_the_same_mutants_and_none_that_is_known() -> None:
    drawn, again = (draw(SOURCE, ["assembly"], 5, random.Random(3)) for _ in range(2))  # noqa: S311
    known = {drawn[0].difference}

    assert drawn == again
    assert len({mutant.difference for mutant in drawn}) == 5
    assert drawn[0] not in draw(SOURCE, ["assembly"], 5, random.Random(3), known)  # noqa: S311


def test_likely_tests_come_first() -> None:
    parts = likeliest("languages/desire/grammar.py")
    names = [
        "tests/unit/languages/desire/test_grammar.py::test_a",
        "tests/language/test_language.py::test_b[desire/dynamic:6]",
        "tests/answers/test_desire.py::test_e",
        "tests/unit/languages/desire/test_names.py::test_c",
        "tests/unit/languages/test_reader.py::test_d",
        "tests/language/test_language.py::test_b[xpp/events:6]",
        "tests/answers/test_xpp.py::test_f",
    ]

    assert [rank(name, parts) for name in names] == [0, 1, 2, 3, 4, 5, 6]


def test_every_package_has_its_tests() -> None:
    for package in ("kernels", "analysis", "assembly", "languages", "session"):
        assert all((ROOT / place).exists() for place in places_of(package))


def test_equivalents_have_reasons_and_are_still_in_the_source(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("a.py\n- x\n+ y\n")
    with pytest.raises(ValueError, match="why"):
        read_equivalents(wrong)

    for file, *difference in read_equivalents(EQUIVALENTS):
        lines = {line.strip() for line in (SOURCE / file).read_text("utf-8").splitlines()}
        assert {line[2:] for line in difference if line.startswith("- ")} <= lines, f"{file} has changed"


def test_the_score_is_that_of_the_mutants_tried(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    score = Score(tmp_path / "survived.txt")
    for i in range(4):
        mutant = Mutant("analysis/x.py", i, "sign", "", (f"y = -{i}",), (f"y = {i}",))
        score.add(mutant, Verdict(i > 0, "test_it", 1.0))

    assert score.table(["analysis"]).splitlines()[-1].split() == ["all", "4", "3", "75.0%"]
    assert (tmp_path / "survived.txt").read_text() == "# line 0: sign\nanalysis/x.py\n- y = -0\n+ y = 0\n\n"
    assert "SURVIVED" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["nowhere"], ["--count", "0"], ["--jobs", "0"]])
def test_invalid_arguments_are_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2


@pytest.mark.slow
def test_a_mutant_is_killed_in_a_copy_and_the_copy_is_restored(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    file = "analysis/graph.py"
    path = tmp_path / "copy" / "src" / "simnon" / file
    text = path.read_text("utf-8")
    mutant = Mutant(file, 1, "broken", "raise ValueError\n", (), ())

    verdict = tree.attempt(mutant, 300.0)

    assert verdict.is_killed
    assert path.read_text("utf-8") == text == (SOURCE / file).read_text("utf-8")
