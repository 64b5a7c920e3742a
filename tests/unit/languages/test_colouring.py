"""What an editor colours: words, functions, numbers, texts, comments and units of every language."""

from itertools import pairwise
from pathlib import Path

import pytest

from simnon.languages import DIALECTS, LEXICA, Colour, coloured

CORPUS = Path(__file__).parents[2] / "corpus"


def pieces(text: str, extension: str = ".t") -> list[tuple[str, Colour]]:
    return [(text[start:end], colour) for start, end, colour in coloured(LEXICA[extension](), text)]


def test_words_are_coloured_only_where_they_are_words() -> None:
    text = "STATE x\nstate = 1\nu = IF x > 1 THEN MAX(x, 2) ELSE max\n"
    found = pieces(text)
    assert [piece for piece, colour in found if colour is Colour.WORD] == ["STATE", "IF", "THEN", "ELSE"]
    assert [piece for piece, colour in found if colour is Colour.FUNCTION] == ["MAX"]


def test_units_are_told_from_systems_and_numbers_of_parts() -> None:
    text = "INPUT v [m/s]\nTI: 3 [s]\ny[DPID] = h[TANK]\nCONNECT cell[1].n cell[2].p\n"
    assert [piece for piece, colour in pieces(text) if colour is Colour.UNIT] == ["[m/s]", "[s]"]


def test_a_bracket_that_is_not_closed_colours_no_more_than_itself() -> None:
    assert ("[", Colour.UNIT) in pieces("TI: 3 [s\nTD: 2\n")


@pytest.mark.parametrize(
    ("extension", "text", "expected"),
    [
        (".csm", "* a remark\nX = INTGRL(0., Y) ! beside\n", ["* a remark", "! beside"]),
        (".sial", "[1] RAMPA 1 ⍝ ramp\n", ["⍝ ramp"]),
        (".csl", 'PROGRAM "of it"\n', ['"of it"']),
        (".dar", "C a remark\nCX. = 1.0\n", ["C a remark"]),
        (".src", "x = 1 -- one\n", ["-- one"]),
        (".ode", "# remark\nx'=-x\n", ["# remark"]),
        (".non", 'DX1=X1 "remark\n', ['"remark']),
    ],
)
def test_comments_of_each_language(extension: str, text: str, expected: list[str]) -> None:
    assert [piece for piece, colour in pieces(text, extension) if colour is Colour.COMMENT] == expected


@pytest.mark.parametrize("extension", sorted(DIALECTS))
def test_every_language_has_a_lexicon_and_reads_any_text(extension: str) -> None:
    found = list(coloured(LEXICA[extension](), "§ 1 ' \" [ x\n" * 3))
    assert all(one.end <= other.start for one, other in pairwise(found))


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/*.*")), ids=lambda path: path.name)
def test_programs_of_the_corpus_have_words_and_numbers(path: Path) -> None:
    if path.suffix in LEXICA:
        colours = {colour for _, colour in pieces(path.read_text(encoding="utf-8", errors="replace"), path.suffix)}
        assert Colour.NUMBER in colours
