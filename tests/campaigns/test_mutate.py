"""The mutation campaign itself: the mistakes it inserts, the code it leaves alone, and its reports."""

import ast
import math
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaigns.mutate.__main__ import Score, main
from campaigns.mutate.changes import changes_of
from campaigns.mutate.equivalents import EQUIVALENTS, read_equivalents
from campaigns.mutate.mutants import Mutant, draw, make_mutant
from campaigns.mutate.reached import Reached, rank
from campaigns.mutate.recording import VARIABLE as RECORD_INTO
from campaigns.mutate.replacing import replace, replacements
from campaigns.mutate.server import HANGING, Server
from campaigns.mutate.serving import SECONDS_LONGER, TIMES_LONGER, Request
from campaigns.mutate.tree import Tree, Verdict, likeliest, places_of

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "simnon"
ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Plugins that small tests do not need take longer to load than the tests."""


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
        ("raise AssertionError(f(a, b))", set()),
        ("raise NotImplementedError", set()),
        ("raise ValueError", {"pass"}),
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


MODULE = """LIMIT = 3

def limited(x, most=LIMIT):
    return x if x < most else most

class Filter:
    def apply(self, x):
        def gain(y):
            return 2 * y
        return gain(x)
"""


def replaced(old: str, new: str) -> list[str] | None:
    """The functions to replace for a mutant of the module above."""
    found = replacements("/module.py", MODULE, MODULE.replace(old, new))
    return None if found is None else [each.before.co_qualname for each in found]


@pytest.mark.parametrize(
    ("old", "new", "functions"),
    [
        ("x < most", "x <= most", ["limited"]),
        ("2 * y", "2 / y", ["Filter.apply"]),
        ("LIMIT = 3", "LIMIT = 4", None),
        ("most=LIMIT", "most=LIMIT + 1", None),
        ("class Filter:", "class Filter:\n    x = 1", None),
    ],
)
def test_only_a_change_within_functions_can_be_made_in_imported_modules(
    old: str, new: str, functions: list[str] | None
) -> None:
    assert replaced(old, new) == functions


def test_a_replaced_function_is_the_changed_one_wherever_it_is_held() -> None:
    names: dict[str, Any] = {}
    exec(compile(MODULE, "/module.py", "exec"), names)  # noqa: S102
    held = [names["limited"], names["Filter"]().apply]
    assert [function(2) for function in held] == [2, 4]

    for old, new in [("x < most", "x > most"), ("2 * y", "2 + y + y")]:
        found = replacements("/module.py", MODULE, MODULE.replace(old, new))
        assert found is not None
        replace(found)

    assert [function(2) for function in held] == [3, 6]


def test_the_line_of_a_def_is_not_of_its_body() -> None:
    found = replacements("/module.py", MODULE, MODULE.replace("2 * y", "2 / y"))

    assert found is not None
    assert [each.lines for each in found] == [{8, 9, 10}]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Reached:
    """A small package and its tests, recorded as a campaign does."""
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "small").mkdir()
    (folder / "small" / "__init__.py").write_text("")
    (folder / "small" / "signs.py").write_text(
        "def sign(x):\n    if x < 0:\n        return -1\n    return 1\n\n\n"
        "def start():\n    return 0\n\n\nSTART = start()\n"
    )
    (folder / "test_signs.py").write_text(
        "from small.signs import sign\n\n\n"
        "def test_negative():\n    sum(range(10**6))\n    assert sign(-2) == -1\n\n\n"
        "def test_positive():\n    assert sign(2) == 1\n\n\n"
        "def test_nothing():\n    pass\n"
    )
    into = folder / "into"
    into.mkdir()
    words = [sys.executable, "-m", "pytest", "-q", "-p", "campaigns.mutate.recording", "-p", "no:cacheprovider"]
    environment = {
        **os.environ,
        **ALONE,
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(folder))),
        RECORD_INTO: os.pathsep.join((str(into), str(folder / "small"))),
    }
    subprocess.run([*words, "test_signs.py"], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    return Reached(into, folder / "small")


def test_the_tests_that_reach_a_line_come_first_and_the_quickest_of_them_before_the_others(recorded: Reached) -> None:
    tests = ["test_signs.py::test_nothing", "test_signs.py::test_negative", "test_signs.py::test_positive"]

    assert recorded.order(tests, "signs.py", range(2, 3), []) == [2, 1, 0]
    assert recorded.order(tests, "signs.py", range(3, 4), []) == [1, 0, 2]
    assert recorded.order(tests, "signs.py", range(3, 4), ["positive"]) == [1, 2, 0]


def test_a_function_that_runs_on_import_is_known(recorded: Reached) -> None:
    assert recorded.is_reached_on_import("signs.py", {8})
    assert not recorded.is_reached_on_import("signs.py", {2, 3, 4})
    assert recorded.is_reached_on_import("signs.py", set())


SERVED = """import time
import pytest
from small.signs import sign

def test_negative():
    assert sign(-2) == -1

def test_positive():
    assert sign(2) == 1
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    folder = tmp_path_factory.mktemp("served")
    (folder / "small").mkdir()
    (folder / "small" / "__init__.py").write_text("")
    (folder / "small" / "signs.py").write_text("def sign(x):\n    while x < 0:\n        return -1\n    return 1\n")
    (folder / "test_signs.py").write_text(SERVED)
    environment = {**os.environ, **ALONE, "PYTHONPATH": os.pathsep.join((str(ROOT), str(folder)))}
    with Server(["-m", "pytest", "-p", "no:cacheprovider", "test_signs.py"], folder, environment) as server:
        yield server, folder / "small" / "signs.py"


@pytest.mark.parametrize(
    ("old", "new", "order", "status", "last"),
    [
        ("return 1", "return 1", [1, 0], 0, "test_negative"),
        ("return 1", "return 2", [1, 0], 1, "test_positive"),
        ("return -1", "return -2", [1, 0], 1, "test_negative"),
        ("return -1", "return +1", [1], 0, "test_positive"),
        ("return -1", "pass", [0, 1], HANGING, "test_negative"),
    ],
)
def test_a_server_runs_its_tests_with_any_mutant_up_to_the_first_failure(
    server: tuple[Server, Path], old: str, new: str, order: list[int], status: int, last: str
) -> None:
    process, path = server
    text = path.read_text("utf-8")
    texts = (str(path), text, text.replace(old, new)) if old != new else ("", "", "")
    # A test that never ends is ended after its own limit of processor time.
    usual = [(0.2 - SECONDS_LONGER) / TIMES_LONGER] * len(order)

    outcome = process.ask(lambda _tests: Request(*texts, order, usual, math.inf))

    assert (outcome.status, outcome.test) == (status, f"test_signs.py::{last}")


def test_tests_that_cannot_be_collected_have_failed(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("import nowhere\n")
    environment = {**os.environ, **ALONE, "PYTHONPATH": str(ROOT)}

    with Server(["-m", "pytest", "-p", "no:cacheprovider", "test_broken.py"], tmp_path, environment) as server:
        assert server.tests is None
        assert server.ask(lambda _tests: Request("", "", "", [], [], math.inf)).status != 0


@pytest.mark.slow
def test_a_mutant_is_killed_in_a_copy_and_the_copy_is_restored(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    file = "assembly/brackets.py"
    path = tmp_path / "copy" / "src" / "simnon" / file
    text = path.read_text("utf-8")
    on_import = Mutant(file, 1, "broken", "raise ValueError\n", (), ())
    every = draw(SOURCE, ["assembly"], 10**6, random.Random(1))  # noqa: S311
    within = next(each for each in every if each.file == file and each.kind == "word" and "(low, " in str(each))

    assert tree.record("assembly") == ""
    tree.start("assembly", tree)
    verdicts = [tree.attempt(mutant, math.inf) for mutant in (on_import, within)]
    tree.end()

    assert all(verdict.is_killed for verdict in verdicts)
    assert path.read_text("utf-8") == text == (SOURCE / file).read_text("utf-8")
