"""Every golden model prints, after every stage, what was read and kept under `expected/`.

Where a change is meant, `python -m tests.golden.update` writes the files anew.
"""

import pytest

from tests.golden.printed_stages import EXPECTED, FILES_OF_MODEL, PRINTED_STAGES, expected_file, printed


@pytest.mark.parametrize("stage", PRINTED_STAGES)
@pytest.mark.parametrize("model", FILES_OF_MODEL)
def test_a_stage_prints_what_was_kept(model: str, stage: str) -> None:
    assert printed(model, stage) == expected_file(model, stage).read_text("utf-8")


def test_no_file_is_kept_that_nothing_compares() -> None:
    compared = {expected_file(model, stage) for model in FILES_OF_MODEL for stage in PRINTED_STAGES}

    assert set(EXPECTED.rglob("*.txt")) == compared
