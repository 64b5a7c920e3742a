"""Requirements: what they may read, and how the message says what they read instead."""

import pytest

from tests.unit.assembly.test_assemble import attempt, continuous

READS = "REQUIRE reads only parameters and what follows from them, but "


@pytest.mark.parametrize(
    ("condition", "what"),
    [
        ("x > 0", "'x' is a state"),
        ("z > 0", "'z' depends on 't', which is the time"),
        ("k + y > 0", "'y' depends on 't', which is the time"),
    ],
)
def test_the_message_says_through_what_a_requirement_depends_on_time_or_state(condition: str, what: str) -> None:
    _, diagnostics = attempt(continuous("dx = z", "y = SIN(t)", "z = 2*y", "k: 1", f"REQUIRE {condition}"))

    assert [each.message for each in diagnostics if each.code == "improper-requirement"] == [READS + what]
