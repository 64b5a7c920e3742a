"""A datum that replaces one of a run, and what is wrong with it."""

import pytest

from simnon.languages.sial.run_data import with_datum
from simnon.model import Experiment
from simnon.source import Report

BEFORE = Experiment(start=0.0, stop=10.0, spacing=0.1, method="euler", step=0.1)


def replaced(text: str, count: int = 3) -> tuple[Experiment, list[str]]:
    report = Report()
    return with_datum(BEFORE, text, count, report), [each.code for each in report.diagnostics]


def test_a_datum_replaces_its_own_alone() -> None:
    found, codes = replaced("TM←25")

    assert codes == []
    assert (found.stop, found.step, found.method) == (25.0, 0.1, "euler")


@pytest.mark.parametrize(("text", "code"), [("TM←0", "number-expected"), ("TM←x", "number-expected")])
def test_a_wrong_datum_is_reported_and_replaces_nothing(text: str, code: str) -> None:
    found, codes = replaced(text)

    assert codes == [code]
    assert found.stop == 10.0
