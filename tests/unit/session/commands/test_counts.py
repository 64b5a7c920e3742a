from pathlib import Path

import pytest

from simnon.session import Session
from simnon.session.outcome import Failed


@pytest.mark.parametrize("command", ["UNDO", "SPLIT 1"])
def test_a_count_can_have_thousands_of_digits(tmp_path: Path, command: str) -> None:
    outcomes = list(Session(tmp_path).execute(f"{command} {'9' * 5000}"))

    assert [outcome.code for outcome in outcomes if isinstance(outcome, Failed)] in (
        ["bad-command"],
        ["nothing-to-undo"],
    )
