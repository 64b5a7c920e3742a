"""The language agrees with its reference and its tests in Markdown (see `markdown_cases` for the form)."""

import re
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from simnon.compiler import Analysed, analyse, explain, lower
from simnon.languages import DIALECTS
from simnon.program import Program
from simnon.source import CODES, UNIT_CODES, Diagnostic, Report, Source, render_all
from simnon.targets import TARGETS
from tests.language.evaluator import Script
from tests.language.experiments import experiment_in, written
from tests.language.markdown_cases import EXTENSION_OF_KIND, Case, Expected, Fence, cases_in, fences_in

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "language"
PAGES = sorted((ROOT / "tests" / "language").glob("*/*.md")) + sorted(REFERENCE.rglob("*.md"))
CASES = [case for page in PAGES for case in cases_in(page)]
FOLDER = ROOT / "tests" / "language" / "simnon" / "files"

WITHOUT_EXAMPLE = {
    "file-not-found": "test_hostile.py: a file that is not there, a folder",
    "not-utf8": "test_hostile.py: bytes that are no text",
    "unknown-dialect": "test_hostile.py: a file with another extension",
    "line-too-long": "test_hostile.py: a line of ten million characters",
    "untrusted-code": "test_hostile.py: code that runs only where it is trusted",
    "code-not-run": "test_hostile.py: code that is checked and not run",
    "maybe-unassigned": "test_procedural.py",
    "loop-not-constant": "test_procedural.py",
    "loop-too-long": "test_procedural.py",
    "jump-backwards": "test_procedural.py",
    "unknown-label": "test_procedural.py",
}
"""Codes that no short text can produce, and the test that does."""


def source_of(case: Case) -> Source:
    return Source(f"model{EXTENSION_OF_KIND[case.model.kind]}", case.model.text, str(FOLDER))


@cache
def compiled(case: Case) -> tuple[Analysed | None, Program | None, Report]:
    """The results of the compiler for the model, computed once for all tests."""
    report = Report(UNIT_CODES if "units" in case.model.words else frozenset())
    analysed = analyse([source_of(case)], report, is_classic="classic" in case.model.words)
    program = lower(analysed) if analysed is not None else None
    return analysed, program, report


def found_in(diagnostics: tuple[Diagnostic, ...]) -> list[Expected]:
    """Where each diagnostic is, as a comment in the text would expect it."""
    found = []
    for diagnostic in diagnostics:
        span = diagnostic.span or (diagnostic.related[0].span if diagnostic.related else None)
        found.append(Expected(span.line if span else 0, diagnostic.severity.value, diagnostic.code))
    return found


def in_order(expected: list[Expected]) -> list[tuple[int, str, str]]:
    return sorted((e.line, e.severity, e.code) for e in expected)


def first_word(line: str) -> str:
    """Without the number in a generated name: `guard.1 = x` begins with `guard`."""
    return (line.split() or [""])[0].partition(".")[0]


def checks_of(kind: str) -> list[tuple[Case, Fence]]:
    return [(case, check) for case in CASES for check in case.checks if check.kind == kind]


def names_of(checks: list[tuple[Case, Fence]]) -> list[str]:
    return [case.name_of(check) for case, check in checks]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_model_gives_the_expected_diagnostics_and_no_others(case: Case) -> None:
    _, _, report = compiled(case)
    shown = render_all(report.diagnostics)

    assert in_order(found_in(report.diagnostics)) == in_order(case.expected), shown
    assert all(f"[{diagnostic.code}]: {diagnostic.message}" in shown for diagnostic in report.diagnostics)


def seldom_compiled() -> list[ParameterSet]:
    """All cases; those whose numbers are tested anyway, or that must have errors, are slow tests."""
    numbered = {case for case, _ in checks_of("values")}
    return [
        pytest.param(
            case,
            id=case.name,
            marks=[pytest.mark.slow] if case in numbered or any(e.severity == "error" for e in case.expected) else [],
        )
        for case in CASES
    ]


@pytest.mark.parametrize("case", seldom_compiled())
def test_a_model_without_errors_can_be_compiled_for_every_target(case: Case) -> None:
    _, program, _ = compiled(case)

    if program is not None:
        assert [target.build(program).entries for target in TARGETS.values()] == [program.entries] * len(TARGETS)


@pytest.mark.parametrize(("case", "check"), checks_of("values"), ids=names_of(checks_of("values")))
def test_a_model_gives_the_expected_numbers(case: Case, check: Fence) -> None:
    _, program, report = compiled(case)
    assert program is not None, render_all(report.diagnostics)

    Script(program).run(check.text)


@pytest.mark.parametrize(("case", "check"), checks_of("show"), ids=names_of(checks_of("show")))
def test_a_stage_of_the_compiler_prints_the_expected_text(case: Case, check: Fence) -> None:
    text = explain([source_of(case)], Report(), check.setting("after") or "order")
    assert text is not None

    only = check.setting("only")
    if only is not None:
        text = "".join(f"{line}\n" for line in text.splitlines() if first_word(line) in only.split(","))
    assert text == check.text


@pytest.mark.parametrize(("case", "check"), checks_of("experiment"), ids=names_of(checks_of("experiment")))
def test_a_program_has_the_expected_experiment(case: Case, check: Fence) -> None:
    assert written(experiment_in(source_of(case))) == check.text


def test_every_page_of_the_reference_but_the_lists_has_examples() -> None:
    without = {page.name for page in REFERENCE.glob("*.md")} - {case.path.name for case in CASES}

    assert without <= {"index.md", "grammar.md", "semantics.md"}


def test_every_language_has_pages_of_tests() -> None:
    tested = {EXTENSION_OF_KIND[case.model.kind] for case in CASES}

    assert set(DIALECTS) - tested <= {".des", ".xml"}, "a new language needs a folder of its own beside simnon/"


def sections_of_codes() -> dict[str, list[Fence]]:
    """The examples under each heading of the page of diagnostics that is a code."""
    text = (REFERENCE / "diagnostics.md").read_text("utf-8")
    headings = re.findall(r"^### (\S+)$", text, re.MULTILINE)
    sections: dict[str, list[Fence]] = {heading: [] for heading in headings}
    for fence in fences_in(text):
        if fence.heading in sections and fence.kind in EXTENSION_OF_KIND:
            sections[fence.heading].append(fence)
    return sections


def test_the_reference_lists_every_code_and_no_others() -> None:
    assert sorted(sections_of_codes()) == sorted(CODES)


@pytest.mark.parametrize("code", [code for code in CODES if code not in WITHOUT_EXAMPLE])
def test_every_code_has_an_example_that_produces_it(code: str) -> None:
    page = REFERENCE / "diagnostics.md"
    cases = [Case(page, fence, ()) for fence in sections_of_codes()[code]]

    assert any(expected.code == code for case in cases for expected in case.expected)


@pytest.mark.parametrize("code", WITHOUT_EXAMPLE)
def test_the_codes_without_an_example_have_a_test(code: str) -> None:
    tests = (
        ROOT / "tests" / "language" / "test_hostile.py",
        ROOT / "tests" / "unit" / "languages" / "test_procedural.py",
    )

    assert any(f'"{code}"' in test.read_text("utf-8") for test in tests)
