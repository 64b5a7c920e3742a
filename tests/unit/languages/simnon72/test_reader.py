"""Texts of 1972 -> systems: names, comments, connections, and arbitrary text."""

import json
import random
from pathlib import Path

import pytest

from simnon import load as load_model
from simnon.compiler import analyse, compile_model, lower
from simnon.languages.simnon72 import list_code, read_systems
from simnon.model import Comment
from simnon.program import check_program
from simnon.source import CODES, Report, Source, as_json, render_all

CORPUS = Path(__file__).parents[3] / "corpus" / "simnon72"
_TEXT = (
    "IF THEN ELSE AND OR NOT SIN COS ATAN2 SIGN AMOD FCN1 FCN2 X1 X2 DX1 DX2 U1 Y1 T A B ALFA12 1 2.5 .5 1E400 1E5 . "
    '( ) , : = + - * / ↑ < > *FCN1 *FIN *END *CLOSE " ← é \0 \t X00000000000000000000 X99999'
)
_WORDS = tuple(_TEXT.split(" "))


def texts() -> list[str]:
    return [path.read_text("utf-8") for path in sorted(CORPUS.glob("*.NON"))]


def strange(generator: random.Random) -> str:
    """Lines of the corpus shuffled and cut, words of the language anywhere."""
    lines = [line for text in texts() for line in text.split("\n") if line and line[0] not in "0123456789"]
    made = []
    for _ in range(generator.randrange(1, 14)):
        line = generator.choice(lines)
        match generator.randrange(5):
            case 0:
                line = line[: generator.randrange(len(line) + 1)]
            case 1:
                at = generator.randrange(len(line) + 1)
                line = line[:at] + generator.choice(_WORDS) + line[at:]
            case 2:
                line = generator.choice(("", "A=", "DX1=")) + " ".join(
                    generator.choice(_WORDS) for _ in range(generator.randrange(12))
                )
            case _:
                pass
        made.append(line)
    return "\n".join((*made, generator.choice(("*END\n", "*END", ""))))


def test_strange_texts_give_a_program_or_diagnostics() -> None:
    for seed in range(400):
        text = strange(random.Random(seed))  # noqa: S311
        report = Report()
        try:
            analysed = analyse([Source("E.NON", text)], report)
            if analysed is not None:
                check_program(lower(analysed))
            assert (analysed is None) == report.has_errors
            assert list_code(Source("E.NON", text))
        except BaseException as error:
            error.add_note(f"seed {seed}:\n{text}")
            raise
        assert all(diagnostic.code in CODES for diagnostic in report.diagnostics)
        render_all(report.diagnostics)
        json.loads(as_json(report.diagnostics))


@pytest.mark.slow
def test_an_overlong_line_is_rejected() -> None:
    report = Report()

    read_systems(Source("E.NON", "A=" + "(" * 1_000_000 + "\n*END\n"), report)
    read_systems(Source("E.NON", "A=" + "(" * 90_000 + "T" + ")" * 9_000 + "\n*END\n"), report)
    read_systems(Source("E.NON", "A=" + "-(" * 300 + "T" + ")" * 300 + "\n*END\n"), report)

    assert ["ERR36" in diagnostic.message for diagnostic in report.diagnostics] == [True] * 3


def test_comments_are_kept_with_their_lines() -> None:
    (system,) = read_systems(Source("E.NON", '" one\nDX1=1 " two\n*END "three\n'), Report())

    assert system.comments == (Comment(1, "one", True), Comment(2, "two", False), Comment(3, "three", False))


def test_a_system_is_named_after_its_file() -> None:
    names = [read_systems(Source(name, "*END\n"), Report())[0].name for name in ("triod.non", "2A.NON", "/x/A-B.NON")]

    assert names == ["TRIOD", "S2A", "A_B"]


def test_the_corpus_compiles_without_diagnostics() -> None:
    assert [compile_model(path).diagnostics for path in sorted(CORPUS.glob("*.NON"))] == [()] * 4


def test_a_system_of_1972_can_be_connected_to_a_modern_one() -> None:
    driver = Source("DRIVE.NON", "DX1=-X1\nX1:1\nY1=2*X1\n*END\n")
    rest = """CONTINUOUS SYSTEM integral
INPUT u
STATE s
DER ds
ds = u
END
CONNECTING SYSTEM both
u[integral] = Y1[drive]
END
"""
    run = load_model(driver, rest).simulate(0.0, 30.0)

    assert abs(run.final["s[integral]"] - 2.0) < 1e-5
