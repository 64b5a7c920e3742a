"""Any text: a program in SIAL/74 gives a model or diagnostics that can be shown."""

import random
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from simnon.compiler import analyse, lower
from simnon.languages.sial import BLOCK_TYPES
from simnon.program import check_program
from simnon.source import Report, Source, render_all
from tests.examples import examples

CORPUS = Path(__file__).parents[3] / "corpus" / "sial"
LINES = [line for path in sorted(CORPUS.glob("*.sial")) for line in path.read_text("utf-8").splitlines()]
WORDS = [*BLOCK_TYPES, "=", "=1", "¯1", "-2.5", "1E400", "1E¯3", "1", "2", "3", "0", "//", "\n", "\n", "\n"]
WORDS += ["TM←1", "Δ←.1", "I←1", "PLOT←1 0", "INTEG←TRAP", "←", "<-", "[1]", "[0]", "* x", "⍝", "?", "\0", "_", "é"]


def check_text(text: str) -> None:
    report = Report()
    analysed = analyse((Source("text.sial", text),), report)
    if analysed is not None:
        check_program(lower(analysed))
    render_all(report.diagnostics, colour=True)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
@examples(100)
def test_any_text(text: str) -> None:
    check_text(text)


@given(st.lists(st.sampled_from(WORDS), max_size=60))
@examples(150)
def test_words_of_the_language_in_any_order(words: list[str]) -> None:
    check_text("TITLE\n" + " ".join(words))


@given(st.integers(0, 10**9))
@examples(150)
def test_lines_of_programs_shuffled_and_cut(seed: int) -> None:
    generator = random.Random(seed)  # noqa: S311
    lines = generator.sample(LINES, generator.randrange(len(LINES)))
    lines = [line[generator.choice((0, 0, 5)) : generator.choice((None, None, -1, -2))] for line in lines]
    check_text("\n".join(lines))


@given(st.lists(st.sampled_from(list(BLOCK_TYPES.values())), min_size=1, max_size=12), st.randoms())
@examples(100)
def test_diagrams_of_any_blocks(types: list, generator: random.Random) -> None:  # type: ignore[type-arg]
    lines = []
    for each in types:
        free = each.free and each.free + generator.randrange(3)
        inputs = [str(generator.randint(1, len(types))) for _ in range(free + len(each.inputs))]
        count = len(each.parameters) + (free if each.has_coefficients else 0) + (4 if each.has_points else 0)
        parameters = [f"{generator.choice(('', '='))}{i + 1}" for i in range(count)]
        left = [parameters, inputs] if inputs else [[], parameters]
        lines.append(" ".join((*left[0], each.code, *left[1])))
    check_text("\n".join(("TITLE", *lines, "//", "TM←1", "Δ←.1")))
