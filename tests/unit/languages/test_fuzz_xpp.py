"""Whatever the text of an XPP program: a program or diagnostics that can be shown, and no other end."""

import random

import pytest

from simnon.compiler import analyse, lower
from simnon.program import check_program
from simnon.source import CODES, Report, Source, render_all
from tests.unit.languages.mutated_texts import ROOT, mutated

TEXTS = [path.read_text("utf-8") for path in sorted((ROOT / "tests" / "corpus" / "xpp").glob("*.ode"))]
TEXTS = [text.replace("200", "3").replace("199", "2") for text in TEXTS]
_TEXT = (
    "x y z t x' dx/dt= x(t+1)= x(0)= x(t)= f(x,y)= 0= ! par p init aux number global wiener markov table set only solv "
    "@ total= dt= meth= bound= xp= % [1..3] [j] [j-1] [..] x[1..3]' sum( )of( if( )then( )else( i' shift( delay( flr( "
    "mod( ran( normal( heav( not( int{ } { 1 -1 0 2.5 1e400 ( ) , = + - * / ^ ** < >= == != & | ; # "
    "\n2\n v o f u special conv( mmult( int[ # volt bdry d export − "
    "\" \\ ' \n \n \t é \0 done"
)
_WORDS = tuple(_TEXT.split(" "))


def check(text: str) -> None:
    report = Report()
    analysed = analyse((Source("text.ode", text, str(ROOT / "examples")),), report)
    if analysed is not None:
        check_program(lower(analysed))
    assert analysed is not None or report.has_errors
    assert all(diagnostic.code in CODES for diagnostic in report.diagnostics)
    render_all(report.diagnostics)


def garbage(generator: random.Random) -> str:
    words = [generator.choice(_WORDS) + generator.choice(("", " ", "\n")) for _ in range(generator.randrange(40))]
    return generator.choice(("", "x'=-x\n")) + "".join(words)


def lines_of_several(generator: random.Random) -> str:
    lines = [line for text in TEXTS for line in text.split("\n")]
    return "\n".join(generator.choice(lines) for _ in range(generator.randrange(25)))


def check_many(seeds: range) -> None:
    for seed in seeds:
        generator = random.Random(seed)  # noqa: S311
        match seed % 3:
            case 0:
                text = garbage(generator)
            case 1:
                text = lines_of_several(generator)
            case _:
                text = mutated(generator.choice(TEXTS), generator)
        try:
            check(text)
        except BaseException as error:
            error.add_note(f"seed {seed}:\n{text}")
            raise


def test_strange_programs_give_a_program_or_diagnostics() -> None:
    check_many(range(600))


@pytest.mark.slow
def test_very_many_strange_programs_give_a_program_or_diagnostics() -> None:
    check_many(range(600, 20_000))


@pytest.mark.parametrize("text", ["", "\n", "\\\n", "done", "x'", "x'=", "%[1..", "global", "@", "\0", "(" * 5_000])
def test_small_texts_give_diagnostics(text: str) -> None:
    check(text)


def test_a_monstrous_line_is_said() -> None:
    check("x'=1\n" + "y" * 200_000)
