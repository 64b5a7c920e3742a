"""A model of any language, written as Simnon text, is the same model: equations, and trajectories bit for bit."""

from pathlib import Path

import numpy as np
import pytest

from simnon import load
from simnon.compiler import convert, explain, read_sources
from simnon.languages import DIALECTS
from simnon.source import Report, Source
from tests.language.test_language import CASES, FOLDER, source_of
from tests.seeds import these_fast

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.t"))
GOLDEN = sorted((ROOT / "tests" / "golden" / "models").glob("*.t"))
CORPUS = [path for path in sorted((ROOT / "tests" / "corpus").rglob("*.*")) if path.suffix.lower() in DIALECTS]
FILES = [*EXAMPLES, *GOLDEN, *CORPUS]


def converted(*sources: Source) -> str:
    report = Report()
    text = convert(sources, report)
    assert text is not None, report.diagnostics
    return text


def source_at(path: Path) -> Source:
    (source,) = read_sources((path,), Report())
    return source


def lines_of_model(source: Source) -> list[str] | None:
    """The contents of the model, in any order; None if it has errors."""
    report = Report()
    text = explain((source,), report, "assemble")
    return None if text is None or report.has_errors else sorted(text.splitlines())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_converting_again_changes_nothing(path: Path) -> None:
    source = source_at(path)
    text = converted(source)

    assert converted(Source("again.t", text, source.folder)) == text


@pytest.mark.slow
def test_every_example_of_the_reference_stays_the_same_model() -> None:
    compared = 0
    for case in CASES:
        source = source_of(case)
        before = lines_of_model(source)
        if before is None:
            continue
        text = converted(source)
        assert lines_of_model(Source("converted.t", text, str(FOLDER))) == before, f"{case.name}\n{text}"
        compared += 1
    assert compared > 100


@pytest.mark.parametrize(
    "path",
    these_fast(
        [path for path in FILES if "SYSTEM" in path.read_text("utf-8") or path in CORPUS],
        *(path for path in FILES if path in sorted(path.parent.glob(f"*{path.suffix}"))[:1]),
    ),
    ids=lambda path: path.name,
)
def test_a_trajectory_is_the_same_bit_for_bit(path: Path) -> None:
    if lines_of_model(source_at(path)) is None:
        pytest.skip("a part of a larger model")
    text = converted(source_at(path))
    one = load(path).simulate(0, 3)
    other = load(_with_foreign_files(text, path.parent)).simulate(0, 3)

    assert np.array_equal(one.t, other.t)
    for name in load(path).states:
        assert np.array_equal(one[name], other[name], equal_nan=True), name


def _with_foreign_files(text: str, folder: Path) -> str:
    """The text in a folder without its companion files."""
    return text.replace("FROM '", f"FROM '{folder}/")


def test_comments_keep_their_positions() -> None:
    text = """" before the heading
CONTINUOUS SYSTEM s
" the state
STATE x " a level
DER dx
" alone
"
dx = -a*x " decay
WHEN x < 0.5 " once
" inside
x = 1 " again
END
a: 1
" the last
END
" after the end
"""

    assert converted(Source("s.t", text)) == text


def test_a_system_from_a_file_stays_one() -> None:
    text = """CONTINUOUS SYSTEM s FROM FORTRAN 'lib.so' AS 'plant' JACOBIAN
INPUT u
OUTPUT y FROM x
OUTPUT z
STATE x
DER dx
k: 2
INITIAL
END
"""

    assert converted(Source("s.t", text)) == text


def test_comments_of_desire_and_darep_keep_their_positions() -> None:
    desire = "-- a decay\nx = 1 -- at first\nDYNAMIC\n-- the rate\nd/dt x = -x\n"
    darep = " $D1\nC a decay\n   X. = -X  ! the rate\nEND\nX = 1.0\nEND\n"

    assert converted(Source("s.src", desire)).split("END")[0].splitlines() == [
        "CONTINUOUS SYSTEM s",
        '" a decay',
        'x: 1 " at first',
        '" the rate',
        "STATE x",
        "DER dx",
        "dx = -x",
    ]
    assert '" a decay\nSTATE X " the rate\nDER DX\nDX = -X\n' in converted(Source("s.dar", darep))


def test_a_text_with_errors_is_not_converted() -> None:
    report = Report()

    assert convert((Source("s.t", "CONTINUOUS SYSTEM s\na = (1\nEND\n"),), report) is None
    assert [d.code for d in report.diagnostics] == ["unclosed-parenthesis"]


def test_a_text_without_a_system_is_not_converted() -> None:
    report = Report()

    assert convert((Source("s.t", "\n"),), report) is None
    assert [d.code for d in report.diagnostics] == ["no-system"]
