"""Every operator and function of each dialect gives the number in its table."""

import re
from functools import cache
from pathlib import Path

import pytest

from simnon.compiler import analyse, lower
from simnon.session import Session
from simnon.session.outcome import Failed
from simnon.source import Report, Source, render_all
from simnon.targets.interpreter import interpret
from tests.language.evaluator import Evaluation
from tests.unit.languages.dialect_tables import DIALECTS, PLAIN, desire


@cache
def numbers(name: str) -> dict[str, float]:
    """The values of all formulas and conditions of a dialect, computed in one program."""
    dialect = DIALECTS[name]
    text = dialect.program(list(dialect.formulas), list(dialect.conditions))
    report = Report()
    analysed = analyse([Source(f"model{dialect.extension}", text)], report)
    assert analysed is not None, render_all(report.diagnostics)
    evaluation = Evaluation(interpret(lower(analysed)))
    evaluation.start(0.0)
    slots = {slot.casefold(): slot for slot in evaluation.executable.layout.slot_of_name()}
    found = {formula: evaluation.value(slots[f"f{i}"]) for i, formula in enumerate(dialect.formulas)}
    return found | {truth: evaluation.value(slots[f"d{i}"]) for i, truth in enumerate(dialect.conditions)}


FORTRAN_WORDS = {"==": ".eq.", "/=": ".ne."}
"""How comparisons are spelled without signs."""


@pytest.mark.parametrize(
    ("dialect", "formula"), [(name, each) for name in DIALECTS for each in DIALECTS[name].formulas]
)
def test_a_formula_has_its_value(dialect: str, formula: str) -> None:
    assert numbers(dialect)[formula] == pytest.approx(DIALECTS[dialect].formulas[formula], rel=1e-14, abs=1e-15)


@pytest.mark.parametrize(
    ("dialect", "condition"),
    [(name, each) for name in DIALECTS if name != "desire" for each in DIALECTS[name].conditions],
)
def test_a_condition_has_its_truth_value(dialect: str, condition: str) -> None:
    yes, no = DIALECTS[dialect].truth

    assert numbers(dialect)[condition] == (yes if DIALECTS[dialect].conditions[condition] else no)


def test_an_experiment_of_desire_takes_the_branch_of_its_conditions(tmp_path: Path) -> None:
    conditions = DIALECTS["desire"].conditions
    (tmp_path / "logic.src").write_text(desire([], list(conditions)), "utf-8")
    session = Session(tmp_path, is_interactive=False)

    outcomes = [outcome for line in ("SYST logic.src", "LOGIC") for outcome in session.execute(line)]

    assert [outcome for outcome in outcomes if isinstance(outcome, Failed)] == []
    given = session.workspace.given.parameters
    assert {condition: given[f"c{i}"] for i, condition in enumerate(conditions)} == conditions


@pytest.mark.parametrize("name", DIALECTS)
def test_every_operator_and_function_is_tested(name: str) -> None:
    dialect = DIALECTS[name]
    written = " ".join((*dialect.formulas, *dialect.conditions)).casefold()
    called = set(re.findall(r"(\w+)\(", written))

    assert set(dialect.functions) <= {*called, *(word.upper() for word in called)}
    assert [operator for operator in dialect.operators if not _is_written(operator.casefold(), written)] == []


def _is_written(operator: str, text: str) -> bool:
    word = FORTRAN_WORDS.get(operator, operator)
    return operator in text or word in text or f".{operator}." in text or operator in PLAIN.values()
