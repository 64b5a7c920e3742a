"""Whatever an ACSL text holds, reading it gives a system or diagnostics that can be shown, and it ends."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.compiler import analyse, lower
from simnon.program import check_program
from simnon.source import CODES, Report, Source, render_all
from tests.examples import examples
from tests.language.markdown_cases import cases_in
from tests.unit.languages.mutated_texts import ROOT, mutated

_TEXT = (
    "PROGRAM INITIAL DYNAMIC DERIVATIVE DISCRETE TERMINAL END PROCEDURAL IF THEN ELSE ELSEIF ENDIF DO ENDDO CONTINUE "
    "GO TO CONSTANT PARAMETER DIMENSION INTEGER LOGICAL TABLE VARIABLE INTERVAL CINTERVAL ALGORITHM SCHEDULE TERMT "
    "CALL LOGD MACRO REDEFINE FUNCTION SUBROUTINE RETURN INTEG INTVC DELAY LIMINT BCKLSH REALPL LEDLAG IMPLC STEP .AT. "
    ".XP. .XN. .XZ. .EQ. .AND. .TRUE. x y t u n i 10 20 10: 1 0 2.5 1E400 1.D3 3*0.0 ( ) , = + - * / ** ^ ... & $ ; ! "
    "\" ' '' \n \n \n é \0 MODEL FOR ARRAY REAL INCLUDE XERROR MERROR AT [ ] && || ~ ~= true # cint"
)
WORDS = tuple(_TEXT.split(" "))


def good_texts() -> list[str]:
    pages = sorted((ROOT / "tests" / "language" / "acsl").glob("*.md"))
    programs = [path.read_text("utf-8") for path in sorted((ROOT / "tests" / "corpus" / "acsl").glob("*.csl"))]
    return programs + [case.model.text for page in pages for case in cases_in(page)]


def check_text(text: str) -> None:
    report = Report()
    analysed = analyse((Source("text.csl", text),), report)
    if analysed is not None:
        check_program(lower(analysed))
        assert not report.has_errors
    else:
        assert report.has_errors
    assert all(diagnostic.code in CODES for diagnostic in report.diagnostics)
    render_all(report.diagnostics)


@examples(150)
@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_words_in_any_order_give_a_system_or_diagnostics(words: list[str]) -> None:
    check_text("PROGRAM p\n" + " ".join(words) + "\nEND\n")


@examples(100)
@given(st.text(max_size=80))
def test_any_text_gives_a_system_or_diagnostics(text: str) -> None:
    check_text(text)


def test_programs_with_words_and_lines_changed_give_a_system_or_diagnostics() -> None:
    texts = good_texts()
    for seed in range(500):
        generator = random.Random(seed)  # noqa: S311
        text = mutated(generator.choice(texts), generator)
        try:
            check_text(text)
        except BaseException as error:
            error.add_note(f"seed {seed}:\n{text}")
            raise


def test_lines_of_programs_shuffled_give_a_system_or_diagnostics() -> None:
    lines = [line for text in good_texts() for line in text.splitlines()]
    for seed in range(300):
        generator = random.Random(seed)  # noqa: S311
        check_text("PROGRAM p\n" + "\n".join(generator.choices(lines, k=generator.randrange(40))))


@pytest.mark.slow
def test_monstrous_nesting_is_refused() -> None:
    for text in (
        "x = " + "(" * 5000 + "1" + ")" * 5000,
        "IF (t.GT.1.0) THEN\n" * 5000,
        "DERIVATIVE\n" * 5000,
        "DO 10 i = 1, 2\n" * 300 + "10: CONTINUE\n",
        "PROCEDURAL\n" * 3000,
        "y = " + "2**" * 3000 + "2",
        "PROCEDURAL\ny = 0.0\nDO 10 i = 1, 3000\nIF (t.GT.i) GO TO 20\ny = y + 1.0\n10: CONTINUE\n20: CONTINUE\nEND",
        "PROCEDURAL (y = t)\ny = 0.0\nDO 10 i = 1, 400\nIF (t.GT.i) y = y + 1.0\n10: CONTINUE\nEND",
    ):
        check_text(f"PROGRAM p\n{text}\nEND\n")
