"""Any text of a CSMP program gives a program or diagnostics that can be shown, in finite time."""

import random
from pathlib import Path

import pytest

from simnon.compiler import analyse, lower
from simnon.program import check_program
from simnon.session.macro import make_macro
from simnon.source import CODES, Report, Source, render_all
from tests.language.markdown_cases import cases_in
from tests.unit.languages.mutated_texts import mutated

ROOT = Path(__file__).parents[3]
_TEXT = (
    "INITIAL DYNAMIC TERMINAL SORT NOSORT PARAM CONST INCON FUNCTION TABLE STORAGE FIXED INPUT TIMER METHOD RKS FINISH "
    "PRINT OUTPUT PAGE XYPLOT TITLE LABEL RESET MACRO ENDMAC PROCEDURE ENDPRO END STOP ENDJOB CONTIN IF DO GO TO GOTO "
    "CONTINUE CALL RERUN WRITE FORMAT THEN ELSE ENDIF INTGRL IMPL DERIV DELAY ZHOLD HSTRSS IMPULS PULSE RST MODINT "
    "AFGEN NLFGEN GAUSS RNDGEN LIMIT NOT AND OUTSW TIME DELT FINTIM X Y Z F 1 10 0 2.5 1.E3 1.D400 .5 .EQ. .NOT. .AND. "
    "( ) , = + - * / ** ... ' ! * \n \n \n \t é \0"
)
_WORDS = tuple(_TEXT.split(" "))


def texts() -> list[str]:
    pages = sorted((ROOT / "tests" / "language" / "csmp").glob("*.md"))
    fences = [case.model.text for page in pages for case in cases_in(page)]
    return [*fences, *(path.read_text("utf-8") for path in sorted((ROOT / "tests" / "corpus" / "csmp").glob("*.csm")))]


def garbage(generator: random.Random) -> str:
    words = (generator.choice(_WORDS) + generator.choice((" ", " ", "", "\n")) for _ in range(generator.randrange(60)))
    return "".join(words)


def shuffled(generator: random.Random, good: list[str]) -> str:
    """Lines of several programs in any order, some of them cut."""
    lines = [line for text in generator.sample(good, 3) for line in text.split("\n")]
    generator.shuffle(lines)
    return "\n".join(line[: generator.choice((99, 99, len(line) // 2))] for line in lines[: generator.randrange(40)])


def check_text(text: str) -> None:
    report = Report()
    analysed = analyse((Source("prog.csm", text),), report)
    if analysed is not None:
        check_program(lower(analysed))
        experiment = analysed.declared.experiment
        if experiment is not None:
            make_macro("MACRO PROG", experiment.commands)
    assert all(diagnostic.code in CODES for diagnostic in report.diagnostics)
    assert analysed is not None or report.has_errors
    render_all(report.diagnostics, colour=True)


def check_many(seeds: range) -> None:
    good = texts()
    for seed in seeds:
        generator = random.Random(seed)  # noqa: S311
        match seed % 3:
            case 0:
                text = garbage(generator)
            case 1:
                text = shuffled(generator, good)
            case _:
                text = mutated(generator.choice(good), generator)
        try:
            check_text(text)
        except BaseException as error:
            error.add_note(f"seed {seed}:\n{text}")
            raise


def test_strange_programs_give_a_program_or_diagnostics() -> None:
    check_many(range(600))


@pytest.mark.slow
def test_very_many_strange_programs_give_a_program_or_diagnostics() -> None:
    check_many(range(600, 20_000))


def test_an_overlong_line_is_rejected() -> None:
    report = Report()

    analyse((Source("prog.csm", "X=" + "(" * 200_000),), report)

    assert [diagnostic.code for diagnostic in report.diagnostics] == ["line-too-long"]
