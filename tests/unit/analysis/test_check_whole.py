"""check_whole: what cannot be computed over whole arrays expands them, and the model says why."""

import pytest

from simnon.compiler import compile_model


def because(*lines: str, count: int = 100, arrays: str = "auto") -> str:
    """Why the arrays of a system with the state `x[1..n]` are expanded; empty if they stay whole."""
    own = [] if any(line.startswith("dx") for line in lines) else ["dx[i] = -x[i] FOR i = 1..n"]
    text = [
        "CONTINUOUS SYSTEM s",
        "STATE x[1..n]",
        "DER dx[1..n]",
        "TIME t",
        *own,
        *lines,
        "x: 1",
        f"n: {count}",
        "END",
    ]
    compiled = compile_model("\n".join(text) + "\n", arrays=arrays)
    reason = compiled.analysed.declared.whole.expanded_because
    assert compiled.is_whole is (reason == "")
    return reason


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("y[i] = 2*x[i] FOR i = 1..n", "dx[i] = -y[i] FOR i = 1..n"),
        ("dx[i] = x[i]/(1 + x[i]^2) FOR i = 1..n",),
        ("z = z*0.5 + t", "dx[i] = -x[i] FOR i = 1..n"),
        ("WHEN t > 1", "  k = 2", "END", "k: 1"),
    ],
)
def test_plain_equations_stay_whole(lines: tuple[str, ...]) -> None:
    assert because(*lines) == ""


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("dx[i] = ABS(x[i]) FOR i = 1..n",), "'ABS(x[i])' is an event of each element"),
        (("dx[i] = IF x[i] > 0 THEN 1 ELSE 2 FOR i = 1..n",), "'x[i] > 0' is an event of each element"),
        (
            ("y[1] = x[1]", "y[i] = z[i-1] + x[i] FOR i = 2..n", "z[i] = 0.5*y[i] FOR i = 1..n"),
            "'y[2..100]' needs its own value",
        ),
        (("y[i] = 0.5*y[i] + x[i] FOR i = 1..n",), "elements of 'y' need each other"),
    ],
)
def test_events_and_loops_of_elements_expand_them(lines: tuple[str, ...], reason: str) -> None:
    assert because(*lines) == reason


@pytest.mark.parametrize(("count", "is_whole"), [(64, False), (65, True)])
def test_divisions_of_few_states_expand_them_since_reciprocals_are_taken(count: int, is_whole: bool) -> None:
    reason = because("dx[i] = -x[i]/k FOR i = 1..n", "k: 3", count=count, arrays="whole")

    assert (reason == "") is is_whole
    assert is_whole or "reciprocals" in reason
