"""Any text: the compiler gives a program or diagnostics that can be shown, in finite time."""

import json
import random
from contextlib import suppress

import pytest

from simnon.compiler import analyse, compile_jacobian, compile_model, lower
from simnon.program import Program, check_program, print_program
from simnon.source import CODES, Report, SimnonError, Source, as_json, render_all
from tests.unit.languages.mutated_texts import ROOT, garbage, good_texts, mutated


def compile_text(text: str) -> tuple[Report, Program | None]:
    """The whole compiler except machine code."""
    report = Report()
    analysed = analyse((Source("text", text, str(ROOT / "examples")),), report)
    if analysed is None:
        return report, None
    jacobian = compile_jacobian(analysed)
    if jacobian is not None:
        check_program(jacobian)
    return report, lower(analysed)


def check_text(text: str) -> None:
    report, program = compile_text(text)
    if program is not None:
        check_program(program)
        assert print_program(program)
        assert not report.has_errors
    assert all(diagnostic.code in CODES for diagnostic in report.diagnostics)
    render_all(report.diagnostics, colour=True)
    json.loads(as_json(report.diagnostics))


def check_many(seeds: range) -> None:
    texts = good_texts()
    for seed in seeds:
        generator = random.Random(seed)  # noqa: S311
        text = garbage(generator) if seed % 4 == 0 else mutated(generator.choice(texts), generator)
        try:
            check_text(text)
        except BaseException as error:
            error.add_note(f"seed {seed}:\n{text}")
            raise


@pytest.mark.parametrize("text", good_texts(), ids=lambda text: text.split("\n")[0][:40])
def test_the_texts_to_mutate_are_correct(text: str) -> None:
    report, _ = compile_text(text)

    assert {d.code for d in report.diagnostics} <= {"input-not-connected", "unknown-system", "algebraic-loop"}


def test_strange_texts_give_a_program_or_diagnostics() -> None:
    check_many(range(200))


@pytest.mark.slow
def test_very_many_strange_texts_give_a_program_or_diagnostics() -> None:
    check_many(range(200, 20_000))


def test_strange_texts_load_or_raise_a_simnon_error() -> None:
    texts = good_texts()
    for seed in range(40):
        generator = random.Random(seed)  # noqa: S311
        with suppress(SimnonError):
            compile_model(mutated(generator.choice(texts), generator))
