"""Any text: the readers of other languages give systems or diagnostics that can be shown, in finite time."""

import json
import random
from pathlib import Path

import pytest

from simnon.compiler import analyse, lower
from simnon.languages import DIALECTS
from simnon.program import check_program
from simnon.session.macro import make_macro
from simnon.source import CODES, Report, Source, as_json, render_all
from tests.language.markdown_cases import EXTENSION_OF_KIND, fences_in
from tests.seeds import seeds
from tests.unit.languages.mutated_texts import ROOT, mutated

KINDS = {kind: extension for kind, extension in EXTENSION_OF_KIND.items() if kind != "simnon" and extension in DIALECTS}


def texts_in(kind: str) -> list[str]:
    """The programs of the corpus, and the examples in the language's tests."""
    programs = sorted((ROOT / "tests" / "corpus" / kind).glob(f"*{KINDS[kind]}"))
    pages = sorted((ROOT / "tests" / "language" / kind).glob("*.md"))
    examples = [fence.text for page in pages for fence in fences_in(page.read_text("utf-8")) if fence.kind == kind]
    return [*(path.read_text("utf-8") for path in programs), *examples]


def shuffled(texts: list[str], generator: random.Random) -> str:
    """Lines of all programs in any order."""
    lines = [line for text in texts for line in text.split("\n")]
    return "\n".join(generator.choice(lines) for _ in range(generator.randrange(30)))


def check_text(text: str, extension: str) -> None:
    report = Report()
    analysed = analyse((Source(f"text{extension}", text, str(Path.cwd())),), report)
    if analysed is not None:
        check_program(lower(analysed))
        assert not report.has_errors
        experiment = analysed.declared.experiment
        if experiment is not None and experiment.commands:
            make_macro("MACRO text", experiment.commands)
    assert all(diagnostic.code in CODES for diagnostic in report.diagnostics)
    render_all(report.diagnostics, colour=True)
    json.loads(as_json(report.diagnostics))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("first", seeds(range(0, 300, 50), few=1))
def test_strange_texts_give_a_program_or_diagnostics(kind: str, first: int) -> None:
    texts = texts_in(kind)
    for seed in range(first, first + 50):
        generator = random.Random(seed)  # noqa: S311
        text = shuffled(texts, generator) if seed % 3 == 0 else mutated(generator.choice(texts), generator)
        try:
            check_text(text, KINDS[kind])
        except BaseException as error:
            error.add_note(f"seed {seed}:\n{text}")
            raise
